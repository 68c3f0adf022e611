// Graphs for programs of users, and their labellings.
#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::problems {
namespace {

std::string problem_line(const AlignmentGraph& graph) { return to_json(graph); }

GraphSolution solution_in(const AlignmentGraph& graph, const JsonReader& answer) {
  require_answer_keys(answer, {"labels"}, {"cost", "static_cost", "lower_bound", "proven_optimal"});
  Labelling labels;
  for (const JsonReader& entry : answer["labels"].items()) {
    const std::int64_t label = entry.whole();
    if (label < 0 || static_cast<std::size_t>(label) >= graph.candidates.size())
      throw InputError(
          fmt::format("{} is {}; there are candidates 0 to {}", entry.place(), label, graph.candidates.size() - 1));
    labels.push_back(static_cast<std::size_t>(label));
  }
  if (labels.size() != graph.size())
    throw InputError(
        fmt::format("{} has {} labels for {} nodes", answer["labels"].place(), labels.size(), graph.size()));
  return labelled(graph, std::move(labels), false);
}

}  // namespace

Exchange<GraphAlgorithm> graph_exchange() { return {problem_line, solution_in}; }

}  // namespace apportion::problems
