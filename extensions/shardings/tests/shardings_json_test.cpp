// Sharding graphs as JSON: the contest's format, shared matrices, and every error with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "base/error.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/tests/shardings.hpp"
#include "tests/support/refusals.hpp"

namespace apportion {
namespace {

using problems::parse_sharding_graph;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A graph of two nodes with two and three strategies and one edge, with replaceable texts for its parts.
struct ShardingText {
  std::string intervals = "[[0,2],[1,3]]";
  std::string costs = "[[1,2],[3,4,5]]";
  std::string usages = "[[6,7],[8,9,10]]";
  std::string ends = "[[0,1]]";
  std::string matrices = "[[1,2,3,4,5,6]]";
  std::string more = {};

  [[nodiscard]] std::string text() const {
    return R"({"edges":{"costs":)" + matrices + R"(,"nodes":)" + ends + R"(},"nodes":{"costs":)" + costs +
           R"(,"intervals":)" + intervals + R"(,"usages":)" + usages + "}" + more + "}";
  }
};

void expect_refused(const std::string& text, const std::string& message) {
  EXPECT_THAT(message_of([&] { static_cast<void>(parse_sharding_graph(text)); }), HasSubstr(message)) << text;
}

TEST(ShardingJson, HasWhatTheTextSays) {
  const ShardingGraph graph = parse_sharding_graph(testing_support::five_operations());
  EXPECT_EQ(graph.name, "five");
  ASSERT_EQ(graph.size(), 5U);
  EXPECT_EQ(graph.nodes[2].first, 3U);
  EXPECT_EQ(graph.nodes[2].strategies, 3U);
  EXPECT_EQ(graph.nodes[2].from, 50);
  EXPECT_EQ(graph.nodes[2].to, 120);
  EXPECT_THAT(graph.costs, ElementsAre(15, 55, 65, 25, 45, 35, 85, 75, 95));
  EXPECT_EQ(graph.usage_limit, 50);
  const ShardingTotals sum = totals(graph, {0, 0, 2, 1, 0});
  EXPECT_EQ(sum.cost, 445);
  EXPECT_EQ(sum.peak, 50);
  EXPECT_TRUE(sum.allowed);
}

TEST(ShardingJson, ReadsWhatItWrites) {
  for (int sample = 0; sample < 50; ++sample) {
    SCOPED_TRACE(sample);
    const std::string text = problems::to_json(testing_support::tiny_sharding_graph(sample));
    EXPECT_EQ(problems::to_json(parse_sharding_graph(text)), text);
  }
}

TEST(ShardingJson, EqualMatricesAreOneAndOtherShapesAreNot) {
  ShardingText given;
  given.ends = "[[0,1],[0,1],[1,0]]";
  given.matrices = "[[1,2,3,4,5,6],[1,2,3,4,5,6],[1,2,3,4,5,6]]";
  const ShardingGraph graph = parse_sharding_graph(given.text());
  ASSERT_EQ(graph.matrices.size(), 2U);
  EXPECT_EQ(graph.edges[0].matrix, graph.edges[1].matrix);
  EXPECT_EQ(graph.matrices[graph.edges[2].matrix].rows, 3U);
  EXPECT_EQ(graph.matrices[graph.edges[2].matrix].costs, graph.matrices[graph.edges[0].matrix].costs);
}

TEST(ShardingJson, NumbersOf64BitsAreExactAndSumsMayHaveMore) {
  ShardingText given;
  given.costs = "[[9223372036854775807,2],[9223372036854775806,4,5]]";
  const ShardingGraph graph = parse_sharding_graph(given.text());
  EXPECT_EQ(graph.costs[0], std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(totals(graph, {0, 0}).cost, WideWhole{std::numeric_limits<std::int64_t>::max()} * 2);
}

TEST(ShardingJson, ALimitMayBeAbsentOrZero) {
  EXPECT_FALSE(parse_sharding_graph(ShardingText().text()).usage_limit);
  ShardingText given;
  given.more = R"(,"usage_limit":0)";
  EXPECT_EQ(parse_sharding_graph(given.text()).usage_limit, 0);
}

TEST(ShardingJson, ANodeMayHaveAMillionStrategies) {
  std::string many = "0";
  for (int s = 1; s < 1'000'000; ++s) many += ",1";
  ShardingText given;
  given.costs = "[[" + many + "],[1]]";
  given.usages = given.costs;
  given.matrices = "[[" + many + "]]";
  const ShardingGraph graph = parse_sharding_graph(given.text());
  EXPECT_EQ(graph.nodes[0].strategies, 1'000'000U);
  EXPECT_EQ(totals(graph, {999'999, 0}).cost, 3);
}

// Each replaces one of the parts; "text" is the whole.
TEST(ShardingJson, ErrorsNameThePlace) {
  testing_support::expect_refusals("shardings", [](const auto& row) {
    if (row[0] == "text") return parse_sharding_graph(row[1]);
    const std::map<std::string, std::string ShardingText::*> parts = {
        {"intervals", &ShardingText::intervals}, {"costs", &ShardingText::costs},
        {"usages", &ShardingText::usages},       {"ends", &ShardingText::ends},
        {"matrices", &ShardingText::matrices},   {"more", &ShardingText::more}};
    ShardingText given;
    given.*parts.at(row[0]) = row[1];
    return parse_sharding_graph(given.text());
  });
  ShardingText given;
  given.costs = "[[1,2],[3," + std::string(1000, '9') + ",5]]";
  expect_refused(given.text(), "problem.nodes.costs[1][1] is 9999999999999999999999999999999999999999...; it must be");
  const std::string text = ShardingText().text();
  expect_refused(text.substr(0, text.size() - 1), "malformed JSON: it ends in problem");
  expect_refused(text.substr(0, 20), "malformed JSON: it ends in problem.edges.costs[0]");
  expect_refused(text + "x", "expected end of input");
}

TEST(ShardingJson, AnInfeasibleGraphIsAGraph) {
  ShardingText given;
  given.costs = "[[1000000000000000000,1000000000000000000],[3,4,5]]";
  EXPECT_FALSE(totals(parse_sharding_graph(given.text()), {0, 0}).allowed);
}

}  // namespace
}  // namespace apportion
