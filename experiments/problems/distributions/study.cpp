// Axes, metrics and the study of the family of distributions, and its exchange with users' programs.
#include "experiments/problems/distributions/study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/distributions/notation.hpp"
#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "sim/distributions/distribution.hpp"

namespace apportion::problems {
namespace {

constexpr Index most_length = 1 << 20;  // in studies

std::string shape_line(const DistributionShape& shape) {
  return fmt::format(R"({{"n":{},"p":{}}})", shape.length, shape.processes);
}

Distribution distribution_in(const DistributionShape& shape, const JsonReader& answer) {
  require_answer_keys(answer, {"distribution"}, {});
  Distribution distribution = parse_distribution(answer["distribution"].text());
  if (distribution.length() != shape.length || distribution.processes() != shape.processes)
    throw InputError(fmt::format("{} distributes {} elements among {} processes; it must be {} among {}",
                                 answer["distribution"].text(), distribution.length(), distribution.processes(),
                                 shape.length, shape.processes));
  return distribution;
}

// Measures of the triangular computation, in elements.
struct DistributionMeasures {
  double time = 0;        // triangular_time()
  double bound = 0;       // triangular_bound()
  double efficiency = 0;  // all elements of all steps over p times the time
  double imbalance = 0;   // Ma - Mi
  double cut = 0;         // cut_neighbours()
};

DistributionMeasures measure_distribution(const DistributionShape& shape, const Distribution& distribution) {
  const auto n = static_cast<double>(shape.length);
  const auto p = static_cast<double>(shape.processes);
  const double time = triangular_time(distribution);
  return {.time = time,
          .bound = triangular_bound(shape.length, shape.processes),
          .efficiency = time == 0 ? 1 : n * (n - 1) / 2 / (p * time),
          .imbalance = static_cast<double>(distribution.most() - distribution.least()),
          .cut = cut_neighbours(distribution)};
}

DistributionShape read_shape(const std::string& line) {
  const DistributionQuestion question = parse_distribution_question(line);
  bool has_more = question.distribution || question.row_kind || question.column_kind || question.inner_kind;
  for (const auto& [name, field] : size_fields())
    has_more = has_more || ((question.*field) && name != "n" && name != "p");
  if (!question.n || !question.p || has_more)
    throw InputError("an instance of distributions is one dimension: n and p, and nothing else");
  if (std::min(*question.n, *question.p) < 1 || std::max(*question.n, *question.p) > most_length)
    throw InputError(fmt::format("n and p must be from 1 to {}", most_length));
  return {*question.n, *question.p};
}

// n elements and p processes of the point; there is nothing random.
DistributionShape distribution_shape(const engine::Point& point, RandomStream& /*stream*/) {
  return {static_cast<Index>(point.count("n")), static_cast<Index>(point.count("p"))};
}

// Distributions in the paper's notation.
engine::Presentation<DistributionKind> show_distributions() {
  return {
      nullptr,
      [](const DistributionShape& /*shape*/, const Distribution& distribution) { return to_text(distribution) + "\n"; },
      nullptr};
}

// The family's default sweep: axes n and p. relative_time: triangular time over the rival's.
engine::Study distribution_study() {
  engine::Study study;
  study.title = "Simple distributions under the triangular computation";
  study.source = "Niculescu, example 1";
  study.axes = {length_axis("n", "elements and steps", {960}), length_axis("p", "processes", {8})};
  study.deterministic = true;
  study.algorithms = {"ceil-block", "block-cyclic", "wrap"};
  study.solvers = engine::solvers_of<DistributionKind>();
  study.measured = engine::measured(
      measure_distribution,
      {{"time", "elements of the busiest processes, summed over the steps", "elements", "less", 0,
        &DistributionMeasures::time},
       {"bound", "the least that any distribution takes", "elements", "", 0, &DistributionMeasures::bound},
       {"efficiency", "all elements of all steps over p times the time", "", "more", 4,
        &DistributionMeasures::efficiency},
       {"imbalance", "Ma - Mi", "elements", "less", 0, &DistributionMeasures::imbalance},
       {"cut", "neighbours on different processes", "", "less", 0, &DistributionMeasures::cut}});
  study.paired_metrics = {engine::relative_metric("relative_time", "time over the rival's", 4, "time")};
  study.sample = engine::sampler(distribution_shape);
  study.forms = engine::shown(show_distributions());
  return study;
}

}  // namespace

Exchange<DistributionKind> distribution_exchange() { return {shape_line, distribution_in}; }

engine::Axis length_axis(const std::string& name, const std::string& title, const std::vector<double>& values) {
  return engine::whole_axis(name, title, engine::AxisRole::applied, 1, most_length, values);
}

engine::Experiment distribution_sweep(const engine::SweepDefinition& definition) {
  return sweep_study(distribution_study(), definition, {.instances = given_instances<DistributionShape>(read_shape)},
                     own_solvers(distribution_exchange()));
}

}  // namespace apportion::problems
