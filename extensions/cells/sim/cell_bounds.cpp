// Lower bounds on what a division into whole cells costs, and on the cells that must move; docs/bounds.md has the
// proofs.
#include "extensions/cells/sim/cell_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "base/stopping.hpp"
#include "extensions/boxes/sim/division.hpp"

namespace apportion {
namespace {

constexpr std::int64_t most_sorted = 10'000'000;  // cells that are visited one by one

// --- Kept cells

// The active cells that a bound uses: all, those in long runs, or those without a ragged coast.
struct Core {
  std::int64_t cells = 0;
  double dropped_load = 0;  // the load of the other active cells
  // The runs of active cells with a kept one, along layers, rows and columns, in the plane along rows and columns; or
  // the coast: pairs of a kept cell and a cell beside it that is not active or not in the array, and dropped cells
  // beside one.
  std::int64_t open = 0;
  std::array<std::int64_t, 3> longest = {};  // the most kept cells of a run that crosses layers, rows, columns
};

struct CellArray : CellAxes {
  explicit CellArray(const CellProblem& problem) : CellAxes(problem), loads(problem.loads.get()) {}

  [[nodiscard]] std::int64_t cells() const { return sides[0] * sides[1] * sides[2]; }
  [[nodiscard]] double load(std::int64_t cell) const {
    return loads == nullptr ? 1 : loads->at(static_cast<std::size_t>(cell));
  }
  [[nodiscard]] bool is_active(std::int64_t cell) const { return load(cell) > 0; }
  [[nodiscard]] bool can_be_visited() const { return loads != nullptr && cells() <= most_sorted; }

  const CellLoads* loads;
};

struct LineRun {
  std::int64_t first = 0;  // the first cell
  std::int64_t length = 0;
  std::int64_t kept = 0;
  std::size_t axis = 0;
};

// Drops cells, run by run.
class RunPeeling {
 public:
  explicit RunPeeling(const CellArray& array) : array_(array), is_kept_(static_cast<std::size_t>(array.cells())) {
    for (std::int64_t cell = 0; cell < array.cells(); ++cell) {
      is_kept_[static_cast<std::size_t>(cell)] = array.is_active(cell);
      core_.cells += array.is_active(cell) ? 1 : 0;
    }
    for (std::size_t axis = array.first; axis < 3; ++axis) add_runs(axis);
  }

  // Drops runs until each one that has kept cells has at least `least`.
  void drop_runs_below(std::int64_t least) {
    std::vector<std::size_t> short_runs;
    for (std::size_t run = 0; run < runs_.size(); ++run)
      if (runs_[run].kept > 0 && runs_[run].kept < least) short_runs.push_back(run);
    while (!short_runs.empty()) {
      const LineRun run = runs_[short_runs.back()];
      short_runs.pop_back();
      for (std::int64_t k = 0; k < run.length; ++k) drop(run.first + k * array_.strides[run.axis], least, short_runs);
    }
  }

  [[nodiscard]] Core core() const {
    Core core = core_;
    for (const LineRun& run : runs_) {
      core.open += run.kept > 0 ? 1 : 0;
      core.longest[run.axis] = std::max(core.longest[run.axis], run.kept);
    }
    return core;
  }

 private:
  void add_runs(std::size_t axis) {
    std::vector<std::int32_t>& run_of = run_of_[axis];
    run_of.resize(is_kept_.size());
    for (std::int64_t cell = 0; cell < array_.cells(); ++cell) {
      if (!is_kept_[static_cast<std::size_t>(cell)]) continue;
      const std::int64_t before = cell - array_.strides[axis];
      const bool goes_on = array_.coordinate(cell, axis) > 0 && is_kept_[static_cast<std::size_t>(before)];
      if (!goes_on) runs_.push_back({.first = cell, .axis = axis});
      const auto run = goes_on ? static_cast<std::size_t>(run_of[static_cast<std::size_t>(before)]) : runs_.size() - 1;
      run_of[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(run);
      ++runs_[run].length;
      ++runs_[run].kept;
    }
  }

  void drop(std::int64_t cell, std::int64_t least, std::vector<std::size_t>& short_runs) {
    const auto place = static_cast<std::size_t>(cell);
    if (!is_kept_[place]) return;
    is_kept_[place] = false;
    --core_.cells;
    core_.dropped_load += array_.load(cell);
    for (std::size_t axis = array_.first; axis < 3; ++axis) {
      LineRun& run = runs_[static_cast<std::size_t>(run_of_[axis][place])];
      if (run.kept-- == least) short_runs.push_back(static_cast<std::size_t>(run_of_[axis][place]));
    }
  }

  CellArray array_;
  std::vector<bool> is_kept_;
  std::array<std::vector<std::int32_t>, 3> run_of_ = {};  // the run of each active cell, by axes
  std::vector<LineRun> runs_ = {};
  Core core_ = {};
};

// The core with all cells of an array without loads; they are not visited, since there may be very many.
Core whole_core(const CellArray& array) {
  Core core{.cells = array.cells(), .longest = array.sides};
  for (std::size_t axis = array.first; axis < 3; ++axis) core.open += array.cells() / array.sides[axis];
  return core;
}

// The core with all active cells, where there are too many for RunPeeling.
Core active_core(const CellArray& array, std::int64_t active) {
  Core core{.cells = active, .longest = array.sides};
  for (std::int64_t cell = 0; cell < array.cells(); ++cell) {
    if (!array.is_active(cell)) continue;
    for (std::size_t axis = array.first; axis < 3; ++axis)
      core.open += array.coordinate(cell, axis) == 0 || !array.is_active(cell - array.strides[axis]) ? 1 : 0;
  }
  return core;
}

// Drops cells of a plane where the coast is ragged.
class CoastPeeling {
 public:
  explicit CoastPeeling(const CellArray& array) : array_(array), states_(static_cast<std::size_t>(array.cells())) {
    for (std::int64_t cell = 0; cell < array.cells(); ++cell)
      state(cell) = array.is_active(cell) ? State::kept : State::left_out;
    for (std::int64_t cell = 0; cell < array.cells(); ++cell) {
      if (state(cell) != State::kept) continue;
      ++core_.cells;
      core_.open += around(cell).left_out;
    }
  }

  // Sweeps until there is no such cell. After the first sweep only cells near a dropped one are looked at: a ragged
  // coast of millions of cells needs many sweeps, nearly all of which change little.
  void drop_where_the_coast_falls_by(std::int64_t least) {
    std::vector<std::uint8_t> is_open(states_.size(), 1);
    const auto open = [&is_open](std::int64_t cell) { is_open[static_cast<std::size_t>(cell)] = 1; };
    for (bool has_dropped = true; has_dropped;) {
      stop_if_asked();
      has_dropped = false;
      for (std::int64_t cell = 0; cell < array_.cells(); ++cell) {
        if (is_open[static_cast<std::size_t>(cell)] == 0) continue;
        is_open[static_cast<std::size_t>(cell)] = 0;
        if (state(cell) != State::kept) continue;
        const std::int64_t fall = fall_without(cell);
        if (fall < least) continue;
        state(cell) = State::dropped;
        --core_.cells;
        core_.dropped_load += array_.load(cell);
        core_.open -= fall;
        has_dropped = true;
        const auto open_beside = [&](std::int64_t next) {
          open(next);
          array_.beside(next, open, [] {});
        };
        array_.beside(cell, open_beside, [] {});
      }
    }
  }

  [[nodiscard]] const Core& core() const { return core_; }

 private:
  enum class State : std::uint8_t { left_out, kept, dropped };
  struct Around {
    std::int64_t left_out = 0;
    std::int64_t kept = 0;
  };

  State& state(std::int64_t cell) { return states_[static_cast<std::size_t>(cell)]; }

  Around around(std::int64_t cell) {
    Around counts;
    array_.beside(
        cell,
        [&](std::int64_t next) {
          counts.left_out += state(next) == State::left_out ? 1 : 0;
          counts.kept += state(next) == State::kept ? 1 : 0;
        },
        [&] { ++counts.left_out; });
    return counts;
  }

  std::int64_t fall_without(std::int64_t cell) {
    const Around counts = around(cell);
    std::int64_t fall = counts.left_out - (counts.kept > 0 ? 1 : 0);
    array_.beside(
        cell, [&](std::int64_t next) { fall += state(next) == State::dropped && around(next).kept == 1 ? 1 : 0; },
        [] {});
    return fall;
  }

  CellArray array_;
  std::vector<State> states_;
  Core core_ = {};
};

// First the core with all active cells. For arrays with loads and up to most_sorted cells then those that remain when
// runs with fewer than 2, 3, ... kept cells are dropped, while at least half of all cells remain.
std::vector<Core> run_cores(const CellProblem& problem) {
  const CellArray array(problem);
  if (array.loads == nullptr) return {whole_core(array)};
  if (!array.can_be_visited()) return {active_core(array, active_cells(problem))};
  RunPeeling peeling(array);
  std::vector<Core> cores = {peeling.core()};
  for (std::int64_t least = 2;; least += std::max<std::int64_t>(1, least / 8)) {
    stop_if_asked();
    peeling.drop_runs_below(least);
    const Core core = peeling.core();
    if (2 * core.cells < cores.front().cells) return cores;
    if (core.cells < cores.back().cells) cores.push_back(core);
  }
}

// In the plane, the core with all active cells, and those that remain when each cell is dropped that shortens the coast
// by at least 3, by 2, and by 1; without loads only cells in corners do. Empty for arrays with loads and more than
// most_sorted cells.
std::vector<Core> coast_cores(const CellProblem& problem) {
  const CellArray array(problem);
  std::vector<Core> cores;
  if (array.can_be_visited()) {
    CoastPeeling peeling(array);
    cores.push_back(peeling.core());
    for (const std::int64_t fall : {3, 2, 1}) {
      peeling.drop_where_the_coast_falls_by(fall);
      cores.push_back(peeling.core());
    }
  } else if (array.loads == nullptr) {
    const std::int64_t coast = 2 * (problem.rows + problem.columns);
    cores.push_back({array.cells(), 0, coast});
    if (std::min(problem.rows, problem.columns) > 2) cores.push_back({array.cells() - 4, 4, coast - 4});
  }
  return cores;
}

// --- The sizes of parts, and bounds on sums over them

constexpr double size_rounding = 1e-9;  // for errors of tolerances, and of sums of loads that are not whole

// The least cost of a part with a given number of cells. Both functions are nondecreasing and 0 for no cells; `real` is
// concave and at most `whole`.
struct SizeCost {
  std::function<std::int64_t(std::int64_t)> whole;
  std::function<double(double)> real;
};

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
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(loads.rows() * loads.columns()); ++cell)
    if (loads.at(cell) > 0) sums.push_back(loads.at(cell));
  std::ranges::sort(sums, std::greater<>());
  sums.insert(sums.begin(), 0);
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  return sums;
}

// The fewest of these loads, given in descending order, with a sum of at least `wanted`; all if there are none.
std::int64_t fewest_for(const std::vector<double>& loads, double wanted) {
  std::size_t count = 0;
  for (double sum = 0; count < loads.size() && sum < wanted; ++count) sum += loads[count];
  return static_cast<std::int64_t>(count);
}

// The sizes that parts within load_limits() can have. Each has a cell if there are at least as many active cells as
// processors. If there are more than most_sorted active cells, all count with the greatest load.
class PartSizes {
 public:
  explicit PartSizes(const CellProblem& problem)
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
    is_equal_ = total_ >= greatest_ * static_cast<double>(cells_) * (1 - 1e-12);
    if (!is_equal_ && cells_ <= most_sorted) heaviest_ = sums_of_heaviest(*problem.loads);
  }

  [[nodiscard]] std::size_t parts() const { return least_.size(); }
  [[nodiscard]] bool all_have_cells() const { return cells_ >= static_cast<std::int64_t>(parts()); }
  // A lower bound on the sum of the costs of the `largest` parts with the greatest shares, each with its kept cells.
  [[nodiscard]] double least_sum(const SizeCost& cost, const Core& kept, std::size_t largest) const {
    return heaviest_.empty() ? sum_of_equal_loads(cost, kept, largest) : sum_of_unequal_loads(cost, kept, largest);
  }

  // The least and the greatest load of each part, ascending.
  [[nodiscard]] const std::vector<double>& least_loads() const { return least_; }
  [[nodiscard]] const std::vector<double>& most_loads() const { return most_; }

 private:
  [[nodiscard]] double sum_of_equal_loads(const SizeCost& cost, const Core& kept, std::size_t largest) const {
    const std::size_t first = parts() - largest;
    const std::int64_t dropped = cells_ - kept.cells;
    Hulls hulls(cost);
    double least = 0;   // the fewest cells of the `largest` parts
    double others = 0;  // the most cells of the other parts
    for (std::size_t k = 0, next = 0; k < parts(); k = next) {
      while (next < parts() && least_[next] == least_[k] && most_[next] == most_[k]) ++next;
      const auto fewest = static_cast<std::int64_t>(std::ceil(least_[k] / greatest_ - size_rounding));
      const std::int64_t low = std::max<std::int64_t>(fewest, all_have_cells() ? 1 : 0);
      const auto most =
          is_equal_ ? static_cast<std::int64_t>(std::floor(most_[k] / greatest_ + size_rounding)) : cells_;
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

  [[nodiscard]] double sum_of_unequal_loads(const SizeCost& cost, const Core& kept, std::size_t largest) const {
    const std::size_t first = parts() - largest;
    const double sum = sum_in_order(cost, kept, first, false);
    return all_have_cells() && kept.cells == cells_ ? std::max(sum, sum_in_order(cost, kept, first, true)) : sum;
  }

  // The parts from `first` on take the heaviest cells one after the other. With `with_one` parts whose least load is
  // below that of the heaviest cell have one cell of any load.
  [[nodiscard]] double sum_in_order(const SizeCost& cost, const Core& kept, std::size_t first, bool with_one) const {
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
  [[nodiscard]] double fewest_cells(double load) const {
    if (load <= 0) return 0;
    const auto above = std::ranges::lower_bound(heaviest_, load);
    if (above == heaviest_.end()) return static_cast<double>(cells_);
    const double before = *(above - 1);
    return static_cast<double>(above - heaviest_.begin() - 1) + (load - before) / (*above - before);
  }

  std::int64_t cells_;
  double total_;
  double greatest_;
  bool is_equal_ = false;  // all loads are equal
  std::vector<double> least_ = {};
  std::vector<double> most_ = {};
  std::vector<double> heaviest_ = {};  // sums of the 0, 1, 2, ... greatest loads; empty if loads are equal
};

// --- All together

std::int64_t quotient_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

// Rounds a lower bound up; 1e-6 and 1e-12 of it allow for rounding errors, which may have made the bound too great.
std::int64_t whole_bound(double value) {
  return static_cast<std::int64_t>(std::max(std::ceil(value - 1e-6 - 1e-12 * std::abs(value)), 0.0));
}

// The least half perimeter of a rectangle with room for the cells and one side of at most `side` (Harary & Harborth
// 1976).
std::int64_t least_half_perimeter(std::int64_t cells, std::int64_t side) {
  if (cells <= 0) return 0;
  auto square = static_cast<std::int64_t>(std::sqrt(static_cast<double>(cells)));
  while (square * square < cells) ++square;
  if (square > side) return side + quotient_up(cells, side);
  return square * (square - 1) >= cells ? 2 * square - 1 : 2 * square;
}

double real_half_perimeter(double cells, std::int64_t side) {
  if (cells <= 1) return 2 * std::max(cells, 0.0);
  const double low = std::min(std::floor(std::sqrt(cells)), static_cast<double>(side));
  const double high = std::min(low + 1, static_cast<double>(side));
  return std::min(low + cells / low, high + cells / high);
}

SizeCost half_perimeters(std::int64_t side) {
  return {[side](std::int64_t cells) { return least_half_perimeter(cells, side); },
          [side](double cells) { return real_half_perimeter(cells, side); }};
}

// Half the surface of a part in space. Parts of whole cells have whole half surfaces, at least those of real-valued
// parts.
SizeCost half_surfaces(const std::array<std::int64_t, 3>& sides) {
  const Triple extent = {static_cast<double>(sides[0]), static_cast<double>(sides[1]), static_cast<double>(sides[2])};
  const auto real = [extent](double cells) {
    return cells <= 1 ? 3 * std::max(cells, 0.0) : least_half_surface(cells, extent);
  };
  constexpr double rounding = 1e-9;
  const auto whole = [real](std::int64_t cells) {
    return static_cast<std::int64_t>(std::ceil(real(static_cast<double>(cells)) * (1 - rounding)));
  };
  return {whole, real};
}

// The fewest cells outside of n cells of the plane that have a side in common with one of them: ceil(sqrt(8n - 4)) + 2
// (Wang & Wang, "Discrete isoperimetric problems", SIAM J. Appl. Math. 32, 1977).
std::int64_t least_border(std::int64_t cells) {
  if (cells <= 0) return 0;
  const std::int64_t square = 8 * cells - 4;
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root < square) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  return root + 2;
}

SizeCost borders() {
  return {least_border,
          [](double cells) { return cells <= 1 ? 4 * std::max(cells, 0.0) : std::sqrt(8 * cells - 4) + 2; }};
}

// --- Seas

struct SeaBounds {
  std::int64_t edges = 0;
  std::int64_t pairs = 0;
};

// The loads of the seas, in descending order.
std::vector<double> sea_loads(const CellProblem& problem) {
  if (problem.loads == nullptr) return {total_load(problem)};
  std::vector<double> seas;
  for_each_cell_of_seas(problem, [&](std::size_t cell, std::int32_t sea) {
    if (static_cast<std::size_t>(sea) == seas.size()) seas.push_back(0);
    seas[static_cast<std::size_t>(sea)] += problem.load(cell);
  });
  std::ranges::sort(seas, std::greater<>());
  return seas;
}

SeaBounds sea_bounds(const CellProblem& problem, const PartSizes& sizes) {
  constexpr double rounding = 1e-9;
  const std::vector<double> seas = sea_loads(problem);
  const std::vector<double> most(sizes.most_loads().rbegin(), sizes.most_loads().rend());
  SeaBounds bounds;
  std::int64_t parts_of_seas = 0;
  for (const double sea : seas) {
    const std::int64_t parts = fewest_for(most, sea * (1 - rounding));
    parts_of_seas += parts;
    bounds.pairs = std::max(bounds.pairs, parts - 1);
  }
  std::int64_t seas_of_parts = 0;
  std::int64_t most_seas = 1;  // the most seas in which one part has cells
  for (const double least : sizes.least_loads()) {
    const std::int64_t own =
        std::max<std::int64_t>(fewest_for(seas, least * (1 - rounding)), sizes.all_have_cells() ? 1 : 0);
    seas_of_parts += own;
    most_seas = std::max(most_seas, own);
  }
  const auto count = static_cast<std::int64_t>(seas.size());
  if (sizes.all_have_cells())
    bounds.pairs = std::max(bounds.pairs, static_cast<std::int64_t>(sizes.parts()) - count + most_seas - 1);
  bounds.edges = std::max({bounds.pairs, parts_of_seas - count, seas_of_parts - count});
  return bounds;
}

// --- All together

class CellBounds {
 public:
  explicit CellBounds(const CellProblem& problem)
      : problem_(problem), sizes_(problem), seas_(sea_bounds(problem, sizes_)), run_cores_(run_cores(problem)) {
    if (problem.objective != Objective::total && !problem.in_space()) coast_cores_ = coast_cores(problem);
  }

  [[nodiscard]] double total() const {
    return static_cast<double>(std::max(edges_by_runs(parts()), seas_.edges)) +
           problem_.latency * static_cast<double>(seas_.pairs);
  }

  [[nodiscard]] std::int64_t volume() const {
    return std::max({received_by_runs(parts()), received_by_coasts(parts()), 2 * seas_.edges, sent_to_nine()});
  }

  [[nodiscard]] std::int64_t busiest() const {
    std::int64_t bound = quotient_up(volume(), static_cast<std::int64_t>(parts()));
    for (std::size_t largest = 1; largest < parts(); largest *= 2)
      bound = std::max(bound, quotient_up(std::max(received_by_runs(largest), received_by_coasts(largest)),
                                          static_cast<std::int64_t>(largest)));
    return bound;
  }

 private:
  [[nodiscard]] std::size_t parts() const { return sizes_.parts(); }

  // The greatest of the bounds by these cores on a cost of the `largest` parts.
  template <class Cost>
  [[nodiscard]] std::int64_t greatest_bound(const std::vector<Core>& cores, std::size_t largest, Cost cost) const {
    double bound = 0;
    for (const Core& core : cores)
      bound = std::max(bound, sizes_.least_sum(cost(core), core, largest) - static_cast<double>(core.open));
    return whole_bound(bound);
  }

  // A bound on the boundary, or on that of the `largest` parts.
  [[nodiscard]] std::int64_t edges_by_runs(std::size_t largest) const {
    return greatest_bound(run_cores_, largest, [this](const Core& core) {
      return problem_.in_space() ? half_surfaces(core.longest)
                                 : half_perimeters(std::min(core.longest[1], core.longest[2]));
    });
  }

  [[nodiscard]] std::int64_t received_by_runs(std::size_t largest) const {
    const std::int64_t edges = edges_by_runs(largest);
    return problem_.in_space() ? quotient_up(2 * edges, 3) : edges;
  }

  [[nodiscard]] std::int64_t received_by_coasts(std::size_t largest) const {
    return greatest_bound(coast_cores_, largest, [](const Core& /*core*/) { return borders(); });
  }

  // A bound on the elements sent for a stencil of nine points; it holds for connected parts of a whole array in the
  // plane.
  [[nodiscard]] std::int64_t sent_to_nine() const {
    const bool holds = problem_.stencil == 9 && !problem_.loads && !problem_.in_space() && problem_.connected &&
                       sizes_.all_have_cells();
    return holds ? 2 * edges_by_runs(parts()) : 0;
  }

  const CellProblem& problem_;
  PartSizes sizes_;
  SeaBounds seas_;
  std::vector<Core> run_cores_;
  std::vector<Core> coast_cores_ = {};
};

}  // namespace

double least_over_share(const CellProblem& problem) {
  const std::vector<double> ideal = shares(problem);
  const double greatest_share = *std::ranges::max_element(ideal);
  double least = std::max(1.0, (problem.loads ? problem.loads->greatest() : 1.0) / greatest_share);
  if (problem.loads && !problem.loads->is_whole()) return least;
  const auto whole = [](double share, double times) { return std::floor(share * times * (1 + 1e-12)); };
  const auto all = [&](double times) {
    double sum = 0;
    for (const double share : ideal) sum += whole(share, times);
    return sum;
  };
  const double total = total_load(problem);
  if (all(least) >= total) return least;
  double enough = 2 * least;
  while (all(enough) < total) enough *= 2;
  for (int step = 0; step < 100; ++step) {
    const double middle = (least + enough) / 2;
    (all(middle) < total ? least : enough) = middle;
  }
  double exact = least;  // the least limit with the same whole loads as `enough`
  for (const double share : ideal)
    if (const double times = whole(share, enough) / share; times <= enough * (1 + 1e-12))
      exact = std::max(exact, times);
  return exact;
}

double cell_lower_bound(const CellProblem& problem) {
  if (problem.objective == Objective::load)
    return least_over_share(problem) * total_load(problem) / static_cast<double>(problem.cluster.size());
  const CellBounds bounds(problem);
  if (problem.objective == Objective::volume) return static_cast<double>(bounds.volume());
  if (problem.objective == Objective::busiest) return static_cast<double>(bounds.busiest());
  return bounds.total();
}

std::int64_t least_moved_cells(const CellProblem& problem) {
  if (problem.previous == nullptr) return 0;
  std::vector<std::vector<double>> before(problem.cluster.size());  // the loads of the cells of each processor
  std::vector<double> all;
  std::int64_t given = 0;  // at first by removed processors
  std::int64_t taken = 0;  // new cells do not count
  for (std::size_t cell = 0; cell < problem.previous->owners.size(); ++cell) {
    const double load = problem.load(cell);
    const std::int32_t owner = problem.previous->owners[cell];
    if (!(load > 0)) continue;
    all.push_back(load);
    if (owner == no_owner)
      --taken;
    else if (static_cast<std::size_t>(owner) < before.size())
      before[static_cast<std::size_t>(owner)].push_back(load);
    else
      ++given;
  }
  std::ranges::sort(all, std::greater<>());
  const LoadLimits limits = load_limits(problem);
  const double rounding = 1e-9 * total_load(problem);
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::ranges::sort(before[i], std::greater<>());
    const double load = std::accumulate(before[i].begin(), before[i].end(), 0.0);
    given += fewest_for(before[i], load - limits.most[i] - rounding);
    taken += fewest_for(all, limits.least[i] - load - rounding);
  }
  return std::max({given, taken, std::int64_t{0}});
}

}  // namespace apportion
