// Minimum cuts between two neighbouring parts.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh_refinement.hpp"
#include "algorithms/cells/mesh_regrouping.hpp"
#include "algorithms/cells/part_groups.hpp"
#include "algorithms/graphs/flow.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::size_t outside_of_network = static_cast<std::size_t>(-1);

// The places of a pair near its boundary, as a network whose terminals are the places beyond.
class BoundaryNetwork {
 public:
  // Places up to `width` - 1 steps from the boundary.
  BoundaryNetwork(const PartGroup& group, const MeshDivision& pair, std::int64_t width)
      : group_(group), vertex_(group.mesh.size(), outside_of_network) {
    for (const std::size_t place : group.places)
      if (pair.is_at_boundary(place)) add(place);
    std::size_t first = 0;
    for (std::int64_t step = 1; step < width; ++step) {
      const std::size_t last = places_.size();
      for (; first < last; ++first) {
        const std::array<std::size_t, 4> around = group.mesh.around(places_[first]);
        const std::array<std::int32_t, 4> sides = group.mesh.sides(places_[first]);
        for (std::size_t k = 0; k < around.size(); ++k)
          if (sides[k] > 0 && vertex_[around[k]] == outside_of_network) add(around[k]);
      }
    }
    connect();
  }

  // The owners by a least cut, where a unit of load of the first part costs so much more than one of the second.
  [[nodiscard]] PlaceOwners cut(double price) const {
    std::vector<SidePrices> prices = prices_;
    for (std::size_t i = 0; i < places_.size(); ++i)
      (price > 0 ? prices[i].source : prices[i].sink) += std::abs(price) * group_.mesh.load[places_[i]];
    const TerminalCut least = min_terminal_cut(prices, edges_);
    PlaceOwners owners = group_.owners;
    for (std::size_t i = 0; i < places_.size(); ++i) owners[places_[i]] = least.sink_side[i] ? 1 : 0;
    return owners;
  }

  // At a greater price, or about that, all of the network goes to one part.
  [[nodiscard]] double greatest_price() const {
    double sides = 0;
    for (const CutEdge& edge : edges_) sides += edge.capacity;
    const double mean = edges_.empty() ? 1 : sides / static_cast<double>(edges_.size());
    return 0.5 * mean * static_cast<double>(group_.mesh.active) / group_.mesh.total;
  }

 private:
  void add(std::size_t place) {
    vertex_[place] = places_.size();
    places_.push_back(place);
  }

  void connect() {
    prices_.resize(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::array<std::size_t, 4> around = group_.mesh.around(places_[i]);
      const std::array<std::int32_t, 4> sides = group_.mesh.sides(places_[i]);
      for (std::size_t k = 0; k < around.size(); ++k) {
        if (sides[k] == 0) continue;
        const auto capacity = static_cast<double>(sides[k]);
        if (vertex_[around[k]] == outside_of_network)
          (group_.owners[around[k]] == 0 ? prices_[i].sink : prices_[i].source) += capacity;
        else if (vertex_[around[k]] > i)
          edges_.push_back({i, vertex_[around[k]], capacity});
      }
    }
  }

  const PartGroup& group_;
  std::vector<std::size_t> vertex_;
  std::vector<std::size_t> places_;
  std::vector<SidePrices> prices_;
  std::vector<CutEdge> edges_;
};

// 1 if the first part has too much load, or the second one too little, -1 if the other way round; 0 if neither, or
// both.
int overweight(const PartGroup& group, const MeshDivision& pair) {
  const LoadWindows& windows = group.windows;
  const bool first = pair.load(0) > windows.most[0] || pair.load(1) < windows.least[1];
  const bool second = pair.load(1) > windows.most[1] || pair.load(0) < windows.least[0];
  return static_cast<int>(first) - static_cast<int>(second);
}

// Halves the prices of load between which a least cut keeps the windows. Whether the pair is divided better.
bool cut_pair(PartGroups& groups, const PartGroup& group, std::int64_t width, RandomStream& stream) {
  constexpr int most_steps = 6;
  stop_if_asked();
  const MeshDivision before(group.mesh, 2, group.owners);
  const BoundaryNetwork network(group, before, width);
  double most = network.greatest_price();
  double least = -most;
  for (int step = 0; step < most_steps; ++step) {
    const double price = (least + most) / 2;
    MeshDivision next(group.mesh, 2, network.cut(price));
    int heavy = overweight(group, next);
    if (next.cut() < before.cut()) {
      join_pieces(next);
      rebalance(next, group.windows);
      refine(next, group.windows, {}, stream);
      if (groups.offer(group, next)) return true;
    } else if (step == 0 || heavy != 0) {
      return false;
    } else {
      heavy = price > 0 ? -1 : 1;
    }
    if (heavy == 0) return false;
    (heavy > 0 ? least : most) = price;
  }
  return false;
}

}  // namespace

void cut_pairs(MeshDivision& division, const LoadWindows& windows, RandomStream& stream) {
  constexpr std::int64_t greatest_width = 12;
  constexpr std::size_t most_looks = 6;  // at each pair, on average
  PartGroups groups(division, windows, 0);
  std::set<std::pair<std::int32_t, std::int32_t>> open;
  const auto open_pairs_of = [&](std::int32_t part) {
    for (const std::int32_t other : groups.beside(part)) open.emplace(std::min(part, other), std::max(part, other));
  };
  for (std::size_t part = 0; part < groups.parts(); ++part) open_pairs_of(static_cast<std::int32_t>(part));
  for (std::size_t left = most_looks * open.size(); left > 0 && !open.empty(); --left) {
    const auto [one, other] = *open.begin();
    open.erase(open.begin());
    const PartGroup group = groups.cut_out({one, other});
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(group.mesh.active)));
    const std::int64_t width = std::clamp<std::int64_t>(side / 6, 2, greatest_width);
    if (!cut_pair(groups, group, width, stream) && !cut_pair(groups, group, width / 2, stream)) continue;
    open_pairs_of(one);
    open_pairs_of(other);
  }
}

}  // namespace apportion
