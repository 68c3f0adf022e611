// Axes, sampler and metrics of the family of whole cells, and its sweeps with clusters and instances from files.
#include "extensions/cells/problem/solve.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "extensions/cells/sim/cell_loads.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisRole;
using engine::AxisValue;

namespace {

constexpr const char* no_loads = "none";

double whole_columns_at(const engine::Point& point) { return std::max(1.0, std::round(columns_at(point))); }

CellProblem sample_cells_from(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  CellProblem problem{.rows = static_cast<std::int64_t>(point.number("rows")),
                      .columns = static_cast<std::int64_t>(whole_columns_at(point)),
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

// Checks each point, since rows and columns are on different axes.
void require_sizes(const std::vector<Axis>& axes, const std::vector<std::string>& /*metrics*/) {
  std::vector<Axis> sides;
  std::ranges::copy_if(axes, std::back_inserter(sides), [](const Axis& axis) {
    return axis.name == "rows" || axis.name == "columns" || axis.name == "aspect" || axis.name == "loads";
  });
  for (const engine::Point& point : engine::grid(sides)) {
    const double rows = point.number("rows");
    const double columns = whole_columns_at(point);
    const bool has_loads = point.text("loads") != no_loads;
    const auto most = static_cast<double>(has_loads ? most_single_cells : most_cells);
    if (columns > static_cast<double>(most_cell_lines) || rows * columns > most)
      throw InputError("{} x {} cells are too many; the limit is {} columns and {} cells{}", rows, columns,
                       most_cell_lines, most, has_loads ? " with loads" : "");
  }
}

}  // namespace

std::vector<Axis> cell_axes() {
  const auto axis_of_field = [](const char* name) { return axis_of(field_named(cell_fields(), name)); };
  std::vector<std::string> loads = load_models();
  loads.insert(loads.begin(), no_loads);
  std::vector<Axis> axes = {
      axis_of_field("rows"),
      axis_of_field("columns"),
      ratio_axis(),
      processors_axis(1e6),
      sampling_axis("max-set"),
      engine::name_axis("loads", "loads of the cells: none, where all have load 1, or a model", AxisRole::sampled,
                        loads),
      axis_of_field("latency"),
      engine::name_axis("objective", "what is minimised", AxisRole::applied,
                        collected(cell_problem_objectives(), objective_name)),
      engine::whole_axis("stencil", "cells that an update reads, 5 or 9", AxisRole::applied, 5, 9, {5}),
      engine::real_axis("tolerance",
                        "how far a load may be from its share, percent; a cell of median load always may, and what the "
                        "heaviest forces",
                        AxisRole::applied, 0, 100, {0})};
  for (Axis& axis : axes)
    if (axis.kind == engine::AxisKind::name) axis.values.resize(1);  // of names the first is the default
  // Axes that are younger than stored results: what is minimised, and how exactly.
  for (auto axis = axes.end() - 3; axis != axes.end(); ++axis) axis->omitted_at = axis->values.front();
  return axes;
}

CellProblem sample_cells(const engine::Point& point, RandomStream& stream) {
  return sample_cells_from({}, point, stream);
}

const FamilyStudy<CellQuestion, CellAnswer>& cell_study() {
  static const FamilyStudy<CellQuestion, CellAnswer> study{
      .frame = cell_frame,
      .title = "Arrays divided into parts of whole cells",
      .source = "beyond the papers: extensions/cells/docs/studies.md",
      .chunk_size = 5,  // with loads every sample of a chunk holds its cells in memory
      .algorithms = {"BEST", "JOGGED", "ROUNDED"},
      .paired_metrics = {engine::relative_metric("relative_total", "total over the rival's on the same sample", 4,
                                                 "total")},
      .axes = cell_axes,
      .by_aspect = true,
      .sample = sample_cells_from,
      .require = require_sizes,
      .is_random =
          [](const engine::Experiment& swept) {
            const std::vector<AxisValue>& loads = engine::axis_named(swept.axes, "loads")->values;
            return std::ranges::any_of(loads, [](const AxisValue& value) { return value.text != no_loads; });
          },
      .cluster_axes = {"ratio", "processors", "sampling"},
      .fields = cell_fields,
      .only_in_solve = {{"network", "give its start-up as latency"}, {"perturb", ""}},
      .applied = {{"latency", [](double latency, CellProblem& problem) { problem.latency = latency; }}},
      .require_line =
          [](const CellProblem& problem) {
            if (!problem.maps.empty()) throw InputError("several maps of loads work in solve only; a sweep takes one");
          }};
  return study;
}

engine::Experiment cell_sweep(const engine::SweepDefinition& definition) { return cell_study().sweep(definition); }

}  // namespace apportion::problems
