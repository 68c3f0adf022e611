// Axes, sampler and study of the rectangle family.
#include "experiments/problems/rectangles/study.hpp"

#include <algorithm>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/rectangles/measures.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

std::vector<Axis> rectangle_axes() {
  return {{"rows", "rows of the array", AxisRole::sampled, AxisKind::real, 1, 1e12, {}, {AxisValue::of(1000)}},
          {"columns", "columns of the array", AxisRole::sampled, AxisKind::real, 1, 1e12, {}, {AxisValue::of(1000)}},
          {"ratio", "greatest over least speed", AxisRole::sampled, AxisKind::real, 1, 1e9, {}, {AxisValue::of(4)}},
          {"processors", "processors", AxisRole::sampled, AxisKind::whole, 1, 1e7, {}, {AxisValue::of(10)}},
          sampling_axis("max-set"),
          {"latency",
           "start-up cost per pair of neighbours",
           AxisRole::applied,
           AxisKind::real,
           0,
           1e12,
           {},
           {AxisValue::of(0)}}};
}

std::vector<Axis> rectangle_sweep_axes() {
  std::vector<Axis> axes = rectangle_axes();
  const auto columns = std::ranges::find_if(axes, [](const Axis& axis) { return axis.name == "columns"; });
  *columns = {"aspect", "columns over rows", AxisRole::sampled, AxisKind::real, 1e-6, 1e6, {}, {AxisValue::of(1)}};
  return axes;
}

RectangleProblem sample_rectangles(const engine::Point& point, RandomStream& stream) {
  return {{point.number("rows"), point.number("columns")},
          draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream),
          point.number("latency")};
}

Extent extent_by_aspect(const engine::Point& point) {
  return {point.number("rows"), point.number("rows") * point.number("aspect")};
}

RectangleProblem sample_rectangles_by_aspect(const engine::Point& point, RandomStream& stream) {
  return {extent_by_aspect(point),
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

}  // namespace apportion::problems
