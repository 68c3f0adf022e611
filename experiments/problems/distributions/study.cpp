// Axes, metrics and the study of the family of distributions.
#include "experiments/problems/distributions/study.hpp"

#include "algorithms/distributions/notation.hpp"
#include "experiments/engine/study_solver.hpp"
#include "sim/distributions/costs.hpp"

namespace apportion::problems {

namespace {

using Measures = DistributionMeasures;

Measures measure(const DistributionShape& shape, const Distribution& distribution) {
  const auto n = static_cast<double>(shape.length);
  const auto p = static_cast<double>(shape.processes);
  const double time = triangular_time(distribution);
  return {.time = time,
          .bound = triangular_bound(shape.length, shape.processes),
          .efficiency = time == 0 ? 1 : n * (n - 1) / 2 / (p * time),
          .imbalance = static_cast<double>(distribution.most() - distribution.least()),
          .cut = cut_neighbours(distribution)};
}

double relative_time(const Measures& mine, const Measures& rival) {
  // A single element takes no time whoever owns it: step 0 works on nothing.
  return rival.time == 0 ? 1 : mine.time / rival.time;
}

}  // namespace

engine::Axis length_axis(const std::string& name, const std::string& title, const std::vector<double>& values) {
  return {name, title, engine::AxisRole::applied, engine::AxisKind::whole, 1, 1 << 20, {}, engine::axis_values(values)};
}

DistributionShape distribution_shape(const engine::Point& point, RandomStream& /*stream*/) {
  return {static_cast<Index>(point.count("n")), static_cast<Index>(point.count("p"))};
}

void measure_distributions(DistributionStudy& study) {
  study.metrics = {
      {"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0, &Measures::time},
      {"bound", "the least that any distribution takes", "elements", "", 0, &Measures::bound},
      {"efficiency", "all elements of all steps over p times the time", "", "more", 4, &Measures::efficiency},
      {"imbalance", "Ma - Mi", "elements", "less", 0, &Measures::imbalance},
      {"cut", "neighbours on different processes", "", "less", 0, &Measures::cut}};
  study.measure = measure;
}

std::vector<engine::PairedMetric<Measures>> distribution_paired_metrics() {
  return {{{"relative_time", "time over the rival's", "", "less", 4}, relative_time}};
}

engine::Presentation<DistributionKind> show_distributions() {
  return {
      nullptr,
      [](const DistributionShape& /*shape*/, const Distribution& distribution) { return to_text(distribution) + "\n"; },
      nullptr};
}

DistributionStudy distribution_study() {
  DistributionStudy study;
  study.title = "Simple distributions under the triangular computation";
  study.source = "Niculescu, example 1";
  study.axes = {length_axis("n", "elements and steps", {960}), length_axis("p", "processes", {8})};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.algorithms = {"ceil-block", "block-cyclic", "wrap"};
  measure_distributions(study);
  study.paired_metrics = distribution_paired_metrics();
  study.sample = distribution_shape;
  study.presentation = show_distributions();
  return study;
}

}  // namespace apportion::problems

namespace apportion::engine {
template Experiment erase(problems::DistributionStudy study);
}  // namespace apportion::engine
