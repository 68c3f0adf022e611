// One problem of boxes: the question, its answer, and both as JSON; the same for programs of users.
#include "experiments/problems/boxes/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "sim/boxes/bound.hpp"

namespace apportion::problems {
namespace {

BoxAnswer box_answer_with(const BoxQuestion& question, const std::string& algorithm, BoxDivision division) {
  BoxAnswer answer = measured_boxes(question.problem, division);
  answer.division = std::move(division);
  answer.algorithm = algorithm;
  answer.names = question.names;
  if (question.memory) answer.memory = memory_use(*question.memory, {});  // volumes are in proportion to the weights
  return answer;
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
    if (has_box[processor]) throw InputError(fmt::format("processor {} has two boxes", processor));
    has_box[processor] = true;
    division.parts[processor] = {{entry["row"].number(), entry["column"].number(), entry["layer"].number()},
                                 {entry["rows"].number(), entry["columns"].number(), entry["layers"].number()}};
  }
  const auto missing = std::ranges::find(has_box, false);
  if (missing != has_box.end()) throw InputError(fmt::format("processor {} has no box", missing - has_box.begin()));
  require_tiling(problem, division);
  return division;
}

}  // namespace

BoxQuestion box_question(const FieldValues& given) {
  BoxQuestion question;
  set_asked(given, box_exchange(), question);
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
  fmt::memory_buffer text = json_beginning(box_quantities(), answer);
  text.append(memory_json(answer.memory));
  const auto out = std::back_inserter(text);
  if (!more.empty()) fmt::format_to(out, ",{}", more);
  if (!answer.names.empty()) fmt::format_to(out, R"(,"names":{})", names_json(answer.names));
  std::size_t processor = 0;
  const std::string boxes = json_list(answer.division.parts, [&](const Cuboid& part) {
    const auto& [at, sides] = part;
    return fmt::format(R"({{"processor":{},"row":{},"column":{},"layer":{},"rows":{},"columns":{},"layers":{}}})",
                       processor++, plain(at[0]), plain(at[1]), plain(at[2]), plain(sides[0]), plain(sides[1]),
                       plain(sides[2]));
  });
  fmt::format_to(out, R"(,"boxes":{}}})", boxes);
  return fmt::to_string(text);
}

BoxAnswer measured_boxes(const BoxProblem& problem, const BoxDivision& division) {
  BoxAnswer answer{.algorithm = {}, .division = division};
  answer.surface = inner_surface(division);
  answer.pairs = neighbour_pairs(division);
  answer.total = total_cost(problem, division);
  answer.lower_bound = total_lower_bound(problem);
  return answer;
}

const Family<BoxQuestion, BoxAnswer>& box_frame() {
  using Frame = Family<BoxQuestion, BoxAnswer>;
  static const Frame frame{
      .word = "boxes",
      .solve = solve_boxes,
      .exchange = box_exchange(),
      .quantities = box_quantities,
      .read = box_question,
      .answer = box_answer_with,
      .key =
          [](const BoxAnswer& answer) {
            return RankingKey{.algorithm = answer.algorithm,
                              .shortcomings = {static_cast<double>(beyond_memory(answer.memory))},
                              .cost = answer.total,
                              .secondary = answer.pairs};
          },
      .starts = [](const BoxQuestion& question) -> Frame::Starts {
        return {{"RecursiveBisection2", question.problem}};
      },
      .said = [](const BoxAnswer& answer) { return bounded_cost_text(answer.total, answer.lower_bound); },
      .is_wide = is_wide_box,
      .others = {"RCB", "RecursiveBisection2", "HUFFMAN"},
      .title = box_title,
      .beside = sections_of_boxes,
      .text = text_of_boxes,
      .across = [](const BoxQuestion& /*question*/, std::size_t /*of_each*/) -> std::size_t { return 3; },
      .to_divide = require_cells,
      .division = whole_boxes,
      .measured = measured_boxes,
      .require = require_tiling,
      .solution_text = [](const BoxProblem& /*problem*/, const BoxDivision& division,
                          const std::vector<std::string>& names) { return text_of_parts(division, names); },
      .is_shown = [](const BoxProblem& problem) { return problem.cluster.size() <= 200; }};
  return frame;
}

Exchange<BoxAlgorithm> box_exchange() {
  return {[](const BoxProblem& problem) { return to_json(problem); }, box_division_in};
}

}  // namespace apportion::problems
