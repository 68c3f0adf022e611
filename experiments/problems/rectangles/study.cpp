// Axes, sampler and study of the rectangle family.
#include "experiments/problems/rectangles/study.hpp"

#include <algorithm>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/rectangles/fields.hpp"
#include "experiments/problems/rectangles/measures.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;

std::vector<Axis> rectangle_axes() {
  return {rectangle_axis("rows"), rectangle_axis("columns"), ratio_axis(),
          processors_axis(1e7),   sampling_axis("max-set"),  rectangle_axis("latency")};
}

std::vector<Axis> rectangle_sweep_axes() {
  std::vector<Axis> axes = rectangle_axes();
  *std::ranges::find(axes, "columns", &Axis::name) = aspect_axis();
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
