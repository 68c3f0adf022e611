// Dominance as in dead-end elimination (Goldstein, Efficient rotamer elimination, 1994), with memory over time.
#include "algorithms/shardings/dominance.hpp"

#include <algorithm>
#include <numeric>

namespace apportion::shardings {
namespace {

class DominanceTest {
 public:
  DominanceTest(const Core& core, std::uint32_t group) : group_(core.groups[group]) {
    for (const std::uint32_t e : group_.edges) sides_.push_back(core.side(core.edges[e], group));
    for (const Side& side : sides_)
      for (std::uint32_t a = 0; a < group_.size(); ++a) {
        std::uint32_t least = 0;
        for (std::uint32_t t = 1; t < side.count_there; ++t)
          if (side.at(a, t) < side.at(a, least)) least = t;
        cheapest_.push_back(least);
      }
  }

  // Whether `by` costs no more than `label` in any company and never takes more memory.
  [[nodiscard]] bool dominates(std::uint32_t by, std::uint32_t label, std::int64_t& budget) const {
    if (group_.costs[by] > group_.costs[label] && sides_.empty()) return false;
    for (const Piece& piece : group_.pieces)
      if (piece.usage[by] > piece.usage[label]) return false;
    return costs_less(by, label, budget);
  }

 private:
  [[nodiscard]] bool costs_less(std::uint32_t by, std::uint32_t label, std::int64_t& budget) const {
    Whole difference = group_.costs[by] - group_.costs[label];
    // What the label likes best is the likeliest counterexample, and mostly settles the matter.
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const std::uint32_t there = cheapest_[k * group_.size() + label];
      const Whole cost = sides_[k].at(by, there);
      if (cost >= forbidden) return false;
      difference += cost - sides_[k].at(label, there);
    }
    budget -= static_cast<std::int64_t>(sides_.size());
    if (difference > 0) return false;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const std::uint32_t there = cheapest_[k * group_.size() + label];
      const Whole counted = sides_[k].at(by, there) - sides_[k].at(label, there);
      difference += greatest(sides_[k], by, label) - counted;
      budget -= sides_[k].count_there;
      if (difference > 0) return false;
    }
    return true;
  }

  // By how much `by` can cost more on this edge, over what `label` allows.
  [[nodiscard]] static Whole greatest(const Side& side, std::uint32_t by, std::uint32_t label) {
    Whole most = -forbidden;
    for (std::size_t t = 0; t < side.count_there; ++t) {
      const Whole beaten = side.at(label, t);
      if (beaten < forbidden) most = std::max(most, side.at(by, t) - beaten);
    }
    return most;
  }

  const Group& group_;
  std::vector<Side> sides_;
  std::vector<std::uint32_t> cheapest_;  // [side][label] what the label likes best there
};

}  // namespace

bool drop_dominated(Core& core, std::uint32_t group, std::int64_t& budget) {
  if (budget < 0) return false;
  const Group& at = core.groups[group];
  if (at.gone || at.size() == 1) return false;
  const DominanceTest test(core, group);
  std::vector<std::uint32_t> order(at.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t a) { return at.costs[a]; });
  std::vector<bool> dropped(at.size(), false);
  for (const std::uint32_t label : order) {
    for (const std::uint32_t by : order) {
      if (by == label || dropped[by] || budget < 0 || !test.dominates(by, label, budget)) continue;
      dropped[label] = true;
      core.replace(group, label, by);
      break;
    }
  }
  std::vector<std::uint32_t> kept;
  for (std::uint32_t a = 0; a < at.size(); ++a)
    if (!dropped[a]) kept.push_back(a);
  if (kept.size() == at.size()) return false;
  core.keep(group, kept);
  return true;
}

}  // namespace apportion::shardings
