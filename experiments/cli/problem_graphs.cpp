// Graph problems from the command line.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/problems.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/graphs/json.hpp"

namespace apportion::cli {
namespace {

void note_merged_edges(const problems::GraphQuestion& question) {
  if (question.merged_edges == 0) return;
  const std::string name = question.graph.name.empty() ? "" : fmt::format(" of graph '{}'", question.graph.name);
  engine::print_error(fmt::format("apportion: {}{} added to others with the same ends\n",
                                  counted(question.merged_edges, "edge"), name));
}

std::string answer(const problems::GraphQuestion& question) {
  std::string line = problems::to_json(problems::solve(question));
  note_merged_edges(question);
  return line;
}

std::string solve(const Arguments& arguments) {
  if (!arguments.has("graph")) throw InputError("--graph is missing; a problem needs --graph FILE");
  problems::GraphQuestion question = parsed_input(arguments.text("graph"), problems::parse_graph_question);
  question.algorithm = arguments.text("algorithm", question.algorithm);
  question.graph.rho = arguments.number("rho").value_or(question.graph.rho);
  return answer(question);
}

std::string solve_line(const std::string& line) { return answer(problems::parse_graph_question(line)); }

}  // namespace

ProblemKind graph_problems() {
  return {.name = "graph",
          .usage = "[--algorithm A] --graph FILE|- [--rho R]",
          .options =
              {{.name = "algorithm", .value = "NAME", .summary = "such as algorithm1-cc, the default, or optimal"},
               {.name = "graph", .value = "FILE", .summary = "the graph as JSON; - is standard input"},
               {.name = "rho", .value = "R", .summary = "cost of redistributing a data item, instead of the file's"}},
          .solve = solve,
          .solve_line = solve_line};
}

}  // namespace apportion::cli
