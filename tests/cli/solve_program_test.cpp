// apportion solve programs: descriptions, graphs, batches, and bad input.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

class SolveProgramTest : public ProgramTest {
 protected:
  void SetUp() override { write("adi.json", json_example("docs/program-format.md")); }

  [[nodiscard]] Json answer(const std::vector<std::string>& more) const {
    return Json::parse(output(joined({"solve", "programs", "--program", "adi.json"}, more)));
  }
};

// 300 nodes, each of which alone would pass.
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

TEST_F(SolveProgramTest, KernelsHaveParametersAndRates) {
  const auto kernel = [this](const std::vector<std::string>& more) {
    return Json::parse(output(joined({"solve", "programs", "--kernel", "adi"}, more)));
  };
  // 10 n^2 + n^2 / 8 in blocks; 2.5 n^2 + n^2 / 8 + rates n^2 / 16 with a transposition.
  EXPECT_EQ(kernel({"--parameters", "n=64"})["cost"], 10752 + 256);
  EXPECT_EQ(kernel({"--parameters", "n=64", "--rates", "100"})["cost"], 10752 + 25600);
  EXPECT_EQ(kernel({"--parameters", "n=64", "--rates", "121"})["cost"], 41472);
}

TEST_F(SolveProgramTest, BadInput) {
  expect_error({"solve", "programs"}, 2, {"--program is missing"});
  expect_error({"solve", "programs", "--program", "adi.json", "--kernel", "adi"}, 2,
               {"--kernel and --program exclude each other"});
  expect_error({"solve", "programs", "--kernel", "fftt"}, 2, {"did you mean fft?"});
  expect_error({"solve", "programs", "--kernel", "adi", "--parameters", "n"}, 2, {"'n' is not a parameter"});
  expect_error({"solve", "programs", "--kernel", "adi", "--parameters", "n=8,n=9"}, 2, {"'n' is given twice"});
  expect_error({"solve", "programs", "--kernel", "adi", "--parameters", "m=8"}, 2, {"unknown parameter 'm'"});
  expect_error({"solve", "programs", "--program", "adi.json", "--parameters", "n=8"}, 2, {"no parameter 'n'"});
  expect_error({"solve", "programs", "--kernel", "adi", "--rates", "-1"}, 2,
               {"--rates is -1; it must be a number from 0"});
  expect_error({"solve", "programs", "--program", "none.json"}, 2, {"none.json"});
  expect_error({"solve", "programs", "--program", "adi.json", "--rho", "3"}, 2, {"--rho"});
  expect_error({"solve", "programs", "--program", "adi.json", "--algorithm", "magic"}, 2,
               {"unknown algorithm 'magic'"});
  expect_error({"solve", "programs", "--program", "-"}, 2, {"program has no 'rank'"},
               {.input = R"({"processors":4,"objects":{},"nodes":[]})"});
  expect_error({"solve", "programs", "--program", "-"}, 2, {"malformed JSON"}, {.input = "{"});
}

}  // namespace
}  // namespace apportion::testing_support
