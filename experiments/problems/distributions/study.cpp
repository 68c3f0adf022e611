// Axes, metrics and the study of the family of distributions.
#include "experiments/problems/distributions/study.hpp"

#include "algorithms/distributions/notation.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/distributions/costs.hpp"

namespace apportion::problems {

namespace {

// For the triangular computation; in elements.
struct Measures {
  double time = 0;        // triangular_time()
  double bound = 0;       // triangular_bound()
  double efficiency = 0;  // all elements of all steps over p times the time
  double imbalance = 0;   // Ma - Mi
  double cut = 0;         // cut_neighbours()
};

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

}  // namespace

engine::Axis length_axis(const std::string& name, const std::string& title, const std::vector<double>& values) {
  return {name, title, engine::AxisRole::applied, engine::AxisKind::whole, 1, 1 << 20, {}, engine::axis_values(values)};
}

DistributionShape distribution_shape(const engine::Point& point, RandomStream& /*stream*/) {
  return {static_cast<Index>(point.count("n")), static_cast<Index>(point.count("p"))};
}

engine::Study study_of_distributions(const std::string& name) {
  engine::Study study{.name = name};
  study.solvers = engine::solvers_of<DistributionKind>();
  study.measured = engine::measured<DistributionShape, Distribution, Measures>(
      measure,
      {{"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0, &Measures::time},
       {"bound", "the least that any distribution takes", "elements", "", 0, &Measures::bound},
       {"efficiency", "all elements of all steps over p times the time", "", "more", 4, &Measures::efficiency},
       {"imbalance", "Ma - Mi", "elements", "less", 0, &Measures::imbalance},
       {"cut", "neighbours on different processes", "", "less", 0, &Measures::cut}});
  study.sample = engine::sampler(distribution_shape);
  study.forms = engine::shown(show_distributions());
  return study;
}

std::vector<engine::PairedMetric> distribution_paired_metrics() {
  return {engine::relative_metric("relative_time", "time over the rival's", 4, "time")};
}

engine::Presentation<DistributionKind> show_distributions() {
  return {
      nullptr,
      [](const DistributionShape& /*shape*/, const Distribution& distribution) { return to_text(distribution) + "\n"; },
      nullptr};
}

engine::Study distribution_study() {
  engine::Study study = study_of_distributions();
  study.title = "Simple distributions under the triangular computation";
  study.source = "Niculescu, example 1";
  study.axes = {length_axis("n", "elements and steps", {960}), length_axis("p", "processes", {8})};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  study.algorithms = {"ceil-block", "block-cyclic", "wrap"};
  study.paired_metrics = distribution_paired_metrics();
  return study;
}

}  // namespace apportion::problems
