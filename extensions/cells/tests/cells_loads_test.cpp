// `solve cells` with loads from files, and the study of them, on the command line.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

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
  write("mask", "P2 1 1 1 0");
}

// The header alone decides: these files end with it.
TEST_F(CellsLoadsTest, TooManyCellsWithLayersAreRefusedByTheHeader) {
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (450, 450, 450), }\n";
  write("large.npy", std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header);
  const Words best = {"solve", "cells", "--loads", "large.npy", "--processors", "8"};
  expect_error(best, 2,
               {"large.npy: has 450 x 450 x 450 cells; with layers at most 30000000 are divided, and --whole-columns "
                "takes more"});
  expect_error(joined(best, {"--whole-columns"}), 2, {"large.npy: is too short: 450 x 450 x 450 numbers"});
  expect_error({"solve", "cells", "--rows", "450", "--columns", "450", "--layers", "450", "--processors", "8"}, 2,
               {"BEST takes at most 30000000 cells, and there are 450 x 450 x 450"});
}

TEST_F(CellsLoadsTest, PartsAreAsWideAsAsked) {
  const Words array = {"solve", "cells",     "--rows",  "40",          "--columns",
                       "60",    "--weights", "5,4,3,2", "--imbalance", "1%"};
  EXPECT_FALSE(Json::parse(output(array)).contains("narrow"));
  for (const char* algorithm : {"BEST", "RCB[jogs]", "RECTILINEAR"}) {
    const Json wide = Json::parse(output(joined(array, {"--min-width", "5x8", "--algorithm", algorithm})));
    EXPECT_EQ(wide["narrow"], 0) << algorithm;
  }
  write("strips.csv", "0,0,0,1\n0,0,1,1\n0,1,1,1\n");
  const Words evaluation = {"evaluate", "cells", "--owners", "strips.csv", "--min-width", "2", "--format", "json"};
  EXPECT_EQ(Json::parse(output(evaluation))["narrow"], 4);
  const Words few = {"solve", "cells", "--rows", "6", "--columns", "6", "--processors", "10"};
  expect_error(joined(few, {"--min-width", "2"}), 2, {"no division of the 6 x 6 cells among 10 processors was found"});
  expect_error(joined(few, {"--min-width", "2x"}), 2, {"--min-width is '2x'"});
  expect_error(joined(few, {"--min-width", "2", "--seconds", "1"}), 2, {"leave --seconds or --min-width out"});
  expect_error(joined(few, {"--min-width", "2", "--previous", "strips.csv"}), 2, {"strips.csv"});
}

// Only BEST has a part of 5 columns in the rectangles.
TEST_F(CellsLoadsTest, RectanglesAndBoxesAreAsWideAsAsked) {
  const Words rectangles = {"solve",     "rectangles", "--whole",   "--rows", "35",
                            "--columns", "29",         "--weights", "3,9,7,1"};
  const Words boxes = {"solve", "boxes", "--rows", "10", "--columns", "30", "--layers", "8", "--processors", "7"};
  for (const Json& part : Json::parse(output(joined(rectangles, {"--min-width", "6"})))["rectangles"])
    EXPECT_GE(std::min(part["rows"].get<double>(), part["columns"].get<double>()), 6);
  for (const Json& part : Json::parse(output(joined(boxes, {"--min-width", "4x5x3"})))["boxes"]) {
    EXPECT_GE(part["columns"], 4);
    EXPECT_GE(part["rows"], 5);
    EXPECT_GE(part["layers"], 3);
  }
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

// A search with such weights once did not end.
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

// Several maps of loads: each is balanced by itself.
class CellsMapsTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("ocean.csv", "1,1,1,1\n1,1,1,1\n1,1,1,0\n");
    write("ice.csv", "2,2,2,2\n0,0,0,0\n0,0,0,4\n");
  }
  void expect_refusal(std::vector<std::string> options, const std::vector<std::string>& words) const {
    options.insert(options.begin(), {"solve", "cells", "--weights", "1,1"});
    expect_error(options, 2, words);
  }
};

TEST_F(CellsMapsTest, EachIsBalancedAndShown) {
  const Json found =
      Json::parse(output({"solve", "cells", "--loads", "ocean.csv,ice.csv", "--weights", "1,1", "--imbalance", "10%"}));
  ASSERT_EQ(found["map_loads"].size(), 2U);
  for (std::size_t map = 0; map < 2; ++map) {
    const double one = found["map_loads"][map][0].get<double>();
    const double other = found["map_loads"][map][1].get<double>();
    EXPECT_EQ(one + other, map == 0 ? 11 : 12);
    EXPECT_LE(std::abs(one - other) / 2, map == 0 ? 1.02 : 4.08);
    EXPECT_NEAR(found["imbalance_of_maps"][map].get<double>(), std::max(one, other) / ((one + other) / 2) - 1, 1e-12);
  }
  EXPECT_EQ(found["empty"], 0);
}

// The cell that only the second map has a load in has an owner, and `evaluate` finds the same numbers.
TEST_F(CellsMapsTest, EvaluationSaysTheSame) {
  const std::vector<std::string> maps = {"--loads", "ocean.csv,ice.csv", "--weights", "1,1"};
  std::vector<std::string> solve = {"solve", "cells", "-o", "owners.csv"};
  solve.insert(solve.end(), maps.begin(), maps.end());
  (void)output(solve);
  EXPECT_EQ(read("owners.csv").find("-1"), std::string::npos);
  std::vector<std::string> evaluate = {"evaluate", "cells", "--owners", "owners.csv", "--format", "json"};
  evaluate.insert(evaluate.end(), maps.begin(), maps.end());
  const Json judged = Json::parse(output(evaluate));
  const Json found = Json::parse(output({"solve", "cells", "--loads", "ocean.csv,ice.csv", "--weights", "1,1"}));
  for (const char* member : {"boundary", "imbalance_of_maps", "map_loads"}) EXPECT_EQ(judged[member], found[member]);
}

TEST_F(CellsMapsTest, ObjectsOfRowsAreMapsAsWell) {
  write("problem.jsonl", R"({"loads":{"ice":[[0,0,3,3]],"ocean":[[1,1,1,1]]},"processors":2,"algorithm":"BEST"})"
                         "\n");
  const Json found = Json::parse(output({"solve", "cells", "--batch", "problem.jsonl"}));
  ASSERT_EQ(found["map_loads"].size(), 2U);  // in the order of their names
  EXPECT_EQ(found["map_loads"][0][0].get<double>() + found["map_loads"][0][1].get<double>(), 6);
  EXPECT_EQ(found["map_loads"][1][0].get<double>() + found["map_loads"][1][1].get<double>(), 4);
}

TEST_F(CellsMapsTest, RankingsShowEachAndSayWhoRefuses) {
  const std::string table =
      output({"solve", "cells", "--loads", "ocean.csv,ice.csv", "--weights", "1,1", "--algorithm", "BEST,RCB"});
  EXPECT_NE(table.find("of the maps, %"), std::string::npos) << table;
  EXPECT_NE(table.find("with loads of 11 and 12"), std::string::npos) << table;
  EXPECT_NE(table.find("RCB refuses: RCB balances one map of loads, and there are 2"), std::string::npos) << table;
}

TEST_F(CellsMapsTest, AMaskLeavesOutCellsOfAll) {
  const Json found = Json::parse(
      output({"solve", "cells", "--loads", "ocean.csv,ice.csv", "--weights", "1,1", "--mask", "[[0,0,1,2]]"}));
  EXPECT_EQ(found["map_loads"][0][0].get<double>() + found["map_loads"][0][1].get<double>(), 9);
  EXPECT_EQ(found["map_loads"][1][0].get<double>() + found["map_loads"][1][1].get<double>(), 8);
}

TEST_F(CellsMapsTest, TimeGoesOnFromAnAnswer) {
  const Json found =
      Json::parse(output({"solve", "cells", "--loads", "ocean.csv,ice.csv", "--weights", "1,1", "--seconds", "0.2"}));
  EXPECT_EQ(found["imbalance_of_maps"].size(), 2U);
}

}  // namespace
}  // namespace apportion::testing_support
