// `solve cells` with loads from files, and the study of them, on the command line.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using CellsLoadsTest = ProgramTest;

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

// Several maps of loads: each is balanced by itself.
class CellsMapsTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("ocean.csv", "1,1,1,1\n1,1,1,1\n1,1,1,0\n");
    write("ice.csv", "2,2,2,2\n0,0,0,0\n0,0,0,4\n");
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

TEST_F(CellsMapsTest, AMaskLeavesOutCellsOfAll) {
  const Json found = Json::parse(
      output({"solve", "cells", "--loads", "ocean.csv,ice.csv", "--weights", "1,1", "--mask", "[[0,0,1,2]]"}));
  EXPECT_EQ(found["map_loads"][0][0].get<double>() + found["map_loads"][0][1].get<double>(), 9);
  EXPECT_EQ(found["map_loads"][1][0].get<double>() + found["map_loads"][1][1].get<double>(), 8);
}

}  // namespace
}  // namespace apportion::testing_support
