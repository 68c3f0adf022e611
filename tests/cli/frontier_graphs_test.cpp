// experiments/frontier/graphs and programs as a user runs them: few points, all exhibits, and crossings known by hand.

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class FrontierGraphsTest : public ProgramTest {};

TEST_F(FrontierGraphsTest, GraphsAreHeldAgainstTheOptimum) {
  run("frontier/graphs", {"--set", "family=zones,random-6", "--set", "nodes=10,100", "--set", "candidates=5",
                          "--samples", "1", "--algorithms", "best-static,icm,optimal"});
  run("frontier/graph-times", {"--set", "family=zones", "--set", "nodes=10", "--set", "candidates=3", "--samples", "1",
                               "--algorithms", "best-static,ilp"});
  const std::string table = csv("frontier/graphs");
  // Optimal, mean, worst and large gap, graphs, unproven.
  EXPECT_THAT(table, HasSubstr("\noptimal,100,0,0,0,12,0,"));
  EXPECT_THAT(csv("frontier/graphs", {"--set", "family=zones"}), HasSubstr("\noptimal,100,0,0,0,6,0,"));
  EXPECT_THAT(csv("frontier/graph-families"), HasSubstr("random-6"));
  EXPECT_THAT(csv("frontier/worst-graphs"), HasSubstr("apportion replay frontier/graphs"));
  EXPECT_THAT(csv("frontier/worst-graphs"), Not(HasSubstr("\noptimal,")));
  EXPECT_THAT(csv("frontier/graph-times", {"--set", "candidates=3"}), HasSubstr("ilp"));
}

// A goal is judged where all points were run, or as many as one asks for.
TEST_F(FrontierGraphsTest, GoalsOfThePortfolio) {
  run("frontier/graphs", {"--set", "family=zones", "--set", "nodes=10", "--set", "candidates=2,5", "--samples", "1",
                          "--algorithms", "best,optimal"});
  EXPECT_THAT(csv("frontier/graph-goals"), HasSubstr("mean gap,0.03,,0.0000,6,6"));
  const std::string judged = csv("frontier/graph-goals", {"--set", "points=6"});
  EXPECT_THAT(judged, HasSubstr("mean gap,0.03,holds,0.0000,6,6"));
  EXPECT_THAT(judged, HasSubstr("worst gap,1,holds,0.0000,6,6"));
  run("frontier/large-graphs", {"--set", "family=grid", "--set", "nodes=300", "--set", "candidates=4", "--set",
                                "strength=0.3", "--algorithms", "best"});
  const std::vector<std::string> point = {"--set", "nodes=300", "--set", "candidates=4"};
  EXPECT_THAT(csv("frontier/large-goals", point), testing::ContainsRegex("stated gap,0.5,,[0-9.]+ to [0-9.]+,1,1"));
  EXPECT_THAT(csv("frontier/large-goals", {"--set", "nodes=300", "--set", "candidates=4", "--set", "points=1"}),
              testing::ContainsRegex("stated gap,0.5,(holds|fails),[0-9.]+ to "));
}

TEST_F(FrontierGraphsTest, LargeGraphsHaveAStatedGap) {
  for (const char* experiment : {"frontier/large-graphs", "frontier/large-times"})
    run(experiment, {"--set", "family=grid", "--set", "nodes=300", "--set", "candidates=4", "--set", "strength=0.3",
                     "--algorithms", "best-static,best"});
  EXPECT_THAT(csv("frontier/large-graphs", {"--set", "nodes=300", "--set", "candidates=4"}),
              HasSubstr("best-static,grid,"));
}

// ADI on n x n elements and 16 processors: 10 n^2 + n^2 / 8 in square blocks, 2.5 n^2 + n^2 / 8 + rho n^2 / 16 with a
// transposition. Two zones on four: B's sweeps cost 6.25 n^2 by rows and four times that by columns, A's 1 n^2 and four
// times that; n elements pass each way.
TEST_F(FrontierGraphsTest, CrossingsAreThoseCountedByHand) {
  run("frontier/programs",
      {"--set", "kernel=adi,two-zone,jacobi", "--set", "size=64,256", "--set", "rho=1,4,16,64,100,128,200,400"});
  const std::string crossings = csv("frontier/crossings");
  EXPECT_THAT(crossings, HasSubstr("adi,64,up to 120,"));
  EXPECT_THAT(crossings, HasSubstr("adi,256,up to 120,"));
  // (4 - 1) n^2 / 2 n
  EXPECT_THAT(crossings, HasSubstr("two-zone,64,up to 96,"));
  EXPECT_THAT(crossings, HasSubstr("two-zone,256,up to 384,"));
  EXPECT_THAT(crossings, HasSubstr("jacobi,64,never,"));
  const std::string table = csv("frontier/programs", {"--set", "size=64", "--set", "rho=4"});
  EXPECT_THAT(table, HasSubstr("adi,41472,11776,11776,"));
  EXPECT_THAT(table, HasSubstr("4x4/16x16"));
  EXPECT_THAT(table, HasSubstr("16x1/4x*, 1x16/*x4"));
  EXPECT_THAT(table, HasSubstr("one is enough"));
  EXPECT_THAT(csv("frontier/savings", {"--set", "kernels=adi"}), Not(HasSubstr("jacobi")));
  // From 256 on at rho = 200, and never for Jacobi.
  EXPECT_THAT(csv("frontier/sizes"), HasSubstr("two-zone,200,256"));
  EXPECT_THAT(csv("frontier/sizes"), HasSubstr("jacobi,200,-"));
}

// What does not pay at first begins to: the line is followed backwards.
TEST_F(FrontierGraphsTest, ACrossingMayBeABeginning) {
  run("frontier/programs", {"--set", "kernel=particle-in-cell", "--set", "size=64", "--set", "rho=0,1,2"});
  EXPECT_THAT(csv("frontier/crossings"), HasSubstr("particle-in-cell,64,from 0,"));
}

}  // namespace
}  // namespace apportion::testing_support
