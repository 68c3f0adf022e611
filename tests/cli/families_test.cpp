// apportion solve for graphs, programs and distributions; see also sessions/families.txt.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

#include "experiments/problems/graphs/solve.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

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

using SolveProgramTest = ProgramTest;

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
