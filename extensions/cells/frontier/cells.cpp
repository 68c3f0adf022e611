// The studies of whole cells whose samples or methods data cannot express: full grids, cubes, and divisions that start
// from a previous one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// The project's methods that are compared: rectangles of later methods and of the first paper's, rounded and with jogs;
// strips; and the portfolio.
std::vector<std::string> own_cell_methods() {
  return {"BEST",
          "JOGGED",
          "JOGGED[of=HUFFMAN]",
          "JOGGED[of=ROLLOUT]",
          "JOGGED[of=TILE]",
          "ROUNDED",
          "ROUNDED[of=XY2]",
          "ROUNDED[of=TILE]",
          "STRIPES"};
}

// "", or a sentence with those of METIS, SCOTCH and ZOLTAN that are not built in.
std::string missing_rivals() {
  std::vector<std::string> names = collected(CellRegistry::instance().missing(), &OptionalAlgorithm::name);
  if (names.empty()) return "";
  return fmt::format("Not built in here: {} (`scripts/setup rivals` installs what they need; then build again).",
                     fmt::join(names, ", "));
}

// A study of the project's methods and those of the partitioning libraries that are built in, with the axes of the
// family.
engine::Experiment frontier_cell_study(const std::string& name) {
  engine::Experiment study = problems::cell_study().study(name);
  study.notice = missing_rivals();
  study.axes = problems::cell_axes();
  study.algorithms = own_cell_methods();
  for (const Configured<CellAlgorithm>& entry : CellRegistry::instance().entries())
    if (!entry.algorithm->library.empty()) study.algorithms.push_back(entry.canonical_name());
  return study;
}

// Removes methods from the study and inserts others before the remaining ones, which are usually libraries.
void replace_methods(engine::Experiment& study, const std::vector<std::string>& without,
                     const std::vector<std::string>& with) {
  std::erase_if(study.algorithms, [&](const std::string& method) { return contains(without, method); });
  study.algorithms.insert(study.algorithms.begin(), with.begin(), with.end());
}

// --- Elements sent: divisions for a stencil of five points or nine, compared with METIS

engine::Experiment volume_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/volume");
  std::erase_if(study.algorithms, [](const std::string& name) { return !name.starts_with("METIS"); });
  replace_methods(study, {"METIS[recursive]"},  // refuses this objective
                  {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration volume_study_registration{volume_experiment};

// --- The time of a division into whole cells by each method

// Every sample draws a shape and a ratio of the grids of studies/cells.ini, so that the median is over all of them.
CellProblem any_problem_of_the_grids(const engine::Point& point, RandomStream& stream) {
  const auto width = static_cast<std::int64_t>(drawn_from({200, 600, 2000}, stream));
  const double ratio = drawn_from({1, 1.5, 2, 3, 4, 8}, stream);
  return {.rows = 200, .columns = width, .cluster = draw_cluster("uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment cell_times_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/cells-times");
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  study.require = nullptr;
  study.sample = engine::sampler(any_problem_of_the_grids);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration cell_times_registration{cell_times_experiment};

// --- Cubes of six kinds, by cut or by elements sent, compared with libraries; and the time of each method

CellProblem cube_at(const engine::Point& point, RandomStream& stream) {
  const auto side = static_cast<std::int64_t>(point.number("rows"));
  CellProblem problem{.rows = side * side, .columns = side, .cluster = {}, .layers = side};
  problem.cluster = draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream);
  problem.objective = parse_objective(point.text("objective"), cell_problem_objectives());
  problem.stencil = static_cast<int>(point.number("stencil"));
  problem.imbalance = point.number("tolerance") / 100;
  if (const std::string& model = point.text("loads"); model != "full")
    problem.loads = std::make_shared<const CellLoads>(draw_loads_in_space(model, side, side, side, stream));
  return problem;
}

engine::Experiment cube_experiment(const std::string& name) {
  constexpr double greatest_side = 400;
  engine::Experiment study = frontier_cell_study(name);
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "columns" || axis.name == "latency"; });
  for (engine::Axis& axis : study.axes) {
    if (axis.name == "rows") {
      axis.title = "layers, rows and columns of a cube";
      axis.most = greatest_side;
    } else if (axis.name == "loads") {
      axis.title = "which cells there are, and their loads";
      axis.names = load_models_in_space();
      axis.values = engine::name_values(axis.names);
    } else if (axis.name == "stencil") {
      axis.title = "cells that an update reads, 7 or 27";
      axis.least = 7;
      axis.most = 27;
      axis.values = engine::axis_values({7});
      axis.omitted_at = axis.values.front();
    }
  }
  study.require = nullptr;
  study.sample = engine::sampler(cube_at);
  replace_methods(study, own_cell_methods(), {"BEST", "BEST[effort=quick]", "RCB[jogs]"});
  // METIS with its best settings takes ten times as long and more.
  if (contains(study.algorithms, "METIS")) study.algorithms.emplace_back("METIS[cuts=20,rounds=50]");
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration cube_registration{[] { return cube_experiment("frontier/cells-3d"); },
                                             [] { return cube_experiment("frontier/cells-3d-times"); }};

// --- Divisions that start from a previous one

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
