// Meshes of cells, their coarsening, and divisions of them.
#include "algorithms/cells/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// visit(place, coarse place)
template <class Visit>
void for_each_place(const Mesh& mesh, const Mesh& coarse, Visit visit) {
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column)
      visit(mesh.at(row, column), coarse.at(row / 2, column / 2));
}

}  // namespace

Mesh empty_mesh(std::int64_t rows, std::int64_t columns) {
  Mesh mesh{.rows = rows, .columns = columns};
  const auto places = static_cast<std::size_t>((rows + 2) * mesh.stride());
  mesh.load.assign(places, 0);
  mesh.right.assign(places, 0);
  mesh.below.assign(places, 0);
  return mesh;
}

void sum_up(Mesh& mesh) {
  for (const double load : mesh.load) {
    mesh.total += load;
    mesh.greatest = std::max(mesh.greatest, load);
    mesh.active += load > 0 ? 1 : 0;
  }
}

Mesh mesh_of(const CellProblem& problem, const char* algorithm) {
  if (problem.rows > most_mesh_cells / problem.columns)
    throw InputError(fmt::format("{} takes at most {} cells, and there are {} x {}; {} takes more", algorithm,
                                 most_mesh_cells, problem.rows, problem.columns, problem.loads ? "RCB[jogs]" : "BEST"));
  Mesh mesh = empty_mesh(problem.rows, problem.columns);
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column)
      mesh.load[mesh.at(row, column)] = problem.loads ? problem.loads->at(row, column) : 1;
  const auto line = static_cast<std::size_t>(mesh.stride());
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) {
      const std::size_t place = mesh.at(row, column);
      if (!mesh.is_active(place)) continue;
      mesh.right[place] = mesh.is_active(place + 1) ? 1 : 0;
      mesh.below[place] = mesh.is_active(place + line) ? 1 : 0;
    }
  sum_up(mesh);
  return mesh;
}

Mesh coarser(const Mesh& mesh) {
  Mesh coarse = empty_mesh((mesh.rows + 1) / 2, (mesh.columns + 1) / 2);
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) {
      const std::size_t place = mesh.at(row, column);
      const std::size_t whole = coarse.at(row / 2, column / 2);
      coarse.load[whole] += mesh.load[place];
      if (column % 2 == 1) coarse.right[whole] += mesh.right[place];
      if (row % 2 == 1) coarse.below[whole] += mesh.below[place];
    }
  sum_up(coarse);
  return coarse;
}

PlaceOwners refined(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners) {
  PlaceOwners fine(mesh.size(), no_owner);
  for_each_place(mesh, coarse, [&](std::size_t place, std::size_t whole) {
    if (mesh.is_active(place)) fine[place] = owners[whole];
  });
  return fine;
}

PlaceOwners coarsened(const Mesh& mesh, const Mesh& coarse, const PlaceOwners& owners) {
  PlaceOwners result(coarse.size(), no_owner);
  for (std::int64_t row = 0; row < coarse.rows; ++row)
    for (std::int64_t column = 0; column < coarse.columns; ++column) {
      std::array<std::pair<std::int32_t, double>, 4> loads{};
      auto* end = loads.begin();
      for (std::int64_t y = 2 * row; y < std::min(2 * row + 2, mesh.rows); ++y)
        for (std::int64_t x = 2 * column; x < std::min(2 * column + 2, mesh.columns); ++x) {
          const std::size_t place = mesh.at(y, x);
          if (owners[place] == no_owner) continue;
          auto* found = std::find_if(loads.begin(), end, [&](const auto& each) { return each.first == owners[place]; });
          if (found == end) *end++ = {owners[place], 0};
          found->second += mesh.load[place];
        }
      if (end == loads.begin()) continue;
      result[coarse.at(row, column)] =
          std::max_element(loads.begin(), end, [](const auto& a, const auto& b) { return a.second < b.second; })->first;
    }
  return result;
}

Decomposition division_of(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners) {
  std::vector<std::int32_t> cells;
  cells.reserve(static_cast<std::size_t>(mesh.rows * mesh.columns));
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) cells.push_back(owners[mesh.at(row, column)]);
  return division_of(mesh.rows, mesh.columns, problem.cluster.size(), cells);
}

PlaceOwners place_owners(const CellProblem& problem, const Mesh& mesh, const Decomposition& division) {
  const std::vector<std::int32_t> cells =
      problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division);
  PlaceOwners owners(mesh.size(), no_owner);
  auto cell = cells.begin();
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column) owners[mesh.at(row, column)] = *cell++;
  return owners;
}

}  // namespace apportion
