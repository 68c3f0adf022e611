// Meshes of cells, coarser meshes, divisions of meshes, and flows of load between parts.
#include "extensions/cells/algorithms/mesh.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh_pieces.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/sim/active_owners.hpp"

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
  throw InputError(fmt::format("{} takes at most {} cells, and there are {}{}", algorithm, most_mesh_cells,
                               sides_text(problem), others));
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
PlaceOwners place_owners(const CellProblem& problem, const GridMesh<Axes>& mesh, const Decomposition& division) {
  const std::vector<std::int32_t> cells =
      problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division);
  PlaceOwners owners(mesh.size(), no_owner);
  auto cell = cells.begin();
  mesh.for_each_place([&](std::size_t place, const auto& /*position*/) { owners[place] = *cell++; });
  return owners;
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
std::vector<std::size_t> boundary_places(const MeshDivision<Mesh>& division) {
  constexpr std::size_t block = 16;  // nearly all blocks lie inside a part
  const Mesh& mesh = division.mesh();
  std::vector<std::size_t> found;
  if constexpr (!is_grid<Mesh>) {
    for (std::size_t place = 0; place < mesh.size(); ++place)
      if (division.is_at_boundary(place)) found.push_back(place);
    return found;
  } else {
    mesh.for_each_row([&](std::size_t place, const auto& /*position*/) {
      const std::size_t last = place + static_cast<std::size_t>(mesh.columns());
      while (place < last) {
        const std::size_t end = std::min(place + block, last);
        if (is_even(division, place, static_cast<std::int64_t>(end - place)))
          place = end;
        else
          for (; place < end; ++place)
            if (division.is_at_boundary(place)) found.push_back(place);
      }
    });
    return found;
  }
}

template <class Mesh>
void update_boundary(const MeshDivision<Mesh>& division, const std::vector<std::size_t>& moved,
                     std::vector<std::size_t>& boundary) {
  const auto old = static_cast<std::ptrdiff_t>(boundary.size());
  for (const std::size_t place : moved) {
    boundary.push_back(place);
    for (const std::size_t other : division.mesh().around(place)) boundary.push_back(other);
  }
  std::sort(boundary.begin() + old, boundary.end());
  std::inplace_merge(boundary.begin(), boundary.begin() + old, boundary.end());
  std::erase_if(boundary, [&](std::size_t place) { return !division.is_at_boundary(place); });
  boundary.erase(std::unique(boundary.begin(), boundary.end()), boundary.end());
}

template <class Mesh>
std::int64_t neighbouring_pairs(const MeshDivision<Mesh>& division) {
  const Mesh& mesh = division.mesh();
  const auto strides = mesh.strides();
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  const auto add = [&](std::size_t one, std::size_t other) {
    const std::pair<std::int32_t, std::int32_t> pair = std::minmax({division.owner(one), division.owner(other)});
    if (pair.first != pair.second && (pairs.empty() || pairs.back() != pair)) pairs.push_back(pair);
  };
  for (std::size_t place = 0; place + strides[0] < mesh.size(); ++place)
    for (std::size_t axis = 0; axis < Mesh::axes; ++axis)
      if (mesh.next[axis][place] > 0) add(place, place + strides[axis]);
  std::ranges::sort(pairs);
  return std::unique(pairs.begin(), pairs.end()) - pairs.begin();
}

template <class Mesh>
Receivers<Mesh> receivers_of(const MeshDivision<Mesh>& division, const MeshStencil<Mesh::axes>& stencil,
                             std::size_t place, std::size_t moved, std::int32_t owner) {
  const auto owner_of = [&](std::size_t each) { return each == moved ? owner : division.owner(each); };
  Receivers<Mesh> found;
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

template <class Mesh>
std::vector<std::int64_t> received_by_parts(const MeshDivision<Mesh>& division, int stencil) {
  const MeshStencil near(division.mesh(), stencil);
  std::vector<std::int64_t> received(division.parts(), 0);
  for (std::size_t place = 0; place < division.mesh().size(); ++place) {
    const Receivers<Mesh> receivers = receivers_of(division, near, place, place, division.owner(place));
    for (std::size_t i = 0; i < receivers.count; ++i) ++received[static_cast<std::size_t>(receivers.parts[i])];
  }
  return received;
}

namespace {

// --- Rebalancing: flows of load along paths of neighbouring parts, then moves of places that realise them

constexpr std::int32_t no_part = -1;

}  // namespace

template <class Mesh>
PartNeighbourhood neighbourhood_of(const MeshDivision<Mesh>& division, const std::vector<std::size_t>& boundary) {
  const Mesh& mesh = division.mesh();
  PartNeighbourhood found{std::vector<std::vector<std::int32_t>>(division.parts()),
                          std::vector<std::vector<std::size_t>>(division.parts())};
  for (const std::size_t place : boundary) {
    const auto own = static_cast<std::size_t>(division.owner(place));
    found.boundaries[own].push_back(place);
    const auto around = mesh.around(place);
    const auto sides = mesh.sides(place);
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = division.owner(around[k]);
      if (sides[k] > 0 && other != division.owner(place) &&
          std::ranges::find(found.parts[own], other) == found.parts[own].end())
        found.parts[own].push_back(other);
    }
  }
  return found;
}

namespace {

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
std::vector<std::size_t> move_between(MeshDivision<Mesh>& division, const PartNeighbourhood& near, PartPair pair,
                                      double amount) {
  const auto from = pair.first;
  const auto to = pair.second;
  const std::vector<std::int32_t>& neighbours = near.parts[static_cast<std::size_t>(from)];
  const bool jumps = std::ranges::find(neighbours, to) == neighbours.end();
  const auto is_candidate = [&](std::size_t place) {
    return division.owner(place) == from && (jumps || division.sides_to(place, to) > 0);
  };
  std::priority_queue<std::pair<std::int32_t, std::size_t>> offers;  // ordered by gains
  const auto offer = [&](std::size_t place) {
    if (is_candidate(place)) offers.emplace(division.gain(place, to), place);
  };
  if (jumps && near.boundaries[static_cast<std::size_t>(from)].empty())
    for (std::size_t place = 0; place < division.mesh().size(); ++place) offer(place);
  else
    for (const std::size_t place : near.boundaries[static_cast<std::size_t>(from)]) offer(place);
  double load_moved = 0;
  std::vector<std::size_t> moved;
  while (!offers.empty() && load_moved < amount) {
    const auto [gain, place] = offers.top();
    offers.pop();
    if (!is_candidate(place)) continue;
    if (division.gain(place, to) != gain) {
      offer(place);
      continue;
    }
    const double load = division.mesh().load[place];
    const double left = amount - load_moved;
    if (std::abs(left - load) >= left || !division.may_leave(place)) continue;
    division.move(place, to);
    load_moved += load;
    moved.push_back(place);
    for (const std::size_t other : division.mesh().around(place)) offer(other);
  }
  return moved;
}

template <class Mesh>
bool rebalance(MeshDivision<Mesh>& division, const LoadWindows& windows) {
  constexpr int most_rounds = 40;
  if (division.excess(windows) <= 0) return true;
  if (division.mesh().maps.count > 0) return balance_maps(division, windows);
  std::set<PartPair> blocked;
  std::vector<std::size_t> boundary = boundary_places(division);
  for (int round = 0; round < most_rounds; ++round) {
    const PartNeighbourhood near = neighbourhood_of(division, boundary);
    const Flows flows(division, windows, near, blocked);
    if (round == 0 && flows.has_jumps() && give_whole_seas(division, windows)) {
      if (division.excess(windows) <= 0) return true;
      boundary = boundary_places(division);
      continue;
    }
    if (flows.amounts().empty()) return false;
    std::vector<std::size_t> all_moved;
    for (const auto& [pair, amount] : flows.amounts()) {
      const std::vector<std::size_t> moved = move_between(division, near, pair, amount);
      if (moved.empty()) blocked.insert(pair);
      all_moved.insert(all_moved.end(), moved.begin(), moved.end());
    }
    if (division.excess(windows) <= 0) return true;
    update_boundary(division, all_moved, boundary);
  }
  return false;
}

template GridMesh<2> mesh_of<2>(const CellProblem&, const char*);
template Decomposition division_of(const CellProblem&, const GridMesh<2>&, const PlaceOwners&);
template PlaceOwners place_owners(const CellProblem&, const GridMesh<2>&, const Decomposition&);
template void join_cells(GridMesh<2>&);
template PlaceOwners refined(const GridMesh<2>&, const PieceGraph&, const PlaceOwners&);
template PlaceOwners coarsened(const GridMesh<2>&, const PieceGraph&, const PlaceOwners&);
template class MeshDivision<GridMesh<2>>;
template std::vector<std::size_t> boundary_places(const MeshDivision<GridMesh<2>>&);
template void update_boundary(const MeshDivision<GridMesh<2>>&, const std::vector<std::size_t>&,
                              std::vector<std::size_t>&);
template std::int64_t neighbouring_pairs(const MeshDivision<GridMesh<2>>&);
template Receivers<GridMesh<2>> receivers_of(const MeshDivision<GridMesh<2>>&, const MeshStencil<2>&, std::size_t,
                                             std::size_t, std::int32_t);
template std::vector<std::int64_t> received_by_parts(const MeshDivision<GridMesh<2>>&, int);
template PartNeighbourhood neighbourhood_of(const MeshDivision<GridMesh<2>>&, const std::vector<std::size_t>&);
template std::vector<std::size_t> move_between(MeshDivision<GridMesh<2>>&, const PartNeighbourhood&, PartPair, double);
template bool rebalance(MeshDivision<GridMesh<2>>&, const LoadWindows&);

template GridMesh<3> mesh_of<3>(const CellProblem&, const char*);
template Decomposition division_of(const CellProblem&, const GridMesh<3>&, const PlaceOwners&);
template PlaceOwners place_owners(const CellProblem&, const GridMesh<3>&, const Decomposition&);
template void join_cells(GridMesh<3>&);
template PlaceOwners refined(const GridMesh<3>&, const PieceGraph&, const PlaceOwners&);
template PlaceOwners coarsened(const GridMesh<3>&, const PieceGraph&, const PlaceOwners&);
template class MeshDivision<GridMesh<3>>;
template std::vector<std::size_t> boundary_places(const MeshDivision<GridMesh<3>>&);
template void update_boundary(const MeshDivision<GridMesh<3>>&, const std::vector<std::size_t>&,
                              std::vector<std::size_t>&);
template std::int64_t neighbouring_pairs(const MeshDivision<GridMesh<3>>&);
template Receivers<GridMesh<3>> receivers_of(const MeshDivision<GridMesh<3>>&, const MeshStencil<3>&, std::size_t,
                                             std::size_t, std::int32_t);
template std::vector<std::int64_t> received_by_parts(const MeshDivision<GridMesh<3>>&, int);
template PartNeighbourhood neighbourhood_of(const MeshDivision<GridMesh<3>>&, const std::vector<std::size_t>&);
template std::vector<std::size_t> move_between(MeshDivision<GridMesh<3>>&, const PartNeighbourhood&, PartPair, double);
template bool rebalance(MeshDivision<GridMesh<3>>&, const LoadWindows&);

template PlaceOwners refined(const PieceGraph&, const PieceGraph&, const PlaceOwners&);
template PlaceOwners coarsened(const PieceGraph&, const PieceGraph&, const PlaceOwners&);
template class MeshDivision<PieceGraph>;
template std::vector<std::size_t> boundary_places(const MeshDivision<PieceGraph>&);
template void update_boundary(const MeshDivision<PieceGraph>&, const std::vector<std::size_t>&,
                              std::vector<std::size_t>&);
template PartNeighbourhood neighbourhood_of(const MeshDivision<PieceGraph>&, const std::vector<std::size_t>&);
template std::vector<std::size_t> move_between(MeshDivision<PieceGraph>&, const PartNeighbourhood&, PartPair, double);
template bool rebalance(MeshDivision<PieceGraph>&, const LoadWindows&);

}  // namespace apportion
