// Bisections of seas, orders of their places, and plans of seas and parts.
#include "extensions/cells/algorithms/sea_plans.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"

namespace apportion {
namespace {

// --- Multilevel bisection

// The windows of both sides; the first side has the number 0.
LoadWindows windows_for(const PieceGraph& graph, const SideWindow& window) {
  const double middle = (window.least + window.most) / 2;
  return {.share = {middle, graph.total - middle},
          .least = {window.least, graph.total - window.most},
          .most = {window.most, graph.total - window.least}};
}

// The window at a level: on coarse graphs wider by half a place, so that short cuts are not excluded by balance.
SideWindow window_at(const PieceGraph& graph, const SideWindow& window, std::size_t level) {
  const double more = level == 0 ? 0 : graph.greatest / 2;
  return {window.least - more, window.most + more};
}

Bisection refined_at(const PieceGraph& graph, std::vector<std::int32_t> sides, const SideWindow& window,
                     RandomStream& stream) {
  constexpr int passes = 5;
  constexpr int least_patience = 120;
  MeshDivision division(graph, 2, std::move(sides));
  refine(division, windows_for(graph, window),
         {.passes = passes, .least_patience = least_patience, .patience = 0.25, .tears = true, .slack = graph.greatest},
         stream);
  return {division.owners(), division.load(0), window.excess_of(division.load(0)), division.cut()};
}

using Numbers = std::vector<std::uint32_t>;

// Adds the places of a place's connected piece in the order of their distances from it.
void add_reached(const PieceGraph& graph, std::uint32_t first, std::vector<bool>& seen, Numbers& reached) {
  seen[first] = true;
  reached.push_back(first);
  for (std::size_t next = reached.size() - 1; next < reached.size(); ++next)
    for (const std::uint32_t other : graph.around(reached[next])) {
      if (seen[other]) continue;
      seen[other] = true;
      reached.push_back(other);
    }
}

// The place that is reached last from a random one.
std::size_t far_place(const PieceGraph& graph, RandomStream& stream) {
  Numbers reached;
  std::vector<bool> seen(graph.size(), false);
  add_reached(graph, static_cast<std::uint32_t>(draw_below(graph.size(), stream)), seen, reached);
  return reached.back();
}

// Grows one side from a place: next comes the place beside it with the most sides inside and fewest outside. When a
// connected piece is complete, it continues at a random place.
std::vector<std::int32_t> grown(const PieceGraph& graph, std::size_t first, double wanted, std::int32_t side,
                                RandomStream& stream) {
  std::vector<std::int32_t> sides(graph.size(), 1 - side);
  std::vector<std::int64_t> gains(graph.size(), std::numeric_limits<std::int64_t>::min());
  std::vector<std::size_t> frontier;
  double load = 0;
  std::size_t left = graph.size();
  std::size_t place = first;
  while (left > 1) {
    if (load + graph.load[place] / 2 > wanted && load > 0) break;
    sides[place] = side;
    load += graph.load[place];
    --left;
    const auto around = graph.around(place);
    const auto lengths = graph.sides(place);
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::uint32_t other = around[k];
      if (sides[other] == side) continue;
      if (gains[other] == std::numeric_limits<std::int64_t>::min()) {
        gains[other] = 0;
        for (const std::int32_t length : graph.sides(other)) gains[other] -= length;
        frontier.push_back(other);
      }
      gains[other] += 2 * std::int64_t{lengths[k]};
    }
    std::erase_if(frontier, [&](std::size_t each) { return sides[each] == side; });
    if (!frontier.empty()) {
      place = *std::ranges::max_element(frontier, {}, [&](std::size_t each) { return gains[each]; });
      continue;
    }
    place = draw_below(graph.size(), stream);
    while (sides[place] == side) place = (place + 1) % graph.size();
  }
  return sides;
}

bool is_better(const Bisection& one, const Bisection& other) {
  return std::tie(one.excess, one.cut) < std::tie(other.excess, other.cut);
}

}  // namespace

GraphBisection::GraphBisection(const PieceGraph& graph, RandomStream& stream) : finest_(&graph) {
  constexpr std::size_t few_places = 80;
  constexpr double least_shrinking = 0.95;
  const double most_load = graph.total / (100 + 100 * draw_unit(stream));
  while (level(coarse_.size()).size() > few_places) {
    const PieceGraph& fine = level(coarse_.size());
    PieceGraph next = joined_pairs(fine, most_load, stream);
    if (static_cast<double>(next.size()) > least_shrinking * static_cast<double>(fine.size())) break;
    coarse_.push_back(std::move(next));
  }
}

std::vector<Bisection> GraphBisection::starts(const SideWindow& window, int count, RandomStream& stream) const {
  stop_if_asked();
  const PieceGraph& graph = level(coarse_.size());
  const SideWindow wide = window_at(graph, window, coarse_.size());
  const double middle = (window.least + window.most) / 2;
  std::vector<Bisection> found;
  for (int i = 0; i < count; ++i) {
    const std::size_t first = i % 4 < 2 ? far_place(graph, stream) : draw_below(graph.size(), stream);
    const std::int32_t side = i % 2;
    std::vector<std::int32_t> sides = grown(graph, first, side == 0 ? middle : graph.total - middle, side, stream);
    found.push_back(refined_at(graph, std::move(sides), wide, stream));
  }
  std::ranges::stable_sort(found, is_better);
  return found;
}

Bisection GraphBisection::refined(const std::vector<Bisection>& starts, const SideWindow& window,
                                  RandomStream& stream) const {
  Bisection best;
  for (const Bisection& start : starts) {
    Bisection each = start;
    for (std::size_t number = coarse_.size(); number-- > 0;) {
      stop_if_asked();
      std::vector<std::int32_t> sides = apportion::refined(level(number), coarse_[number], each.sides);
      each = refined_at(level(number), std::move(sides), window_at(level(number), window, number), stream);
    }
    if (best.sides.empty() || is_better(each, best)) best = std::move(each);
  }
  return best;
}

namespace {

// --- Orders of places, and the least cuts of their prefixes

// The places in the order of their distance from one, which comes first; then those of other pieces.
Numbers by_distance(const PieceGraph& graph, std::uint32_t first) {
  Numbers order;
  std::vector<bool> seen(graph.size(), false);
  add_reached(graph, first, seen, order);
  for (std::uint32_t place = 0; place < graph.size(); ++place)
    if (!seen[place]) add_reached(graph, place, seen, order);
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

// Places in the order of a direction.
Numbers swept(const PieceGraph& graph, const PieceGraph::Position& direction) {
  Numbers order(graph.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::ranges::stable_sort(order, {}, [&](std::uint32_t place) {
    const PieceGraph::Position& at = graph.positions[place];
    return std::inner_product(at.begin(), at.end(), direction.begin(), std::int64_t{0});
  });
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
  constexpr std::array<PieceGraph::Position, 8> directions = {
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

namespace {

// --- Plans, by simulated annealing

using Shares = std::vector<SeaShare>;

class PlanSearch {
 public:
  PlanSearch(const std::vector<SeaToPlan>& seas, const LoadWindows& windows, double cell, RandomStream& stream)
      : seas_(seas),
        windows_(windows),
        cell_(cell),
        stream_(stream),
        shares_(seas.size()),
        loads_(windows.share.size(), 0),
        factor_(0.5 + 0.8 * draw_unit(stream)),
        price_of_excess_(1 + 3 * draw_unit(stream)) {}

  SeaPlan plan() {
    start();
    anneal();
    SeaPlan plan{.shares = shares_};
    for (std::size_t sea = 0; sea < seas_.size(); ++sea) plan.price += price_of_sea(sea);
    for (std::size_t part = 0; part < loads_.size(); ++part) plan.price += price_of_part(part);
    return plan;
  }

 private:
  // A first plan: gives whole seas to the parts that they fill best; others fill parts with much room up to their
  // shares.
  void start() {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t sea = 0; sea < seas_.size(); ++sea)
      order.emplace_back(-seas_[sea].load * std::exp(0.5 * draw_unit(stream_) - 0.25), sea);
    std::ranges::sort(order);
    for (const auto& [key, sea] : order)
      for (double left = seas_[sea].load; shares_[sea].empty() || left > negligible();) {
        const std::size_t part = part_for(left);
        const double room = std::max(windows_.share[part] - loads_[part], cell_);
        const double load = loads_[part] + left <= windows_.most[part] ? left : std::min(left, whole(room));
        add(sea, static_cast<std::int32_t>(part), load);
        left -= load;
      }
  }

  [[nodiscard]] std::size_t part_for(double load) const {
    std::size_t tightest = loads_.size();
    std::size_t roomiest = 0;
    const auto room = [&](std::size_t part) { return windows_.most[part] - loads_[part]; };
    for (std::size_t part = 0; part < loads_.size(); ++part) {
      if (room(part) >= load && (tightest == loads_.size() || room(part) < room(tightest))) tightest = part;
      if (windows_.share[part] - loads_[part] > windows_.share[roomiest] - loads_[roomiest]) roomiest = part;
    }
    return tightest < loads_.size() ? tightest : roomiest;
  }

  void anneal() {
    constexpr double last_heat = 0.15;
    constexpr std::array heats = {20.0, 6.0, 2.0};
    const double first_heat = heats[draw_below(heats.size(), stream_)];
    const auto moves = std::clamp<std::size_t>(400 * seas_.size() + 200 * loads_.size(), 10'000, 200'000);
    double heat = first_heat;
    for (std::size_t i = 0; i < moves; ++i) {
      if (i % 256 == 0) {
        stop_if_asked();
        heat = first_heat * std::pow(last_heat / first_heat, static_cast<double>(i) / static_cast<double>(moves));
      }
      try_move(heat);
    }
  }

  void try_move(double heat) {
    const std::size_t sea = draw_below(seas_.size(), stream_);
    const SeaShare from = shares_[sea][draw_below(shares_[sea].size(), stream_)];
    const auto to = static_cast<std::int32_t>(draw_below(loads_.size(), stream_));
    if (to == from.part) return;
    if (draw_unit(stream_) < exchanges && try_exchange(sea, from, to, heat)) return;
    const double load = drawn_load(sea, from, to);
    if (!(load > negligible())) return;
    change({{sea, from.part, to, std::min(load, from.load)}}, heat);
  }

  // Tries to exchange load with another sea of which the other part has a share.
  bool try_exchange(std::size_t sea, const SeaShare& from, std::int32_t to, double heat) {
    const std::size_t other = draw_below(seas_.size(), stream_);
    if (other == sea) return false;
    const auto back = std::ranges::find(shares_[other], to, &SeaShare::part);
    if (back == shares_[other].end()) return false;
    const double both = std::min(from.load, back->load);
    if (!(both > negligible())) return false;
    const bool is_whole = draw_unit(stream_) < 0.5;
    const double there = is_whole ? from.load : both;
    const double here = is_whole ? back->load : both;
    change({{sea, from.part, to, there}, {other, to, from.part, here}}, heat);
    return true;
  }

  // A random load to move: all of it, up to an end of a window, to or from a good load of the sea, or any.
  double drawn_load(std::size_t sea, const SeaShare& from, std::int32_t to) {
    const auto giver = static_cast<std::size_t>(from.part);
    const auto taker = static_cast<std::size_t>(to);
    switch (draw_below(8, stream_)) {
      case 0:
      case 1:
        return from.load;
      case 2:
        return windows_.most[taker] - loads_[taker];
      case 3:
        return windows_.least[taker] - loads_[taker];
      case 4:
        return loads_[giver] - windows_.least[giver];
      case 5:
        return loads_[giver] - windows_.most[giver];
      case 6: {
        const std::vector<double>& good = seas_[sea].profile.good_loads();
        if (good.empty()) return from.load;
        const double wanted = good[draw_below(good.size(), stream_)];
        if (draw_unit(stream_) < 0.5) return from.load - wanted;
        const auto has = std::ranges::find(shares_[sea], to, &SeaShare::part);
        return wanted - (has == shares_[sea].end() ? 0 : has->load);
      }
      default:
        return whole(from.load * draw_unit(stream_));
    }
  }

  struct Move {
    std::size_t sea;
    std::int32_t from;
    std::int32_t to;
    double load;
  };

  void change(std::initializer_list<Move> moves, double heat) {
    double before = 0;
    double after = 0;
    for (const Move& move : moves) before += price_of_sea(move.sea);
    before += price_of_both(*moves.begin());
    for (const Move& move : moves) {
      add(move.sea, move.to, move.load);
      add(move.sea, move.from, -move.load);
    }
    for (const Move& move : moves) after += price_of_sea(move.sea);
    after += price_of_both(*moves.begin());
    if (after <= before || draw_unit(stream_) < std::exp((before - after) / heat)) return;
    for (const Move& move : moves) {
      add(move.sea, move.from, move.load);
      add(move.sea, move.to, -move.load);
    }
  }

  // A sea keeps its last share, however small.
  void add(std::size_t sea, std::int32_t part, double load) {
    loads_[static_cast<std::size_t>(part)] += load;
    Shares& shares = shares_[sea];
    const auto found = std::ranges::find(shares, part, &SeaShare::part);
    if (found == shares.end()) {
      shares.push_back({part, load});
      return;
    }
    found->load += load;
    if (found->load <= negligible() && shares.size() > 1) shares.erase(found);
  }

  // The price of cutting a sea; for several parts a rough estimate, with a different factor in each search.
  [[nodiscard]] double price_of_sea(std::size_t sea) const {
    const Shares& shares = shares_[sea];
    if (shares.size() < 2) return 0;
    const CutProfile& profile = seas_[sea].profile;
    if (shares.size() == 2) return std::max(profile.cut_at(shares.front().load), 1.0);
    double sum = 0;
    double most = 0;
    for (const SeaShare& share : shares) {
      const double cut = std::max(profile.cut_at(share.load), 1.0);
      sum += cut;
      most = std::max(most, cut);
    }
    return factor_ * (sum - most);
  }

  // An estimate of the cut that brings the load into its window.
  [[nodiscard]] double price_of_part(std::size_t part) const {
    const double excess = windows_.excess_of(loads_[part], static_cast<std::int32_t>(part)) / cell_;
    return excess > 1e-9 ? price_of_excess_ * (2 + 2 * std::sqrt(excess)) : 0;
  }
  [[nodiscard]] double price_of_both(const Move& move) const {
    return price_of_part(static_cast<std::size_t>(move.from)) + price_of_part(static_cast<std::size_t>(move.to));
  }

  // A load that is too small to be moved; a sea with less stays with its part.
  [[nodiscard]] double negligible() const { return 1e-9 * cell_; }
  [[nodiscard]] double whole(double load) const { return cell_ * std::max(std::round(load / cell_), 1.0); }

  static constexpr double exchanges = 0.25;

  const std::vector<SeaToPlan>& seas_;
  const LoadWindows& windows_;
  double cell_;
  RandomStream& stream_;
  std::vector<Shares> shares_;
  std::vector<double> loads_;
  double factor_;
  double price_of_excess_;
};

}  // namespace

SeaPlan annealed_plan(const std::vector<SeaToPlan>& seas, const LoadWindows& windows, double cell,
                      RandomStream& stream) {
  return PlanSearch(seas, windows, cell, stream).plan();
}

std::vector<SeaPlan> distinct_plans(std::vector<SeaPlan> plans, const LoadWindows& windows) {
  std::ranges::stable_sort(plans, {}, &SeaPlan::price);
  std::set<std::vector<std::tuple<std::size_t, double, double>>> seen;
  std::vector<SeaPlan> kept;
  for (SeaPlan& plan : plans) {
    std::vector<std::tuple<std::size_t, double, double>> key;
    for (std::size_t sea = 0; sea < plan.shares.size(); ++sea)
      for (const SeaShare& share : plan.shares[sea])
        key.emplace_back(sea, windows.share[static_cast<std::size_t>(share.part)], share.load);
    std::ranges::sort(key);
    if (seen.insert(std::move(key)).second) kept.push_back(std::move(plan));
  }
  return kept;
}

}  // namespace apportion
