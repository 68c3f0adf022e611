// apportion solve for grids, graphs, programs, distributions and boxes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

#include "experiments/problems/graphs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

class GridCommandTest : public ProgramTest {
 protected:
  [[nodiscard]] static std::vector<std::string> problem(const std::string& command,
                                                        const std::vector<std::string>& more = {}) {
    return joined({command, "grids", "--edges", "3x3", "--performances", "9,8,7,6,5,4,3,2,1", "--block", "60,90"},
                  more);
  }
};

TEST_F(GridCommandTest, AnswersAsTheContractSays) {
  const std::string text = output(problem("solve", {"--algorithm", "natural"}));
  const Json answer = Json::parse(text);
  EXPECT_EQ(answer["schema"], 1);
  EXPECT_EQ(answer["algorithm"], "natural");
  // NAT of Table 1, processes given from the strongest on; shares 12:15:18 and 6:15:24.
  EXPECT_EQ(answer["mapping"], Json::parse("[8,7,6,5,4,3,2,1,0]"));
  EXPECT_EQ(answer["lengths"], Json::parse("[[16.0,20.0,24.0],[12.0,30.0,48.0]]"));
  EXPECT_EQ(answer["rounded"], Json::parse("[[16,20,24],[12,30,48]]"));
  EXPECT_EQ(answer["time"], 192);  // 16 x 12 by the process of performance 1
  EXPECT_EQ(answer["rounded_time"], 192);
  EXPECT_EQ(answer["ideal_time"], 120);
  EXPECT_GT(answer["lower_bound"], 120);
  EXPECT_LE(answer["lower_bound"], 192);
  EXPECT_EQ(answer["proven_optimal"], false);
}

// Section 2 of the paper: data of n dimensions over a grid of m, the further ones being a constant factor.
TEST_F(GridCommandTest, ABlockMayHaveMoreDimensionsThanTheGrid) {
  const Outcome outcome =
      call({"solve", "grids", "--batch", "-"},
           {.input = R"({"algorithm":"natural","edges":[3,3],"performances":[9,8,7,6,5,4,3,2,1],"block":[60,90]}
{"algorithm":"natural","edges":[3,3],"performances":[9,8,7,6,5,4,3,2,1],"block":[60,90,7,2]}
{"algorithm":"natural","edges":[3,3],"performances":[9,8,7,6,5,4,3,2,1],"block":[60,90,0]}
)"});
  EXPECT_EQ(outcome.status, 1);
  const std::vector<Json> answers = json_lines(outcome.out);
  ASSERT_EQ(answers.size(), 3U);
  for (const char* key : {"algorithm", "mapping", "lengths", "rounded"})
    EXPECT_EQ(answers[1][key], answers[0][key]) << key;
  for (const char* key : {"time", "rounded_time", "ideal_time"})
    EXPECT_EQ(answers[1][key].get<double>(), 14 * answers[0][key].get<double>()) << key;
  EXPECT_THAT(answers[2]["error"].get<std::string>(), HasSubstr("side 2 of the block is 0"));
  const Outcome drawn = call({"draw", "grids", "--edges", "1x2", "--performances", "1,3", "--block", "10,20,7"});
  EXPECT_THAT(drawn.out, StartsWith("best on 10 x 20 x 7 over 1x2: time 350, 1 times the ideal\n"));
}

TEST_F(GridCommandTest, ABatchGoesOnAfterABadLine) {
  const Outcome outcome =
      call({"solve", "grids", "--batch", "-"},
           {.input = R"({"algorithm":"beaumont","edges":[2,2],"performances":[1,2,3,4],"block":[10,10]}
{"edges":[3,2],"performances":[1,2,3,4,5,6],"block":[10,10]}
{"edges":[2,2],"performances":[1,2,"3",4],"block":[10,10]}
{"edges":[2],"performances":[1,1],"block":[10]}
)"});
  EXPECT_EQ(outcome.status, 1);
  const std::vector<Json> answers = json_lines(outcome.out);
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0]["algorithm"], "beaumont");
  EXPECT_EQ(answers[1]["line"], 2);
  EXPECT_THAT(answers[1]["error"].get<std::string>(), HasSubstr("give 2x3"));
  EXPECT_THAT(answers[2]["error"].get<std::string>(), HasSubstr("performance 2 is a JSON string"));
  EXPECT_EQ(answers[3]["algorithm"], "best");
  EXPECT_EQ(answers[3]["rounded"], Json::parse("[[5,5]]"));
}

TEST_F(GridCommandTest, ContentDoesNotDependOnTheThreads) {
  std::string digests[2];
  for (int k = 0; k < 2; ++k) {
    const std::string file = k == 0 ? "one" : "three";
    succeed({"run", "kalinov/figure3a", "--samples", "600", "--set", "grid=2x2,3x3", "level=8", "--quiet", "-j",
             k == 0 ? "1" : "3", "--db", file});
    digests[k] = call({"digest", "--db", file}).out;
  }
  EXPECT_EQ(digests[0].substr(0, 64), digests[1].substr(0, 64));
}

class SolveGraphTest : public ProgramTest {};

TEST_F(SolveGraphTest, RhoReplacesTheFiles) {
  const std::string text =
      output({"solve", "graphs", "--graph", "-", "--rho", "50"}, {.input = problems::to_json(adi_graph(10))});
  const Json answer = Json::parse(text);
  EXPECT_EQ(answer["algorithm"], "best");
  EXPECT_EQ(answer["cost"], 1312);
  EXPECT_EQ(answer["proven_optimal"], true);
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

class SolveProgramTest : public ProgramTest {
 protected:
  void SetUp() override { write("adi.json", json_example("docs/program-format.md")); }

  [[nodiscard]] Json answer(const std::vector<std::string>& more) const {
    return Json::parse(output(joined({"solve", "programs", "--program", "adi.json"}, more)));
  }
};

// 300 nodes, each of which would be accepted alone.
TEST_F(SolveProgramTest, TheIterationsOfAllNodesTogetherHaveAMaximum) {
  std::string nodes;
  for (int k = 0; k < 300; ++k)
    nodes += fmt::format(R"({}{{"name":"n{}","object":"A","time":1,"loops":[{{"index":"I","from":1,"to":999999}}]}})",
                         k > 0 ? "," : "", k);
  write("large.json",
        fmt::format(
            R"({{"rank":1,"processors":4,"objects":{{"A":{{"axes":[{{"extent":4,"offset":"I"}}]}}}},"nodes":[{}]}})",
            nodes));
  expect_error({"solve", "programs", "--program", "large.json"}, 2, {"more than 10000000 iterations of all nodes"});
}

TEST_F(SolveProgramTest, AnswersAsTheContractSays) {
  const Json json = answer({});
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["algorithm"], "best");
  EXPECT_EQ(json["cost"], 672 + 16 * 10);
  EXPECT_EQ(json["static_cost"], 1312);
  EXPECT_EQ(json["candidates"].size(), 3U);
  EXPECT_EQ(json["nodes"][1]["distribution"], "4x1/2x*");
  EXPECT_EQ(json["nodes"][6]["distribution"], "1x4/*x2");
  EXPECT_EQ(json["labels"].size(), 8U);
  EXPECT_LE(json["lower_bound"], json["cost"]);
  EXPECT_TRUE(json["proven_optimal"]);
}

TEST_F(SolveProgramTest, AnyAlgorithmOfGraphsWillDo) {
  const Json json = answer({"--algorithm", "best-static"});
  EXPECT_EQ(json["algorithm"], "best-static");
  EXPECT_EQ(json["cost"], 1312);
}

TEST_F(SolveProgramTest, ItsGraphGetsTheSameAnswerFromSolveGraph) {
  const std::string graph = output({"solve", "programs", "--program", "adi.json", "--print-graph"});
  EXPECT_EQ(Json::parse(graph)["nodes"][1]["cost"], Json(std::vector<int>{160, 320, 640}));
  const std::string solved = output({"solve", "graphs", "--graph", "-"}, {.input = graph});
  const Json program = answer({});
  EXPECT_EQ(Json::parse(solved)["labels"], program["labels"]);
  EXPECT_EQ(Json::parse(solved)["cost"], program["cost"]);
}

TEST_F(SolveProgramTest, ABatchGoesOnAfterABadLine) {
  const std::string good = Json::parse(json_example("docs/program-format.md")).dump();
  Json endless = Json::parse(good);
  endless["nodes"][1]["loops"][0].erase("to");
  const Outcome outcome =
      call({"solve", "programs", "--batch", "-"}, {.input = endless.dump() + "\n" + good + "\n{}\n"});
  EXPECT_EQ(outcome.status, 1);
  const std::vector<Json> answers = json_lines(outcome.out);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_THAT(answers[0]["error"].get<std::string>(), ::testing::HasSubstr("nodes[1].loops[0] never ends"));
  EXPECT_EQ(answers[0]["line"], 1);
  EXPECT_EQ(answers[1]["cost"], 832);
  EXPECT_EQ(answers[2]["line"], 3);
}

using DistributionTest = ProgramTest;

TEST_F(DistributionTest, ProcessesMayBeIdleWhereTheOthersSendLess) {
  const Words primes = {"solve", "distributions", "--m", "10000", "--n", "10000", "--o", "10000", "--p", "191"};
  const Json all = Json::parse(output(primes));
  EXPECT_EQ(all["M"].get<int>() * all["N"].get<int>(), 191);
  EXPECT_FALSE(all.contains("idle"));
  const Json some = Json::parse(output(joined(primes, {"--leave-idle"})));
  EXPECT_EQ(some["p"].get<int>() + some["idle"].get<int>(), 191);
  EXPECT_GE(some["p"].get<int>(), 182);
  EXPECT_LT(5 * some["n_com"]["first_stage"].get<double>(), all["n_com"]["first_stage"].get<double>());
}

}  // namespace
}  // namespace apportion::testing_support
