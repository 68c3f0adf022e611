// Axes, sampler and metrics of the rectangle family, and its sweeps with clusters and instances from files.
#include "experiments/problems/rectangles/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;

namespace {

RectangleAnswer answer_of(const RectangleProblem& problem, const RectangleSolution& solution) {
  require_accurate(problem, solution.decomposition);
  RectangleAnswer answer;
  answer.acost = acost(solution.decomposition);
  answer.internal_edges = internal_edges(solution.decomposition);
  answer.total = total_cost(answer.acost, answer.internal_edges, problem.latency);
  return answer;
}

void require_few_processors(const std::vector<engine::Axis>& axes) {
  const engine::Axis* processors = engine::axis_named(axes, "processors");
  if (processors == nullptr) return;
  for (const engine::AxisValue& value : processors->values)
    if (value.number.value_or(0) > most_proven)
      throw InputError(
          fmt::format("found is measured up to {} processors, for which the optimum is proved; "
                      "processors = {} is too many",
                      most_proven, value.text));
}

bool is_whole(double value) { return value == std::floor(value); }

void require_whole_sides(const std::vector<engine::Axis>& axes) {
  const engine::Axis* rows = engine::axis_named(axes, "rows");
  const engine::Axis* columns = engine::axis_named(axes, "columns");
  const engine::Axis* aspect = engine::axis_named(axes, "aspect");
  const auto require = [](double side, const std::string& of) {
    if (!is_whole(side))
      throw InputError(fmt::format("imbalance is measured in whole rows and columns; {} makes a side of {}", of, side));
  };
  for (const engine::Axis* axis : {rows, columns})
    if (axis != nullptr)
      for (const engine::AxisValue& value : axis->values)
        require(value.number.value_or(0), fmt::format("{} = {}", axis->name, value.text));
  if (rows == nullptr || aspect == nullptr) return;
  for (const engine::AxisValue& row : rows->values)
    for (const engine::AxisValue& each : aspect->values)
      require(row.number.value_or(0) * each.number.value_or(0),
              fmt::format("aspect = {} with rows = {}", each.text, row.text));
}

Extent extent_by_aspect(const engine::Point& point) {
  const auto has_columns = [](const engine::Point::Entry& entry) { return entry.axis == "columns"; };
  if (std::ranges::any_of(point.entries(), has_columns)) return {point.number("rows"), point.number("columns")};
  return {point.number("rows"), point.number("rows") * point.number("aspect")};
}

void set_rectangle_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler([source](const engine::Point& point, RandomStream& stream) {
    const Extent extent = extent_by_aspect(point);
    return RectangleProblem{extent, source.cluster_at(point, extent.area(), stream), point.number("latency")};
  });
  if (source.given == nullptr) return;
  study.deterministic = true;
  study.samples = 1;
  study.forms = engine::shown(show_rectangles(source.given->names));
}

RectangleProblem read_rectangle_line(const std::string& line) {
  return problem_in_line(
      line, rectangle_fields(), rectangle_question,
      {{"whole", "the metric imbalance measures it"}, {"network", "give its start-up as latency"}, {"perturb", ""}});
}

std::vector<Axis> rectangle_sweep_axes() {
  std::vector<Axis> axes = rectangle_axes();
  *std::ranges::find(axes, "columns", &Axis::name) = aspect_axis();
  return axes;
}

// rectangle_axes() with aspect, columns over rows, in place of columns: the axes of sweeps, since aspect gives the
// shape of the array independently of its size.
RectangleProblem sample_rectangles_by_aspect(const engine::Point& point, RandomStream& stream) {
  return {extent_by_aspect(point),
          draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream),
          point.number("latency")};
}

// The family's default sweep.
engine::Study rectangle_study() {
  engine::Study study = study_of_rectangles();
  study.title = "Arrays divided into rectangles";
  study.source = "Kaddoura, Ranka & Wang 1996";
  study.axes = rectangle_sweep_axes();
  study.samples = 20;
  study.chunk_size = 20;
  study.algorithms = {"RecursiveBisection2", "TILE", "XY2"};
  study.paired_metrics = rectangle_paired_metrics();
  study.sample = engine::sampler(sample_rectangles_by_aspect);
  return study;
}

// InputError, which names the metric and the axis, unless all of these metrics can be measured at all values of the
// axes: found up to 7 processors, imbalance if both sides are whole.
void require_measurable(const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics) {
  for (const std::string& metric : metrics) {
    if (metric == "found") require_few_processors(axes);
    if (metric == "imbalance") require_whole_sides(axes);
  }
}

}  // namespace

engine::Measured measured_rectangles() { return measured_by(rectangle_quantities(), answer_of); }

std::vector<Axis> rectangle_axes() {
  return {rectangle_axis("rows"), rectangle_axis("columns"), ratio_axis(),
          processors_axis(1e7),   sampling_axis("max-set"),  rectangle_axis("latency")};
}

RectangleProblem sample_rectangles(const engine::Point& point, RandomStream& stream) {
  return {{point.number("rows"), point.number("columns")},
          draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream),
          point.number("latency")};
}

engine::Study study_of_rectangles(const std::string& name) {
  engine::Study study{.name = name};
  study.solvers = engine::solvers_of<RectangleAlgorithm>();
  study.measured = measured_rectangles();
  study.require = require_measurable;
  study.sample = engine::sampler(sample_rectangles);
  study.forms = engine::shown(show_rectangles());
  return study;
}

std::vector<engine::PairedMetric> rectangle_paired_metrics() {
  return {engine::relative_metric("relative_total", "total over the rival's on the same sample", 4, "total")};
}

engine::Experiment rectangle_sweep(const engine::SweepDefinition& definition) {
  const auto set_latency = [](double value, RectangleProblem& problem) { problem.latency = value; };
  engine::Study study = rectangle_study();
  const bool by_columns = definition.axes.contains("columns");
  if (by_columns) study.axes = rectangle_axes();
  engine::Experiment sweep =
      sweep_study(std::move(study), definition,
                  {.cluster_axes = {"ratio", "processors", "sampling"},
                   .set_clusters = set_rectangle_clusters,
                   .instances = given_instances<RectangleProblem>(read_rectangle_line, {{"latency", set_latency}})},
                  own_solvers(rectangle_exchange()));
  if (by_columns && !definition.is_built_in) sweep.definition.insert(0, "by columns, ");
  return sweep;
}

}  // namespace apportion::problems
