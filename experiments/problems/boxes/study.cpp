// Metrics of boxes, and the family's axes, sampler and sweeps.
#include <algorithm>

#include "experiments/problems/boxes/solve.hpp"

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

Triple block_at(const engine::Point& point) {
  return {point.number("rows"), point.number("columns"), point.number("layers")};
}

BoxProblem sample_boxes(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  const Triple extent = block_at(point);
  return {extent, source.cluster_at(point, volume(extent), stream), point.number("latency")};
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

}  // namespace

double gap_percent(const BoxAnswer& answer) {
  return answer.lower_bound > 0 ? 100 * (answer.total / answer.lower_bound - 1) : 0;
}

const std::vector<BoxQuantity>& box_quantities() {
  static const std::vector<BoxQuantity> all = all_box_quantities();
  return all;
}

const FamilyStudy<BoxQuestion, BoxAnswer>& box_study() {
  static const FamilyStudy<BoxQuestion, BoxAnswer> study{
      .frame = box_frame,
      .title = "Blocks divided into boxes",
      .source = "beyond the papers: README.md in experiments/frontier/boxes",
      .algorithms = {"HUFFMAN", "RCB", "RecursiveBisection2"},
      .paired_metrics = {engine::relative_metric("relative_total", "total over the rival's on the same sample", 4,
                                                 "total")},
      .axes = box_axes,
      .sample = sample_boxes,
      .cluster_axes = {"ratio", "processors", "sampling"},
      .fields = box_fields,
      .applied = {{"latency", [](double latency, BoxProblem& problem) { problem.latency = latency; }}}};
  return study;
}

}  // namespace apportion::problems
