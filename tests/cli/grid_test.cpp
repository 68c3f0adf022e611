// apportion solve grids and draw grids, and the second paper's experiments as a user runs them.

#include "tests/cli/program.hpp"

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
  expect_error({"draw", "grids", "--edges", "1x1x1", "--performances", "1", "--block", "5,5,5,5"}, 2,
               {"only two-dimensional grids can be drawn"});
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

TEST_F(GridCommandTest, DrawsTwoDimensions) {
  const std::string text = output(problem("draw"));
  EXPECT_THAT(text, StartsWith("best on 60 x 90 over 3x3: time "));
  succeed(problem("draw", {"-o", "a.svg"}));
  EXPECT_THAT(read("a.svg"), StartsWith("<svg "));
  EXPECT_THAT(read("a.svg"), HasSubstr("<title>processor 8: "));
  expect_error({"draw", "grids", "--edges", "1x1x1", "--performances", "1", "--block", "5,5,5"}, 2,
               {"only two-dimensional grids can be drawn"});
}

TEST_F(GridCommandTest, WrongCallsAreRefused) {
  expect_error({"solve", "grids", "--edges", "2x2"}, 2, {"--performances is missing"});
  expect_error(problem("solve", {"--rows", "3"}), 2,
               {"--rows is an option of boxes, cells, layouts, nodes, rectangles, timeline, not of grids"});
  expect_error(problem("solve", {"--batch", "-"}), 2, {"exclude each other"});
  expect_error(problem("solve", {"--algorithm", "beumont"}), 2, {"did you mean beaumont?"});
  expect_error({"solve", "grids", "--edges", "3x2", "--performances", "1,2,3,4,5,6", "--block", "9,9"}, 2,
               {"out of order", "give 2x3"});
  expect_error({"solve", "grids", "--edges", "2x2", "--performances", "1,2,3", "--block", "9,9"}, 2,
               {"has 4 cells, but there are 3 performances"});
  expect_error({"solve", "grids", "--edges", "2x2", "--performances", "1,2,3,0", "--block", "9,9"}, 2,
               {"performance 3 is 0"});
  expect_error({"solve", "grids", "--edges", "2x2", "--performances", "1,2,3,4", "--block", "9,1"}, 2,
               {"side 1 of the block is 1"});
  expect_error({"run", "kalinov/figure3a", "--set", "grid=6x4"}, 2, {"grid = 6x4", "give 4x6"});
}

// A claim about a whole figure is not judged from a part of it.
TEST_F(GridCommandTest, AClaimHasAVerdictOnlyWhereAllItsPointsAreThere) {
  succeed({"run", "kalinov/figure3a", "--set", "grid=2x2", "--samples", "20", "--quiet", "--db", "k"});
  const Outcome claims = call({"show", "kalinov/claims", "--format", "csv", "--db", "k"});
  EXPECT_THAT(claims.out, ::testing::ContainsRegex("level 16\",extremes,,\"greatest at 2x2, .*of 1; 48 not run"));
  EXPECT_THAT(claims.out,
              ::testing::ContainsRegex("[0-9]+[.] 2x2: Beaumont is better,extremes,.not judged, needs 3200 samples"));
}

// One setting for the whole paper reaches the studies that have the axis; the claims have a column per model.
TEST_F(GridCommandTest, TheSamplingModelIsAnAxisOfThePaper) {
  succeed({"run", "kalinov", "--samples", "20", "--set", "sampling=uniform,skewed", "--quiet", "--db", "k"});
  const std::string claims = output({"show", "kalinov/claims", "--format", "csv", "--db", "k"});
  EXPECT_THAT(claims, HasSubstr("uniform"));
  EXPECT_THAT(claims, HasSubstr("skewed"));
  const Outcome table = call({"show", "kalinov/table1", "--format", "csv", "--db", "k"});
  EXPECT_THAT(table.out, HasSubstr("exact"));
  EXPECT_THAT(table.out, ::testing::Not(HasSubstr("differs")));
  // Every network of Figure 4 is kept, without asking.
  const Outcome kept = call({"show", "--db", "k", "--format", "csv", "--sql",
                             "SELECT count(*) AS n, count(over_ideal) AS m FROM kalinov_figure4_samples"});
  EXPECT_THAT(kept.out, HasSubstr("80,80"));
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

}  // namespace
}  // namespace apportion::testing_support
