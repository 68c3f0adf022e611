// Graphs and their labellings for readers.
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::problems {
namespace {

std::string instance_line(const AlignmentGraph& graph) { return to_json(graph); }

std::string solution_text(const AlignmentGraph& graph, const GraphSolution& solution) {
  std::string text;
  for (std::size_t candidate = 0; candidate < graph.candidates.size(); ++candidate) {
    std::string nodes;
    for (std::size_t node = 0; node < graph.size(); ++node)
      if (solution.labels.at(node) == candidate) nodes += " " + graph.nodes[node].name;
    if (!nodes.empty()) text += graph.candidates[candidate] + ":" + nodes + "\n";
  }
  return text;
}

}  // namespace

engine::Presentation<GraphAlgorithm> show_graphs() { return {instance_line, solution_text, nullptr}; }

}  // namespace apportion::problems
