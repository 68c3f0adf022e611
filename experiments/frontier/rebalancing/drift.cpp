// Loads that drift: a hill that wanders over the array in 50 steps, each divided from the division before it.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/cells/grid.hpp"
#include "experiments/frontier/rebalancing/methods.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "sim/cells/migration.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::frontier {
namespace {

constexpr int drift_steps = 50;

// The array, its processors and the price of a moved cell at the beginning, and where the hill wanders.
struct Drift {
  CellProblem problem;
  double from_row = 0;
  double from_column = 0;
  double to_row = 0;
  double to_column = 0;
};

// Sums over the steps behind the first, which moves nothing.
struct DriftRun {
  double boundary = 0;  // mean
  double moved = 0;     // percent of the cells, mean
  double must_move = 0;
  double cost = 0;    // boundary + price x moved, mean
  double within = 0;  // share of the steps
};

double drawn_part(RandomStream& stream) { return static_cast<double>(stream() >> 11U) / 9007199254740992.0; }

// With + - x / only: the same bytes on every machine.
std::shared_ptr<const CellLoads> hill(const Drift& drift, int step) {
  constexpr double height = 20;
  constexpr double width = 0.15;  // of the shorter side, where half of the height is left
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
  engine::Study study{.name = "frontier/rebalancing-drift"};
  study.title = "A hill of load that wanders in 50 steps, each divided from the division before it";
  study.claim = "none; the question is what moves in the long run";
  study.source = "beyond the four papers: README.md in experiments/frontier/rebalancing";
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
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit drift_table() {
  results::Exhibit exhibit{.name = "frontier/rebalancing-drift"};
  exhibit.title = "Loads that drift over 50 steps: cells moved a step and mean boundary";
  exhibit.sql =
      R"sql(SELECT price, algorithm AS method, count(*) AS drifts, round(avg(moved_share), 3) AS "moved a step, %",
       round(avg(must_share), 3) AS "must move, %", round(avg(boundary), 1) AS boundary,
       round(100 * avg(within), 1) AS "steps within the tolerance, %", round(avg(cost), 1) AS "boundary + price x moved"
FROM "frontier_rebalancing-drift_samples" WHERE seed = :seed AND rival = ''
GROUP BY price, algorithm ORDER BY price, avg(cost))sql";
  exhibit.note = note_on_methods(
      "Every method starts from its own division of the step before. Must move: from that division, no division within "
      "the tolerance moves fewer cells; one that lags behind must move more in the next step.");
  return {"frontier/rebalancing-drift", exhibit};
}

std::vector<engine::ReferenceGrid> drift_references() {
  return {{.name = "frontier-rebalancing-drift",
           .experiment = "frontier/rebalancing-drift",
           .axes = {{"rows", "12"}, {"columns", "18"}, {"processors", "3"}, {"price", "1"}},
           .samples = 1,
           .algorithms = {"best", "cuts", "refined", "renamed"}}};
}

const engine::Registration drift_registration{drift_experiment, drift_table, drift_references};

}  // namespace
}  // namespace apportion::frontier
