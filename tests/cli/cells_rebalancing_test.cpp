// `solve cells --previous` as a user has it: what moves, the curve, rankings, and what is refused.
#include <algorithm>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

class CellsRebalancingTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    succeed({"solve", "cells", "--rows", "12", "--columns", "18", "--weights", "5,4,3", "--imbalance", "2%",
             "--algorithm", "BEST[effort=quick]", "-o", "before.csv"});
  }

  [[nodiscard]] static Words slower(const Words& more) {
    return joined({"solve", "cells", "--rows", "12", "--columns", "18", "--weights", "4,4,3", "--imbalance", "2%"},
                  more);
  }
  void expect_refusal(const Words& more, const std::string& words) const { expect_error(slower(more), 2, {words}); }
};

TEST_F(CellsRebalancingTest, SaysWhatMoves) {
  const Json found = Json::parse(output(slower({"--previous", "before.csv", "--migration-price", "4"})));
  EXPECT_GE(found["moved"], found["must_move"]);
  EXPECT_GT(found["must_move"], 0);
  EXPECT_EQ(found["migration_price"], 4);
  EXPECT_EQ(found["cost"].get<double>(), found["boundary"].get<double>() + 4 * found["moved"].get<double>());
  EXPECT_FALSE(found.contains("curve"));
  EXPECT_FALSE(Json::parse(output(slower({}))).contains("moved"));
  succeed({"evaluate", "cells", "--owners", "before.csv", "-o", "before.npy"});
  // The same owners in another format, and one a line.
  std::string line = read("before.csv");
  for (char& c : line)
    if (c == ',') c = '\n';
  write("before.txt", line);
  for (const char* file : {"before.npy", "before.txt"})
    EXPECT_EQ(Json::parse(output(slower({"--previous", file, "--migration-price", "4"}))), found) << file;
}

TEST_F(CellsRebalancingTest, TheCurvePaysForWhatMoves) {
  const Json found = Json::parse(output(slower({"--previous", "before.csv", "--curve"})));
  ASSERT_FALSE(found["curve"].empty());
  const Json& first = found["curve"][0];
  EXPECT_EQ(first["gain"], 0);
  EXPECT_FALSE(first.contains("break_even"));
  for (std::size_t i = 1; i < found["curve"].size(); ++i) {
    SCOPED_TRACE(i);
    const Json& point = found["curve"][i];
    const double gain = first["objective"].get<double>() - point["objective"].get<double>();
    EXPECT_EQ(point["gain"], gain);
    EXPECT_NEAR(point["break_even"].get<double>() * gain, point["moved"].get<double>() - first["moved"].get<double>(),
                1e-9);
  }
  EXPECT_THAT(output(slower({"--previous", "before.csv", "--format", "curve"})), HasSubstr("pays after"));
}

TEST_F(CellsRebalancingTest, RankingsAndEvaluationsCountWhatMoves) {
  const std::string table = output(slower({"--previous", "before.csv", "--algorithm", "BEST,RCB"}));
  EXPECT_THAT(table, HasSubstr("must move"));
  EXPECT_THAT(table, HasSubstr("boundary in cell edges + 1 x cells moved"));
  EXPECT_THAT(table, testing::ContainsRegex("algorithm +cost +moved"));
  const Json stayed = Json::parse(output({"evaluate", "cells", "--owners", "before.csv", "--weights", "5,4,3",
                                          "--previous", "before.csv", "--format", "json"}));
  EXPECT_EQ(stayed["moved"], 0);
  EXPECT_EQ(stayed["must_move"], 0);
}

TEST_F(CellsRebalancingTest, LinesOfABatchHaveOwnersInThem) {
  const std::string line =
      R"({"rows":2,"columns":4,"weights":[1,1],"previous":[[0,0,1,1],[0,0,1,1]],"migration_price":3})";
  const Json found = Json::parse(output({"solve", "cells", "--batch", "-"}, {.input = line + "\n"}));
  EXPECT_EQ(found["moved"], 0);
  EXPECT_EQ(found["cost"], 2);
}

TEST_F(CellsRebalancingTest, ProcessorsLeaveAndPricesOfZeroAskForAFreshDivision) {
  const Json left = Json::parse(
      output({"solve", "cells", "--rows", "12", "--columns", "18", "--weights", "5,4", "--previous", "before.csv"}));
  EXPECT_GE(left["must_move"], 50);
  const Json free = Json::parse(output(slower({"--previous", "before.csv", "--migration-price", "0"})));
  EXPECT_LE(free["boundary"], Json::parse(output(slower({})))["boundary"]);
  EXPECT_EQ(free["cost"], free["boundary"]);
}

TEST_F(CellsRebalancingTest, BadInputIsOneLine) {
  write("small.csv", "0,1\n0,1\n");
  write("nobody.csv", "-1,-1\n-1,-1\n");
  expect_refusal({"--previous", "small.csv"}, "small.csv has the owners of 2 x 2 cells; the array has 12 x 18");
  expect_refusal({"--previous", "absent.csv"}, "absent.csv cannot be read");
  // What is no owner; 9 is a processor that has left.
  write("loads.csv", "0,9\n-1,0.5\n");
  expect_refusal({"--previous", "loads.csv"}, "loads.csv: row 1, column 1 has the owner 0.5; owners are whole numbers");
  expect_refusal({"--previous", "[[0,9],[-2,0]]"}, "previous: row 1, column 0 has the owner -2; owners are whole");
  expect_refusal({"--previous", "[[0,1e6]]"}, "previous: row 0, column 1 has the owner 1000000; owners are whole");
  write("nan.csv", "0,nan\n");
  expect_refusal({"--previous", "nan.csv"}, "nan.csv: line 1, number 2 is not a whole number; an owner is the number");
  expect_refusal({"--previous", "before.csv", "--migration-price", "-1"}, "--migration-price is");
  expect_refusal({"--previous", "before.csv", "--migration-price", "inf"}, "--migration-price is");
  expect_refusal({"--previous", "before.csv", "--migration-price", "1e7"}, "--migration-price is");
  expect_refusal({"--migration-price", "1"}, "--previous");
  expect_refusal({"--curve"}, "--previous");
  expect_refusal({"--format", "curve"}, "give --previous OWNERS");
  const Outcome given = call({"evaluate", "cells", "--owners", "before.csv", "--previous", "before.csv", "--curve"});
  EXPECT_EQ(given.status, 1);
  EXPECT_THAT(given.out, HasSubstr("before.csv refuses: a given division has no curve"));
  expect_refusal({"--previous", "before.csv", "--curve", "--algorithm", "RCB"}, "RCB has no curve");
  expect_error({"solve", "cells", "--rows", "2", "--columns", "2", "--weights", "1,1", "--previous", "nobody.csv"}, 2,
               {"nobody.csv: no cell has an owner"});
}

TEST_F(CellsRebalancingTest, ThePageShowsItsCurve) {
  const std::vector<CodeBlock> blocks = code_blocks("docs/answers/cells.md");
  const auto begins = [](const CodeBlock& block) {
    return block.text.find("before.csv --format curve") != std::string::npos;
  };
  const auto found = std::ranges::find_if(blocks, begins);
  ASSERT_NE(found, blocks.end());
  const Outcome made = call({"-c", "set -e; apportion() { " APPORTION_PROGRAM " \"$@\"; }\n" +
                                       std::regex_replace(found->text, std::regex("\\./apportion"), "apportion")},
                            {.program = "bash"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, std::next(found)->text);
}

// Few machines by few methods; what is aimed at is judged.
TEST_F(CellsRebalancingTest, TheStudyJudgesItself) {
  run("frontier/rebalancing",
      {"--samples", "1", "--set", "event=slows", "--set", "processors=10", "--set", "loads=none", "--set", "price=1",
       "--algorithms", "BEST,BEST[rebalancing=renamed],BEST[rebalancing=cuts]"});
  EXPECT_THAT(csv("frontier/rebalancing"), HasSubstr("slows,1,BEST[rebalancing=cuts],1,"));
  EXPECT_THAT(csv("frontier/rebalancing-goals"), HasSubstr("a node slows: at some price at most 1.5 times the fewest"));
}

TEST_F(CellsRebalancingTest, LoadsDriftForFiftySteps) {
  run("frontier/rebalancing-drift", {"--samples", "1", "--set", "price=1", "--algorithms", "cuts"});
  EXPECT_THAT(csv("frontier/rebalancing-drift"), HasSubstr("1,cuts,1,"));
}

// Samples of small machines side by side.
TEST_F(CellsRebalancingTest, OfAStudyIsTheSameForAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "8"})
    run("frontier/rebalancing", {"rows=10", "columns=12", "processors=4", "price=1", "--samples", "3", "-j", threads},
        threads);
  EXPECT_EQ(digest("2"), digest("1"));
  EXPECT_EQ(digest("8"), digest("1"));
  EXPECT_FALSE(digest("1").empty());
}

}  // namespace
}  // namespace apportion::testing_support
