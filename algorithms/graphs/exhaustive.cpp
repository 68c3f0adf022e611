// exhaustive: all labellings of a small graph.
#include <fmt/format.h>

#include <cmath>

#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

constexpr double most_labellings = 1e7;

// Counts up; false after the last labelling.
bool advance(Labelling& labels, std::size_t candidates) {
  for (std::size_t node = labels.size(); node-- > 0;) {
    if (++labels[node] < candidates) return true;
    labels[node] = 0;
  }
  return false;
}

GraphSolution solve_exhaustive(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  return labelled(graph, exhaustive_optimum(graph), true);
}

const Registration<GraphAlgorithm> exhaustive_registration{
    {.name = "exhaustive",
     .source = "enumeration",
     .summary = "tries all labellings: the optimum of graphs with at most 10^7 of them",
     .solve = solve_exhaustive}};

}  // namespace

Labelling exhaustive_optimum(const AlignmentGraph& graph) {
  const double count = std::pow(static_cast<double>(graph.candidates.size()), static_cast<double>(graph.size()));
  if (!(count <= most_labellings))
    throw InputError(fmt::format("exhaustive would try {:.2g} labellings; it takes up to {:.0e}, optimal takes more",
                                 count, most_labellings));
  Labelling labels(graph.size(), 0);
  Labelling best = labels;
  double least = completion_time(graph, labels);
  while (advance(labels, graph.candidates.size())) {
    const double cost = completion_time(graph, labels);
    if (cost >= least) continue;
    least = cost;
    best = labels;
  }
  return best;
}

}  // namespace apportion
