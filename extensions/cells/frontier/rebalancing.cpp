// Divisions that start from a previous one: loads that drift over the array, and a machine whose nodes slow down, join
// or leave.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/engine/experiment.hpp"
#include "extensions/cells/frontier/grid.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/cells/sim/active_owners.hpp"

namespace apportion::frontier {
namespace {

struct RebalancingMeasures {
  double boundary = 0;
  double imbalance = 0;  // percent
  double beyond = 0;     // parts outside of the tolerance, or empty
  double fragments = 0;
  double moved = 0;
  double must_move = 0;
  double moved_share = 0;  // percent of the active cells
  double must_share = 0;   // percent
};

RebalancingMeasures measure_rebalancing(const CellProblem& problem, const CellSolution& solution) {
  require_division(problem, solution.decomposition);
  const problems::CellCosts costs = problems::cell_costs(problem, solution.decomposition);
  const double percent = 100 / static_cast<double>(active_cells(problem));
  RebalancingMeasures measures{
      .boundary = static_cast<double>(costs.boundary.edges),
      .imbalance = 100 * costs.balance.imbalance,
      .beyond = static_cast<double>(costs.balance.beyond_tolerance) + static_cast<double>(costs.boundary.empty),
      .fragments = static_cast<double>(costs.boundary.fragments),
      .moved = static_cast<double>(moved_cells(problem, solution.decomposition)),
      .must_move = static_cast<double>(least_moved_cells(problem))};
  measures.moved_share = percent * measures.moved;
  measures.must_share = percent * measures.must_move;
  return measures;
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

std::vector<std::string> rebalancing_methods() {
  std::vector<std::string> names;
  for (const auto& [name, method] : drift_methods()) names.push_back(method);
  return names;
}

// The axis `price`, the price of a moved cell.
engine::Axis price_axis(const std::vector<double>& values) {
  return engine::real_axis("price", "of a moved cell, in cell edges", engine::AxisRole::applied, 0,
                           most_migration_price, values);
}

engine::Measured rebalancing_measures() {
  using Measures = RebalancingMeasures;
  return engine::measured(
      measure_rebalancing,
      std::vector<engine::MemberMetric<Measures>>{
          {"boundary", "sides of cells between parts", "cell edges", "less", 1, &Measures::boundary},
          {"imbalance", "greatest load over its share, minus 1, percent", "%", "less", 3, &Measures::imbalance},
          {"beyond", "parts that are empty or further off their shares than the tolerance", "", "less", 2,
           &Measures::beyond},
          {"fragments", "connected pieces beyond one per part", "", "less", 2, &Measures::fragments},
          {"moved", "cells that have another owner than before", "cells", "less", 1, &Measures::moved},
          {"must_move", "no division within the tolerance moves fewer cells", "cells", "", 1, &Measures::must_move},
          {"moved_share", "cells moved, percent of all", "%", "less", 3, &Measures::moved_share},
          {"must_share", "cells that must move, percent of all", "%", "", 3, &Measures::must_share}});
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

// Sums and means over all steps but the first, which moves nothing.
struct DriftRun {
  double boundary = 0;  // mean
  double moved = 0;     // percent of the cells, mean
  double must_move = 0;
  double cost = 0;    // boundary + price x moved, mean
  double within = 0;  // share of the steps
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

DriftRun drifted(const std::string& method, const Drift& drift, RandomStream& stream) {
  CellProblem problem = drift.problem;
  problem.previous = nullptr;
  problem.loads = hill(drift, 0);
  std::vector<std::int32_t> owners = owners_by("BEST", problem, stream);
  DriftRun run;
  for (int step = 1; step <= drift_steps; ++step) {
    problem.loads = hill(drift, step);
    problem.previous =
        std::make_shared<const PreviousDivision>(PreviousDivision{std::move(owners), drift.problem.previous->price});
    owners = owners_by(method, problem, stream);
    const Decomposition division = division_of(problem.rows, problem.columns, problem.cluster.size(), owners);
    const problems::CellCosts costs = problems::cell_costs(problem, division);
    const std::int64_t moved = moved_cells(problem, division);
    const double percent = 100.0 / static_cast<double>(active_cells(problem)) / drift_steps;
    run.boundary += static_cast<double>(costs.boundary.edges) / drift_steps;
    run.moved += percent * static_cast<double>(moved);
    run.must_move += percent * static_cast<double>(least_moved_cells(problem));
    run.cost += cost_with_migration(problem, costs.objective, moved) / drift_steps;
    run.within += (costs.is_within() ? 1.0 : 0.0) / drift_steps;
  }
  return run;
}

engine::Experiment drift_experiment() {
  engine::Experiment study{.name = "frontier/rebalancing-drift",
                           .revision = 3};  // by the tolerance of today, and its BEST
  study.title = "A hill of load that wanders in 50 steps, each divided from the division before it";
  study.claim = "none; the question is what moves in the long run";
  study.source = "beyond the four papers: extensions/cells/docs/rebalancing.md";
  study.notice = missing_rivals();
  study.axes = problems::cell_axes();
  problems::set_axes(study.axes, {{"rows", {30}}, {"columns", {45}}, {"processors", {6}}, {"ratio", {4}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "tolerance", engine::axis_values({5}));
  study.axes.insert(study.axes.begin(), price_axis({0.1, 1}));
  std::vector<engine::StudyFunction<Drift, DriftRun>> runs;
  for (const auto& [name, method] : drift_methods())
    runs.push_back(
        {name, [method = method](const Drift& drift, RandomStream& stream) { return drifted(method, drift, stream); },
         false});
  engine::set_functions(study, std::move(runs));
  study.measured = engine::measured_members(std::vector<engine::MemberMetric<DriftRun>>{
      {"boundary", "mean of the steps", "cell edges", "less", 1, &DriftRun::boundary},
      {"moved_share", "cells moved a step, percent of all", "%", "less", 3, &DriftRun::moved},
      {"must_share", "cells that must move a step from that division, percent", "%", "", 3, &DriftRun::must_move},
      {"cost", "boundary + price x cells moved, mean of the steps", "cell edges", "less", 1, &DriftRun::cost},
      {"within", "share of the steps whose parts have a cell, are connected and within the tolerance", "", "more", 3,
       &DriftRun::within}});
  study.keep_samples = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.sample = engine::sampler(draw_drift);
  return engine::completed(std::move(study));
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
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{
      problem.loads ? active_owners_of(*problem.loads, division) : owners_of(division), point.number("price")});
  return problem;
}

engine::Experiment rebalancing_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/rebalancing");
  study.title = "A node slows by 20 %, joins or leaves: cells moved and boundary, by price of a moved cell";
  study.claim = "none; the question is how little moves, and what that costs in boundary";
  study.source = "beyond the four papers: extensions/cells/docs/rebalancing.md";
  problems::set_axes(
      study.axes, {{"rows", {100}}, {"columns", {150}}, {"ratio", {4}}, {"processors", {10, 30}}, {"tolerance", {1}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "loads", engine::name_values({"none", "coast"}));
  study.axes.insert(study.axes.begin(), {engine::name_axis("event", "what happens to a node", engine::AxisRole::sampled,
                                                           {"slows", "joins", "leaves"}),
                                         price_axis({0.01, 0.1, 1, 10})});
  study.algorithms = rebalancing_methods();
  study.measured = rebalancing_measures();
  study.stored_metrics = {};
  study.samples = 3;
  study.chunk_size = 1;
  study.sample = engine::sampler(changed_machine);
  return engine::completed(std::move(study));
}

const engine::Registration events_registration{rebalancing_experiment};

}  // namespace
}  // namespace apportion::frontier
