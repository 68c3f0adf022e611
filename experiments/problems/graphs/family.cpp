// The family of graphs: alignment-distribution graphs labelled with distributions.
#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/graphs/fields.hpp"
#include "experiments/problems/graphs/solve.hpp"
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

std::string solve_given(const FieldValues& given) { return answer(graph_question(given)); }

// Which algorithm the line names is for solve alone.
AlignmentGraph read_graph_line(const std::string& line) { return parse_graph_question(line).graph; }

void set_rho(double rho, AlignmentGraph& graph) { graph.rho = rho; }

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<GraphAlgorithm>("graphs"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(graph_study(), definition, {.instances = given_instances(read_graph_line, {{"rho", set_rho}})},
                     own_solvers(graph_exchange()));
}

const FamilyRegistration registration{{.name = "graphs",
                                       .synonyms = {"graph"},
                                       .summary = "random alignment-distribution graphs, labelled with distributions",
                                       .compared_metric = "cost",
                                       .algorithms = algorithms,
                                       .sweep = sweep,
                                       .fields = graph_fields,
                                       .place = "graph",
                                       .solve = solve_given}};

}  // namespace
}  // namespace apportion::problems
