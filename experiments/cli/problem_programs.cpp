// Programs from the command line: a description to its graph, and to an answer.
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/problems/graphs/json.hpp"
#include "experiments/problems/programs/json.hpp"

namespace apportion::cli {
namespace {

std::string solve(const Arguments& arguments) {
  if (!arguments.has("program")) throw InputError("--program is missing; a problem needs --program FILE");
  problems::ProgramQuestion question = parsed_input(arguments.text("program"), problems::parse_program_question);
  question.algorithm = arguments.text("algorithm", question.algorithm);
  if (arguments.has("print-graph")) return problems::to_json(build_graph(question.program, question.model).graph);
  return problems::to_json(problems::solve(question));
}

std::string solve_line(const std::string& line) {
  return problems::to_json(problems::solve(problems::parse_program_question(line)));
}

}  // namespace

ProblemKind program_problems() {
  return {
      .name = "program",
      .usage = "[--algorithm A] --program FILE|- [--print-graph]",
      .options = {{.name = "algorithm", .value = "NAME", .summary = "of graphs, such as algorithm1-cc, the default"},
                  {.name = "program", .value = "FILE", .summary = "the program as JSON; - is standard input"},
                  {.name = "print-graph", .summary = "print its graph for solve graph instead of an answer"}},
      .solve = solve,
      .solve_line = solve_line};
}

}  // namespace apportion::cli
