// Sharding graphs as JSON: the contest's format, shared matrices, and every error with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error.hpp"
#include "experiments/problems/common/json_scanner.hpp"
#include "experiments/problems/shardings/sharding_file.hpp"
#include "tests/support/five_operations.hpp"
#include "tests/support/shardings.hpp"

namespace apportion {
namespace {

using problems::parse_sharding_graph;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A graph of two nodes of two and three strategies and one edge, with other texts for its parts.
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
  try {
    static_cast<void>(parse_sharding_graph(text));
    ADD_FAILURE() << "taken: " << text;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(message)) << text;
  }
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

TEST(ShardingJson, ErrorsOfNodesNameThePlace) {
  const auto refused = [](std::string ShardingText::*part, const std::string& text, const std::string& message) {
    ShardingText given;
    given.*part = text;
    expect_refused(given.text(), message);
  };
  refused(&ShardingText::intervals, "[[0,2],[3,1]]",
          "problem.nodes.intervals[1] is [3, 1]; an interval must not end before it starts");
  refused(&ShardingText::intervals, "[[0,2],[3]]", "problem.nodes.intervals[1] has 1 number; it must be [from, to]");
  refused(&ShardingText::intervals, "[[0,2]]", "problem.nodes.intervals has 1 item, and problem.nodes.costs has 2");
  refused(&ShardingText::intervals, "[[-1,2],[0,1]]", "problem.nodes.intervals[0][0] is -1; it must be a whole number");
  refused(&ShardingText::costs, "[[1,2],[]]", "problem.nodes.costs[1] is empty; a node needs at least one strategy");
  refused(&ShardingText::costs, "[]", "problem.nodes.intervals has 2 items, and problem.nodes.costs has 0");
  refused(&ShardingText::costs, "[[1,2],3]", "problem.nodes.costs[1] is a JSON number; it must be a list");
  refused(
      &ShardingText::usages, "[[6,7],[8,9]]",
      "problem.nodes.usages[1] has 2 numbers, and problem.nodes.costs[1] has 3; both must have one for each strategy");
  refused(&ShardingText::usages, "[[6,7]]", "problem.nodes.usages has 1 item");
}

TEST(ShardingJson, ErrorsOfNumbersNameThePlace) {
  const auto refused = [](const std::string& number, const std::string& message) {
    ShardingText given;
    given.costs = "[[1,2],[3," + number + ",5]]";
    expect_refused(given.text(), message);
  };
  const std::string place = "problem.nodes.costs[1][1] is ";
  refused("1.5", place + "1.5; it must be a whole number from 0 to 9223372036854775807");
  refused("-3", place + "-3; it must be a whole number");
  refused("1e18", place + "1e18; it must be a whole number");
  refused("9223372036854775808", place + "9223372036854775808; it must be a whole number");
  refused("00", place + "00; it must be");
  refused("null", place + "a JSON null; it must be a whole number");
  refused("\"1\"", place + "a JSON string; it must be a whole number");
  refused("NaN", "malformed JSON in problem.nodes.costs[1][1], byte");
  refused("", "malformed JSON in problem.nodes.costs[1][1], byte");
  refused(std::string(1000, '9'), place + "9999999999999999999999999999999999999999...; it must be");
}

TEST(ShardingJson, ErrorsOfEdgesNameThePlace) {
  const auto refused = [](std::string ShardingText::*part, const std::string& text, const std::string& message) {
    ShardingText given;
    given.*part = text;
    expect_refused(given.text(), message);
  };
  refused(&ShardingText::matrices, "[[1,2,3,4,5]]",
          "problem.edges.costs[0] has 5 numbers; it must have 2 x 3 = 6, one for each pair of strategies of its nodes");
  refused(&ShardingText::matrices, "[]", "problem.edges.costs has 0 items, and problem.edges.nodes has 1");
  refused(&ShardingText::ends, "[[0,2]]", "problem.edges.nodes[0][1] is 2; there are nodes 0 to 1");
  refused(&ShardingText::ends, "[[0,1,1]]", "problem.edges.nodes[0] has 3 numbers; it must be [node, node]");
  refused(&ShardingText::ends, "[[0,-1]]", "problem.edges.nodes[0][1] is -1");
  refused(&ShardingText::ends, "[[0,0]]", "problem.edges.costs[0] has 6 numbers; it must have 2 x 2 = 4");
}

TEST(ShardingJson, ErrorsOfTheTextNameThePlace) {
  const std::string text = ShardingText().text();
  expect_refused("x", "malformed JSON, byte 1");
  expect_refused("[1]", "problem is a JSON array; it must be an object with nodes, edges, name, usage_limit");
  expect_refused("{}", "problem has no 'nodes'");
  expect_refused(R"({"nodes":{}})", "problem.nodes has no 'intervals'");
  expect_refused(text.substr(0, text.size() - 1), "malformed JSON: it ends in problem");
  expect_refused(text.substr(0, 20), "malformed JSON: it ends in problem.edges.costs[0]");
  expect_refused(text + "x", "where the end must stand");
  ShardingText given;
  given.more = R"(,"usage_limits":3)";
  expect_refused(given.text(), "problem: unknown key 'usage_limits'; did you mean usage_limit?");
  given.more = R"(,"name":"a","name":"b")";
  expect_refused(given.text(), "key 'name' is given twice in problem");
  given.more = R"(,"usage_limit":null)";
  expect_refused(given.text(), "problem.usage_limit is a JSON null; it must be a whole number");
  given.more = R"(,"name":3)";
  expect_refused(given.text(), "problem.name is a JSON number; it must be a text");
}

TEST(ShardingJson, AnInfeasibleGraphIsAGraph) {
  ShardingText given;
  given.costs = "[[1000000000000000000,1000000000000000000],[3,4,5]]";
  EXPECT_FALSE(totals(parse_sharding_graph(given.text()), {0, 0}).allowed);
}

// The text in pieces of that many bytes.
problems::JsonScanner::Source in_pieces(const std::string& text, std::size_t bytes) {
  return [rest = std::string_view(text), bytes]() mutable {
    const std::string_view piece = rest.substr(0, bytes);
    rest.remove_prefix(piece.size());
    return piece;
  };
}

TEST(JsonScanner, ReadsPiecesOfAnySize) {
  const std::string text = "  { \"a\\u0041\\\"\" : [ 0,12 , 9223372036854775807,\n1000000000000000000 ] } ";
  for (std::size_t bytes = 1; bytes <= text.size(); ++bytes) {
    problems::JsonScanner scanner(in_pieces(text, bytes));
    std::string key;
    std::vector<std::int64_t> values;
    for (scanner.begin_object({"aA\""}); scanner.next_key(key);)
      for (scanner.begin_list(); scanner.next_item();) values.push_back(scanner.whole());
    scanner.end();
    EXPECT_THAT(values, ElementsAre(0, 12, std::numeric_limits<std::int64_t>::max(), forbidden_cost)) << bytes;
  }
}

}  // namespace
}  // namespace apportion
