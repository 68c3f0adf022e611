// experiments/frontier/cells as a user runs it: few grids, all exhibits.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class FrontierCellsTest : public ProgramTest {
 protected:
  // Few grids by few methods.
  void run_few(const std::string& experiment, const Words& more) const {
    const Words words =
        joined({"--set", "processors=5", "--set", "columns=200", "--algorithms", "BEST,ROUNDED,STRIPES"}, more);
    run(experiment, words);
  }
};

// Equal speeds are one grid however many samples there are: 1 + 2 in all.
TEST_F(FrontierCellsTest, MethodsOnFullGrids) {
  run_few("frontier/cells", {"--samples", "2", "--set", "ratio=1,4"});
  EXPECT_THAT(csv("frontier/cells"), HasSubstr("\nBEST,3,"));
  const std::string wins = csv("frontier/cells-wins");
  EXPECT_THAT(wins, StartsWith("against,grids,comparable,shorter,equal,longer,"));
  // Strips keep to the shares, and are always longer here.
  EXPECT_THAT(wins, HasSubstr("STRIPES,3,3,3,0,0,"));
  EXPECT_THAT(wins, Not(HasSubstr("\nBEST,")));
  const std::string turned = csv("frontier/cells-wins", {"--set", "method=STRIPES"});
  EXPECT_THAT(turned, HasSubstr("BEST,3,3,0,0,3,"));
}

// Both studies judge their own grids: rounded areas may be off by more than a cell, strips are not.
TEST_F(FrontierCellsTest, BestIsNeverLonger) {
  run_few("frontier/cells", {"--samples", "1", "--set", "ratio=1,4"});
  run_few("frontier/cells-strong", {"--samples", "1", "--set", "ratio=64"});
  for (const char* name : {"frontier/cells-goals", "frontier/cells-strong-goals"}) {
    const std::string goals = csv(name);
    EXPECT_THAT(goals, StartsWith("goal,answers,shorter,equal,longer,BEST not within itself,verdict\n"));
    EXPECT_THAT(goals, testing::ContainsRegex("\nnever longer,[0-9]+,[0-9]+,[0-9]+,0,0,holds"));
  }
}

// Without an answer of BEST the grids stay, and the goal fails.
TEST_F(FrontierCellsTest, AMissingAnswerIsSeen) {
  succeed({"run", "frontier/cells", "--db", "a.sqlite", "--quiet", "--samples", "1", "--set", "processors=5", "--set",
           "columns=200", "--set", "ratio=1,4", "--algorithms", "JOGGED,STRIPES"});
  EXPECT_THAT(csv("frontier/cells-wins"), HasSubstr("STRIPES,2,0,0,0,0,,2,"));
  EXPECT_THAT(csv("frontier/cells-goals"), HasSubstr(",fails"));
}

TEST_F(FrontierCellsTest, StrongHeterogeneityAndTimes) {
  run_few("frontier/cells-strong", {"--samples", "1", "--set", "ratio=64"});
  EXPECT_THAT(csv("frontier/cells-strong"), HasSubstr("\nSTRIPES,1,"));
  EXPECT_THAT(shown("frontier/cells-strong-wins"), HasSubstr("ROUNDED"));
  succeed({"run", "frontier/cells-times", "--db", "a.sqlite", "--quiet", "--samples", "1", "--set", "processors=20",
           "--algorithms", "ROUNDED,STRIPES"});
  EXPECT_THAT(shown("frontier/cells-times", {"--values", "all"}), HasSubstr("STRIPES"));
}

// Libraries are rivals where they are built in; the run says which are not, and goes on.
TEST_F(FrontierCellsTest, WhatIsNotBuiltInIsSaid) {
  const std::string note = call({"describe", "frontier/cells-wins"}).out;
  const Outcome outcome = call({"run", "frontier/cells", "--db", "g.sqlite", "--samples", "1", "--set", "processors=4",
                                "--set", "columns=200", "--set", "ratio=1", "--algorithms", "STRIPES"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err.find("frontier/cells: Not built in here: ") != std::string::npos,
            note.find("Not built in here: ") != std::string::npos);
}

}  // namespace
}  // namespace apportion::testing_support
