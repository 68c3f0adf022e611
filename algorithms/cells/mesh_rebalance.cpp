// Rebalancing of a division of a mesh: flows of load along paths of neighbouring parts, then the places that make them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh_division.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::int32_t nobody = -1;

}  // namespace

PartNeighbourhood neighbourhood_of(const MeshDivision& division, const std::vector<std::size_t>& boundary) {
  const Mesh& mesh = division.mesh();
  PartNeighbourhood found{std::vector<std::vector<std::int32_t>>(division.parts()),
                          std::vector<std::vector<std::size_t>>(division.parts())};
  for (const std::size_t place : boundary) {
    const auto own = static_cast<std::size_t>(division.owner(place));
    found.boundaries[own].push_back(place);
    const std::array<std::size_t, 4> around = mesh.around(place);
    const std::array<std::int32_t, 4> sides = mesh.sides(place);
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

// What is to flow from part to part, so that all loads come into their windows.
class Flows {
 public:
  Flows(const MeshDivision& division, const LoadWindows& windows, const PartNeighbourhood& near,
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

 private:
  [[nodiscard]] double excess(std::size_t i) const {
    return MeshDivision::excess_of(loads_[i], windows_, static_cast<std::int32_t>(i));
  }
  // How much load a part can still take, or give.
  [[nodiscard]] double room(std::size_t i, bool takes) const {
    return takes ? windows_.most[i] - loads_[i] : loads_[i] - windows_.least[i];
  }

  bool relieve_worst() {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < loads_.size(); ++i)
      if (excess(i) > excess(worst)) worst = i;
    if (!(excess(worst) > 0)) return false;
    const bool gives = loads_[worst] > windows_.most[worst];
    // Half a place more, so that it is not rounded to none.
    const double amount = excess(worst) + half_place_;
    std::vector<std::int32_t> path = path_from(worst, gives, std::min(amount, 0.5 * room_of_all(worst, gives)));
    if (path.empty()) path = jump_from(worst, gives);
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

  // The shortest path to a part with that much room.
  [[nodiscard]] std::vector<std::int32_t> path_from(std::size_t worst, bool gives, double wanted) const {
    std::vector<std::int32_t> before(loads_.size(), nobody);
    std::vector<std::int32_t> open = {static_cast<std::int32_t>(worst)};
    before[worst] = open.front();
    for (std::size_t next = 0; next < open.size(); ++next) {
      const std::int32_t part = open[next];
      const double free = room(static_cast<std::size_t>(part), gives);
      if (next > 0 && free > 0 && free >= std::min(wanted, excess(worst))) return path_to(part, before);
      for (const std::int32_t other : near_.parts[static_cast<std::size_t>(part)]) {
        if (before[static_cast<std::size_t>(other)] != nobody || is_blocked(part, other, gives)) continue;
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

  // To the part with the most room, though it is no neighbour.
  [[nodiscard]] std::vector<std::int32_t> jump_from(std::size_t worst, bool gives) const {
    std::int32_t best = nobody;
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      const auto part = static_cast<std::int32_t>(i);
      if (i == worst || !(room(i, gives) > 0) || is_blocked(static_cast<std::int32_t>(worst), part, gives)) continue;
      if (best == nobody || room(i, gives) > room(static_cast<std::size_t>(best), gives)) best = part;
    }
    if (best == nobody) return {};
    return {static_cast<std::int32_t>(worst), best};
  }

  const LoadWindows& windows_;
  const PartNeighbourhood& near_;
  const std::set<PartPair>& blocked_;
  double half_place_;
  std::vector<double> loads_;
  std::map<PartPair, double> amounts_;
};

struct Offer {
  std::int32_t gain;
  std::size_t place;
  bool operator<(const Offer& other) const { return gain != other.gain ? gain < other.gain : place < other.place; }
};

}  // namespace

std::vector<std::size_t> move_between(MeshDivision& division, const PartNeighbourhood& near, PartPair pair,
                                      double amount) {
  const auto from = pair.first;
  const auto to = pair.second;
  const std::vector<std::int32_t>& neighbours = near.parts[static_cast<std::size_t>(from)];
  const bool jumps = std::ranges::find(neighbours, to) == neighbours.end();
  const auto is_candidate = [&](std::size_t place) {
    return division.owner(place) == from && (jumps || division.sides_to(place, to) > 0);
  };
  std::priority_queue<Offer> offers;
  const auto offer = [&](std::size_t place) {
    if (is_candidate(place)) offers.push({division.gain(place, to), place});
  };
  if (jumps && near.boundaries[static_cast<std::size_t>(from)].empty())
    for (std::size_t place = 0; place < division.mesh().size(); ++place) offer(place);
  else
    for (const std::size_t place : near.boundaries[static_cast<std::size_t>(from)]) offer(place);
  double load_moved = 0;
  std::vector<std::size_t> moved;
  while (!offers.empty() && load_moved < amount) {
    const Offer best = offers.top();
    offers.pop();
    if (!is_candidate(best.place)) continue;
    if (division.gain(best.place, to) != best.gain) {
      offer(best.place);
      continue;
    }
    const double load = division.mesh().load[best.place];
    const double left = amount - load_moved;
    if (std::abs(left - load) >= left || !division.may_leave(best.place)) continue;
    division.move(best.place, to);
    load_moved += load;
    moved.push_back(best.place);
    for (const std::size_t other : division.mesh().around(best.place)) offer(other);
  }
  return moved;
}

bool rebalance(MeshDivision& division, const LoadWindows& windows) {
  constexpr int most_rounds = 40;
  if (division.excess(windows) <= 0) return true;
  std::set<PartPair> blocked;
  std::vector<std::size_t> boundary = boundary_places(division);
  for (int round = 0; round < most_rounds; ++round) {
    const PartNeighbourhood near = neighbourhood_of(division, boundary);
    const Flows flows(division, windows, near, blocked);
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

}  // namespace apportion
