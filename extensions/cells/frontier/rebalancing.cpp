// Divisions that start from a previous one: loads that drift over the array, and a machine whose nodes slow down, join
// or leave.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "extensions/cells/frontier/grid.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"

namespace apportion::frontier {
namespace {

engine::Numbers measure_rebalancing(const CellProblem& problem, const CellSolution& solution) {
  require_division(problem, solution.decomposition);
  const problems::CellCosts costs = problems::cell_costs(problem, solution.decomposition);
  const double percent = 100 / static_cast<double>(active_cells(problem));
  const auto moved = static_cast<double>(moved_cells(problem, solution.decomposition));
  const auto must_move = static_cast<double>(least_moved_cells(problem));
  return {{"boundary", costs.boundary.edges},
          {"imbalance", 100 * costs.balance.imbalance},
          {"beyond", static_cast<double>(costs.balance.beyond_tolerance) + static_cast<double>(costs.boundary.empty)},
          {"fragments", costs.boundary.fragments},
          {"moved", moved},
          {"must_move", must_move},
          {"moved_share", percent * moved},
          {"must_share", percent * must_move}};
}

// BEST, a new division under the names that keep most, and Zoltan's two from a previous division, where it is built in.
// Each with a name for studies of functions, whose names have no brackets.
std::vector<std::pair<std::string, std::string>> drift_methods() {
  std::vector<std::pair<std::string, std::string>> methods = {{"best", "BEST"},
                                                              {"renamed", "BEST[rebalancing=renamed]"}};
  const auto& entries = CellRegistry::instance().entries();
  if (std::ranges::any_of(entries, [](const auto& entry) { return entry.algorithm->name == "ZOLTAN"; })) {
    methods.emplace_back("zoltan-repartition", "ZOLTAN[method=repartition]");
    methods.emplace_back("zoltan-refine", "ZOLTAN[method=refine]");
  }
  return methods;
}

engine::Axis price_axis() {
  return engine::real_axis("price", "of a moved cell, in cell edges", engine::AxisRole::applied, 0,
                           most_migration_price, {});
}

// --- Loads that drift: a hill that moves over the array in 50 steps, each divided from the division before it

constexpr int drift_steps = 50;

// The array, its processors, the price of a moved cell, and the path of the hill.
struct Drift {
  CellProblem problem;
  double from_row = 0;
  double from_column = 0;
  double to_row = 0;
  double to_column = 0;
};

double drawn_part(RandomStream& stream) { return static_cast<double>(stream() >> 11U) / 9007199254740992.0; }

// Uses + - x / only, so that loads are the same on every machine.
std::shared_ptr<const CellLoads> hill(const Drift& drift, int step) {
  constexpr double height = 20;
  constexpr double width = 0.15;  // where the hill has half its height, as a part of the shorter side
  const CellProblem& problem = drift.problem;
  const double part = static_cast<double>(step) / drift_steps;
  const double row = drift.from_row + part * (drift.to_row - drift.from_row);
  const double column = drift.from_column + part * (drift.to_column - drift.from_column);
  const double half = width * static_cast<double>(std::min(problem.rows, problem.columns));
  std::vector<double> loads;
  for (std::int64_t r = 0; r < problem.rows; ++r)
    for (std::int64_t c = 0; c < problem.columns; ++c) {
      const double down = (static_cast<double>(r) - row) / half;
      const double right = (static_cast<double>(c) - column) / half;
      loads.push_back(1 + std::floor(height / (1 + down * down + right * right)));
    }
  return std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
}

Drift draw_drift(const engine::Point& point, RandomStream& stream) {
  Drift drift{.problem = problems::sample_cells(point, stream)};
  const auto rows = static_cast<double>(drift.problem.rows);
  const auto columns = static_cast<double>(drift.problem.columns);
  drift.from_row = rows * drawn_part(stream);
  drift.from_column = columns * drawn_part(stream);
  drift.to_row = rows * drawn_part(stream);
  drift.to_column = columns * drawn_part(stream);
  drift.problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{{}, point.number("price")});
  return drift;
}

std::vector<std::int32_t> owners_by(const std::string& method, const CellProblem& problem, RandomStream& stream) {
  return owners_of(solve_cells(CellRegistry::instance().choose(method), problem, stream).decomposition);
}

// Means over all steps but the first, which moves nothing.
engine::Numbers drifted(const std::string& method, const Drift& drift, RandomStream& stream) {
  CellProblem problem = drift.problem;
  problem.previous = nullptr;
  problem.loads = hill(drift, 0);
  std::vector<std::int32_t> owners = owners_by("BEST", problem, stream);
  engine::Numbers means;
  for (int step = 1; step <= drift_steps; ++step) {
    problem.loads = hill(drift, step);
    problem.previous =
        std::make_shared<const PreviousDivision>(PreviousDivision{std::move(owners), drift.problem.previous->price});
    owners = owners_by(method, problem, stream);
    const Decomposition division = division_of(problem.rows, problem.columns, problem.cluster.size(), owners);
    const problems::CellCosts costs = problems::cell_costs(problem, division);
    const std::int64_t moved = moved_cells(problem, division);
    const double percent = 100.0 / static_cast<double>(active_cells(problem)) / drift_steps;
    means["boundary"] += static_cast<double>(costs.boundary.edges) / drift_steps;
    means["moved_share"] += percent * static_cast<double>(moved);
    means["must_share"] += percent * static_cast<double>(least_moved_cells(problem));
    means["cost"] += cost_with_migration(problem, costs.objective, moved) / drift_steps;
    means["within"] += (costs.is_within() ? 1.0 : 0.0) / drift_steps;
  }
  return means;
}

engine::Experiment drift_experiment() {
  engine::Experiment study{
      .name = "frontier/rebalancing-drift", .notice = missing_rivals(), .axes = problems::cell_axes()};
  study.axes.insert(study.axes.begin(), price_axis());
  std::vector<engine::StudyFunction<Drift, engine::Numbers>> runs;
  for (const auto& [name, method] : drift_methods())
    runs.push_back(
        {name, [method = method](const Drift& drift, RandomStream& stream) { return drifted(method, drift, stream); },
         false});
  return sweeps::experiment_of_functions(std::move(study), draw_drift, std::move(runs));
}

const engine::Registration drift_registration{drift_experiment};

// --- A machine that changes: a node slows down, joins or leaves, and the cells that each method moves

constexpr double slowed = 0.8;

// The processors before the event; those that remain keep their numbers.
Cluster before_event(const std::string& event, CellProblem& problem, RandomStream& stream) {
  std::vector<double>& speeds = problem.cluster.speeds;
  const auto drawn = static_cast<std::size_t>(stream() % speeds.size());
  if (event == "slows") {
    Cluster before = problem.cluster;
    speeds[drawn] *= slowed;
    return before;
  }
  std::swap(speeds[drawn], speeds.back());
  Cluster before = problem.cluster;
  (event == "joins" ? before.speeds : speeds).pop_back();
  return before;
}

CellProblem changed_machine(const engine::Point& point, RandomStream& stream) {
  CellProblem problem = problems::sample_cells(point, stream);
  CellProblem first = problem;
  first.cluster = before_event(point.text("event"), problem, stream);
  const Decomposition division = solve_cells(CellRegistry::instance().choose("BEST"), first, stream).decomposition;
  problem.previous = std::make_shared<const PreviousDivision>(
      PreviousDivision{active_owners_of(problem.loads.get(), division), point.number("price")});
  return problem;
}

engine::Experiment rebalancing_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/rebalancing");
  study.axes.insert(study.axes.begin(), {engine::name_axis("event", "what happens to a node", engine::AxisRole::sampled,
                                                           {"slows", "joins", "leaves"}),
                                         price_axis()});
  study.algorithms.clear();
  for (const auto& [name, method] : drift_methods()) study.algorithms.push_back(method);
  study = sweeps::described(std::move(study));
  engine::set_measure(study, measure_rebalancing);
  study.sample = engine::sampler(changed_machine);
  return engine::completed(std::move(study));
}

const engine::Registration events_registration{rebalancing_experiment};

}  // namespace
}  // namespace apportion::frontier
