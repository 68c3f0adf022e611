// The family of graphs: alignment-distribution graphs labelled with distributions.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/graphs/json.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

void note_merged_edges(const GraphQuestion& question) {
  if (question.merged_edges == 0) return;
  const std::string name = question.graph.name.empty() ? "" : fmt::format(" of graph '{}'", question.graph.name);
  engine::print_error(fmt::format("apportion: {}{} added to others with the same ends\n",
                                  counted(static_cast<std::int64_t>(question.merged_edges), "edge"), name));
}

std::string answer(const GraphQuestion& question) {
  std::string line = to_json(solve(question));
  note_merged_edges(question);
  return line;
}

std::string solve_options(const OptionValues& options) {
  if (!options.has("graph")) throw InputError("--graph is missing; a problem needs --graph FILE");
  GraphQuestion question = parsed_input(options.text("graph"), parse_graph_question);
  question.algorithm = options.text("algorithm", question.algorithm);
  question.graph.rho = options.number("rho").value_or(question.graph.rho);
  question.own = own_algorithms(options.own(), graph_exchange());
  return answer(question);
}

std::string solve_line(const std::string& line) { return answer(parse_graph_question(line)); }

// Which algorithm the line names is for solve alone.
AlignmentGraph read_graph_line(const std::string& line) { return parse_graph_question(line).graph; }

void set_rho(double rho, AlignmentGraph& graph) { graph.rho = rho; }

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<GraphAlgorithm>("graphs"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(graph_study(), definition, {.instances = given_instances(read_graph_line, {{"rho", set_rho}})},
                     own_solvers(graph_exchange()));
}

const FamilyRegistration registration{
    {.name = "graphs",
     .synonyms = {"graph"},
     .summary = "random alignment-distribution graphs, labelled with distributions",
     .compared_metric = "cost",
     .algorithms = algorithms,
     .sweep = sweep,
     .usage = "[--algorithm A] [--external FILE.ini] --graph FILE|- [--rho R]",
     .options = {{.name = "algorithm",
                  .value = "NAME",
                  .summary = "such as algorithm1-cc or optimal; the default is best, the portfolio"},
                 external_option(),
                 {.name = "graph", .value = "FILE", .summary = "the graph as JSON; - is standard input"},
                 {.name = "rho", .value = "R", .summary = "cost of redistributing a data item, instead of the file's"}},
     .solve = solve_options,
     .solve_line = solve_line}};

}  // namespace
}  // namespace apportion::problems
