// Grid problems from the command line.
#include <fmt/format.h>

#include "experiments/cli/problems.hpp"
#include "experiments/families/grids_json.hpp"
#include "experiments/families/rectangles_drawing.hpp"
#include "sim/error.hpp"

namespace apportion::cli {
namespace {

std::string required(const Arguments& arguments, const std::string& option) {
  if (!arguments.has(option))
    throw InputError(fmt::format("--{} is missing; a problem needs --edges, --performances, --block", option));
  return arguments.text(option);
}

families::GridQuestion question_of(const Arguments& arguments) {
  families::GridQuestion question;
  question.algorithm = arguments.text("algorithm", question.algorithm);
  question.problem.grid = parse_grid(required(arguments, "edges"));
  question.problem.performances = families::parse_performances(required(arguments, "performances"));
  question.problem.block = families::parse_sides(required(arguments, "block"));
  return question;
}

std::string solve(const Arguments& arguments) { return families::to_json(families::solve(question_of(arguments))); }

std::string solve_line(const std::string& line) {
  return families::to_json(families::solve(families::parse_grid_question(line)));
}

std::string draw(const Arguments& arguments, const std::string& format) {
  const families::GridQuestion question = question_of(arguments);
  const families::GridAnswer answer = families::solve(question);
  const Decomposition blocks = families::as_rectangles(question.problem, answer.solution);
  const std::string title =
      fmt::format("{} on {} x {} over {}: time {:.6g}, {:.4g} times the ideal", answer.algorithm,
                  question.problem.block[0], question.problem.block[1], spelled(question.problem.grid),
                  answer.solution.rounded_time, answer.solution.rounded_time / answer.ideal_time);
  return format == "svg" ? families::svg_drawing({{title, blocks}}) : title + "\n" + families::text_drawing(blocks);
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
