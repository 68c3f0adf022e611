// Labelling of one graph.
#include "experiments/problems/graphs/question.hpp"

namespace apportion::problems {

GraphAnswer solve(const GraphQuestion& question) {
  const ChosenAlgorithm<GraphAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  GraphAnswer answer{chosen.canonical_name(), {}};
  RandomStream stream(1, "solve graph|" + answer.algorithm);
  validate(question.graph);
  // The parallel edges of a question are added up already.
  answer.solution = chosen.registered() != nullptr ? solve_graph(*chosen.registered(), question.graph, stream)
                                                   : chosen.solve(question.graph, stream);
  return answer;
}

}  // namespace apportion::problems
