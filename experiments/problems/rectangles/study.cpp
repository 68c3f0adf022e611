// Axes, sampler and metrics of the rectangle family.
#include "experiments/problems/rectangles/study.hpp"

#include <algorithm>

#include "experiments/engine/study_solver.hpp"
#include "experiments/problems/rectangles/fields.hpp"
#include "experiments/problems/rectangles/yardsticks.hpp"
#include "sim/rectangles/accuracy.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;

namespace {

using Measures = RectangleMeasures;

Measures measure(const RectangleProblem& problem, const RectangleSolution& solution) {
  require_accurate(problem, solution.decomposition);
  const double length = acost(solution.decomposition);
  const std::int64_t edges = internal_edges(solution.decomposition);
  return {.acost = length,
          .internal_edges = static_cast<double>(edges),
          .total = total_cost(length, edges, problem.latency),
          .claimed_total = total_cost(solution.claimed_acost, solution.claimed_edges.value_or(edges), problem.latency)};
}

double relative_total(const Measures& mine, const Measures& rival) {
  // One processor costs nothing whoever divides.
  return rival.total == 0 ? 1 : mine.total / rival.total;
}

}  // namespace

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

void measure_rectangles(RectangleStudy& study) {
  study.metrics = {{"acost", "length of the inner boundary", "elements", "less", 1, &Measures::acost},
                   {"internal_edges", "pairs of neighbours", "", "less", 2, &Measures::internal_edges},
                   {"total", "Acost + latency x internal edges", "elements", "less", 1, &Measures::total},
                   {"reckoned_total", "total by the algorithm's own count of edges", "elements", "less", 1,
                    &Measures::claimed_total}};
  study.stored_metrics = {"relative_total"};
  for (const engine::Metric<Measures>& metric : study.metrics) study.stored_metrics.push_back(metric.name);
  for (const engine::Metric<Measures>& yardstick : rectangle_yardsticks()) study.metrics.push_back(yardstick);
  study.measure = measure;
  study.costly = yardstick_measures();
  study.require = require_measurable;
}

std::vector<engine::PairedMetric<Measures>> rectangle_paired_metrics() {
  return {{{"relative_total", "total over the rival's on the same sample", "", "less", 4}, relative_total}};
}

RectangleStudy rectangle_study() {
  RectangleStudy study;
  study.title = "Arrays divided into rectangles";
  study.source = "Kaddoura, Ranka & Wang 1996";
  study.axes = rectangle_sweep_axes();
  study.samples = 20;
  study.chunk_size = 20;
  study.algorithms = {"RecursiveBisection2", "TILE", "XY2"};
  measure_rectangles(study);
  study.paired_metrics = rectangle_paired_metrics();
  study.sample = sample_rectangles_by_aspect;
  study.presentation = show_rectangles();
  return study;
}

}  // namespace apportion::problems

namespace apportion::engine {
template Experiment erase(problems::RectangleStudy study);
}  // namespace apportion::engine
