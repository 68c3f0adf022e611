// Numbers that Chatterjee et al. print: graphs and programs.
#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/graphs/subgraph.hpp"
#include "experiments/chatterjee/example_programs.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/programs/program_graph.hpp"
#include "tests/support/graphs.hpp"

namespace apportion::chatterjee {
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
                           "alpha-expansion", "optimal", "best"})
    EXPECT_EQ(solve_graph_by(name, ladder_graph()).cost, 146) << name;
}

TEST(TwoZone, IsDynamicBelow500) {
  for (const double rho : {1.0, 100.0, 499.0, 500.0, 501.0, 5000.0}) {
    SCOPED_TRACE(rho);
    const double expected = rho < 500 ? 2000 * rho + 7e6 : 8e6;
    for (const char* name :
         {"algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-nl", "max-flow", "alpha-expansion", "optimal", "best"})
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

TEST(SumExample, LoadsAreFourTwoTwo) {
  const Program program = example_program("sum");
  const TemplateDistribution printed{{{2, 2}, {4, 2}}};
  ProgramNode node = program.nodes[0];
  const std::vector<std::pair<int, double>> expected = {{1, 4}, {2, 2}, {4, 2}};
  for (const auto& [stride, load] : expected) {
    node.loops[0].from = node.loops[0].to = stride;
    EXPECT_EQ(computation_cost(program, node, printed), load) << stride;
  }
  EXPECT_EQ(computation_cost(program, program.nodes[0], printed), 8);
}

TEST(SumExample, TheResultAloneWouldBeLess) {
  // S has two elements on each processor row in every iteration, unlike the reduction's operand.
  Program program = example_program("sum");
  program.nodes[0].operand.reset();
  EXPECT_EQ(computation_cost(program, program.nodes[0], {{{2, 2}, {4, 2}}}), 6);
}

TEST(Figure3, FourDistributionsAndTheirLoads) {
  const ProgramGraph built = build_graph(example_program("figure3"));
  EXPECT_EQ(built.graph.candidates,
            (std::vector<std::string>{"2x2/500x500", "2x2/500x125", "2x2/125x500", "2x2/125x125"}));
  EXPECT_EQ(built.graph.nodes[0].costs, (std::vector<double>{250000, 250000, 250000, 250000}));
  EXPECT_EQ(built.graph.nodes[1].costs, (std::vector<double>{62500, 31250, 31250, 15625}));
}

TEST(AdiProgram, GivesThePrintedMatrixAndNothingElse) {
  const AlignmentGraph built = build_graph(example_program("adi")).graph;
  const AlignmentGraph printed = adi_graph(1);
  EXPECT_EQ(built.candidates, (std::vector<std::string>{"4x1/2x*", "2x2/4x4", "1x4/*x2"}));
  ASSERT_EQ(built.size(), printed.size());
  for (std::size_t v = 0; v < built.size(); ++v) EXPECT_EQ(built.nodes[v].costs, printed.nodes[v].costs) << v;
}

TEST(TwoZoneProgram, ExchangesSectionsOf1000AndWholeArrays) {
  const AlignmentGraph built = build_graph(example_program("two-zone")).graph;
  std::vector<double> weights;
  for (const AlignmentEdge& edge : built.edges) weights.push_back(edge.weight);
  EXPECT_EQ(weights, (std::vector<double>{4e6, 1000, 25e6, 1000}));
}

TEST(LuProgram, HasBlocksOf1AmongItsCandidates) {
  const std::vector<std::string> names = build_graph(example_program("lu")).graph.candidates;
  EXPECT_NE(std::ranges::find(names, "2x2/1x1"), names.end());
  // 64^2 + 63^2 + ... elements on four processors: never less than a quarter of them.
  const Program program = example_program("lu");
  EXPECT_GE(computation_cost(program, program.nodes[0], {{{2, 1}, {2, 1}}}), 89440.0 / 4);
}

TEST(StencilProgram, ShiftsMoveTheEdgesOfBlocks) {
  Program program = example_program("stencil");
  program.processors = 4;
  const TemplateDistribution blocks{{{2, 32}, {2, 32}}};
  for (const ProgramEdge& edge : program.edges) EXPECT_EQ(realignment_cost(program, edge, blocks), 32);
}

}  // namespace
}  // namespace apportion::chatterjee
