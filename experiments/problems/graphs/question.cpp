// Labelling of one graph.
#include "experiments/problems/graphs/question.hpp"

namespace apportion::problems {

GraphAnswer solve(const GraphQuestion& question) {
  const Configured<GraphAlgorithm> chosen = GraphRegistry::instance().choose(question.algorithm);
  GraphAnswer answer{chosen.canonical_name(), {}};
  RandomStream stream(1, "solve graph|" + answer.algorithm);
  answer.solution = solve_graph(chosen, question.graph, stream);
  return answer;
}

}  // namespace apportion::problems
