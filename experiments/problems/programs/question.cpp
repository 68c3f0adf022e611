// From a program to its graph, and to a labelling of that.
#include "experiments/problems/programs/question.hpp"

#include <utility>

#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion::problems {

ProgramAnswer solve(const ProgramQuestion& question) {
  const ChosenAlgorithm<GraphAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  ProgramAnswer answer{.algorithm = chosen.canonical_name(), .built = build_graph(question.program, question.model)};
  const AlignmentGraph& graph = answer.built.graph;
  // The stream of solve graph, so that the graph alone gets the same answer.
  RandomStream stream(1, "solve graph|" + answer.algorithm);
  GraphSolution solution =
      chosen.registered() != nullptr ? solve_graph(*chosen.registered(), graph, stream) : chosen.solve(graph, stream);
  answer.labels = std::move(solution.labels);
  answer.cost = solution.cost;
  answer.static_cost = solution.static_cost;
  answer.lower_bound = solution.lower_bound;
  answer.proven_optimal = solution.proven_optimal;
  return answer;
}

}  // namespace apportion::problems
