// Graphs as JSON: round trips, and errors that name the place.
#include "experiments/problems/graphs/solve.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/graphs.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/questions.hpp"

namespace apportion {
namespace {

RC_GTEST_PROP(GraphJson, ReadsWhatItWrites, ()) {
  const AlignmentGraph graph = *testing_support::graphs(6, 3);
  const std::string text = problems::to_json(graph);
  const problems::GraphQuestion question = problems::parse_graph_question(text);
  RC_ASSERT(question.merged_edges == 0U);
  RC_ASSERT(question.algorithm == "best");
  RC_ASSERT(problems::to_json(question.problem) == text);
}

TEST(GraphJson, TakesNodesByNumberOrNameAndAddsUpParallelEdges) {
  const problems::GraphQuestion question = problems::parse_graph_question(
      R"({"candidates":["a"],"nodes":[{"name":"x","cost":[1]},{"cost":[2]}],"edges":[["x",1,2],["1","x",3]],)"
      R"("algorithm":"optimal"})");
  EXPECT_EQ(question.algorithm, "optimal");
  EXPECT_EQ(question.merged_edges, 1U);
  ASSERT_EQ(question.problem.edges.size(), 1U);
  EXPECT_EQ(question.problem.edges[0].weight, 5);
  EXPECT_EQ(question.problem.rho, 1);
}

TEST(GraphJson, ErrorsNameThePlace) {
  const auto graph = [](const std::string& candidates, const std::string& nodes, const std::string& edges) {
    return R"({"candidates":)" + candidates + R"(,"nodes":)" + nodes + R"(,"edges":)" + edges + "}";
  };
  const std::string two = R"([{"name":"x","cost":[1,2]},{"name":"y","cost":[3,4]}])";
  const std::string ab = R"(["a","b"])";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"nonsense", "malformed JSON"},
      {"[1]", "graph is a JSON array; it must be an object"},
      {R"({"candidates":["a"],"nodes":[]})", "'edges'"},
      {R"({"candidates":["a"],"nodes":[],"edges":[],"cost":1})", "unknown key 'cost'"},
      {graph("[]", "[]", "[]"), "graph.candidates is empty"},
      {graph(ab, "[]", "[]"), "graph.nodes is empty"},
      {graph("[1]", "[]", "[]"), "graph.candidates[0] is a JSON number"},
      {graph(ab, R"([{"cost":[1]}])", "[]"), "graph.nodes[0].cost has 1 costs; it must have one for each of the 2"},
      {graph(ab, R"([{"cost":[1,-2]}])", "[]"), "graph.nodes[0].cost[1] is -2"},
      {graph(ab, R"([{"cost":[1,NaN]}])", "[]"), "malformed JSON"},
      {graph(ab, R"([{"cost":[1,1e999]}])", "[]"), "malformed JSON"},
      {graph(ab, R"([{"cost":[1,null]}])", "[]"), "graph.nodes[0].cost[1] is a JSON null"},
      {graph(ab, R"([{"costs":[1,2]}])", "[]"), "did you mean cost?"},
      {graph(ab, R"([{"name":"x","cost":[1,2]},{"name":"x","cost":[1,2]}])", "[]"), "nodes[1].name is 'x'"},
      {graph(ab, two, "[[0,2,1]]"), "graph.edges[0][1] is 2; there are nodes 0 to 1"},
      {graph(ab, two, "[[0,-1,1]]"), "graph.edges[0][1] is -1"},
      {graph(ab, two, "[[0,0.5,1]]"), "graph.edges[0][1] is 0.5"},
      {graph(ab, two, R"([["x","z",1]])"), "graph.edges[0][1]: unknown node 'z'"},
      {graph(ab, two, "[[0,1,1],[1,1,1]]"), "graph.edges[1] joins node 1 to itself"},
      {graph(ab, two, "[[0,1,-1]]"), "graph.edges[0][2] is -1"},
      {graph(ab, two, "[[0,1]]"), "graph.edges[0] has 2 items"},
      {graph(ab, two, "[[0,1,\"1\"]]"), "graph.edges[0][2] is a JSON string"},
  };
  for (const auto& [json, piece] : cases) {
    const std::string& text = json;
    EXPECT_THAT(message_of([&text] { (void)problems::parse_graph_question(text); }), HasSubstr(piece)) << text;
  }
}

}  // namespace
}  // namespace apportion
