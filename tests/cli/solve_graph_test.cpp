// apportion solve graphs: its contract, batches, notices, and bad input.
#include <fmt/format.h>

#include <sstream>

#include "experiments/problems/graphs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class SolveGraphTest : public ProgramTest {};

TEST_F(SolveGraphTest, AnswersAsTheContractSays) {
  write("adi.json", problems::to_json(adi_graph(10)));
  const Outcome outcome = call({"solve", "graphs", "--algorithm", "optimal", "--graph", "adi.json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            R"({"schema":1,"algorithm":"optimal","labels":[0,0,0,0,2,2,2,2],"cost":832,"static_cost":1312,)"
            "\"lower_bound\":832,\"proven_optimal\":true}\n");
}

TEST_F(SolveGraphTest, RhoReplacesTheFiles) {
  const std::string text =
      output({"solve", "graphs", "--graph", "-", "--rho", "50"}, {.input = problems::to_json(adi_graph(10))});
  const Json answer = Json::parse(text);
  EXPECT_EQ(answer["algorithm"], "best");
  EXPECT_EQ(answer["cost"], 1312);
  EXPECT_EQ(answer["proven_optimal"], true);
}

TEST_F(SolveGraphTest, AFileMayBeSpreadOverLinesAndABatchMayNot) {
  write("graph.json", "{\"candidates\": [\"a\"],\n \"nodes\": [{\"cost\": [1]}],\n \"edges\": []}\n");
  succeed({"solve", "graphs", "--graph", "graph.json"});
  EXPECT_EQ(call({"solve", "graphs", "--batch", "graph.json"}).status, 1);
}

TEST_F(SolveGraphTest, OneBadLineDoesNotStopTheOthers) {
  const Outcome outcome = call({"solve", "graphs", "--batch", "-"},
                               {.input = problems::to_json(ladder_graph()) + "\n\n{\"candidates\":[]}\n" +
                                         problems::to_json(two_zone_graph(499)) + "\n"});
  EXPECT_EQ(outcome.status, 1);
  const std::vector<Json> answers = json_lines(outcome.out);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["cost"], 146);
  EXPECT_EQ(answers[1]["line"], 3);
  EXPECT_THAT(answers[1]["error"].get<std::string>(), HasSubstr("graph has no"));
  EXPECT_EQ(answers[2]["cost"], 7'998'000);
}

// A huge cost is how a user forbids a candidate.
TEST_F(SolveGraphTest, ForbiddingCostsLeaveTheProofTrue) {
  for (const char* name : {"optimal", "elimination", "exhaustive"}) {
    const std::string text =
        output({"solve", "graph", "--graph", "-", "--algorithm", name},
               {.input = R"({"candidates":["a","b","c"],"nodes":[{"cost":[1e12,1e12,0]},{"cost":[2,0,1e12]}],)"
                         R"("edges":[[0,1,1]]})"});
    const Json answer = Json::parse(text);
    EXPECT_EQ(answer["cost"], 1) << name;
    EXPECT_EQ(answer["lower_bound"], 1) << name;
    EXPECT_EQ(answer["proven_optimal"], true) << name;
  }
}

TEST_F(SolveGraphTest, HugeCostsEndNoBatch) {
  const auto line = [](const char* name, const char* cost) {
    return fmt::format(R"({{"algorithm":"{}","candidates":["a","b","c"],"nodes":[{{"cost":[{},{},1]}},)"
                       R"({{"cost":[2,1,{}]}},{{"cost":[{},3,5]}}],"edges":[[0,1,1],[1,2,{}],[0,2,2]]}})"
                       "\n",
                       name, cost, cost, cost, cost, cost);
  };
  for (const char* name : {"optimal", "elimination", "exhaustive", "algorithm1-cc", "best-static"}) {
    const Outcome outcome =
        call({"solve", "graph", "--batch", "-"},
             {.input = line(name, "1e25") + line(name, "1e149") + line(name, "1e300") + line(name, "100")});
    EXPECT_EQ(outcome.status, 1) << name;
    std::istringstream lines(outcome.out);
    std::string text;
    for (int k = 0; k < 4; ++k) {
      ASSERT_TRUE(std::getline(lines, text)) << name;
      const Json answer = Json::parse(text);
      if (k == 2) {
        EXPECT_THAT(answer["error"].get<std::string>(), HasSubstr("must stay below")) << name;
        continue;
      }
      EXPECT_LE(answer["lower_bound"], answer["cost"]) << name;
      if (answer["proven_optimal"] == true) {
        EXPECT_EQ(answer["cost"], 8) << name;
      }
    }
  }
}

TEST_F(SolveGraphTest, ALimitGivesTheBestKnownAndABound) {
  RandomStream stream(1, "complete");
  const AlignmentGraph graph = random_graph({150, 10, 149, 0.02, false}, stream);
  write("complete.json", problems::to_json(graph));
  const std::string text =
      output({"solve", "graph", "--graph", "complete.json", "--algorithm", "optimal[nodes=1,messages=1]"});
  const Json answer = Json::parse(text);
  EXPECT_EQ(answer["labels"].size(), 150U);
  EXPECT_LE(answer["lower_bound"], answer["cost"]);
  EXPECT_GT(answer["lower_bound"], 0);
}

TEST_F(SolveGraphTest, DuplicateEdgesAreAddedUpWithANotice) {
  const Outcome outcome =
      call({"solve", "graphs", "--batch", "-"},
           {.input = R"({"candidates":["a","b"],"nodes":[{"cost":[0,9]},{"cost":[9,0]}],"edges":[[0,1,4],[1,0,3]]})"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(Json::parse(outcome.out)["cost"], 7);
  EXPECT_EQ(outcome.err, "apportion: 1 edge added to others with the same ends\n");
}

TEST_F(SolveGraphTest, BadInputEndsWithStatus2) {
  expect_error({"solve", "graphs"}, 2, {"--graph is missing"});
  expect_error({"solve", "graphs", "--graph", "nowhere.json"}, 2, {"nowhere.json cannot be read"});
  expect_error({"solve", "graphs", "--graph", "-"}, 2, {"standard input: graph.edges[0] joins node 0 to itself"},
               {.input = R"({"candidates":["a"],"nodes":[{"cost":[1]}],"edges":[[0,0,1]]})"});
  expect_error({"solve", "graphs", "--graph", "-", "--rho", "-1"}, 2, {"rho is -1"},
               {.input = problems::to_json(ladder_graph())});
  expect_error({"solve", "graphs", "--graph", "-", "--algorithm", "optimum"}, 2, {"did you mean optimal"},
               {.input = problems::to_json(ladder_graph())});
  expect_error({"draw", "graphs", "--graph", "-"}, 2, {"cannot draw graphs"},
               {.input = problems::to_json(ladder_graph())});
}

}  // namespace
}  // namespace apportion::testing_support
