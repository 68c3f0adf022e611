// Axes, sampler and metrics of the rectangle family.
#include "experiments/problems/rectangles/study.hpp"

#include <algorithm>

#include "sim/rectangles/accuracy.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;

namespace {

enum MetricIndex : std::size_t { acost_metric, edges_metric, total_metric, reckoned_metric };

double relative_total(std::span<const double> mine, std::span<const double> rival) {
  // One processor costs nothing whoever divides.
  return rival[total_metric] == 0 ? 1 : mine[total_metric] / rival[total_metric];
}

}  // namespace

std::vector<Axis> rectangle_axes() {
  return {{"rows", "rows of the array", AxisRole::sampled, AxisKind::real, 1, 1e12, {}, {AxisValue::of(1000)}},
          {"columns", "columns of the array", AxisRole::sampled, AxisKind::real, 1, 1e12, {}, {AxisValue::of(1000)}},
          {"ratio", "greatest over least speed", AxisRole::sampled, AxisKind::real, 1, 1e9, {}, {AxisValue::of(4)}},
          {"processors", "processors", AxisRole::sampled, AxisKind::whole, 1, 1e7, {}, {AxisValue::of(10)}},
          {"sampling",
           "sampling model",
           AxisRole::sampled,
           AxisKind::name,
           0,
           0,
           sampler_names(),
           {AxisValue::parse("max-set")}},
          {"latency",
           "start-up cost a pair of neighbours",
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

RectangleProblem sample_rectangles_by_aspect(const engine::Point& point, RandomStream& stream) {
  return {{point.number("rows"), point.number("rows") * point.number("aspect")},
          draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream),
          point.number("latency")};
}

std::vector<results::MetricRecord> rectangle_metrics() {
  return {{"acost", "length of the inner boundary", "elements", "less", 1},
          {"internal_edges", "pairs of neighbours", "", "less", 2},
          {"total", "Acost + latency x internal edges", "elements", "less", 1},
          {"reckoned_total", "total by the algorithm's own count of edges", "elements", "less", 1}};
}

void measure_rectangles(const RectangleProblem& problem, const RectangleSolution& solution, std::span<double> values) {
  require_accurate(problem, solution.decomposition);
  const std::int64_t edges = internal_edges(solution.decomposition);
  values[acost_metric] = acost(solution.decomposition);
  values[edges_metric] = static_cast<double>(edges);
  values[total_metric] = total_cost(values[acost_metric], edges, problem.latency);
  values[reckoned_metric] = total_cost(solution.claimed_acost, solution.claimed_edges.value_or(edges), problem.latency);
}

std::vector<engine::PairedMetric> rectangle_paired_metrics() {
  return {{{"relative_total", "total over the rival's on the same sample", "", "less", 4}, relative_total}};
}

engine::Study<RectangleAlgorithm> rectangle_study() {
  engine::Study<RectangleAlgorithm> study;
  study.title = "Arrays divided into rectangles";
  study.source = "Kaddoura, Ranka & Wang 1996";
  study.axes = rectangle_sweep_axes();
  study.samples = 20;
  study.chunk_size = 20;
  study.algorithms = {"RecursiveBisection2", "TILE", "XY2"};
  study.metrics = rectangle_metrics();
  study.paired_metrics = rectangle_paired_metrics();
  study.sample = sample_rectangles_by_aspect;
  study.measure = measure_rectangles;
  study.presentation = show_rectangles();
  return study;
}

}  // namespace apportion::problems
