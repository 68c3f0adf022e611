// `solve cells` with loads from files, and the study of them, as a user has them.
#include <string>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class CellsLoadsTest : public ProgramTest {
 protected:
  void expect_refusal(const std::string& content, const std::string& words) const {
    write("bad", content);
    expect_error({"solve", "cells", "--loads", "bad", "--weights", "1,1", "--algorithm", "RCB"}, 2, {"bad: ", words});
  }
};

TEST_F(CellsLoadsTest, BadFilesAreOneLine) {
  expect_refusal("P6 1 1 255 abc", "is neither PGM");
  expect_refusal("P5 3 3 255\nabc", "too short");
  expect_refusal("P5 1 1 255\nabc", "too long");
  expect_refusal("P5 9999 9999 255\nabc", "too short: 9999 x 9999 cells");
  expect_refusal("1,NaN\n", "line 1, number 2 is not a number");
  expect_refusal("1,-1\n", "is negative");
  expect_refusal("1,1e999\n", "out of range");
  expect_refusal("0,0\n", "all cells are left out");
  expect_refusal("P1 2 1 1 1", "all cells are left out");
  expect_refusal(std::string("\0\1\2", 3), "is neither PGM");
  expect_error({"solve", "cells", "--loads", "none", "--weights", "1,1"}, 2, {"none cannot be read"});
  write("mask", "P2 1 1 1 0");
  expect_error({"solve", "cells", "--rows", "1", "--columns", "1", "--mask", "mask", "--weights", "1"}, 2,
               {"mask: all cells are left out"});
}

TEST_F(CellsLoadsTest, LoadsDecide) {
  write("loads.csv", "3,1,1,1\n3,1,1,1\n");
  const std::string text = output({"solve", "cells", "--loads", "loads.csv", "--weights", "1,1", "--algorithm", "RCB"});
  const Json found = Json::parse(text);
  EXPECT_EQ(found["imbalance"], 0);
  ASSERT_EQ(found["rectangles"].size(), 2U);
  EXPECT_EQ(found["boundary"], 2);
  for (const Json& rectangle : found["rectangles"])
    EXPECT_EQ(rectangle["columns"], rectangle["column"] == 0 ? 1 : 3) << found;
}

// What is printed is JSON: no share of 0, and no imbalance that is not finite.
TEST_F(CellsLoadsTest, WeightsBeyondTheRangeOfADoubleAreRefused) {
  for (const char* weights : {"1e-300,1e300,1", "1e300,1e-300,1", "1e-200,1e150"})
    for (const char* algorithm : {"STRIPES", "BEST", "RCB"})
      expect_error(
          {"solve", "cells", "--rows", "10", "--columns", "10", "--weights", weights, "--algorithm", algorithm}, 2,
          {"a weight is too small beside the others"});
}

TEST_F(CellsLoadsTest, LoadsPerWeightBeyondADoubleAreRefused) {
  for (const char* algorithm : {"BEST", "JAG-M", "RCB", "RECTILINEAR"})
    expect_error(
        {"solve", "cells", "--rows", "10", "--columns", "10", "--weights", "1e-308,1e-308", "--algorithm", algorithm},
        2, {"the load divided by the sum of the weights overflows"});
}

// Such weights once made a search endless.
TEST_F(CellsLoadsTest, VeryDifferentWeightsAreDivided) {
  for (const char* algorithm : {"HIER-RELAXED", "JAG-PQ", "JAG-M", "RECTILINEAR"}) {
    const std::string text = output(
        {"solve", "cells", "--rows", "10", "--columns", "10", "--weights", "1e20,1,1,1", "--algorithm", algorithm});
    EXPECT_TRUE(Json::parse(text)["imbalance"].is_number()) << algorithm;
  }
}

// Fewer active cells than processors: some parts are empty. A mask in two pieces is divided like any other.
TEST_F(CellsLoadsTest, FewOrScatteredCellsAreDivided) {
  write("few.pbm", "P1 3 1\n0 1 1\n");
  write("two.pbm", "P1 5 2\n0 0 1 0 0\n0 0 1 0 0\n");
  for (const char* algorithm :
       {"BEST", "RCB", "RCB[jogs]", "HIER-RB", "HIER-RELAXED", "JAG-PQ", "JAG-M", "RECTILINEAR"}) {
    const std::string few =
        output({"solve", "cells", "--loads", "few.pbm", "--weights", "2,1,1", "--algorithm", algorithm});
    EXPECT_EQ(Json::parse(few)["empty"], 2) << algorithm;
    const std::string two =
        output({"solve", "cells", "--loads", "two.pbm", "--weights", "1,1", "--algorithm", algorithm});
    EXPECT_EQ(Json::parse(two)["imbalance"], 0) << algorithm;
    EXPECT_EQ(Json::parse(two)["boundary"], 0) << algorithm;
  }
}

TEST_F(CellsLoadsTest, WhoTakesNoLoadsNamesThoseThatDo) {
  write("loads.csv", "3,1\n");
  expect_error({"solve", "cells", "--loads", "loads.csv", "--weights", "1,1", "--algorithm", "STRIPES"}, 2,
               {"BEST, MULTILEVEL, JOGGED, RCB, HIER-RB, HIER-RELAXED, JAG-PQ, JAG-M and RECTILINEAR take loads"});
}

TEST_F(CellsLoadsTest, TheStudyAndItsExhibits) {
  // The exhibit's note names what is not built in.
  const bool has_metis = call({"describe", "frontier/loads-wins"}).out.find("METIS") == std::string::npos;
  const std::string methods = std::string("RCB,RCB[jogs],RECTILINEAR") + (has_metis ? ",METIS" : "");
  for (const char* experiment : {"frontier/loads", "frontier/loads-times"}) {
    succeed({"run", experiment, "--db", "l.sqlite", "--quiet", "--samples", "1", "--set", "rows=40", "columns=50",
             "processors=6", "--algorithms", methods});
  }
  const std::string table = output({"show", "frontier/loads", "--db", "l.sqlite", "--format", "csv", "--values", "all",
                                    "--set", "rows=40", "columns=50", "processors=6"});
  EXPECT_THAT(table, AllOf(HasSubstr("RCB[jogs]"), HasSubstr("multi-peak"), HasSubstr("coast")));
  // One row per library and model; there is nothing to compare without a library.
  const Outcome wins = call({"show", "frontier/loads-wins", "--db", "l.sqlite", "--format", "csv"});
  EXPECT_EQ(wins.status == 0, has_metis) << wins.err;
  if (has_metis) {
    EXPECT_THAT(wins.out, AllOf(HasSubstr("coast,METIS,1,"), Not(HasSubstr("RCB"))));
  }
}

}  // namespace
}  // namespace apportion::testing_support
