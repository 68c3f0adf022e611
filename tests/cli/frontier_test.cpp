// Methods beyond the papers from the command line: rectangles, cells, grids, graphs and optima.
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class FrontierTest : public ProgramTest {
 protected:
  // What stands in a column of an exhibit's rows, as they come.
  [[nodiscard]] std::vector<std::string> column(const std::string& exhibit, std::size_t place) const {
    std::istringstream stream(csv(exhibit));
    std::vector<std::string> values;
    std::string line;
    std::getline(stream, line);
    while (std::getline(stream, line)) {
      std::istringstream cells(line);
      std::string cell;
      for (std::size_t i = 0; i <= place; ++i) std::getline(cells, cell, ',');
      values.push_back(cell);
    }
    return values;
  }
};

TEST_F(FrontierTest, EveryExhibitAnswers) {
  const std::vector<std::string> few = {
      "--samples",    "3",     "--set",       "processors=5", "--set",
      "columns=1000", "--set", "ratio=8,512", "--algorithms", "XY2,TILE,HUFFMAN,SNRRP,BEST"};
  run("frontier/speeds", few);
  EXPECT_THAT(shown("frontier/gaps"), HasSubstr("HUFFMAN"));
  EXPECT_THAT(shown("frontier/gaps", {"--set", "methods=XY2,TILE"}), Not(HasSubstr("HUFFMAN")));
  // Some method is the best of every problem, and no method is worse than itself.
  double best = 0;
  for (const std::string& share : column("frontier/best", 2)) best += std::stod(share);
  EXPECT_GE(best, 200 - 1e-9);
  for (const std::string& share : column("frontier/profile", 3)) EXPECT_LE(std::stod(share), 100 + 1e-9) << share;
  EXPECT_THAT(shown("frontier/profile"), HasSubstr("0.5 %"));
  EXPECT_THAT(shown("frontier/tile"), HasSubstr("1:1"));
  run("frontier/times", {"--samples", "1", "--set", "processors=5", "--algorithms", "XY2,TILE"});
  EXPECT_THAT(shown("frontier/times", {"--values", "all"}), HasSubstr("TILE"));
}

// The printed command draws what the line says.
TEST_F(FrontierTest, TheWorstProblemsAreDrawn) {
  run("frontier/speeds", {"--samples", "5", "--set", "processors=5", "--set", "columns=1000", "--set", "ratio=512",
                          "--algorithms", "XY2,BEST"});
  const std::string rows = shown("frontier/worst", {"--format", "csv", "--set", "places=1"});
  EXPECT_THAT(rows, HasSubstr("XY2,BEST,"));
  EXPECT_THAT(rows, HasSubstr("columns=1000 ratio=512 processors=5 sampling=log-uniform latency=0"));
  succeed({"replay", "frontier/speeds", "columns=1000 ratio=512 processors=5", "0", "--algorithms", "XY2,BEST", "-o",
           "worst.svg"});
  EXPECT_THAT(read("worst.svg"), HasSubstr("XY2"));
}

TEST_F(FrontierTest, LayoutsAndThePapersGrid) {
  run("frontier/layouts", {"--samples", "3", "--set", "processors=4", "--set", "columns=1000", "--set", "ratio=8"});
  EXPECT_THAT(shown("frontier/layouts", {"--values", "all"}), HasSubstr("1:1"));
  run("frontier/paper-grid", {"--samples", "1", "--set", "processors=4", "--set", "columns=1000", "--set", "ratio=1,8",
                              "--algorithms", "XY2,TILE"});
  EXPECT_THAT(shown("frontier/paper-grid"), HasSubstr("latency 1000"));
}

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
    SCOPED_TRACE(name);
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

class FrontierGridsTest : public ProgramTest {
 protected:
  // The first row of the result of a query.
  [[nodiscard]] std::string asked(const std::string& sql) const {
    const std::string text = output({"show", "--sql", sql, "--format", "csv", "--db", "a.sqlite"});
    std::istringstream stream(text);
    std::string line;
    std::getline(stream, line);
    std::getline(stream, line);
    return line;
  }
};

TEST_F(FrontierGridsTest, NoNetworkIsSlowerWithThePortfolio) {
  run("frontier/grid-figure3", {"--samples", "8", "--set", "grid=3x3,3x12", "--set", "level=2,16"});
  EXPECT_THAT(shown("frontier/grid-figure3"), HasSubstr("proposed / best, square grids"));
  EXPECT_THAT(shown("frontier/grid-figure3", {"--values", "slower"}), HasSubstr("beaumont / best, grids of 36"));
  EXPECT_EQ(asked("SELECT min(relative_time_min) >= 1 - 1e-10, avg(relative_time) > 1.001, count(*) "
                  "FROM \"frontier_grid-figure3\" WHERE rival = 'best'"),
            "1,1,8");
}

TEST_F(FrontierGridsTest, EveryNetworkHasAMapping) {
  run("frontier/grid-mappings", {"--samples", "5", "--set", "grid=2x2,2x3,2x2x2", "--set", "level=8"});
  EXPECT_THAT(shown("frontier/grid-mappings"), HasSubstr("another"));
  EXPECT_EQ(asked("SELECT min(nat + nat1 + nat2 + other) >= 1 - 1e-9, count(*) FROM \"frontier_grid-mappings\""),
            "1,18");
  // These choose among the three.
  EXPECT_EQ(
      asked("SELECT max(other) = 0 FROM \"frontier_grid-mappings\" WHERE algorithm IN ('equal-pressure', 'proposed', "
            "'ccp')"),
      "1");
}

TEST_F(FrontierGridsTest, AnApportionmentIsNeverSlower) {
  run("frontier/grid-rounding", {"--samples", "5", "--set", "grid=8,3x3", "--set", "block=100"});
  EXPECT_THAT(shown("frontier/grid-rounding"), HasSubstr("apportioned"));
  EXPECT_EQ(asked("SELECT max(a.rounding_loss <= b.rounding_loss), min(a.rounding_loss <= b.rounding_loss) "
                  "FROM \"frontier_grid-rounding\" AS a JOIN \"frontier_grid-rounding\" AS b USING (grid, level) "
                  "WHERE instr(a.algorithm, 'apportioned')"),
            "1,1");
}

TEST_F(FrontierGridsTest, TimesAreShown) {
  run("frontier/grid-times", {"--samples", "1", "--set", "grid=2x2", "--algorithms", "ccp,best"});
  EXPECT_THAT(shown("frontier/grid-times"), HasSubstr("best"));
}

class FrontierGraphsTest : public ProgramTest {};

TEST_F(FrontierGraphsTest, GraphsAreHeldAgainstTheOptimum) {
  run("frontier/graphs", {"--set", "family=zones,random-6", "--set", "nodes=10,100", "--set", "candidates=5",
                          "--samples", "1", "--algorithms", "best-static,icm,optimal"});
  run("frontier/graph-times", {"--set", "family=zones", "--set", "nodes=10", "--set", "candidates=3", "--samples", "1",
                               "--algorithms", "best-static,optimal"});
  const std::string table = csv("frontier/graphs");
  // Optimal, mean, worst and large gap, graphs, unproven.
  EXPECT_THAT(table, HasSubstr("\noptimal,100,0,0,0,12,0,"));
  EXPECT_THAT(csv("frontier/graphs", {"--set", "family=zones"}), HasSubstr("\noptimal,100,0,0,0,6,0,"));
  EXPECT_THAT(csv("frontier/graph-families"), HasSubstr("random-6"));
  EXPECT_THAT(csv("frontier/worst-graphs"), HasSubstr("apportion replay frontier/graphs"));
  EXPECT_THAT(csv("frontier/worst-graphs"), Not(HasSubstr("\noptimal,")));
  EXPECT_THAT(csv("frontier/graph-times", {"--set", "candidates=3"}), HasSubstr("optimal"));
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
