// Metrics of boxes, and the family's axes, sampler and sweeps.
#include <algorithm>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "sim/boxes/bound.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {
namespace {

bool box_latency_counts(const BoxProblem& problem) { return problem.latency > 0; }

QuantityValue box_gap(const BoxAnswer& answer) { return gap_percent(answer); }

QuantityValue beyond_box_memory(const BoxAnswer& answer) {
  return static_cast<std::int64_t>(beyond_memory(answer.memory));
}

double box_aspect(const BoxProblem& /*problem*/, const BoxDivision& division, const BoxAnswer& /*answer*/) {
  double greatest = 0;
  for (const Cuboid& part : division.parts)
    greatest = std::max(greatest, *std::ranges::max_element(part.sides) / *std::ranges::min_element(part.sides));
  return greatest;
}

std::vector<BoxQuantity> all_box_quantities() {
  using Row = BoxQuantity;
  return {Row("surface", "inner surface", "elements", "less", in_answer(&BoxAnswer::surface),
              {{.place = 2, .concerns = box_latency_counts}}, {{.place = 1, .digits = 1}}),
          Row("pairs", "pairs of neighbours", "", "less", in_answer(&BoxAnswer::pairs), {{.place = 4}},
              {{.place = 2, .digits = 2}}),
          Row("total", "inner surface + latency x pairs of neighbours", "elements", "less",
              in_answer(&BoxAnswer::total), {{.place = 1}}, {{.place = 3, .digits = 1}}),
          Row("lower_bound", "no division into boxes of these volumes has a smaller total", "elements", "",
              in_answer(&BoxAnswer::lower_bound), {}, {}),
          Row("gap_percent", "total above the lower bound, percent of the bound", "%", "less", box_gap,
              {{.place = 3, .title = "gap, %", .decimals = 3}},
              {{.place = 4, .digits = 3, .exact_everywhere = false, .name = "gap"}}, MemberOf::ranking),
          Row("aspect", "greatest ratio of two sides of a part", "", "less", nullptr, {},
              {{.place = 5, .digits = 2, .measure = box_aspect}}, MemberOf::nothing),
          Row("beyond_memory", "processors whose parts do not fit their memory", "", "less", beyond_box_memory,
              {{.place = 5, .title = "beyond memory", .only_above_zero = true}}, {}, MemberOf::nothing),
          Row("seconds", "time to find it; a ranking shows milliseconds", "s", "less", in_answer(&BoxAnswer::seconds),
              {{.place = 6, .title = "time, ms", .digits = 3}}, {}, MemberOf::ranking, 1000)};
}

BoxAnswer measured_box_answer(const BoxProblem& problem, const BoxDivision& division) {
  require_tiling(problem, division);
  BoxAnswer answer{.algorithm = {}, .division = division};
  answer.surface = inner_surface(division);
  answer.pairs = neighbour_pairs(division);
  answer.total = total_cost(problem, division);
  answer.lower_bound = total_lower_bound(problem);
  return answer;
}

Triple block_at(const engine::Point& point) {
  return {point.number("rows"), point.number("columns"), point.number("layers")};
}

BoxProblem sample_boxes(const engine::Point& point, RandomStream& stream) {
  return {block_at(point),
          draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream),
          point.number("latency")};
}

void set_box_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler([source](const engine::Point& point, RandomStream& stream) {
    const Triple extent = block_at(point);
    return BoxProblem{extent, source.cluster_at(point, volume(extent), stream), point.number("latency")};
  });
  if (source.given == nullptr) return;
  study.deterministic = true;
  study.samples = 1;
}

engine::Presentation<BoxAlgorithm> show_boxes() {
  const auto labelled = [](const std::vector<std::string>& titles, const std::vector<BoxDivision>& divisions) {
    std::vector<LabelledBoxes> all;
    for (std::size_t i = 0; i < divisions.size(); ++i) all.push_back({titles[i], divisions[i]});
    return all;
  };
  return {.instance = [](const BoxProblem& problem) { return to_json(problem); },
          .text = [labelled](const BoxProblem& /*problem*/,
                             const BoxDivision& division) { return drawing_of(labelled({""}, {division}), "text"); },
          .svg =
              [labelled](const BoxProblem& /*problem*/, const std::vector<std::string>& titles,
                         const std::vector<BoxDivision>& divisions) {
                constexpr std::size_t most_in_reports = 200;
                if (divisions.front().parts.size() > most_in_reports) return std::string();
                return drawing_of(labelled(titles, divisions), "svg");
              }};
}

engine::Study box_study() {
  engine::Study study = study_of_boxes();
  study.title = "Blocks divided into boxes";
  study.source = "beyond the papers: README.md in experiments/frontier/boxes";
  study.samples = 20;
  study.chunk_size = 20;
  study.algorithms = {"HUFFMAN", "RCB", "RecursiveBisection2"};
  study.paired_metrics = {
      engine::relative_metric("relative_total", "total over the rival's on the same sample", 4, "total")};
  return study;
}

}  // namespace

double gap_percent(const BoxAnswer& answer) {
  return answer.lower_bound > 0 ? 100 * (answer.total / answer.lower_bound - 1) : 0;
}

const std::vector<BoxQuantity>& box_quantities() {
  static const std::vector<BoxQuantity> all = all_box_quantities();
  return all;
}

std::vector<engine::Axis> box_axes() {
  std::vector<engine::Axis> axes;
  for (const char* side : {"rows", "columns", "layers"}) axes.push_back(axis_of(field_named(box_fields(), side)));
  axes.push_back(ratio_axis());
  axes.push_back(processors_axis(static_cast<double>(most_boxes)));
  axes.push_back(sampling_axis("log-uniform"));
  axes.push_back(axis_of(field_named(box_fields(), "latency")));
  return axes;
}

engine::Study study_of_boxes(const std::string& name) {
  engine::Study study{.name = name};
  study.axes = box_axes();
  study.solvers = engine::solvers_of<BoxAlgorithm>();
  study.measured = measured_by(box_quantities(), measured_box_answer);
  study.sample = engine::sampler(sample_boxes);
  study.forms = engine::shown(show_boxes());
  return study;
}

engine::Experiment box_sweep(const engine::SweepDefinition& definition) {
  const auto set_latency = [](double value, BoxProblem& problem) { problem.latency = value; };
  return sweep_study(box_study(), definition,
                     {.cluster_axes = {"ratio", "processors", "sampling"},
                      .set_clusters = set_box_clusters,
                      .instances = given_instances<BoxProblem>(
                          [](const std::string& line) { return problem_in_line(line, box_fields(), box_question); },
                          {{"latency", set_latency}})},
                     own_solvers(box_exchange()));
}

}  // namespace apportion::problems
