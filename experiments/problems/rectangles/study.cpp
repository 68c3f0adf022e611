// Axes, sampler and metrics of the rectangle family, and its sweeps with clusters and instances from files.

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

using engine::Axis;

namespace {

void require_few_processors(const std::vector<engine::Axis>& axes) {
  const engine::Axis* processors = engine::axis_named(axes, "processors");
  if (processors == nullptr) return;
  for (const engine::AxisValue& value : processors->values)
    if (value.number.value_or(0) > most_proven)
      throw InputError(
          "found is measured up to {} processors, for which the optimum is proved; "
          "processors = {} is too many",
          most_proven, value.text);
}

void require_whole_sides(const std::vector<engine::Axis>& axes) {
  const engine::Axis* rows = engine::axis_named(axes, "rows");
  const engine::Axis* columns = engine::axis_named(axes, "columns");
  const engine::Axis* aspect = engine::axis_named(axes, "aspect");
  const auto require = [](double side, const std::string& of) {
    if (side != std::floor(side))
      throw InputError("imbalance is measured in whole rows and columns; {} makes a side of {}", of, side);
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

RectangleProblem sample_rectangles(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  const Extent extent{point.number("rows"), columns_at(point)};
  return {extent, source.cluster_at(point, extent.area(), stream), point.number("latency")};
}

}  // namespace

std::vector<Axis> rectangle_axes() {
  return {rectangle_axis("rows"), rectangle_axis("columns"), ratio_axis(),
          processors_axis(1e7),   sampling_axis("max-set"),  rectangle_axis("latency")};
}

const FamilyStudy<RectangleQuestion, RectangleAnswer>& rectangle_study() {
  static const FamilyStudy<RectangleQuestion, RectangleAnswer> study{
      .frame = rectangle_frame,
      .title = "Arrays divided into rectangles",
      .source = "Kaddoura, Ranka & Wang 1996",
      .algorithms = {"RecursiveBisection2", "TILE", "XY2"},
      .paired_metrics = {engine::relative_metric("relative_total", "total over the rival's on the same sample", 4,
                                                 "total")},
      .axes = rectangle_axes,
      .by_aspect = true,
      .sample = sample_rectangles,
      // found is measured up to 7 processors, imbalance if both sides are whole.
      .require =
          [](const std::vector<Axis>& of, const std::vector<std::string>& metrics) {
            if (contains(metrics, "imbalance")) require_whole_sides(of);
            if (contains(metrics, "found")) require_few_processors(of);
          },
      .cluster_axes = {"ratio", "processors", "sampling"},
      .fields = rectangle_fields,
      .only_in_solve = {{"whole", "the metric imbalance measures it"},
                        {"network", "give its start-up as latency"},
                        {"perturb", ""}},
      .applied = {{"latency", [](double latency, RectangleProblem& problem) { problem.latency = latency; }}}};
  return study;
}

engine::Experiment rectangle_sweep(const engine::SweepDefinition& definition) {
  return rectangle_study().sweep(definition);
}

}  // namespace apportion::problems
