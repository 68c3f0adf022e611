// Axes, metrics and the study of the family of distributions.
#include "experiments/problems/distributions/study.hpp"

#include "algorithms/distributions/notation.hpp"
#include "sim/distributions/costs.hpp"

namespace apportion::problems {

namespace {

enum MetricIndex : std::size_t { time_metric, bound_metric, efficiency_metric, imbalance_metric, cut_metric };

double relative_time(std::span<const double> mine, std::span<const double> rival) {
  // A single element takes no time whoever owns it: step 0 works on nothing.
  return rival[time_metric] == 0 ? 1 : mine[time_metric] / rival[time_metric];
}

}  // namespace

engine::Axis length_axis(const std::string& name, const std::string& title, const std::vector<double>& values) {
  return {name, title, engine::AxisRole::applied, engine::AxisKind::whole, 1, 1 << 20, {}, engine::axis_values(values)};
}

DistributionShape distribution_shape(const engine::Point& point, RandomStream& /*stream*/) {
  return {static_cast<Index>(point.count("n")), static_cast<Index>(point.count("p"))};
}

std::vector<results::MetricRecord> distribution_metrics() {
  return {{"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0},
          {"bound", "the least that any distribution takes", "elements", "", 0},
          {"efficiency", "all elements of all steps over p times the time", "", "more", 4},
          {"imbalance", "Ma - Mi", "elements", "less", 0},
          {"cut", "neighbours on different processes", "", "less", 0}};
}

void measure_distribution(const DistributionShape& shape, const Distribution& distribution, std::span<double> values) {
  const auto n = static_cast<double>(shape.length);
  const auto p = static_cast<double>(shape.processes);
  values[time_metric] = triangular_time(distribution);
  values[bound_metric] = triangular_bound(shape.length, shape.processes);
  values[efficiency_metric] = values[time_metric] == 0 ? 1 : n * (n - 1) / 2 / (p * values[time_metric]);
  values[imbalance_metric] = static_cast<double>(distribution.most() - distribution.least());
  values[cut_metric] = cut_neighbours(distribution);
}

std::vector<engine::PairedMetric> distribution_paired_metrics() {
  return {{{"relative_time", "time over the rival's", "", "less", 4}, relative_time}};
}

engine::Presentation<DistributionKind> show_distributions() {
  return {
      nullptr,
      [](const DistributionShape& /*shape*/, const Distribution& distribution) { return to_text(distribution) + "\n"; },
      nullptr};
}

engine::Study<DistributionKind> distribution_study() {
  engine::Study<DistributionKind> study;
  study.title = "Simple distributions under the triangular computation";
  study.source = "Niculescu, example 1";
  study.axes = {length_axis("n", "elements and steps", {960}), length_axis("p", "processes", {8})};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.algorithms = {"ceil-block", "block-cyclic", "wrap"};
  study.metrics = distribution_metrics();
  study.paired_metrics = distribution_paired_metrics();
  study.sample = distribution_shape;
  study.measure = measure_distribution;
  study.presentation = show_distributions();
  return study;
}

}  // namespace apportion::problems
