// Kicks, coordinate descent, expansion.
#include "algorithms/graphs/perturbation.hpp"

#include <utility>

#include "algorithms/graphs/descent.hpp"
#include "algorithms/graphs/expansion.hpp"
#include "algorithms/graphs/subproblems.hpp"

namespace apportion {

WholeLabels perturbed_labels(const WholeGraph& graph, WholeLabels labels, int kicks) {
  const auto nodes = static_cast<std::uint32_t>(graph.size());
  const WholeLabels cheapest = cheapest_labels(graph);
  Whole cost = cost_of(graph, labels);
  for (int kick = 0; kick < kicks; ++kick) {
    // Multiples of the golden ratio visit the nodes evenly.
    const double turn = 0.618033988749895 * (kick + 1);
    const auto centre = static_cast<std::uint32_t>((turn - static_cast<int>(turn)) * nodes);
    const std::uint32_t common = cheapest[centre];
    WholeLabels kicked = labels;
    for (const std::uint32_t v : ball(graph, centre, 3 + static_cast<std::size_t>(kick * 7 % 40))) {
      const bool may_agree = place_of(graph.nodes[v], common) < graph.nodes[v].labels.size();
      kicked[v] = kick % 2 == 0 && may_agree ? common : cheapest[v];
    }
    kicked = expanded_labels(graph, descended_labels(graph, std::move(kicked), 3));
    const Whole reached = cost_of(graph, kicked);
    if (reached >= cost) continue;
    cost = reached;
    labels = std::move(kicked);
  }
  return labels;
}

}  // namespace apportion
