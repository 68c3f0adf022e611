// Axes, sampler and metrics of the family of whole cells, and its sweeps with clusters and instances from files.
#include "extensions/cells/problem/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

constexpr const char* no_loads = "none";

// The answer of a study's algorithm, which is called directly, not through solve_cells().
CellAnswer answer_of(const CellProblem& problem, const CellSolution& solution) {
  require_division(problem, solution.decomposition);
  CellAnswer answer;
  answer.costs = cell_costs(problem, solution.decomposition);
  return answer;
}

// relative_total: total of an algorithm over the total of its rival on the same sample.
std::vector<engine::PairedMetric> cell_paired_metrics() {
  return {engine::relative_metric("relative_total", "total over the rival's on the same sample", 4, "total")};
}

// Axes that are younger than stored results: what is minimised, and how exactly.
std::vector<Axis> question_axes() {
  Axis objective{.name = "objective",
                 .title = "what is minimised",
                 .role = AxisRole::applied,
                 .kind = AxisKind::name,
                 .names = cell_objectives(),
                 .values = {AxisValue::parse("total")},
                 .omitted_at = AxisValue::parse("total")};
  Axis stencil{.name = "stencil",
               .title = "cells that an update reads, 5 or 9",
               .role = AxisRole::applied,
               .kind = AxisKind::whole,
               .least = 5,
               .most = 9,
               .values = {AxisValue::parse("5")},
               .omitted_at = AxisValue::parse("5")};
  Axis tolerance{.name = "tolerance",
                 .title =
                     "how far a load may be from its share, percent; a cell of median load always may, and what the "
                     "heaviest forces",
                 .role = AxisRole::applied,
                 .kind = AxisKind::real,
                 .least = 0,
                 .most = 100,
                 .values = {AxisValue::parse("0")},
                 .omitted_at = AxisValue::parse("0")};
  return {std::move(objective), std::move(stencil), std::move(tolerance)};
}

double columns_by_aspect(double rows, double aspect) { return std::max(1.0, std::round(rows * aspect)); }

CellProblem cells_at(const ClusterSource& source, const engine::Point& point, double columns, RandomStream& stream) {
  CellProblem problem{.rows = static_cast<std::int64_t>(point.number("rows")),
                      .columns = static_cast<std::int64_t>(columns),
                      .cluster = {},
                      .latency = point.number("latency")};
  problem.objective = parse_objective(point.text("objective"), cell_problem_objectives());
  problem.stencil = static_cast<int>(point.number("stencil"));
  problem.imbalance = point.number("tolerance") / 100;
  // Random speeds are drawn before the loads; those of a given cluster may depend on the loads.
  if (source.given == nullptr) problem.cluster = source.cluster_at(point, 0, stream);
  if (const std::string& model = point.text("loads"); model != no_loads)
    problem.loads = std::make_shared<const CellLoads>(draw_loads(model, problem.rows, problem.columns, stream));
  if (source.given == nullptr) return problem;
  problem.cluster = source.given->shares_of(total_load(problem), static_cast<double>(active_cells(problem))).cluster;
  problem.memory = source.given->memory;
  return problem;
}

double columns_at(const engine::Point& point) {
  const auto has_columns = [](const engine::Point::Entry& entry) { return entry.axis == "columns"; };
  return std::ranges::any_of(point.entries(), has_columns)
             ? point.number("columns")
             : columns_by_aspect(point.number("rows"), point.number("aspect"));
}

void require_size(const engine::Point& point) {
  const double rows = point.number("rows");
  const double columns = columns_at(point);
  const bool has_loads = point.text("loads") != no_loads;
  const auto most = static_cast<double>(has_loads ? most_single_cells : most_cells);
  if (columns > static_cast<double>(most_cell_lines) || rows * columns > most)
    throw InputError(fmt::format("{} x {} cells are too many; the limit is {} columns and {} cells{}", rows, columns,
                                 most_cell_lines, most, has_loads ? " with loads" : ""));
}

// Checks each point, since rows and columns are on different axes.
void require_sizes(const std::vector<Axis>& axes, const std::vector<std::string>& /*metrics*/) {
  std::vector<Axis> sides;
  std::ranges::copy_if(axes, std::back_inserter(sides), [](const Axis& axis) {
    return axis.name == "rows" || axis.name == "columns" || axis.name == "aspect" || axis.name == "loads";
  });
  for (const engine::Point& point : engine::grid(sides)) require_size(point);
}

bool has_drawn_loads(const engine::Study& study) {
  const auto loads = std::ranges::find(study.axes, "loads", &engine::Axis::name);
  return std::ranges::any_of(loads->values, [](const engine::AxisValue& value) { return value.text != no_loads; });
}

// The same with clusters from that source; a given one has the speeds for the load of all cells.
CellProblem sample_cells_from(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  return cells_at(source, point, columns_at(point), stream);
}

void set_cell_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler(
      [source](const engine::Point& point, RandomStream& stream) { return sample_cells_from(source, point, stream); });
  if (source.given == nullptr) return;
  study.forms = engine::shown(show_cells(source.given->names));
  if (has_drawn_loads(study)) return;
  study.deterministic = true;
  study.samples = 1;
}

CellProblem read_cell_line(const std::string& line) {
  CellQuestion (*const question)(const FieldValues&) = cell_question;
  CellProblem problem =
      problem_in_line(line, cell_fields(), question, {{"network", "give its start-up as latency"}, {"perturb", ""}});
  if (!problem.maps.empty()) throw InputError("several maps of loads work in solve only; a sweep takes one");
  return problem;
}

}  // namespace

std::vector<Axis> cell_axes() {
  Axis loads{.name = "loads",
             .title = "loads of the cells: none, where all have load 1, or a model",
             .role = AxisRole::sampled,
             .kind = AxisKind::name,
             .names = load_models(),
             .values = {AxisValue::parse(no_loads)}};
  loads.names.insert(loads.names.begin(), no_loads);
  std::vector<Axis> axes = {cell_axis("rows"),    cell_axis("columns"),     ratio_axis(),
                            processors_axis(1e6), sampling_axis("max-set"), loads,
                            cell_axis("latency")};
  std::ranges::move(question_axes(), std::back_inserter(axes));
  return axes;
}

std::vector<Axis> cell_sweep_axes() {
  std::vector<Axis> axes = cell_axes();
  *std::ranges::find(axes, "columns", &Axis::name) = aspect_axis();
  return axes;
}

CellProblem sample_cells(const engine::Point& point, RandomStream& stream) {
  return cells_at({}, point, point.number("columns"), stream);
}

CellProblem sample_cells_by_aspect(const engine::Point& point, RandomStream& stream) {
  return sample_cells_from({}, point, stream);
}

engine::Study study_of_cells(const std::string& name) {
  engine::Study study{.name = name};
  study.solvers = engine::solvers_of<CellAlgorithm>();
  study.measured = measured_by(cell_quantities(), answer_of);
  study.require = require_sizes;
  study.sample = engine::sampler(sample_cells);
  study.forms = engine::shown(show_cells());
  return study;
}

engine::Study cell_study() {
  engine::Study study = study_of_cells();
  study.title = "Arrays divided into parts of whole cells";
  study.source = "beyond the papers: extensions/cells/docs/studies.md";
  study.axes = cell_sweep_axes();
  study.samples = 20;
  // With loads every sample of a chunk holds its cells in memory.
  study.chunk_size = 5;
  study.algorithms = {"BEST", "JOGGED", "ROUNDED"};
  study.paired_metrics = cell_paired_metrics();
  study.sample = engine::sampler(sample_cells_by_aspect);
  return study;
}

engine::Experiment cell_sweep(const engine::SweepDefinition& definition) {
  const auto set_latency = [](double value, CellProblem& problem) { problem.latency = value; };
  engine::Study study = cell_study();
  const bool by_columns = definition.axes.contains("columns");
  if (by_columns) study.axes = cell_axes();
  engine::Experiment sweep =
      sweep_study(std::move(study), definition,
                  {.cluster_axes = {"ratio", "processors", "sampling"},
                   .set_clusters = set_cell_clusters,
                   .instances = given_instances<CellProblem>(read_cell_line, {{"latency", set_latency}})},
                  own_solvers(cell_exchange()));
  if (by_columns && !definition.is_built_in) sweep.definition.insert(0, "by columns, ");
  return sweep;
}

}  // namespace apportion::problems
