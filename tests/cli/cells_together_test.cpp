// `solve cells --together` as a user has it: what stays together, what is evaluated, and what is refused.
#include <string>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class CellsTogetherTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("lakes.csv",
          "0,0,0,0,0,0,0,0\n0,0,0,1,1,0,0,0\n0,0,0,1,1,0,0,0\n0,0,0,1,1,0,0,0\n0,0,0,1,1,0,0,2\n0,0,0,0,0,0,0,2\n");
  }
  [[nodiscard]] static Words problem(const Words& more) {
    return joined({"solve", "cells", "--rows", "6", "--columns", "8", "--processors", "2"}, more);
  }
  void expect_refusal(const Words& more, const std::string& words) const { expect_error(problem(more), 2, {words}); }
};

TEST_F(CellsTogetherTest, KeepsThemAndSaysSo) {
  const Json free = Json::parse(output(problem({})));
  EXPECT_EQ(free["boundary"], 6);
  EXPECT_FALSE(free.contains("together"));
  const Json found = Json::parse(output(problem({"--together", "lakes.csv"})));
  EXPECT_EQ(found["together"], 2);
  EXPECT_EQ(found["together_cut"], 0);
  EXPECT_EQ(found["boundary"], 10);  // around the lake
  EXPECT_EQ(Json::parse(output(problem({"--together", "lakes.csv", "-j", "2"}))), found);
  write("problem.json", R"({"rows":2,"columns":4,"weights":[1,1],"together":[[0,1,1,0],[0,0,0,0]]})"
                        "\n");
  EXPECT_EQ(Json::parse(output({"solve", "cells", "--batch", "problem.json"}))["boundary"], 3);
}

TEST_F(CellsTogetherTest, EvaluateSaysWhatADivisionCuts) {
  succeed(problem({"-o", "free.csv"}));
  const Json cut =
      Json::parse(output({"evaluate", "cells", "--owners", "free.csv", "--together", "lakes.csv", "--format", "json"}));
  EXPECT_EQ(cut["together"], 2);
  EXPECT_EQ(cut["together_cut"], 1);
  // What cuts pieces ranks after what does not, however short it is.
  const std::string table =
      output({"evaluate", "cells", "--owners", "free.csv", "--together", "lakes.csv", "--algorithm", "BEST,RCB"});
  EXPECT_LT(table.find("BEST"), table.find("free.csv"));
  EXPECT_NE(table.find("cuts pieces"), std::string::npos) << table;
}

TEST_F(CellsTogetherTest, RefusesWhatItCannotKeep) {
  expect_refusal({"--together", "lakes.csv", "--algorithm", "RCB"},
                 "RCB cannot keep cells together; those that can are");
  expect_refusal({"--together", "lakes.csv", "--seconds", "1"}, "leave --seconds or --together out");
  expect_refusal({"--together", "lakes.csv", "--network", "star", "--bandwidth", "1e9"}, "give an objective as well");
  write("small.csv", "0,1\n0,1\n");
  expect_refusal({"--together", "small.csv"}, "small.csv: it has 2 x 2 cells; the array has 6 x 8");
  const std::string rest = "\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n";
  write("fraction.csv", "0,0,0,0.5,0,0,0,0" + rest);
  expect_refusal({"--together", "fraction.csv"}, "fraction.csv: row 0, column 3 has 0.5");
  write("negative.csv", "0,0,0,0,0,0,0,-3" + rest);
  expect_refusal({"--together", "negative.csv"}, "negative.csv: row 0, column 7 has -3");
  write("word.csv", "0,lake,0,0,0,0,0,0" + rest);
  expect_refusal({"--together", "word.csv"}, "word.csv: line 1, number 2 is not a whole number");
  write("mask.csv",
        "1,1,1,0,1,1,1,1\n1,1,1,0,1,1,1,1\n1,1,1,0,1,1,1,1\n1,1,1,0,1,1,1,1\n1,1,1,0,1,1,1,1\n"
        "1,1,1,0,1,1,1,1\n");
  write("seas.csv", "0,0,5,5,5,0,0,0" + rest);
  expect_refusal({"--together", "seas.csv", "--mask", "mask.csv"},
                 "together has 5 in two seas, at row 0, column 2 and at row 0, column 4");
  write("heavy.csv",
        "9,9,9,9,9,9,9,9\n9,9,9,9,9,9,9,9\n9,9,9,9,9,9,9,9\n9,9,9,9,9,9,9,9\n0,0,0,0,0,0,0,0\n"
        "0,0,0,0,0,0,0,0\n");
  expect_refusal({"--together", "heavy.csv"}, "the cells of number 9 in together have load 32, and no processor");
}

}  // namespace
}  // namespace apportion::testing_support
