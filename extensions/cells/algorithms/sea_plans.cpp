// Plans of seas and parts by simulated annealing.
#include "extensions/cells/algorithms/sea_plans.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"

namespace apportion {
namespace {

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
