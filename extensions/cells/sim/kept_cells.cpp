// The cells of an array that lower bounds use; docs/bounds.md explains why.
#include "extensions/cells/sim/kept_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "base/stopping.hpp"

namespace apportion {
namespace {

struct CellArray : CellAxes {
  explicit CellArray(const CellProblem& problem) : CellAxes(problem), loads(problem.loads.get()) {}

  [[nodiscard]] std::int64_t cells() const { return sides[0] * sides[1] * sides[2]; }
  [[nodiscard]] double load(std::int64_t cell) const {
    return loads == nullptr ? 1 : loads->at(static_cast<std::size_t>(cell));
  }
  [[nodiscard]] bool is_active(std::int64_t cell) const { return load(cell) > 0; }

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
      core_.kept.cells += array.is_active(cell) ? 1 : 0;
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

  [[nodiscard]] RunCore core() const {
    RunCore core = core_;
    for (const LineRun& run : runs_) {
      core.runs += run.kept > 0 ? 1 : 0;
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
    --core_.kept.cells;
    core_.kept.dropped_load += array_.load(cell);
    for (std::size_t axis = array_.first; axis < 3; ++axis) {
      LineRun& run = runs_[static_cast<std::size_t>(run_of_[axis][place])];
      if (run.kept-- == least) short_runs.push_back(static_cast<std::size_t>(run_of_[axis][place]));
    }
  }

  CellArray array_;
  std::vector<bool> is_kept_;
  std::array<std::vector<std::int32_t>, 3> run_of_ = {};  // the run of each active cell, by axes
  std::vector<LineRun> runs_ = {};
  RunCore core_ = {};
};

// The core with all cells of an array without loads; they are not visited, since there may be very many.
RunCore whole_core(const CellArray& array) {
  RunCore core{.kept = {array.cells(), 0}, .longest = array.sides};
  for (std::size_t axis = array.first; axis < 3; ++axis) core.runs += array.cells() / array.sides[axis];
  return core;
}

// The core with all active cells, where there are too many for RunPeeling.
RunCore active_core(const CellArray& array, std::int64_t active) {
  RunCore core{.kept = {active, 0}, .longest = array.sides};
  for (std::int64_t cell = 0; cell < array.cells(); ++cell) {
    if (!array.is_active(cell)) continue;
    for (std::size_t axis = array.first; axis < 3; ++axis)
      core.runs += array.coordinate(cell, axis) == 0 || !array.is_active(cell - array.strides[axis]) ? 1 : 0;
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
      ++core_.kept.cells;
      core_.coast += around(cell).left_out;
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
        --core_.kept.cells;
        core_.kept.dropped_load += array_.load(cell);
        core_.coast -= fall;
        has_dropped = true;
        const auto open_beside = [&](std::int64_t next) {
          open(next);
          array_.beside(next, open, [] {});
        };
        array_.beside(cell, open_beside, [] {});
      }
    }
  }

  [[nodiscard]] const CoastCore& core() const { return core_; }

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
  CoastCore core_ = {};
};

bool can_visit_cells(const CellArray& array) {
  return array.loads != nullptr && array.cells() <= PartSizes::most_sorted;
}

// Calls visit(cell, sea) for each active cell, sea by sea, in the order of the seas' first cells.
template <class Visit>
void for_each_cell_of_seas(const CellArray& array, Visit visit) {
  std::vector<bool> is_seen(static_cast<std::size_t>(array.cells()));
  std::vector<std::int64_t> open;
  std::int32_t sea = 0;
  for (std::int64_t start = 0; start < array.cells(); ++start) {
    const auto reach = [&](std::int64_t cell) {
      if (is_seen[static_cast<std::size_t>(cell)] || !array.is_active(cell)) return;
      is_seen[static_cast<std::size_t>(cell)] = true;
      open.push_back(cell);
    };
    reach(start);
    if (open.empty()) continue;
    while (!open.empty()) {
      const std::int64_t cell = open.back();
      open.pop_back();
      visit(cell, sea);
      array.beside(cell, reach, [] {});
    }
    ++sea;
  }
}

}  // namespace

std::vector<RunCore> run_cores(const CellProblem& problem) {
  const CellArray array(problem);
  if (array.loads == nullptr) return {whole_core(array)};
  if (!can_visit_cells(array)) return {active_core(array, active_cells(problem))};
  RunPeeling peeling(array);
  std::vector<RunCore> cores = {peeling.core()};
  for (std::int64_t least = 2;; least += std::max<std::int64_t>(1, least / 8)) {
    stop_if_asked();
    peeling.drop_runs_below(least);
    const RunCore core = peeling.core();
    if (2 * core.kept.cells < cores.front().kept.cells) return cores;
    if (core.kept.cells < cores.back().kept.cells) cores.push_back(core);
  }
}

std::vector<CoastCore> coast_cores(const CellProblem& problem) {
  const CellArray array(problem);
  std::vector<CoastCore> cores;
  if (can_visit_cells(array)) {
    CoastPeeling peeling(array);
    cores.push_back(peeling.core());
    for (const std::int64_t fall : {3, 2, 1}) {
      peeling.drop_where_the_coast_falls_by(fall);
      cores.push_back(peeling.core());
    }
  } else if (array.loads == nullptr) {
    const std::int64_t coast = 2 * (problem.rows + problem.columns);
    cores.push_back({{array.cells(), 0}, coast});
    if (std::min(problem.rows, problem.columns) > 2) cores.push_back({{array.cells() - 4, 4}, coast - 4});
  }
  return cores;
}

std::vector<std::int32_t> sea_of_each_cell(const CellProblem& problem) {
  const CellArray array(problem);
  std::vector<std::int32_t> seas(static_cast<std::size_t>(array.cells()), -1);
  for_each_cell_of_seas(array,
                        [&](std::int64_t cell, std::int32_t sea) { seas[static_cast<std::size_t>(cell)] = sea; });
  return seas;
}

std::vector<double> sea_loads(const CellProblem& problem) {
  const CellArray array(problem);
  if (array.loads == nullptr) return {total_load(problem)};
  std::vector<double> seas;
  for_each_cell_of_seas(array, [&](std::int64_t cell, std::int32_t sea) {
    if (static_cast<std::size_t>(sea) == seas.size()) seas.push_back(0);
    seas[static_cast<std::size_t>(sea)] += array.load(cell);
  });
  std::ranges::sort(seas, std::greater<>());
  return seas;
}

}  // namespace apportion
