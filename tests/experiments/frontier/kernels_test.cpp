// The classic kernels: all can be solved, and those of the paper agree with it.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "experiments/chatterjee/example_programs.hpp"
#include "experiments/frontier/programs/kernels.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::problems {
namespace {

ProgramQuestion read(std::string_view name, const LoopIndices& parameters = {}) {
  return parse_program_question(kernel(name).text, parameters);
}

TEST(Kernels, ParseAndAreSolvedAtSeveralSizes) {
  EXPECT_GE(kernels().size(), 12U);
  for (const EmbeddedFile& each : kernels())
    for (const std::int64_t size : {8, 32, 100}) {
      SCOPED_TRACE(std::string(each.name) + " " + std::to_string(size));
      ProgramQuestion question = read(each.name, {{"n", size}});
      EXPECT_EQ(question.program.name, each.name);
      question.algorithm = "optimal";
      const ProgramAnswer answer = solve(question);
      EXPECT_TRUE(answer.proven_optimal);
      EXPECT_LE(answer.cost, answer.static_cost);
      EXPECT_GT(answer.cost, 0);
      for (const std::string& name : answer.built.graph.candidates) EXPECT_GT(frontier::distribution_code(name), 0);
    }
}

TEST(Kernels, SayWhyOneDistributionIsOrIsNotEnough) {
  for (const EmbeddedFile& each : kernels())
    EXPECT_THAT(nlohmann::json::parse(each.text)["note"].get<std::string>(), ::testing::HasSubstr("distribution"))
        << each.name;
}

TEST(Kernels, SumIsThePapers) {
  const ProgramGraph ours = build_graph(read("sum").program);
  const ProgramGraph paper = build_graph(chatterjee::example_program("sum"));
  EXPECT_EQ(ours.graph.candidates, paper.graph.candidates);
  ASSERT_EQ(ours.graph.size(), 1U);
  EXPECT_EQ(ours.graph.nodes[0].costs, paper.graph.nodes[0].costs);
  // The busiest processor has four, two and two elements.
  const Program program = read("sum").program;
  EXPECT_EQ(computation_cost(program, program.nodes[0], {{{2, 2}, {4, 2}}}), 8);
}

TEST(Kernels, TwoZonesHaveThePapersEdgesAndSplitInTheMiddle) {
  ProgramQuestion question = read("two-zone");
  const AlignmentGraph ours = build_graph(question.program).graph;
  const AlignmentGraph paper = two_zone_graph(1);
  ASSERT_EQ(ours.size(), paper.size());
  ASSERT_EQ(ours.edges.size(), paper.edges.size());
  for (std::size_t e = 0; e < ours.edges.size(); ++e) {
    EXPECT_EQ(ours.edges[e].u, paper.edges[e].u) << e;
    EXPECT_EQ(ours.edges[e].v, paper.edges[e].v) << e;
    EXPECT_EQ(ours.edges[e].weight, paper.edges[e].weight) << e;
  }
  for (std::size_t v = 0; v < ours.size(); ++v) {
    SCOPED_TRACE(v);
    const bool works = v % 4 == 0;
    EXPECT_EQ(*std::ranges::max_element(ours.nodes[v].costs) > 0, works) << v;
    EXPECT_EQ(ours.nodes[v].name, paper.nodes[v].name);
  }
  // A quarter of 4e6, the paper's own number, and twice as much; a quarter of 25e6, for which the paper has 6e6.
  EXPECT_EQ(*std::ranges::min_element(ours.nodes[0].costs), 1e6);
  EXPECT_THAT(ours.nodes[0].costs, ::testing::Contains(2e6));
  EXPECT_EQ(*std::ranges::min_element(ours.nodes[4].costs), 6.25e6);
  EXPECT_THAT(ours.nodes[4].costs, ::testing::Contains(12.5e6));
  question.algorithm = "optimal";
  const ProgramAnswer answer = solve(question);
  EXPECT_EQ(answer.cost, 1e6 + 6.25e6 + 2000);
  for (std::size_t v = 0; v < 8; ++v) EXPECT_EQ(answer.labels[v] == answer.labels[0], v < 4) << v;
}

TEST(Kernels, AdiHasThePapersMatrix) {
  Program program = read("adi", {{"n", 8}}).program;
  program.processors = 4;
  const AlignmentGraph ours = build_graph(program).graph;
  const AlignmentGraph paper = adi_graph(1);
  ASSERT_EQ(ours.size(), paper.size());
  for (std::size_t v = 0; v < ours.size(); ++v) EXPECT_EQ(ours.nodes[v].costs, paper.nodes[v].costs) << v;
  ASSERT_EQ(ours.edges.size(), paper.edges.size());
  // The whole array, while the paper counts the elements that one of four processors sends.
  for (const AlignmentEdge& edge : ours.edges) EXPECT_EQ(edge.weight, 64);
}

TEST(Kernels, AnUnknownOneIsRefused) {
  EXPECT_THROW(static_cast<void>(kernel("jacoby")), InputError);
  EXPECT_THROW(static_cast<void>(read("adi", {{"m", 8}})), InputError);
}

TEST(Choices, DifferentDistributionsHaveDifferentCodes) {
  using frontier::distribution_code;
  EXPECT_EQ(distribution_code("1/*"), 16);
  EXPECT_EQ(distribution_code("4/5"), 3 + 5 * 16);
  EXPECT_NE(distribution_code("4x1/2x*"), distribution_code("1x4/*x2"));
  EXPECT_NE(distribution_code("4x4/1x1"), distribution_code("4x4x1/1x1x*"));
  EXPECT_LT(distribution_code("16x16x16/8191x8191x8191"), 9007199254740992.0);
  EXPECT_THROW(static_cast<void>(distribution_code("32/1")), std::logic_error);
  EXPECT_THROW(static_cast<void>(distribution_code("2/9000")), std::logic_error);
  EXPECT_THROW(static_cast<void>(distribution_code("2x2x2x2/1x1x1x1")), std::logic_error);
}

}  // namespace
}  // namespace apportion::problems
