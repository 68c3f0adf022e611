// The family of boxes: the question, its answer, drawings, divisions in whole cells, the study, and the registration.
#include "extensions/boxes/problem/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/common/family.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

// --- Answers and their quantities

double gap_percent(const BoxAnswer& answer) {
  return answer.lower_bound > 0 ? 100 * (answer.total / answer.lower_bound - 1) : 0;
}

bool has_latency(const BoxProblem& problem) { return problem.latency > 0; }

double box_aspect(const BoxProblem& /*problem*/, const BoxDivision& division, const BoxAnswer& /*answer*/) {
  double greatest = 0;
  for (const Cuboid& part : division.parts)
    greatest = std::max(greatest, *std::ranges::max_element(part.sides) / *std::ranges::min_element(part.sides));
  return greatest;
}

using BoxQuantity = Quantity<BoxAlgorithm, BoxAnswer>;

// In the order of their JSON members.
const std::vector<BoxQuantity>& box_quantities() {
  using Row = BoxQuantity;
  static const std::vector<BoxQuantity> all = {
      Row("surface", "inner surface", "elements", "less", in_answer(&BoxAnswer::surface),
          {{.place = 2, .concerns = has_latency}}, {{.place = 1, .digits = 1}}),
      Row("pairs", "pairs of neighbours", "", "less", in_answer(&BoxAnswer::pairs), {{.place = 4}},
          {{.place = 2, .digits = 2}}),
      Row("total", "inner surface + latency x pairs of neighbours", "elements", "less", in_answer(&BoxAnswer::total),
          {{.place = 1}}, {{.place = 3, .digits = 1}}),
      Row("lower_bound", "no division into boxes of these volumes has a smaller total", "elements", "",
          in_answer(&BoxAnswer::lower_bound), {}, {}),
      Row("gap_percent", "total above the lower bound, percent of the bound", "%", "less", gap_percent,
          {{.place = 3, .title = "gap, %", .decimals = 3}},
          {{.place = 4, .digits = 3, .exact_everywhere = false, .name = "gap"}}, MemberOf::ranking),
      Row("aspect", "greatest ratio of two sides of a part", "", "less", nullptr, {},
          {{.place = 5, .digits = 2, .measure = box_aspect}}, MemberOf::nothing),
      Row(
          "beyond_memory", "processors whose parts do not fit their memory", "", "less",
          [](const BoxAnswer& answer) { return static_cast<std::int64_t>(beyond_memory(answer.memory)); },
          {{.place = 5, .title = "beyond memory", .only_above_zero = true}}, {}, MemberOf::nothing),
      Row("seconds", "time to find it; a ranking shows milliseconds", "s", "less", in_answer(&BoxAnswer::seconds),
          {{.place = 6, .title = "time, ms", .digits = 3}}, {}, MemberOf::ranking, 1000)};
  return all;
}

BoxAnswer measured_boxes(const BoxProblem& problem, BoxDivision division) {
  BoxAnswer answer;
  answer.surface = inner_surface(division);
  answer.pairs = neighbour_pairs(division);
  answer.total = total_cost(problem, division);
  answer.division = std::move(division);
  answer.lower_bound = total_lower_bound(problem);
  return answer;
}

BoxAnswer box_answer_with(const BoxQuestion& question, const std::string& algorithm, BoxDivision division) {
  BoxAnswer answer = measured_boxes(question.problem, std::move(division));
  answer.algorithm = algorithm;
  answer.names = question.names;
  if (question.memory) answer.memory = memory_use(*question.memory, {});  // volumes are in proportion to the weights
  return answer;
}

RankingKey box_key(const BoxAnswer& answer) {
  return {.algorithm = answer.algorithm,
          .shortcomings = {static_cast<double>(beyond_memory(answer.memory))},
          .cost = answer.total,
          .secondary = answer.pairs};
}

bool is_wide_box(const BoxQuestion& question, const BoxAnswer& answer) {
  const auto& [layers, rows, columns] = question.least_width;
  const Triple least = {static_cast<double>(rows), static_cast<double>(columns), static_cast<double>(layers)};
  return std::ranges::all_of(answer.division.parts, [&least](const Cuboid& part) {
    return part.sides[0] >= least[0] && part.sides[1] >= least[1] && part.sides[2] >= least[2];
  });
}

BoxDivision box_division_in(const BoxProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"boxes"}, printed_keys(box_quantities(), {"memory"}));
  const std::size_t processors = problem.cluster.size();
  BoxDivision division{problem.extent, std::vector<Cuboid>(processors)};
  std::vector<bool> has_box(processors, false);
  for (const JsonReader& entry : answer["boxes"].items()) {
    entry.require_keys({"processor", "row", "column", "layer", "rows", "columns", "layers"}, {});
    const std::size_t processor = entry["processor"].one_of(processors, "processors");
    if (has_box[processor]) throw InputError("processor {} has two boxes", processor);
    has_box[processor] = true;
    division.parts[processor] = {{entry["row"].number(), entry["column"].number(), entry["layer"].number()},
                                 {entry["rows"].number(), entry["columns"].number(), entry["layers"].number()}};
  }
  const auto missing = std::ranges::find(has_box, false);
  if (missing != has_box.end()) throw InputError("processor {} has no box", missing - has_box.begin());
  require_tiling(problem, division);
  return division;
}

// --- Drawings

constexpr std::size_t most_boxes_drawn = 1000;

// Heights of sections that together cut each box, as few as possible.
std::vector<double> section_heights(const BoxDivision& division) {
  std::vector<Cuboid> boxes = division.parts;
  std::erase_if(boxes, [](const Cuboid& box) { return !(volume(box.sides) > 0); });
  std::ranges::stable_sort(boxes, {}, [](const Cuboid& box) { return box.end(2); });
  const double tolerance = coincidence_tolerance(division.extent);
  std::vector<double> heights;
  double greatest_begin = 0;  // greatest begin of the boxes that the last section cuts
  double least_end = -1;
  for (const Cuboid& box : boxes) {
    if (box.at[2] < least_end - tolerance) {
      greatest_begin = std::max(greatest_begin, box.at[2]);
    } else {
      greatest_begin = box.at[2];
      least_end = box.end(2);
      heights.emplace_back();
    }
    heights.back() = (greatest_begin + least_end) / 2;
  }
  return heights;
}

std::string title_beside_others(const BoxAnswer& answer) {
  return fmt::format("{}: {:.6g}, gap {:.2f} %, {} pairs", answer.algorithm, answer.total, gap_percent(answer),
                     answer.pairs);
}

std::string text_of_parts(const BoxDivision& division, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < division.parts.size(); ++i) {
    const auto& [at, sides] = division.parts[i];
    fmt::format_to(std::back_inserter(text),
                   "{:>4}{}: {:.6g} x {:.6g} x {:.6g} at ({:.6g}, {:.6g}, {:.6g}), volume {:.6g}, surface {:.6g}\n", i,
                   i < names.size() ? " " + names[i] : "", sides[0], sides[1], sides[2], at[0], at[1], at[2],
                   volume(sides), 2 * half_surface(sides));
  }
  return text;
}

std::string text_of_boxes(const BoxAnswer& answer) {
  return title_beside_others(answer) + "\n" + text_of_parts(answer.division, answer.names);
}

// Sections across the layers that together cut every box. Rows run down and columns across, as seen from above.
std::vector<LabelledDecomposition> sections_of_boxes(const BoxQuestion& /*question*/, const BoxAnswer& answer) {
  const BoxDivision& division = answer.division;
  if (division.parts.size() > most_boxes_drawn)
    throw InputError("{} are too many to draw; the limit is {}", counted(division.parts.size(), "part"),
                     most_boxes_drawn);
  std::vector<LabelledDecomposition> sections;
  for (const double height : section_heights(division)) {
    LabelledDecomposition section{
        .title = fmt::format("{}layer {:.6g}: rows down, columns across",
                             sections.empty() ? title_beside_others(answer) + "; " : "", height),
        .decomposition = {{division.extent[0], division.extent[1]}, std::vector<Rect>(division.parts.size())},
        .names = answer.names};
    for (std::size_t i = 0; i < division.parts.size(); ++i) {
      const Cuboid& box = division.parts[i];
      section.shares.push_back(100 * volume(box.sides) / volume(division.extent));
      if (box.at[2] <= height && height < box.end(2))
        section.decomposition.parts[i] = {box.at[0], box.at[1], box.sides[0], box.sides[1]};
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

std::string box_title(const BoxQuestion& question) {
  const Triple& extent = question.problem.extent;
  return fmt::format("{} x {} x {} for {}{}", extent[0], extent[1], extent[2],
                     counted(question.problem.cluster.size(), "processor"),
                     question.problem.latency > 0 ? fmt::format(", latency {:.10g}", question.problem.latency) : "");
}

// --- Whole cells

using WholeSides = std::array<std::int64_t, 3>;  // rows, columns, layers

WholeSides whole_sides(const Triple& extent) {
  constexpr std::array<const char*, 3> names = {"rows", "columns", "layers"};
  WholeSides sides{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (extent[axis] != std::floor(extent[axis]) || extent[axis] > static_cast<double>(most_cell_lines))
      throw InputError("{} is {}; rounding to whole cells needs a whole number from 1 to {}", names[axis], extent[axis],
                       most_cell_lines);
    sides[axis] = static_cast<std::int64_t>(extent[axis]);
  }
  return sides;
}

// The whole coordinate of each coordinate along an axis; those that are equal within the tolerance are rounded alike.
std::map<double, std::int64_t> whole_coordinates(const BoxDivision& division, std::size_t axis) {
  std::map<double, std::int64_t> whole;
  for (const Cuboid& part : division.parts)
    for (const double coordinate : {part.at[axis], part.end(axis)}) whole[coordinate] = 0;
  double first = 0;
  double before = -std::numeric_limits<double>::infinity();
  for (auto& [coordinate, rounded] : whole) {
    if (coordinate - before > coincidence_tolerance(division.extent)) first = coordinate;
    before = coordinate;
    rounded = std::llround(first);
  }
  return whole;
}

void require_cells(BoxQuestion& question, bool /*chooses*/) {
  const auto [rows, columns, layers] = whole_sides(question.problem.extent);
  require_space(layers, rows, columns);
}

WholeDivision whole_boxes(const BoxQuestion& question, BoxAnswer answer) {
  const auto [rows, columns, layers] = whole_sides(question.problem.extent);
  const std::array whole = {whole_coordinates(answer.division, 0), whole_coordinates(answer.division, 1),
                            whole_coordinates(answer.division, 2)};
  std::vector<std::vector<SpaceBox>> parts;
  for (const Cuboid& part : answer.division.parts) {
    WholeSides begin{};
    WholeSides end{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      begin[axis] = whole[axis].at(part.at[axis]);
      end[axis] = whole[axis].at(part.end(axis));
    }
    parts.push_back({{begin[2], end[2], {begin[0], end[0], begin[1], end[1]}}});
    if (parts.back().front().cells() == 0)
      throw InputError("processor {} would have no whole cell; solve cells --layers divides whole cells",
                       parts.size() - 1);
  }
  const Decomposition division = division_of_boxes({0, layers, {0, rows, 0, columns}}, parts);
  return {std::move(answer.algorithm), division, division, question.names, layers, question.problem.cluster.speeds};
}

// --- The family and its study

BoxProblem sample_boxes(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  const Triple extent = {point.number("rows"), point.number("columns"), point.number("layers")};
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

const FamilyStudy<BoxQuestion, BoxAnswer>& box_study() {
  static const FamilyStudy<BoxQuestion, BoxAnswer> study{
      .frame = box_frame,
      .title = "Blocks divided into boxes",
      .source = "beyond the papers: extensions/boxes/docs/studies.md",
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

constexpr double least_block_side = 1e-60;
constexpr double most_block_side = 1e60;

Field block_side(const std::string& name, const std::string& letter) {
  return real_field(name, letter, least_block_side, most_block_side, name + " of the block")
      .must_be_given()
      .as_axis(engine::AxisRole::sampled, "100");
}

const std::vector<Field>& box_evaluation_fields() {
  static const std::vector<Field> all =
      joined({field_of(FieldKind::json, "answer", "FILE", "what solve boxes prints, or the same with boxes alone")
                  .must_be_given()},
             without(box_fields(), {"algorithm", "external"}));
  return all;
}

const FamilyRegistration box_family{
    declared(box_frame, {.name = "boxes",
                         .summary = "blocks of three dimensions divided into a box for each of unequal processors",
                         .compared_metric = "total",
                         .fields = box_fields,
                         .evaluation = AnswerEvaluation{box_evaluation_fields},
                         .sweep = [](const engine::SweepDefinition& of) { return box_study().sweep(of); }})};

}  // namespace

const std::vector<Field>& box_fields() {
  static const std::vector<Field> all = {
      algorithm_field("BEST", "HUFFMAN", registered_names<BoxAlgorithm>, true),
      external_field(),
      block_side("rows", "M"),
      block_side("columns", "N"),
      block_side("layers", "L"),
      field_of(FieldKind::reals, "weights", "LIST", "relative speeds: 3,1,2; 48*1 is 48 times 1").must_be_given("list"),
      cluster_field(),
      bytes_per_cell_field(),
      equal_processors_field("weights"),
      real_field("latency", "T", 0, 1e12, "start-up cost per pair of neighbours")
          .measured_in("elements")
          .by_default("0")
          .as_axis(engine::AxisRole::applied),
      width_field("elements that every box is wide at least", 3),
      seconds_field("without it the algorithm ends by itself"),
      threads_field(),
      seed_field()};
  return all;
}

const Family<BoxQuestion, BoxAnswer>& box_frame() {
  using Frame = Family<BoxQuestion, BoxAnswer>;
  static const Frame frame{
      .word = "boxes",
      .solve = solve_boxes,
      .exchange = {[](const BoxProblem& problem) { return to_json(problem); }, box_division_in},
      .quantities = box_quantities,
      .read = box_question,
      .answer = box_answer_with,
      .in_time = {.starts = [](const BoxQuestion& question) -> Frame::Starts {
                    return {{"RecursiveBisection2", question.problem}};
                  },
                  .said = [](const BoxAnswer& answer) { return bounded_cost_text(answer.total, answer.lower_bound); }},
      .widths = {is_wide_box, {"RCB", "RecursiveBisection2", "HUFFMAN"}},
      .ranking = {.key = box_key, .title = box_title},
      .drawing = {.beside = sections_of_boxes,
                  .text = text_of_boxes,
                  .across = [](const BoxQuestion& /*question*/, std::size_t /*of_each*/) -> std::size_t { return 3; }},
      .dividing = {require_cells, whole_boxes},
      .studied = {.answer = [](const BoxProblem& problem,
                               const BoxDivision& division) { return measured_boxes(problem, division); },
                  .require = require_tiling,
                  .text = [](const BoxProblem& /*problem*/, const BoxDivision& division,
                             const std::vector<std::string>& names) { return text_of_parts(division, names); },
                  .is_shown = [](const BoxProblem& problem) { return problem.cluster.size() <= 200; }}};
  return frame;
}

BoxQuestion box_question(const FieldValues& given) {
  BoxQuestion question;
  set_asked(given, box_frame().exchange, question);
  question.problem.extent = {given.real("rows"), given.real("columns"), given.real("layers")};
  const double cells = volume(question.problem.extent);
  std::optional<GivenCluster> cluster = cluster_in(given);
  question.problem.cluster =
      cluster ? weights_of(*std::move(cluster), cells, cells, question) : cluster_of(given["weights"]);
  question.problem.latency = given.real("latency");
  set_widths(given, 3, question);
  return question;
}

std::string to_json(const BoxProblem& problem) {
  return fmt::format(R"({{"rows":{},"columns":{},"layers":{},"weights":{},"latency":{}}})", problem.extent[0],
                     problem.extent[1], problem.extent[2], weights_json(problem.cluster), problem.latency);
}

std::string to_json(const BoxAnswer& answer, const std::string& more) {
  std::size_t processor = 0;
  const std::string boxes = json_list(answer.division.parts, [&](const Cuboid& part) {
    const auto& [at, sides] = part;
    return fmt::format(R"({{"processor":{},"row":{},"column":{},"layer":{},"rows":{},"columns":{},"layers":{}}})",
                       processor++, plain(at[0]), plain(at[1]), plain(at[2]), plain(sides[0]), plain(sides[1]),
                       plain(sides[2]));
  });
  return answer_json(box_quantities(), answer, "", more, R"("boxes":)" + boxes);
}

}  // namespace apportion::problems
