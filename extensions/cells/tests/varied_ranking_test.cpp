// `solve` with --perturb and --rank-by, and `evaluate` with --perturb, on the command line.
#include <algorithm>

#include "sim/varied_speeds.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class VariedRankingTest : public ProgramTest {
 protected:
  // The fastest method, or the one with the least boundary, is not the one with the least 95 % quantile.
  static inline const Words rectangles = {"solve", "rectangles", "--rows",    "30",     "--columns",
                                          "40",    "--weights",  "3,6,3,5,7", "--whole"};
  static inline const Words cells = {"solve", "cells",     "--rows",  "30",          "--columns",
                                     "40",    "--weights", "6,7,3,4", "--imbalance", "5%"};
  static inline const Words on_star = {"--network", "star", "--element-seconds", "1e-7"};
  static inline const Words varied = {"--perturb", "100", "--spread", "20%"};

  [[nodiscard]] std::vector<Json> ranking(const Words& words) const {
    return json_lines(output(joined(words, {"--format", "json"})));
  }
  [[nodiscard]] static std::vector<std::string> names_in(const std::vector<Json>& lines) {
    std::vector<std::string> names;
    for (const Json& line : lines) names.push_back(line["algorithm"]);
    return names;
  }
  // The division that a single algorithm writes, judged by `evaluate`.
  [[nodiscard]] Json evaluated(Words words, const std::string& algorithm, const Words& more) const {
    succeed(joined(words, {"--algorithm", algorithm, "-o", "owners.csv"}));
    words[0] = "evaluate";
    std::erase(words, "--whole");
    return json_lines(output(joined(joined(words, more), {"--owners", "owners.csv", "--format", "json"})))[0];
  }
};

TEST_F(VariedRankingTest, EveryMethodMeetsTheDrawsThatEvaluateDraws) {
  const auto check = [&](const Words& problem, const std::string& algorithms) {
    for (const Words& more : {joined(on_star, varied), joined(varied, {"--seed", "7"})}) {
      const std::vector<Json> lines = ranking(joined(joined(problem, more), {"--algorithm", algorithms}));
      ASSERT_EQ(lines.size(), 3U);
      for (const Json& line : lines) {
        SCOPED_TRACE(line["algorithm"]);
        const Json given = evaluated(problem, line["algorithm"], more);
        const bool on_network = line.contains("network");
        EXPECT_EQ(line.contains("varied_imbalance"), !on_network);
        const Json times = on_network ? line["network"]["varied"] : line["varied_imbalance"];
        EXPECT_EQ(times, on_network ? given["network"]["varied"] : given["varied_imbalance"]);
        EXPECT_EQ(times["draws"], 100);
        EXPECT_LT(times["median"], times["high"]);
      }
    }
  };
  check(rectangles, "XY2,TILE,RecursiveBisection2");
  check(cells, "RECTILINEAR,JOGGED,RCB");
}

TEST_F(VariedRankingTest, OneOfThemIsFirstByItsQuantileAndIsWritten) {
  const auto check = [&](const Words& problem, const std::string& algorithms) {
    const Words words = joined(problem, {"--algorithm", algorithms});
    const std::vector<Json> usual = ranking(words);
    EXPECT_EQ(names_in(ranking(joined(words, varied))), names_in(usual));
    const Words by_quantile = joined(joined(words, varied), {"--rank-by", "95%"});
    const std::vector<Json> lines = ranking(by_quantile);
    EXPECT_NE(lines[0]["algorithm"], usual[0]["algorithm"]);
    EXPECT_EQ(lines[0]["rank"], 1);
    const auto high = [](const Json& line) -> double {
      return (line.contains("network") ? line["network"]["varied"] : line["varied_imbalance"])["high"];
    };
    for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_LE(high(lines[i - 1]), high(lines[i]) * (1 + 1e-9));
    const Outcome written = call(joined(by_quantile, {"-o", "best.csv"}));
    EXPECT_EQ(written.status, 0);
    EXPECT_THAT(written.err, HasSubstr(lines[0]["algorithm"].get<std::string>() + " is the first in the ranking"));
    static_cast<void>(evaluated(problem, lines[0]["algorithm"], {}));
    EXPECT_EQ(read("best.csv"), read("owners.csv"));
    EXPECT_THAT(output(by_quantile), AllOf(HasSubstr("least 95 % quantile of the"), HasSubstr("in 100 draws")));
  };
  check(joined(rectangles, on_star), "XY2,TILE,RecursiveBisection2");
  check(cells, "RECTILINEAR,JOGGED,RCB");
}

// By the definition, from the drawn factors and the areas alone.
TEST_F(VariedRankingTest, ImbalanceIsThatOfTheDrawnSpeeds) {
  const Json answer = json_lines(output(joined(joined(cells, varied), {"--algorithm", "RCB"})))[0];
  const std::vector<double> weights = {6, 7, 3, 4};
  std::vector<double> areas(weights.size(), 0);
  for (const Json& box : answer["rectangles"])
    areas[box["processor"].get<std::size_t>()] += box["rows"].get<double>() * box["columns"].get<double>();
  std::vector<double> imbalances;
  for (std::size_t draw = 0; draw < 100; ++draw) {
    const std::vector<double> factors = speed_factors({std::vector<double>(4, 0.2), 100, 1}, draw);
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += factors[i] * weights[i];
    double worst = 0;
    for (std::size_t i = 0; i < 4; ++i) worst = std::max(worst, areas[i] / (1200 * factors[i] * weights[i] / sum) - 1);
    imbalances.push_back(worst);
  }
  std::ranges::sort(imbalances);
  EXPECT_NEAR(answer["varied_imbalance"]["median"], imbalances[49], 1e-12);
  EXPECT_NEAR(answer["varied_imbalance"]["high"], imbalances[94], 1e-12);
  EXPECT_NEAR(answer["varied_imbalance"]["worst"], imbalances[99], 1e-12);
}

TEST_F(VariedRankingTest, SpeedsThatDoNotVaryChangeNothing) {
  const Words none = {"--perturb", "3", "--spread", "0%"};
  for (const Json& line : ranking(joined(joined(cells, none), {"--algorithm", "RCB,JOGGED"})))
    EXPECT_NEAR(line["varied_imbalance"]["worst"], line["imbalance"], 1e-12);
  const Json alone = json_lines(output(joined(joined(joined(cells, on_star), none), {"--algorithm", "RCB"})))[0];
  EXPECT_EQ(alone["network"]["varied"]["high"], alone["network"]["simulated"]);
  EXPECT_FALSE(alone.contains("varied_imbalance"));
}

TEST_F(VariedRankingTest, WithoutAnAlgorithmTheFirstOfSeveralMethodsAnswers) {
  const Words words = joined(joined(rectangles, on_star), varied);
  const Json best = json_lines(output(joined(words, {"--rank-by", "worst"})))[0];
  const std::vector<std::string> methods = best["network"]["fastest_of"];
  ASSERT_GT(methods.size(), 2U);
  for (const std::string& method : methods) {
    const Json answer = json_lines(output(joined(words, {"--algorithm", method})))[0];
    EXPECT_LE(best["network"]["varied"]["worst"], answer["network"]["varied"]["worst"]) << method;
  }
}

TEST_F(VariedRankingTest, LinesOfABatchMayAskForDraws) {
  write("b.jsonl",
        R"({"rows":6,"columns":6,"weights":[3,1],"algorithm":"RCB","perturb":9,"spread":"10%"})"
        "\n"
        R"({"rows":6,"columns":6,"weights":[3,1],"algorithm":"RCB","perturb":9,"spread":"10%","rank_by":"95%"})");
  const Outcome outcome = call({"solve", "cells", "--batch", "b.jsonl"});
  const std::vector<Json> lines = json_lines(outcome.out);
  EXPECT_EQ(lines[0]["varied_imbalance"]["draws"], 9);
  EXPECT_THAT(lines[1]["error"].get<std::string>(), HasSubstr("rank_by"));
}

class VariedEvaluationTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("again.csv", "name,speed\nfast,10\nfast,11\nnear,6\nnear,6.6\nslow,1\nslow,0.8\n");
    write("owners.csv", "0,0,0,1\n0,0,0,1\n0,0,2,2\n");
  }
  [[nodiscard]] static Words evaluated(const Words& more) {
    return joined({"evaluate", "cells", "--owners", "owners.csv", "--cluster", "again.csv"}, more);
  }
};

TEST_F(VariedEvaluationTest, EvaluateSaysHowTimesVary) {
  const Words on_star = {"--network", "star", "--element-seconds", "1e-3"};
  const auto answer = [&](const Words& more) {
    return Json::parse(output(evaluated(joined(on_star, joined(more, {"--format", "json"})))))["network"];
  };
  const Json exact = answer({});
  EXPECT_FALSE(exact.contains("varied"));
  const Json none = answer({"--perturb", "7", "--spread", "0%"});
  for (const char* key : {"low", "median", "high", "worst"}) EXPECT_EQ(none["varied"][key], exact["simulated"]) << key;
  const Json measured = answer({"--perturb", "50"});
  EXPECT_EQ(measured["varied"]["draws"], 50);
  EXPECT_LT(measured["varied"]["low"], measured["varied"]["worst"]);
  EXPECT_EQ(answer({"--perturb", "50"}), measured);
  EXPECT_NE(answer({"--perturb", "50", "--seed", "2"}), measured);
  EXPECT_NE(answer({"--perturb", "50", "--spread", "20%"}), measured);
  EXPECT_THAT(output(evaluated(joined(on_star, {"--perturb", "5"}))), HasSubstr("median, ms"));
  EXPECT_THAT(output(joined({"evaluate", "rectangles", "--owners", "owners.csv", "--cluster", "again.csv", "--perturb",
                             "5", "--algorithm", "XY2"},
                            on_star)),
              HasSubstr("worst, ms"));
  EXPECT_THAT(output(evaluated({"--perturb", "5"})), HasSubstr("worst, %"));  // the imbalance varies
  expect_error(evaluated({"--perturb", "5", "--network", "star"}), 2, {"--perturb needs --element-seconds"});
  expect_error(evaluated(joined(on_star, {"--perturb", "5", "--spread", "5"})), 2, {"--spread is '5'"});
  expect_error(evaluated(joined(on_star, {"--perturb", "0"})), 2, {"--perturb is 0"});
}

TEST_F(VariedEvaluationTest, EvaluateSaysHowTimesOfGridsVary) {
  const Words grid = {"--edges", "1x3", "--block", "30,30", "--cluster", "again.csv"};
  succeed(joined(joined({"solve", "grids"}, grid), {"-o", "grid.json"}));
  const auto answer = [&](const Words& more) {
    return Json::parse(output(joined(joined({"evaluate", "grids", "--answer", "grid.json"}, grid), more)));
  };
  const Json solved = Json::parse(read("grid.json"));
  EXPECT_EQ(answer({})["rounded_time"], solved["rounded_time"]);
  EXPECT_EQ(answer({})["lower_bound"], solved["lower_bound"]);
  EXPECT_EQ(answer({"--perturb", "3", "--spread", "0%"})["varied"]["worst"], solved["rounded_time"]);
  const Json varied = answer({"--perturb", "50"})["varied"];
  EXPECT_LT(varied["low"], varied["high"]);
  EXPECT_NE(answer({"--perturb", "50", "--seed", "2"})["varied"], varied);
  write("wrong.json", R"({"mapping":[0,1,1],"lengths":[[30],[10,10,10]]})");
  expect_error(joined({"evaluate", "grids", "--answer", "wrong.json"}, grid), 2, {"wrong.json: mapping", "already at"});
  expect_error(joined({"evaluate", "grids"}, grid), 2, {"--answer is missing"});
}

}  // namespace
}  // namespace apportion::testing_support
