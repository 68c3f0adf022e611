// Rectangle problems from the command line.
#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/json.hpp"

namespace apportion::cli {
namespace {

double required_number(const Arguments& arguments, const std::string& option) {
  const std::optional<double> number = arguments.number(option);
  if (!number) throw InputError(fmt::format("--{} is missing; a problem needs --rows, --columns, --weights", option));
  return *number;
}

problems::RectangleQuestion question_of(const Arguments& arguments) {
  problems::RectangleQuestion question;
  question.algorithm = arguments.text("algorithm", question.algorithm);
  question.problem.extent = {required_number(arguments, "rows"), required_number(arguments, "columns")};
  if (!arguments.has("weights")) throw InputError("--weights is missing; a problem needs --rows, --columns, --weights");
  question.problem.cluster = problems::parse_weights(arguments.text("weights"));
  question.problem.latency = arguments.number("latency").value_or(0);
  question.whole = arguments.has("whole");
  return question;
}

std::string title_of(const problems::RectangleQuestion& question, const problems::RectangleAnswer& answer) {
  const Extent& extent = question.problem.extent;
  std::string title = fmt::format("{} on {} x {}: Acost {:.10g}, {} internal edges", answer.algorithm, extent.rows,
                                  extent.columns, answer.acost, answer.internal_edges);
  if (question.problem.latency > 0)
    title += fmt::format(", total {:.10g} at latency {}", answer.total, question.problem.latency);
  if (answer.whole) title += fmt::format(", load imbalance {:.3g} %", 100 * answer.whole->imbalance);
  if (answer.whole && answer.whole->empty > 0) title += fmt::format(", {} without an element", answer.whole->empty);
  return title;
}

std::string solve(const Arguments& arguments) { return problems::to_json(problems::solve(question_of(arguments))); }

std::string solve_line(const std::string& line) {
  return problems::to_json(problems::solve(problems::parse_question(line)));
}

std::string draw(const Arguments& arguments, const std::string& format) {
  const problems::RectangleQuestion question = question_of(arguments);
  const problems::RectangleAnswer answer = problems::solve(question);
  const std::string title = title_of(question, answer);
  return format == "svg" ? problems::svg_drawing({{title, answer.decomposition}})
                         : title + "\n" + problems::text_drawing(answer.decomposition);
}

}  // namespace

ProblemKind rectangle_problems() {
  return {
      .name = "rectangles",
      .usage = "[--algorithm A] --rows M --columns N --weights LIST [--latency L] [--whole]",
      .options = {{.name = "algorithm", .value = "NAME", .summary = "such as XY2, the default, or HYBRID[levels=2]"},
                  {.name = "rows", .value = "M", .summary = "rows of the array"},
                  {.name = "columns", .value = "N", .summary = "columns of the array"},
                  {.name = "weights",
                   .value = "LIST",
                   .summary = "relative speeds: 3,1,2; or [[3,1],2], lists being machines"},
                  {.name = "latency", .value = "L", .summary = "start-up cost a pair of neighbours (default: 0)"},
                  {.name = "whole", .summary = "round to whole rows and columns, and say what that costs"}},
      .solve = solve,
      .solve_line = solve_line,
      .draw = draw};
}

}  // namespace apportion::cli
