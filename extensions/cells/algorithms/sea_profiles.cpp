// Orders of the places of a sea, and the least cuts of their prefixes.
#include "extensions/cells/algorithms/sea_profiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"

namespace apportion {
namespace {

using Numbers = std::vector<std::uint32_t>;

// The places in the order of their distance from one, which comes first.
Numbers by_distance(const PieceGraph& graph, std::uint32_t first) {
  Numbers order = {first};
  std::vector<bool> seen(graph.size(), false);
  seen[first] = true;
  for (std::size_t next = 0, from = 0; order.size() < graph.size() || next < order.size();) {
    if (next == order.size()) {  // the graph has several pieces
      while (seen[from]) ++from;
      seen[from] = true;
      order.push_back(static_cast<std::uint32_t>(from));
    }
    for (const std::uint32_t other : graph.around(order[next++])) {
      if (seen[other]) continue;
      seen[other] = true;
      order.push_back(other);
    }
  }
  return order;
}

// Grows a set: next comes the place with most sides inside minus those outside; of several the first one found.
class Growth {
 public:
  explicit Growth(const PieceGraph& graph) : graph_(graph) {
    for (std::size_t place = 0; place < graph.size(); ++place) {
      const auto sides = graph.sides(place);
      outside_.push_back(std::accumulate(sides.begin(), sides.end(), 0));
      most_ = std::max(most_, outside_.back());
    }
  }

  [[nodiscard]] Numbers from(std::uint32_t first) const {
    std::vector<std::int32_t> gains = outside_;
    for (std::int32_t& gain : gains) gain = -gain;
    std::vector<std::deque<std::uint32_t>> buckets(2 * static_cast<std::size_t>(most_) + 1);
    std::vector<bool> is_in(graph_.size(), false);
    Numbers order;
    const auto take = [&](std::uint32_t place) {
      is_in[place] = true;
      order.push_back(place);
      const auto around = graph_.around(place);
      const auto sides = graph_.sides(place);
      for (std::size_t k = 0; k < around.size(); ++k) {
        if (is_in[around[k]]) continue;
        gains[around[k]] += 2 * sides[k];
        buckets[static_cast<std::size_t>(std::int64_t{gains[around[k]]} + most_)].push_back(around[k]);
      }
    };
    take(first);
    std::uint32_t from = 0;
    while (order.size() < graph_.size()) {
      const auto best = std::find_if(buckets.rbegin(), buckets.rend(), [](const auto& each) { return !each.empty(); });
      if (best == buckets.rend()) {
        while (is_in[from]) ++from;
        take(from);
        continue;
      }
      const auto gain = static_cast<std::int32_t>(buckets.rend() - best) - 1 - most_;
      const std::uint32_t place = best->front();
      best->pop_front();
      if (!is_in[place] && gains[place] == gain) take(place);
    }
    return order;
  }

 private:
  const PieceGraph& graph_;
  std::vector<std::int32_t> outside_;
  std::int32_t most_ = 0;
};

// Places in the order of a direction, by counting sort, which keeps the order of places with equal keys.
Numbers swept(const PieceGraph& graph, const std::array<std::int64_t, 3>& direction) {
  std::vector<std::int64_t> keys;
  for (const PieceGraph::Position& position : graph.positions)
    keys.push_back(direction[0] * position[0] + direction[1] * position[1] + direction[2] * position[2]);
  const auto [least, most] = std::ranges::minmax(keys);
  Numbers begins(static_cast<std::size_t>(most - least) + 2, 0);
  for (const std::int64_t key : keys) ++begins[static_cast<std::size_t>(key - least) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  Numbers order(keys.size());
  for (std::uint32_t place = 0; place < keys.size(); ++place)
    order[begins[static_cast<std::size_t>(keys[place] - least)]++] = place;
  return order;
}

PlaceOrder with_cuts(const PieceGraph& graph, Numbers places) {
  PlaceOrder order{.places = std::move(places)};
  std::vector<bool> is_in(graph.size(), false);
  double load = 0;
  std::int32_t cut = 0;
  for (const std::uint32_t place : order.places) {
    is_in[place] = true;
    load += graph.load[place];
    const auto around = graph.around(place);
    const auto sides = graph.sides(place);
    for (std::size_t k = 0; k < around.size(); ++k) cut += is_in[around[k]] ? -sides[k] : sides[k];
    order.loads.push_back(load);
    order.cuts.push_back(cut);
  }
  return order;
}

}  // namespace

std::vector<PlaceOrder> place_orders(const PieceGraph& graph, const OrderSettings& settings, RandomStream& stream) {
  std::vector<PlaceOrder> orders;
  if (graph.size() < 2) return orders;
  const auto far = [&] {
    const auto any = static_cast<std::uint32_t>(draw_below(graph.size(), stream));
    return by_distance(graph, any).back();
  };
  std::uint32_t end = far();
  const Growth growth(graph);
  for (int i = 0; i < std::max(settings.grown, settings.breadth); ++i) {
    stop_if_asked();
    Numbers distances = by_distance(graph, end);
    const std::uint32_t other_end = distances.back();
    if (i < settings.breadth) orders.push_back(with_cuts(graph, std::move(distances)));
    if (i < settings.grown) orders.push_back(with_cuts(graph, growth.from(end)));
    end = i % 2 == 0 ? other_end : far();
  }
  if (!settings.swept) return orders;
  constexpr std::array<std::array<std::int64_t, 3>, 8> directions = {
      {{0, 1, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, -1}, {0, 2, 1}, {0, 1, 2}, {0, 2, -1}, {0, 1, -2}}};
  for (const auto& direction : directions) orders.push_back(with_cuts(graph, swept(graph, direction)));
  if (graph.extent[0] > 1) orders.push_back(with_cuts(graph, swept(graph, {1, 0, 0})));
  return orders;
}

Bisection best_prefix(const PieceGraph& graph, const std::vector<PlaceOrder>& orders, const SideWindow& window) {
  const SideWindow rest{graph.total - window.most, graph.total - window.least};
  const PlaceOrder* best = nullptr;
  std::size_t end = 0;  // the end of the prefix
  bool is_first = true;
  Bisection found{.sides = std::vector<std::int32_t>(graph.size(), 1),
                  .excess = std::numeric_limits<double>::infinity()};
  for (const PlaceOrder& order : orders)
    for (const bool first : {true, false}) {
      const SideWindow& wanted = first ? window : rest;
      const auto from = std::ranges::lower_bound(order.loads, wanted.least) - order.loads.begin();
      // Tries prefixes from the last one below the window to the first one above it.
      for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(from - 1, 0)); i + 1 < order.loads.size(); ++i) {
        const double excess = wanted.excess_of(order.loads[i]);
        if (std::tuple(excess, std::int64_t{order.cuts[i]}) < std::tuple(found.excess, found.cut)) {
          best = &order;
          end = i + 1;
          is_first = first;
          found.excess = excess;
          found.cut = order.cuts[i];
        }
        if (order.loads[i] > wanted.most) break;
      }
    }
  if (best == nullptr) return found;
  const double load = best->loads[end - 1];
  found.load = is_first ? load : graph.total - load;
  for (std::size_t i = 0; i < best->places.size(); ++i) found.sides[best->places[i]] = (i < end) == is_first ? 0 : 1;
  return found;
}

CutProfile::CutProfile(const PieceGraph& graph, const std::vector<PlaceOrder>& orders) : total_(graph.total) {
  constexpr std::size_t most_bins = 4096;
  constexpr std::size_t near = 3;  // a good load has the shortest cut within this number of bins on either side
  cuts_.assign(std::min(most_bins, graph.size() / 2 + 1) + 1, std::numeric_limits<double>::infinity());
  std::vector<double> loads(cuts_.size(), 0);
  cuts_.front() = 0;
  for (const PlaceOrder& order : orders)
    for (std::size_t i = 0; i + 1 < order.places.size(); ++i) {
      const double load = std::min(order.loads[i], total_ - order.loads[i]);
      const std::size_t bin = bin_of(load);
      if (bin == 0 || order.cuts[i] >= cuts_[bin]) continue;
      cuts_[bin] = order.cuts[i];
      loads[bin] = load;
    }
  // Bins without the end of a prefix have the cut of the bin before.
  for (std::size_t bin = 1; bin < cuts_.size(); ++bin)
    if (std::isinf(cuts_[bin])) cuts_[bin] = std::max(1.0, cuts_[bin - 1]);
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t bin = cuts_.size(); bin-- > 1;) {
    const auto first = cuts_.begin() + static_cast<std::ptrdiff_t>(bin - std::min(bin - 1, near));
    const auto last = cuts_.begin() + static_cast<std::ptrdiff_t>(std::min(bin + near + 1, cuts_.size()));
    const bool is_neck = loads[bin] > 0 && cuts_[bin] <= *std::min_element(first, last);
    if (loads[bin] > 0 && (is_neck || cuts_[bin] < shortest)) {
      good_loads_.push_back(loads[bin]);
      good_loads_.push_back(total_ - loads[bin]);
    }
    shortest = std::min(shortest, cuts_[bin]);
  }
  std::ranges::sort(good_loads_);
}

std::size_t CutProfile::bin_of(double load) const {
  const double half = std::clamp(std::min(load, total_ - load) / (total_ / 2), 0.0, 1.0);
  return static_cast<std::size_t>(std::ceil(half * static_cast<double>(cuts_.size() - 1)));
}

double CutProfile::cut_at(double load) const { return cuts_[bin_of(load)]; }

}  // namespace apportion
