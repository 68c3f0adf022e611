// Lower bounds on sums over the sizes of the parts of a division; docs/bounds.md has the proofs.
#include "extensions/cells/sim/part_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace apportion {
namespace {

constexpr double size_rounding = 1e-9;  // for errors of tolerances, and of sums of loads that are not whole

// A segment of the lower convex hull of the costs of a number of equal parts.
struct HullStep {
  double slope;
  double cells;  // of all these parts
};

struct SizePoint {
  std::int64_t cells;
  std::int64_t cost;
};

// The greatest number of cells from `low` to `high` that cost at most `limit`; `low` cells do.
std::int64_t most_cells_at(const SizeCost& cost, std::int64_t limit, std::int64_t low, std::int64_t high) {
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (cost.whole(middle) <= limit)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// The lower convex hull of the costs of `low` to `high` cells. If these have more than most_points values, neighbouring
// ones count as the least of them, which keeps the hull below all costs.
std::vector<SizePoint> lower_hull(const SizeCost& cost, std::int64_t low, std::int64_t high) {
  constexpr std::int64_t most_points = 1000;
  const std::int64_t first = cost.whole(low);
  const std::int64_t step = (cost.whole(high) - first) / most_points + 1;
  std::vector<SizePoint> hull;
  std::int64_t value = first;
  for (std::int64_t cells = low;;) {
    cells = most_cells_at(cost, value + step - 1, cells, high);
    const SizePoint point{cells, value};
    const auto is_above = [&point](const SizePoint& one, const SizePoint& other) {
      const auto rise = static_cast<double>(other.cost - one.cost) * static_cast<double>(point.cells - one.cells);
      return rise >= static_cast<double>(point.cost - one.cost) * static_cast<double>(other.cells - one.cells);
    };
    while (hull.size() > 1 && is_above(hull[hull.size() - 2], hull.back())) hull.pop_back();
    hull.push_back(point);
    if (cells == high) return hull;
    value = cost.whole(cells + 1);
  }
}

// Sums the costs of groups of equal parts with their fewest cells, then distributes further cells where they cost
// least.
class Hulls {
 public:
  explicit Hulls(const SizeCost& cost) : cost_(&cost) {}

  void add(std::size_t parts, std::int64_t low, std::int64_t high) {
    const std::vector<SizePoint> hull = lower_hull(*cost_, low, high);
    const auto count = static_cast<double>(parts);
    sum_ += count * static_cast<double>(hull.front().cost);
    cells_ += count * static_cast<double>(hull.front().cells);
    for (std::size_t i = 1; i < hull.size(); ++i) {
      const auto cells = static_cast<double>(hull[i].cells - hull[i - 1].cells);
      steps_.push_back({static_cast<double>(hull[i].cost - hull[i - 1].cost) / cells, count * cells});
    }
  }

  double least_sum(double cells) {
    std::ranges::sort(steps_, {}, &HullStep::slope);
    double missing = cells - cells_;
    for (const HullStep& step : steps_) {
      if (missing <= 0) break;
      sum_ += step.slope * std::min(step.cells, missing);
      missing -= step.cells;
    }
    return sum_;
  }

 private:
  const SizeCost* cost_;
  double sum_ = 0;
  double cells_ = 0;
  std::vector<HullStep> steps_;
};

std::vector<double> sums_of_heaviest(const CellLoads& loads) {
  std::vector<double> sums;
  sums.reserve(static_cast<std::size_t>(loads.active_cells()) + 1);
  for (std::int64_t row = 0; row < loads.rows(); ++row)
    for (std::int64_t column = 0; column < loads.columns(); ++column)
      if (const double load = loads.at(row, column); load > 0) sums.push_back(load);
  std::ranges::sort(sums, std::greater<>());
  sums.insert(sums.begin(), 0);
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  return sums;
}

}  // namespace

std::int64_t fewest_for(const std::vector<double>& loads, double wanted) {
  double sum = 0;
  std::int64_t count = 0;
  for (const double load : loads) {
    if (!(sum < wanted)) break;
    sum += load;
    ++count;
  }
  return count;
}

PartSizes::PartSizes(const CellProblem& problem)
    : cells_(active_cells(problem)),
      total_(total_load(problem)),
      greatest_(problem.loads ? problem.loads->greatest() : 1) {
  // Limits are sorted by shares: ascending shares have ascending limits.
  const std::vector<double> ideal = shares(problem);
  const LoadLimits limits = load_limits(problem);
  std::vector<std::size_t> order(ideal.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&ideal](std::size_t part) { return ideal[part]; });
  for (const std::size_t part : order) {
    const double rounding = size_rounding * (limits.most[part] - ideal[part]);
    least_.push_back(std::max(limits.least[part] - rounding, 0.0));
    most_.push_back(limits.most[part] + rounding);
  }
  all_have_cells_ = cells_ >= static_cast<std::int64_t>(parts());
  is_equal_ = total_ >= greatest_ * static_cast<double>(cells_) * (1 - 1e-12);
  if (!is_equal_ && cells_ <= most_sorted) heaviest_ = sums_of_heaviest(*problem.loads);
}

double PartSizes::least_sum(const SizeCost& cost, const KeptCells& kept, std::size_t largest) const {
  return heaviest_.empty() ? sum_of_equal_loads(cost, kept, largest) : sum_of_unequal_loads(cost, kept, largest);
}

double PartSizes::sum_of_equal_loads(const SizeCost& cost, const KeptCells& kept, std::size_t largest) const {
  const std::size_t first = parts() - largest;
  const std::int64_t dropped = cells_ - kept.cells;
  Hulls hulls(cost);
  double least = 0;   // the fewest cells of the `largest` parts
  double others = 0;  // the most cells of the other parts
  for (std::size_t k = 0, next = 0; k < parts(); k = next) {
    while (next < parts() && least_[next] == least_[k] && most_[next] == most_[k]) ++next;
    const auto fewest = static_cast<std::int64_t>(std::ceil(least_[k] / greatest_ - size_rounding));
    const std::int64_t low = std::max<std::int64_t>(fewest, all_have_cells_ ? 1 : 0);
    const auto most = is_equal_ ? static_cast<std::int64_t>(std::floor(most_[k] / greatest_ + size_rounding)) : cells_;
    const std::int64_t high = std::max(low, most);
    const std::size_t within = next - std::clamp(first, k, next);
    if (within > 0)
      hulls.add(within, std::clamp<std::int64_t>(low - dropped, 0, kept.cells), std::min(high, kept.cells));
    least += static_cast<double>(within) * static_cast<double>(low);
    others += static_cast<double>(next - k - within) * static_cast<double>(high);
  }
  const auto all = static_cast<double>(kept.cells);
  return hulls.least_sum(first == 0 ? all : std::max(least - static_cast<double>(dropped), all - others));
}

double PartSizes::sum_of_unequal_loads(const SizeCost& cost, const KeptCells& kept, std::size_t largest) const {
  const std::size_t first = parts() - largest;
  const double sum = sum_in_order(cost, kept, first, false);
  return all_have_cells_ && kept.cells == cells_ ? std::max(sum, sum_in_order(cost, kept, first, true)) : sum;
}

// The parts from `first` on take the heaviest cells one after the other. With `with_one` parts whose least load is
// below that of the heaviest cell have one cell of any load.
double PartSizes::sum_in_order(const SizeCost& cost, const KeptCells& kept, std::size_t first, bool with_one) const {
  double beyond = std::accumulate(most_.begin(), most_.end(), 0.0) - total_;  // of most - least, not available
  double load = 0;
  double cells = 0;
  auto left = static_cast<double>(kept.cells);
  double sum = 0;
  for (std::size_t k = first; k < parts(); ++k) {
    if (with_one && least_[k] < greatest_) {
      sum += cost.real(1);
      left -= 1;
      continue;
    }
    const double width = most_[k] - least_[k];
    load += least_[k] + std::max(width - std::max(beyond, 0.0), 0.0);
    beyond -= width;
    const double at_least = std::min(fewest_cells(load - kept.dropped_load - size_rounding * greatest_), left);
    const double now = first == 0 && k + 1 == parts() ? std::max(left, cells) : std::max(at_least, cells);
    sum += cost.real(now - cells);
    cells = now;
  }
  return sum;
}

// How many of the heaviest cells have this load together, as a real number.
double PartSizes::fewest_cells(double load) const {
  if (load <= 0) return 0;
  const auto above = std::ranges::lower_bound(heaviest_, load);
  if (above == heaviest_.end()) return static_cast<double>(cells_);
  const double before = *(above - 1);
  return static_cast<double>(above - heaviest_.begin() - 1) + (load - before) / (*above - before);
}

}  // namespace apportion
