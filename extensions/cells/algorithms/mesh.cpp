// Meshes of cells, coarser meshes, divisions of meshes, their connected pieces, and flows of load between parts.
#include "extensions/cells/algorithms/mesh.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

#include "base/disjoint_sets.hpp"
#include "base/error.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion {
template <class Mesh>
void join_cells(Mesh& mesh) {
  const auto strides = mesh.strides();
  mesh.for_each_place([&](std::size_t place, const auto& /*position*/) {
    if (!mesh.is_active(place)) return;
    for (std::size_t axis = 0; axis < Mesh::axes; ++axis)
      mesh.next[axis][place] = mesh.is_active(place + strides[axis]) ? 1 : 0;
  });
  sum_up(mesh);
}

void require_mesh(const CellProblem& problem, const char* algorithm) {
  if (problem.rows <= most_mesh_cells / problem.columns) return;
  const char* const others = problem.in_space() ? "" : problem.loads ? "; RCB[jogs] takes more" : "; BEST takes more";
  throw InputError("{} takes at most {} cells, and there are {}{}", algorithm, most_mesh_cells, sides_text(problem),
                   others);
}

template <std::size_t Axes>
GridMesh<Axes> mesh_of(const CellProblem& problem, const char* algorithm) {
  require_mesh(problem, algorithm);
  typename GridMesh<Axes>::Position extent;
  if constexpr (Axes == 2)
    extent = {problem.rows, problem.columns};
  else
    extent = {problem.layers, problem.layer_rows(), problem.columns};
  GridMesh<Axes> mesh(extent);
  mesh.maps = MapLoads(problem.maps.size(), mesh.size());
  std::vector<double> scales;
  for (std::size_t map = 0; map < problem.maps.size(); ++map) scales.push_back(map_scale(problem, map));
  std::int64_t row = 0;  // of all layers
  mesh.for_each_row([&](std::size_t place, const auto& /*position*/) {
    for (std::int64_t column = 0; column < problem.columns; ++column, ++place) {
      mesh.load[place] = problem.loads ? problem.loads->at(row, column) : 1;
      for (std::size_t map = 0; map < scales.size(); ++map)
        mesh.maps.at(place)[map] = scales[map] * problem.maps[map]->at(row, column);
    }
    ++row;
  });
  join_cells(mesh);
  return mesh;
}

GridMesh<2> coarser(const GridMesh<2>& mesh) {
  GridMesh<2> coarse({(mesh.extent[0] + 1) / 2, (mesh.extent[1] + 1) / 2});
  coarse.maps = MapLoads(mesh.maps.count, coarse.size());
  mesh.for_each_place([&](std::size_t place, const auto& position) {
    const std::size_t whole = coarse.at({position[0] / 2, position[1] / 2});
    coarse.load[whole] += mesh.load[place];
    coarse.maps.add(whole, mesh.maps, place);
    for (std::size_t axis = 0; axis < 2; ++axis)
      if (position[axis] % 2 == 1) coarse.next[axis][whole] += mesh.next[axis][place];
  });
  sum_up(coarse);
  return coarse;
}

PlaceOwners refined(const GridMesh<2>& mesh, const GridMesh<2>& coarse, const PlaceOwners& owners) {
  PlaceOwners fine(mesh.size(), no_owner);
  mesh.for_each_place([&](std::size_t place, const auto& position) {
    if (mesh.is_active(place)) fine[place] = owners[coarse.at({position[0] / 2, position[1] / 2})];
  });
  return fine;
}

PlaceOwners coarsened(const GridMesh<2>& mesh, const GridMesh<2>& coarse, const PlaceOwners& owners) {
  const std::size_t line = mesh.strides()[0];
  PlaceOwners result(coarse.size(), no_owner);
  coarse.for_each_place([&](std::size_t whole, const auto& position) {
    const std::size_t first = mesh.at({2 * position[0], 2 * position[1]});
    std::array<std::pair<std::int32_t, double>, 4> loads{};
    auto* end = loads.begin();
    for (const std::size_t place : {first, first + 1, first + line, first + line + 1}) {
      if (owners[place] == no_owner) continue;  // as beyond the mesh, on its border
      auto* found = std::find_if(loads.begin(), end, [&](const auto& each) { return each.first == owners[place]; });
      if (found == end) *end++ = {owners[place], 0};
      found->second += mesh.load[place];
    }
    if (end == loads.begin()) return;
    result[whole] =
        std::max_element(loads.begin(), end, [](const auto& a, const auto& b) { return a.second < b.second; })->first;
  });
  return result;
}

template <class Mesh>
PlaceOwners refined(const Mesh& mesh, const PieceGraph& coarse, const PlaceOwners& owners) {
  PlaceOwners fine(mesh.size(), no_owner);
  for (std::size_t place = 0; place < mesh.size(); ++place)
    if (coarse.whole[place] != PieceGraph::no_piece) fine[place] = owners[coarse.whole[place]];
  return fine;
}

template <class Mesh>
PlaceOwners coarsened(const Mesh& mesh, const PieceGraph& coarse, const PlaceOwners& owners) {
  std::vector<std::pair<std::uint32_t, std::int32_t>> places;  // pairs of coarse place and owner
  std::vector<std::size_t> order;
  for (std::size_t place = 0; place < mesh.size(); ++place)
    if (coarse.whole[place] != PieceGraph::no_piece) order.push_back(place);
  const auto key = [&](std::size_t place) { return std::pair(coarse.whole[place], owners[place]); };
  std::ranges::stable_sort(order, {}, key);
  PlaceOwners result(coarse.size(), no_owner);
  std::vector<double> most(coarse.size(), -1);
  for (std::size_t i = 0; i < order.size();) {
    const auto [whole, owner] = key(order[i]);
    double load = 0;
    for (; i < order.size() && key(order[i]) == std::pair(whole, owner); ++i) load += mesh.load[order[i]];
    if (load > most[whole]) std::tie(most[whole], result[whole]) = std::pair(load, owner);
  }
  return result;
}

template <std::size_t Axes>
Decomposition division_of(const CellProblem& problem, const GridMesh<Axes>& mesh, const PlaceOwners& owners) {
  std::vector<std::int32_t> cells;
  cells.reserve(static_cast<std::size_t>(problem.rows * problem.columns));
  mesh.for_each_place([&](std::size_t place, const auto& /*position*/) { cells.push_back(owners[place]); });
  return division_of(problem.rows, problem.columns, problem.cluster.size(), cells);
}

template <std::size_t Axes>
std::vector<std::int32_t> on_places(const GridMesh<Axes>& mesh, const std::vector<std::int32_t>& cells) {
  std::vector<std::int32_t> numbers(mesh.size(), no_owner);
  auto cell = cells.begin();
  mesh.for_each_place([&](std::size_t place, const auto& /*position*/) { numbers[place] = *cell++; });
  return numbers;
}

template <std::size_t Axes>
PlaceOwners place_owners(const CellProblem& problem, const GridMesh<Axes>& mesh, const Decomposition& division) {
  return on_places(mesh, active_owners_of(problem.loads.get(), division));
}

namespace {

// --- Divisions: loads, gains and boundaries

// Whether places of a row and those beside them have one owner; without branches, so that it can be vectorised.
template <class Mesh>
bool is_even(const MeshDivision<Mesh>& division, std::size_t first, std::int64_t width) {
  const auto strides = division.mesh().strides();
  const std::int32_t* here = &division.owners()[first];
  const std::int32_t own = *here;
  std::int32_t different = (here[-1] ^ own) | (here[width] ^ own);
  for (std::int64_t i = 0; i < width; ++i) {
    different |= here[i] ^ own;
    for (std::size_t axis = 0; axis + 1 < Mesh::axes; ++axis)
      different |= (*(here + i - strides[axis]) ^ own) | (*(here + i + strides[axis]) ^ own);
  }
  return different == 0;
}

LoadWindows windows_at(const std::vector<double>& share, LoadLimits limits) {
  return {.share = share, .least = std::move(limits.least), .most = std::move(limits.most)};
}

}  // namespace

LoadWindows exact_windows(const CellProblem& problem, double imbalance) {
  LoadWindows windows = windows_at(shares(problem), load_limits(problem, imbalance));
  windows.tears = !problem.connected;
  for (LoadLimits& limits : map_limits(problem, imbalance))
    windows.maps.push_back(windows_at(windows.share, std::move(limits)));
  return windows;
}

LoadWindows load_windows(const CellProblem& problem, double imbalance) {
  LoadWindows windows = exact_windows(problem, imbalance);
  if (problem.memory.empty()) return windows;
  // Half a cell above the memory limit allows no further cell, and is above a share that fills the memory.
  const double cell = problem.loads ? problem.loads->greatest() : 1;
  const double per_cell = total_load(problem) / static_cast<double>(active_cells(problem));
  for (std::size_t i = 0; i < problem.memory.size(); ++i)
    windows.most[i] = std::min(windows.most[i], std::max(windows.share[i], problem.memory[i] * per_cell) + cell / 2);
  return windows;
}

LoadWindows windows_of(const LoadWindows& windows, const std::vector<std::int32_t>& parts) {
  LoadWindows some{.tears = windows.tears};
  for (const std::int32_t part : parts) {
    const auto i = static_cast<std::size_t>(part);
    some.share.push_back(windows.share[i]);
    some.least.push_back(windows.least[i]);
    some.most.push_back(windows.most[i]);
  }
  for (const LoadWindows& map : windows.maps) some.maps.push_back(windows_of(map, parts));
  return some;
}

LoadWindows widened(const LoadWindows& windows, double width) {
  LoadWindows wide = windows;
  for (std::size_t i = 0; i < wide.share.size(); ++i) {
    wide.least[i] = std::min(wide.least[i], wide.share[i] - width);
    wide.most[i] = std::max(wide.most[i], wide.share[i] + width);
  }
  for (LoadWindows& map : wide.maps) map = widened(map, width);
  return wide;
}

template <class Mesh>
MeshDivision<Mesh>::MeshDivision(const Mesh& mesh, std::size_t parts, PlaceOwners owners)
    : mesh_(&mesh),
      owners_(std::move(owners)),
      loads_(parts, 0),
      map_loads_(mesh.maps.count, parts),
      places_(parts, 0) {
  stop_if_asked();
  for (std::size_t place = 0; place < owners_.size(); ++place) {
    if (owners_[place] == no_owner) continue;
    loads_[static_cast<std::size_t>(owners_[place])] += mesh.load[place];
    map_loads_.add(static_cast<std::size_t>(owners_[place]), mesh.maps, place);
    ++places_[static_cast<std::size_t>(owners_[place])];
  }
}

template <class Mesh>
std::int32_t MeshDivision<Mesh>::sides_to(std::size_t place, std::int32_t part) const {
  const auto around = mesh_->around(place);
  const auto sides = mesh_->sides(place);
  std::int32_t sum = 0;
  for (std::size_t k = 0; k < around.size(); ++k)
    if (owners_[around[k]] == part) sum += sides[k];
  return sum;
}

template <class Mesh>
bool MeshDivision<Mesh>::may_leave(std::size_t place) const {
  const std::int32_t own = owners_[place];
  if (places_[static_cast<std::size_t>(own)] < 2) return false;
  return mesh_->hangs_together_around(place, [&](std::size_t other) { return owners_[other] == own; });
}

template <class Mesh>
void MeshDivision<Mesh>::move(std::size_t place, std::int32_t part) {
  const auto from = static_cast<std::size_t>(owners_[place]);
  const auto to = static_cast<std::size_t>(part);
  loads_[from] -= mesh_->load[place];
  loads_[to] += mesh_->load[place];
  for (std::size_t map = 0; map < mesh_->maps.count; ++map) {
    map_loads_.at(from)[map] -= mesh_->maps.at(place)[map];
    map_loads_.at(to)[map] += mesh_->maps.at(place)[map];
  }
  --places_[from];
  ++places_[to];
  owners_[place] = part;
}

template <class Mesh>
double MeshDivision<Mesh>::excess(const LoadWindows& windows) const {
  double sum = 0;
  for (std::size_t i = 0; i < loads_.size(); ++i) sum += excess_of(windows, static_cast<std::int32_t>(i));
  return sum;
}

template <class Mesh>
std::int64_t MeshDivision<Mesh>::cut() const {
  std::int64_t cut = 0;
  for (std::size_t place = 0; place < owners_.size(); ++place) {
    if (owners_[place] == no_owner) continue;
    const auto around = mesh_->around(place);
    const auto sides = mesh_->sides(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (around[k] > place && owners_[around[k]] != owners_[place]) cut += sides[k];
  }
  return cut;
}

template <class Mesh>
std::vector<std::size_t> MeshDivision<Mesh>::boundary_places() const {
  constexpr std::size_t block = 16;  // nearly all blocks lie inside a part
  const Mesh& mesh = *mesh_;
  std::vector<std::size_t> found;
  if constexpr (!is_grid<Mesh>) {
    for (std::size_t place = 0; place < mesh.size(); ++place)
      if (is_at_boundary(place)) found.push_back(place);
    return found;
  } else {
    mesh.for_each_row([&](std::size_t place, const auto& /*position*/) {
      const std::size_t last = place + static_cast<std::size_t>(mesh.columns());
      while (place < last) {
        const std::size_t end = std::min(place + block, last);
        if (is_even(*this, place, static_cast<std::int64_t>(end - place)))
          place = end;
        else
          for (; place < end; ++place)
            if (is_at_boundary(place)) found.push_back(place);
      }
    });
    return found;
  }
}

template <class Mesh>
void MeshDivision<Mesh>::update_boundary(const std::vector<std::size_t>& moved,
                                         std::vector<std::size_t>& boundary) const {
  const auto old = static_cast<std::ptrdiff_t>(boundary.size());
  for (const std::size_t place : moved) {
    boundary.push_back(place);
    for (const std::size_t other : mesh().around(place)) boundary.push_back(other);
  }
  std::sort(boundary.begin() + old, boundary.end());
  std::inplace_merge(boundary.begin(), boundary.begin() + old, boundary.end());
  std::erase_if(boundary, [&](std::size_t place) { return !is_at_boundary(place); });
  boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
}

template <std::size_t Axes>
std::int64_t neighbouring_pairs(const MeshDivision<GridMesh<Axes>>& division) {
  const GridMesh<Axes>& mesh = division.mesh();
  const auto strides = mesh.strides();
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  const auto add = [&](std::size_t one, std::size_t other) {
    const std::pair<std::int32_t, std::int32_t> pair = std::minmax({division.owner(one), division.owner(other)});
    if (pair.first != pair.second && (pairs.empty() || pairs.back() != pair)) pairs.push_back(pair);
  };
  for (std::size_t place = 0; place + strides[0] < mesh.size(); ++place)
    for (std::size_t axis = 0; axis < Axes; ++axis)
      if (mesh.next[axis][place] > 0) add(place, place + strides[axis]);
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

template <std::size_t Axes>
Receivers<GridMesh<Axes>> receivers_of(const MeshDivision<GridMesh<Axes>>& division, const MeshStencil<Axes>& stencil,
                                       std::size_t place, std::size_t moved, std::int32_t owner) {
  const auto owner_of = [&](std::size_t each) { return each == moved ? owner : division.owner(each); };
  Receivers<GridMesh<Axes>> found;
  const std::int32_t own = owner_of(place);
  if (own == no_owner) return found;
  for (std::size_t k = 0; k < stencil.count(); ++k) {
    const std::int32_t other = owner_of(stencil.at(place, k));
    auto* end = found.parts.begin() + found.count;
    if (other == own || other == no_owner || std::find(found.parts.begin(), end, other) != end) continue;
    found.parts[found.count++] = other;
  }
  return found;
}

template <std::size_t Axes>
std::vector<std::int64_t> received_by_parts(const MeshDivision<GridMesh<Axes>>& division, int stencil) {
  const MeshStencil<Axes> near(division.mesh(), stencil);
  std::vector<std::int64_t> received(division.parts(), 0);
  for (std::size_t place = 0; place < division.mesh().size(); ++place) {
    const auto receivers = receivers_of(division, near, place, place, division.owner(place));
    for (std::size_t i = 0; i < receivers.count; ++i) ++received[static_cast<std::size_t>(receivers.parts[i])];
  }
  return received;
}

namespace {

// --- Connected pieces of parts, seas, and moves of pieces to neighbouring parts

// A piece of connected places.
struct Piece {
  std::size_t first = 0;  // its first place
  double load = 0;
};

// All pieces in the order of their first places.
struct Pieces {
  std::vector<std::int32_t> of_place;  // no_owner for places without one
  std::vector<Piece> pieces = {};
};

// The pieces of connected places with the same value of `group`, which is no_owner for places without an owner. A place
// takes the label of one before it, and the labels of places side by side are united.
template <class Mesh, class Group>
Pieces connected_pieces(const Mesh& mesh, Group group) {
  Pieces found{std::vector<std::int32_t>(mesh.size(), no_owner)};
  std::int32_t labels = 0;
  DisjointSets united;
  mesh.for_each_place([&](std::size_t place, const auto& /*position*/) {
    const std::int32_t own = group(place);
    if (own == no_owner) return;
    const auto around = mesh.around(place);
    const auto sides = mesh.sides(place);
    std::int32_t& label = found.of_place[place];
    for (std::size_t k = 0; k < around.size(); ++k) {
      if (around[k] > place || sides[k] == 0 || group(around[k]) != own) continue;
      const std::int32_t other = found.of_place[around[k]];
      if (label == no_owner)
        label = other;
      else if (label != other)
        united.unite(static_cast<std::size_t>(label), static_cast<std::size_t>(other));
    }
    if (label != no_owner) return;
    label = labels++;
    united.add();
  });
  const std::vector<std::size_t> number = united.numbers();
  for (std::size_t place = 0; place < mesh.size(); ++place) {
    std::int32_t& piece = found.of_place[place];
    if (piece == no_owner) continue;
    const std::size_t i = number[static_cast<std::size_t>(piece)];
    piece = static_cast<std::int32_t>(i);
    if (i == found.pieces.size()) found.pieces.push_back({.first = place});
    found.pieces[i].load += mesh.load[place];
  }
  return found;
}

template <class Mesh>
Pieces pieces_of(const MeshDivision<Mesh>& division) {
  return connected_pieces(division.mesh(), [&](std::size_t place) { return division.owner(place); });
}

// The part with the longest boundary to the places of a piece; no_owner if it borders on none.
template <class Mesh>
std::int32_t nearest_part(const MeshDivision<Mesh>& division, const std::vector<std::size_t>& piece) {
  std::map<std::int32_t, std::int64_t> contacts;
  const std::int32_t own = division.owner(piece.front());
  for (const std::size_t place : piece) {
    const auto around = division.mesh().around(place);
    const auto sides = division.mesh().sides(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (sides[k] > 0 && division.owner(around[k]) != own) contacts[division.owner(around[k])] += sides[k];
  }
  const auto longest = std::ranges::max_element(contacts, {}, [](const auto& contact) { return contact.second; });
  return longest == contacts.end() ? no_owner : longest->first;
}

// The numbers of the greatest pieces of each part in each sea.
template <class Mesh>
std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> greatest_pieces(const MeshDivision<Mesh>& division,
                                                                             const Pieces& all,
                                                                             const std::vector<std::int32_t>& seas) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> greatest;
  for (std::size_t i = 0; i < all.pieces.size(); ++i) {
    const Piece& piece = all.pieces[i];
    const auto [known, is_first] =
        greatest.try_emplace({division.owner(piece.first), seas.empty() ? 0 : seas[piece.first]}, i);
    if (!is_first && all.pieces[known->second].load < piece.load) known->second = i;
  }
  return greatest;
}

}  // namespace

template <class Mesh>
Seas seas_of(const Mesh& mesh) {
  Pieces found = connected_pieces(mesh, [&](std::size_t place) { return mesh.is_active(place) ? 0 : no_owner; });
  Seas seas;
  for (const Piece& piece : found.pieces) seas.loads.push_back(piece.load);
  if (found.pieces.size() > 1) seas.of_place = std::move(found.of_place);
  return seas;
}

template <class Mesh>
PieceCount MeshDivision<Mesh>::count_pieces(const std::vector<std::int32_t>& seas) const {
  const Pieces all = pieces_of(*this);
  const auto count = static_cast<std::int64_t>(all.pieces.size());
  return {count, count - static_cast<std::int64_t>(greatest_pieces(*this, all, seas).size())};
}

template <class Mesh>
void MeshDivision<Mesh>::join_pieces() {
  constexpr int most_rounds = 4;
  std::optional<Seas> seas;
  for (int round = 0; round < most_rounds; ++round) {
    const Pieces all = pieces_of(*this);
    if (all.pieces.size() <= parts()) return;
    if (!seas) seas = seas_of(mesh());
    std::vector<bool> is_kept(all.pieces.size(), false);
    for (const auto& [part_and_sea, piece] : greatest_pieces(*this, all, seas->of_place)) is_kept[piece] = true;
    std::vector<std::vector<std::size_t>> loose(all.pieces.size());  // the places of pieces that are not kept
    for (std::size_t place = 0; place < all.of_place.size(); ++place)
      if (const std::int32_t piece = all.of_place[place]; piece != no_owner)
        if (const auto i = static_cast<std::size_t>(piece); !is_kept[i]) loose[i].push_back(place);
    bool changed = false;
    for (const std::vector<std::size_t>& piece : loose) {
      if (piece.empty()) continue;
      const std::int32_t other = nearest_part(*this, piece);
      if (other == no_owner) continue;
      for (const std::size_t place : piece) move(place, other);
      changed = true;
    }
    if (!changed) return;
  }
}

namespace {

// By how much the excess decreases if one part gives a whole sea with this load to another.
double saved_by_giving(const std::vector<double>& loads, const LoadWindows& windows, double load, std::size_t from,
                       std::size_t to) {
  const auto excess = [&](std::size_t part, double more) {
    return windows.excess_of(loads[part] + more, static_cast<std::int32_t>(part));
  };
  return excess(from, 0) + excess(to, 0) - excess(from, -load) - excess(to, load);
}

}  // namespace

template <class Mesh>
bool MeshDivision<Mesh>::give_whole_seas(const LoadWindows& windows) {
  const Seas seas = seas_of(mesh());
  if (seas.count() < 2) return false;
  constexpr std::int32_t shared = -2;
  std::vector<std::int32_t> owners(seas.count(), no_owner);
  for (std::size_t place = 0; place < seas.of_place.size(); ++place) {
    if (owner(place) == no_owner) continue;
    std::int32_t& of_sea = owners[static_cast<std::size_t>(seas.of_place[place])];
    of_sea = of_sea == no_owner || of_sea == owner(place) ? owner(place) : shared;
  }
  std::vector<double> loads = loads_;
  const std::vector<std::int32_t> before = owners;
  const double rounding = 1e-9 * mesh().total;
  for (std::size_t step = 0; step < seas.count(); ++step) {
    double most = rounding;
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t sea = 0; sea < seas.count(); ++sea)
      for (std::size_t to = 0; owners[sea] >= 0 && to < loads.size(); ++to) {
        const auto from = static_cast<std::size_t>(owners[sea]);
        if (to == from || loads[from] - seas.loads[sea] <= rounding) continue;
        const double saved = saved_by_giving(loads, windows, seas.loads[sea], from, to);
        if (saved > most) std::tie(most, best) = std::pair(saved, std::pair(sea, to));
      }
    if (most <= rounding) break;
    const auto [sea, to] = best;
    loads[static_cast<std::size_t>(owners[sea])] -= seas.loads[sea];
    loads[to] += seas.loads[sea];
    owners[sea] = static_cast<std::int32_t>(to);
  }
  if (owners == before) return false;
  for (std::size_t place = 0; place < seas.of_place.size(); ++place) {
    if (owner(place) == no_owner) continue;
    const auto sea = static_cast<std::size_t>(seas.of_place[place]);
    if (owners[sea] != before[sea]) move(place, owners[sea]);
  }
  return true;
}

// --- Rebalancing: flows of load along paths of neighbouring parts, then moves of places that realise them

template <class Mesh>
PartNeighbourhood MeshDivision<Mesh>::neighbourhood_of(const std::vector<std::size_t>& boundary) const {
  const Mesh& mesh = *mesh_;
  PartNeighbourhood found{std::vector<std::vector<std::int32_t>>(parts()),
                          std::vector<std::vector<std::size_t>>(parts())};
  for (const std::size_t place : boundary) {
    const auto own = static_cast<std::size_t>(owner(place));
    found.boundaries[own].push_back(place);
    const auto around = mesh.around(place);
    const auto sides = mesh.sides(place);
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = owner(around[k]);
      if (sides[k] > 0 && other != owner(place) && std::ranges::find(found.parts[own], other) == found.parts[own].end())
        found.parts[own].push_back(other);
    }
  }
  return found;
}

namespace {

constexpr std::int32_t no_part = -1;

// The flows of load from part to part that bring all loads into their windows.
class Flows {
 public:
  template <class Mesh>
  Flows(const MeshDivision<Mesh>& division, const LoadWindows& windows, const PartNeighbourhood& near,
        const std::set<PartPair>& blocked)
      : windows_(windows),
        near_(near),
        blocked_(blocked),
        half_place_(division.mesh().total / static_cast<double>(2 * division.mesh().active)) {
    for (std::size_t i = 0; i < division.parts(); ++i) loads_.push_back(division.load(static_cast<std::int32_t>(i)));
    for (std::size_t k = 0; k < 4 * loads_.size() && relieve_worst(); ++k) {
    }
  }

  [[nodiscard]] const std::map<PartPair, double>& amounts() const { return amounts_; }
  [[nodiscard]] bool has_jumps() const { return has_jumps_; }

 private:
  [[nodiscard]] double excess(std::size_t i) const {
    return windows_.excess_of(loads_[i], static_cast<std::int32_t>(i));
  }
  // The load that a part can still take, or give.
  [[nodiscard]] double room(std::size_t i, bool takes) const {
    return takes ? windows_.most[i] - loads_[i] : loads_[i] - windows_.least[i];
  }

  bool relieve_worst() {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < loads_.size(); ++i)
      if (excess(i) > excess(worst)) worst = i;
    if (!(excess(worst) > 0)) return false;
    const bool gives = loads_[worst] > windows_.most[worst];
    // Half a place is added, so that the flow is not rounded to 0.
    const double amount = excess(worst) + half_place_;
    std::vector<std::int32_t> path = path_from(worst, gives, std::min(amount, 0.5 * room_of_all(worst, gives)));
    if (path.empty()) {
      path = jump_from(worst, gives);
      has_jumps_ = true;
    }
    if (path.empty()) return false;
    const double moved = std::min(amount, room(static_cast<std::size_t>(path.back()), gives));
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const PartPair pair = gives ? PartPair(path[i], path[i + 1]) : PartPair(path[i + 1], path[i]);
      amounts_[pair] += moved;
    }
    loads_[worst] += gives ? -moved : moved;
    loads_[static_cast<std::size_t>(path.back())] += gives ? moved : -moved;
    return moved > 0;
  }

  [[nodiscard]] double room_of_all(std::size_t worst, bool gives) const {
    double most = 0;
    for (std::size_t i = 0; i < loads_.size(); ++i)
      if (i != worst) most = std::max(most, room(i, gives));
    return most;
  }

  [[nodiscard]] bool is_blocked(std::int32_t from, std::int32_t to, bool gives) const {
    return blocked_.contains(gives ? PartPair(from, to) : PartPair(to, from));
  }

  // The shortest path to a part with this room.
  [[nodiscard]] std::vector<std::int32_t> path_from(std::size_t worst, bool gives, double wanted) const {
    std::vector<std::int32_t> before(loads_.size(), no_part);
    std::vector<std::int32_t> open = {static_cast<std::int32_t>(worst)};
    before[worst] = open.front();
    for (std::size_t next = 0; next < open.size(); ++next) {
      const std::int32_t part = open[next];
      const double free = room(static_cast<std::size_t>(part), gives);
      if (next > 0 && free > 0 && free >= std::min(wanted, excess(worst))) return path_to(part, before);
      for (const std::int32_t other : near_.parts[static_cast<std::size_t>(part)]) {
        if (before[static_cast<std::size_t>(other)] != no_part || is_blocked(part, other, gives)) continue;
        before[static_cast<std::size_t>(other)] = part;
        open.push_back(other);
      }
    }
    return {};
  }

  static std::vector<std::int32_t> path_to(std::int32_t part, const std::vector<std::int32_t>& before) {
    std::vector<std::int32_t> path = {part};
    while (before[static_cast<std::size_t>(path.back())] != path.back())
      path.push_back(before[static_cast<std::size_t>(path.back())]);
    std::ranges::reverse(path);
    return path;
  }

  // The direct path to the part with the most room, which is not a neighbour.
  [[nodiscard]] std::vector<std::int32_t> jump_from(std::size_t worst, bool gives) const {
    std::int32_t best = no_part;
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      const auto part = static_cast<std::int32_t>(i);
      if (i == worst || !(room(i, gives) > 0) || is_blocked(static_cast<std::int32_t>(worst), part, gives)) continue;
      if (best == no_part || room(i, gives) > room(static_cast<std::size_t>(best), gives)) best = part;
    }
    if (best == no_part) return {};
    return {static_cast<std::int32_t>(worst), best};
  }

  const LoadWindows& windows_;
  const PartNeighbourhood& near_;
  const std::set<PartPair>& blocked_;
  double half_place_;
  std::vector<double> loads_;
  std::map<PartPair, double> amounts_;
  bool has_jumps_ = false;
};

}  // namespace

template <class Mesh>
std::vector<std::size_t> MeshDivision<Mesh>::move_between(const PartNeighbourhood& near, PartPair pair, double amount) {
  const auto from = pair.first;
  const auto to = pair.second;
  const std::vector<std::int32_t>& neighbours = near.parts[static_cast<std::size_t>(from)];
  const bool jumps = std::ranges::find(neighbours, to) == neighbours.end();
  const auto is_candidate = [&](std::size_t place) {
    return owner(place) == from && (jumps || sides_to(place, to) > 0);
  };
  std::priority_queue<std::pair<std::int32_t, std::size_t>> offers;  // ordered by gains
  const auto offer = [&](std::size_t place) {
    if (is_candidate(place)) offers.emplace(gain(place, to), place);
  };
  if (jumps && near.boundaries[static_cast<std::size_t>(from)].empty())
    for (std::size_t place = 0; place < mesh().size(); ++place) offer(place);
  else
    for (const std::size_t place : near.boundaries[static_cast<std::size_t>(from)]) offer(place);
  double load_moved = 0;
  std::vector<std::size_t> moved;
  while (!offers.empty() && load_moved < amount) {
    const auto [offered, place] = offers.top();
    offers.pop();
    if (!is_candidate(place)) continue;
    if (gain(place, to) != offered) {
      offer(place);
      continue;
    }
    const double load = mesh().load[place];
    const double left = amount - load_moved;
    if (std::abs(left - load) >= left || !may_leave(place)) continue;
    move(place, to);
    load_moved += load;
    moved.push_back(place);
    for (const std::size_t other : mesh().around(place)) offer(other);
  }
  return moved;
}

template <class Mesh>
bool MeshDivision<Mesh>::rebalance(const LoadWindows& windows) {
  constexpr int most_rounds = 40;
  if (excess(windows) <= 0) return true;
  if (mesh().maps.count > 0) return balance_maps(*this, windows);
  std::set<PartPair> blocked;
  std::vector<std::size_t> boundary = boundary_places();
  for (int round = 0; round < most_rounds; ++round) {
    const PartNeighbourhood near = neighbourhood_of(boundary);
    const Flows flows(*this, windows, near, blocked);
    if (round == 0 && flows.has_jumps() && give_whole_seas(windows)) {
      if (excess(windows) <= 0) return true;
      boundary = boundary_places();
      continue;
    }
    if (flows.amounts().empty()) return false;
    std::vector<std::size_t> all_moved;
    for (const auto& [pair, amount] : flows.amounts()) {
      const std::vector<std::size_t> moved = move_between(near, pair, amount);
      if (moved.empty()) blocked.insert(pair);
      all_moved.insert(all_moved.end(), moved.begin(), moved.end());
    }
    if (excess(windows) <= 0) return true;
    update_boundary(all_moved, boundary);
  }
  return false;
}

template GridMesh<2> mesh_of<2>(const CellProblem&, const char*);
template Decomposition division_of(const CellProblem&, const GridMesh<2>&, const PlaceOwners&);
template PlaceOwners place_owners(const CellProblem&, const GridMesh<2>&, const Decomposition&);
template void join_cells(GridMesh<2>&);
template std::vector<std::int32_t> on_places(const GridMesh<2>&, const std::vector<std::int32_t>&);
template PlaceOwners refined(const GridMesh<2>&, const PieceGraph&, const PlaceOwners&);
template PlaceOwners coarsened(const GridMesh<2>&, const PieceGraph&, const PlaceOwners&);
template Seas seas_of(const GridMesh<2>&);
template class MeshDivision<GridMesh<2>>;
template std::int64_t neighbouring_pairs(const MeshDivision<GridMesh<2>>&);
template Receivers<GridMesh<2>> receivers_of(const MeshDivision<GridMesh<2>>&, const MeshStencil<2>&, std::size_t,
                                             std::size_t, std::int32_t);
template std::vector<std::int64_t> received_by_parts(const MeshDivision<GridMesh<2>>&, int);

template GridMesh<3> mesh_of<3>(const CellProblem&, const char*);
template Decomposition division_of(const CellProblem&, const GridMesh<3>&, const PlaceOwners&);
template PlaceOwners place_owners(const CellProblem&, const GridMesh<3>&, const Decomposition&);
template void join_cells(GridMesh<3>&);
template std::vector<std::int32_t> on_places(const GridMesh<3>&, const std::vector<std::int32_t>&);
template PlaceOwners refined(const GridMesh<3>&, const PieceGraph&, const PlaceOwners&);
template PlaceOwners coarsened(const GridMesh<3>&, const PieceGraph&, const PlaceOwners&);
template Seas seas_of(const GridMesh<3>&);
template class MeshDivision<GridMesh<3>>;
template std::int64_t neighbouring_pairs(const MeshDivision<GridMesh<3>>&);
template Receivers<GridMesh<3>> receivers_of(const MeshDivision<GridMesh<3>>&, const MeshStencil<3>&, std::size_t,
                                             std::size_t, std::int32_t);
template std::vector<std::int64_t> received_by_parts(const MeshDivision<GridMesh<3>>&, int);

template PlaceOwners refined(const PieceGraph&, const PieceGraph&, const PlaceOwners&);
template PlaceOwners coarsened(const PieceGraph&, const PieceGraph&, const PlaceOwners&);
template Seas seas_of(const PieceGraph&);
template class MeshDivision<PieceGraph>;

}  // namespace apportion
