// The optimum of grids as a user meets it: solved, refused, and beside the other methods in exhibits.
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class FrontierOptimumTest : public ProgramTest {};

TEST_F(FrontierOptimumTest, SolveSaysWhatIsProven) {
  const std::vector<std::string> nine = {
      "solve",   "grids",     "--edges",     "3x3",    "--performances", "1,2,3,4,5,6,7,8,9",
      "--block", "1000,1000", "--algorithm", "optimal"};
  const nlohmann::json answer = nlohmann::json::parse(call(nine).out);
  EXPECT_EQ(answer["proven_optimal"], true);
  EXPECT_NEAR(answer["time"].get<double>(), 23285.038, 1e-3);
  EXPECT_EQ(answer["lower_bound"], answer["time"]);
  expect_error({"solve", "grids", "--edges", "4x4", "--performances", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                "--block", "100,100", "--algorithm", "optimal"},
               2, {"up to 12 processes", "`best` takes any grid"});
}

// A goal is judged where all its levels were run.
TEST_F(FrontierOptimumTest, GapsAndGoals) {
  run("frontier/small-grids",
      {"--samples", "3", "--set", "grid=2x2", "--algorithms", "best[by=real],optimal,beaumont"});
  run("frontier/small-grids",
      {"--samples", "3", "--set", "grid=2x3", "--set", "level=16", "--algorithms", "best[by=real],optimal,beaumont"});
  const std::string gaps = shown("frontier/grid-gaps", {"--format", "csv"});
  EXPECT_THAT(gaps, HasSubstr("2x3,beaumont,16"));
  EXPECT_THAT(gaps, HasSubstr("2x2,optimal,2,0"));
  const std::string goals = shown("frontier/grid-goals", {"--format", "csv"});
  EXPECT_THAT(goals, HasSubstr("2x2,0,holds,0.000 to 0.000,24"));
  EXPECT_THAT(goals, ::testing::ContainsRegex("2x3,0.3,,[0-9.]+ to [0-9.]+,3"));
  EXPECT_THAT(goals, Not(HasSubstr("3x3")));
  EXPECT_THAT(shown("frontier/both-times", {"--values", "all"}), HasSubstr("all methods that were run"));
}

TEST_F(FrontierOptimumTest, LargerGridsStandBesideTheBestKnown) {
  run("frontier/solid-grids", {"--samples", "2", "--set", "level=8"});
  EXPECT_THAT(shown("frontier/solid-grids"), HasSubstr("alternating[starts=60]"));
  run("frontier/large-grids", {"--samples", "1", "--set", "level=8", "--algorithms", "proposed,best"});
  EXPECT_THAT(shown("frontier/large-grids"), HasSubstr("proposed"));
  EXPECT_THAT(shown("frontier/both-large"), HasSubstr("6x6"));
}

}  // namespace
}  // namespace apportion::testing_support
