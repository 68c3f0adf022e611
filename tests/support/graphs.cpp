// Random graphs for the tests, and solving by name.
#include "tests/support/graphs.hpp"

#include "experiments/problems/graphs/solve.hpp"

namespace apportion {

void showValue(const AlignmentGraph& graph, std::ostream& stream) { stream << problems::to_json(graph); }

}  // namespace apportion

namespace apportion::testing_support {

GraphSolution solve_graph_by(std::string_view name, const AlignmentGraph& graph) {
  RandomStream stream(1, name);
  return solve_graph(GraphRegistry::instance().choose(name), graph, stream);
}

rc::Gen<AlignmentGraph> graphs(std::size_t most_nodes, std::size_t most_candidates) {
  return rc::gen::exec([=] {
    AlignmentGraph graph;
    const auto nodes = *rc::gen::inRange<std::size_t>(1, most_nodes + 1);
    const auto candidates = *rc::gen::inRange<std::size_t>(1, most_candidates + 1);
    const double unit = *rc::gen::element(1.0, 0.1, 1e6);
    const int weights = *rc::gen::element(2, 20, 200);
    const int density = *rc::gen::inRange(1, 6);
    graph.rho = *rc::gen::element(0.0, 0.5, 1.0, 3.0);
    for (std::size_t c = 0; c < candidates; ++c) graph.candidates.push_back(std::to_string(c));
    for (std::size_t node = 0; node < nodes; ++node) {
      graph.nodes.push_back({std::to_string(node), {}});
      for (std::size_t c = 0; c < candidates; ++c)
        graph.nodes.back().costs.push_back(unit * std::max(0, *rc::gen::inRange(-10, 100)));
    }
    for (std::size_t u = 0; u < nodes; ++u)
      for (std::size_t v = u + 1; v < nodes; ++v)
        if (*rc::gen::inRange(0, 6) < density) graph.edges.push_back({u, v, unit * *rc::gen::inRange(0, weights)});
    return graph;
  });
}

}  // namespace apportion::testing_support
