// The example programs of Chatterjee, Gilbert, Schreiber and Sheffler: SUM, Figure 3, and ADI's node-cost matrix.
#include <gtest/gtest.h>

#include "experiments/chatterjee/example_programs.hpp"
#include "sim/graphs/paper_graphs.hpp"
#include "sim/programs/load.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

TEST(SumExample, LoadsAreFourTwoTwo) {
  const Program program = sum_program();
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
  // S has two elements on each processor row in every iteration: not what the reduction works over.
  Program program = sum_program();
  program.nodes[0].operand.reset();
  EXPECT_EQ(computation_cost(program, program.nodes[0], {{{2, 2}, {4, 2}}}), 6);
}

TEST(Figure3, FourDistributionsAndTheirLoads) {
  const ProgramGraph built = build_graph(figure3_program());
  EXPECT_EQ(built.graph.candidates,
            (std::vector<std::string>{"2x2/500x500", "2x2/500x125", "2x2/125x500", "2x2/125x125"}));
  EXPECT_EQ(built.graph.nodes[0].costs, (std::vector<double>{250000, 250000, 250000, 250000}));
  EXPECT_EQ(built.graph.nodes[1].costs, (std::vector<double>{62500, 31250, 31250, 15625}));
}

TEST(AdiProgram, GivesThePrintedMatrixAndNothingElse) {
  const AlignmentGraph built = build_graph(adi_program()).graph;
  const AlignmentGraph printed = adi_graph(1);
  EXPECT_EQ(built.candidates, (std::vector<std::string>{"4x1/2x*", "2x2/4x4", "1x4/*x2"}));
  ASSERT_EQ(built.size(), printed.size());
  for (std::size_t v = 0; v < built.size(); ++v) EXPECT_EQ(built.nodes[v].costs, printed.nodes[v].costs) << v;
}

}  // namespace
}  // namespace apportion::chatterjee
