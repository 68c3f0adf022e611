// The numbers that Chatterjee et al. quote for the ladder, the two zones and ADI.
#include <gtest/gtest.h>

#include "algorithms/graphs/subgraph.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

double partition_cost(const AlignmentGraph& graph, const Sides& sides) {
  GraphCounters counters;
  return Bipartition(whole_subgraph(graph), sides, counters).objective();
}

TEST(Ladder, PartitionsCostWhatIsPrinted) {
  const AlignmentGraph graph = ladder_graph();
  EXPECT_EQ(partition_cost(graph, {false, true, false, true, false, true}), 207);
  EXPECT_EQ(partition_cost(graph, {false, false, false, false, true, true}), 206);
  EXPECT_EQ(partition_cost(graph, {false, false, true, false, true, true}), 146);
  EXPECT_EQ(partition_cost(graph, {false, false, true, false, true, false}), 146);
}

TEST(Ladder, EveryPartitionerFindsTheOptimum) {
  EXPECT_EQ(solve_graph_by("best-static", ladder_graph()).cost, 204);
  EXPECT_EQ(solve_graph_by("exhaustive", ladder_graph()).cost, 146);
  for (const char* name : {"algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-nl", "algorithm1-flow",
                           "alpha-expansion", "optimal", "best", "ilp"})
    EXPECT_EQ(solve_graph_by(name, ladder_graph()).cost, 146) << name;
}

TEST(TwoZone, IsDynamicBelow500) {
  for (const double rho : {1.0, 100.0, 499.0, 500.0, 501.0, 5000.0}) {
    const double expected = rho < 500 ? 2000 * rho + 7e6 : 8e6;
    for (const char* name : {"algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-nl", "max-flow", "alpha-expansion",
                             "optimal", "best", "ilp"})
      EXPECT_EQ(solve_graph_by(name, two_zone_graph(rho)).cost, expected) << name << " at " << rho;
    EXPECT_EQ(solve_graph_by("best-static", two_zone_graph(rho)).cost, 8e6);
  }
}

TEST(Adi, IsDynamicBelow40) {
  for (int rho = 10; rho <= 70; ++rho) {
    const double expected = rho < 40 ? 672 + 16 * rho : 1312;
    for (const char* name :
         {"algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-flow", "alpha-expansion", "optimal", "best"})
      EXPECT_EQ(solve_graph_by(name, adi_graph(rho)).cost, expected) << name << " at " << rho;
  }
  EXPECT_EQ(solve_graph_by("optimal", adi_graph(10)).labels, (Labelling{0, 0, 0, 0, 2, 2, 2, 2}));
  EXPECT_EQ(solve_graph_by("optimal", adi_graph(50)).labels, Labelling(8, 1));
}

}  // namespace
}  // namespace apportion
