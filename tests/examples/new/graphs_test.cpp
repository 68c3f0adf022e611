// CHEAPEST by a worked example; the property tests of all graph algorithms check the rest.
#include <gtest/gtest.h>

#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

// The nodes' least costs, 1 and 1, and an edge of weight 2 between different distributions.
TEST(Cheapest, LabelsTheWorkedExample) {
  AlignmentGraph graph;
  graph.candidates = {"rows", "columns"};
  graph.nodes = {{"a", {1, 5}}, {"b", {4, 1}}};
  graph.edges = {{0, 1, 2}};
  RandomStream stream(1, "tests");
  const GraphSolution solution = solve_graph(GraphRegistry::instance().choose("CHEAPEST"), graph, stream);
  EXPECT_EQ(solution.labels, (Labelling{0, 1}));
  EXPECT_DOUBLE_EQ(solution.cost, 4);
}

}  // namespace
}  // namespace apportion
