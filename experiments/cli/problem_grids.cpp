// Grid problems from the command line.
#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/problems/grids/json.hpp"
#include "experiments/problems/rectangles/drawing.hpp"

namespace apportion::cli {
namespace {

std::string required(const Arguments& arguments, const std::string& option) {
  if (!arguments.has(option))
    throw InputError(fmt::format("--{} is missing; a problem needs --edges, --performances, --block", option));
  return arguments.text(option);
}

problems::GridQuestion question_of(const Arguments& arguments) {
  problems::GridQuestion question;
  question.algorithm = arguments.text("algorithm", question.algorithm);
  question.problem.grid = parse_grid(required(arguments, "edges"));
  question.problem.performances = problems::parse_performances(required(arguments, "performances"));
  question.problem.block = problems::parse_sides(required(arguments, "block"));
  return question;
}

std::string solve(const Arguments& arguments) { return problems::to_json(problems::solve(question_of(arguments))); }

std::string solve_line(const std::string& line) {
  return problems::to_json(problems::solve(problems::parse_grid_question(line)));
}

std::string draw(const Arguments& arguments, const std::string& format) {
  const problems::GridQuestion question = question_of(arguments);
  const problems::GridAnswer answer = problems::solve(question);
  const Decomposition blocks = problems::as_rectangles(question.problem, answer.solution);
  const std::string title =
      fmt::format("{} on {} x {} over {}: time {:.6g}, {:.4g} times the ideal", answer.algorithm,
                  question.problem.block[0], question.problem.block[1], spelled(question.problem.grid),
                  answer.solution.rounded_time, answer.solution.rounded_time / answer.ideal_time);
  return format == "svg" ? problems::svg_drawing({{title, blocks}}) : title + "\n" + problems::text_drawing(blocks);
}

}  // namespace

ProblemKind grid_problems() {
  return {.name = "grid",
          .usage = "[--algorithm A] --edges 2x3 --performances LIST --block S0,S1",
          .options = {{.name = "algorithm", .value = "NAME", .summary = "such as proposed, the default, or beaumont"},
                      {.name = "edges", .value = "E0xE1", .summary = "edges of the process grid, nondecreasing: 2x3"},
                      {.name = "performances", .value = "LIST", .summary = "one a process: 3,1,2,5,1,4"},
                      {.name = "block", .value = "S0,S1", .summary = "sides of the generalised block, in elements"}},
          .solve = solve,
          .solve_line = solve_line,
          .draw = draw};
}

}  // namespace apportion::cli
