// `solve cells` and `evaluate cells` for arrays with layers, on the command line.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class CellsSpaceTest : public ProgramTest {
 protected:
  // Writes an array of bytes.
  void write_npy(const std::string& name, const std::string& shape, const std::vector<std::uint8_t>& values,
                 const std::string& fortran = "False") const {
    std::string header = fmt::format("{{'descr': '|u1', 'fortran_order': {}, 'shape': {}, }}\n", fortran, shape);
    std::string text("\x93NUMPY\x01\x00", 8);
    text += static_cast<char>(header.size());
    text += '\0';
    text += header;
    for (const std::uint8_t value : values) text += static_cast<char>(value);
    write(name, text);
  }
  [[nodiscard]] Json solved(const Words& more) const { return Json::parse(output(joined({"solve", "cells"}, more))); }
  void expect_refusal(const Words& more, const std::string& words) const {
    expect_error(joined({"solve", "cells", "--weights", "1,1"}, more), 2, {words});
  }
};

TEST_F(CellsSpaceTest, BoxesHaveLayers) {
  const Json found = solved({"--layers", "4", "--rows", "2", "--columns", "3", "--processors", "2"});
  EXPECT_EQ(found["boundary"], 6);
  EXPECT_EQ(found["lower_bound"], 6);
  const Json expected = Json::parse(R"([
      {"processor":0,"layer":0,"row":0,"column":0,"layers":2,"rows":2,"columns":3},
      {"processor":1,"layer":2,"row":0,"column":0,"layers":2,"rows":2,"columns":3}])");
  EXPECT_EQ(found["rectangles"], expected);
}

TEST_F(CellsSpaceTest, BothOrdersOfNumPyAreTheSameArray) {
  // All but three of 2 x 2 x 3 cells are active.
  const std::vector<std::uint8_t> by_layers = {1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0};
  std::vector<std::uint8_t> by_columns;
  for (std::size_t column = 0; column < 3; ++column)
    for (std::size_t row = 0; row < 2; ++row)
      for (std::size_t layer = 0; layer < 2; ++layer) by_columns.push_back(by_layers[(layer * 2 + row) * 3 + column]);
  write_npy("c.npy", "(2, 2, 3)", by_layers);
  write_npy("f.npy", "(2, 2, 3)", by_columns, "True");
  for (const char* option : {"--mask", "--loads"}) {
    const Words common = {"--processors", "2", "--algorithm", "RCB[jogs]", "--format", "npy"};
    const std::string c = output(joined({"solve", "cells", option, "c.npy"}, common));
    EXPECT_EQ(c, output(joined({"solve", "cells", option, "f.npy"}, common)));
    EXPECT_NE(c.find("'shape': (2, 2, 3)"), std::string::npos);
  }
}

TEST_F(CellsSpaceTest, OwnersAreWrittenAndEvaluated) {
  write_npy("mask.npy", "(2, 2, 3)", {1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0});
  const Words problem = {"--mask", "mask.npy", "--processors", "3"};
  const Json found = solved(problem);
  succeed(joined({"solve", "cells", "-o", "owners.npy"}, problem));
  succeed(joined({"solve", "cells", "-o", "owners.txt", "--format", "metis"}, problem));
  for (const char* file : {"owners.npy", "owners.txt"}) {
    const Json judged =
        json_lines(output({"evaluate", "cells", "--owners", file, "--mask", "mask.npy", "--format", "json"})).front();
    for (const char* key : {"boundary", "volume", "neighbours", "imbalance", "fragments", "rectangles"})
      EXPECT_EQ(judged[key], found[key]) << file << " " << key;
  }
  const std::string boxes = output(joined({"solve", "cells", "--format", "boxes"}, problem));
  EXPECT_EQ(boxes.substr(0, boxes.find('\n')), "rank,layer_begin,layer_end,row_begin,row_end,column_begin,column_end");
}

TEST_F(CellsSpaceTest, ListsHaveLayersToo) {
  const Json found = solved({"--loads", "[[[1,1],[1,1]],[[2,0],[2,0]]]", "--processors", "2", "--algorithm", "RCB"});
  EXPECT_EQ(found["boundary"], 2);
  EXPECT_EQ(found["imbalance"], 0);
  expect_refusal({"--loads", "[[[1,1],[1,1]],[[2,0]]]"}, "loads[1] has 1 x 2 cells; every layer must have as many");
}

TEST_F(CellsSpaceTest, DepthsAreMasks) {
  const Words common = {"--processors", "2", "--algorithm", "RCB[jogs]"};
  const Json by_depths = solved(joined({"--layers", "3", "--depths", "[[1,2],[0,3]]"}, common));
  const Json by_mask = solved(joined({"--loads", "[[[1,1],[0,1]],[[0,1],[0,1]],[[0,0],[0,1]]]"}, common));
  EXPECT_EQ(by_depths, by_mask);
  expect_refusal({"--layers", "3", "--depths", "[[1,4]]"},
                 "the depth of row 0, column 1 is 4; it must be a whole number from 0 to 3, the number of layers");
  write_npy("mask.npy", "(3, 1, 2)", {1, 1, 1, 1, 1, 1});
  expect_refusal({"--layers", "3", "--depths", "[[1,3]]", "--mask", "mask.npy"},
                 "depths and a mask exclude each other");
}

TEST_F(CellsSpaceTest, OneLayerIsAnArrayWithoutLayers) {
  const Words problem = {"--rows", "4", "--columns", "6", "--weights", "3,2,1"};
  EXPECT_EQ(output(joined({"solve", "cells", "--layers", "1"}, problem)), output(joined({"solve", "cells"}, problem)));
  write_npy("one.npy", "(1, 2, 3)", {1, 1, 1, 1, 0, 1});
  write_npy("flat.npy", "(2, 3)", {1, 1, 1, 1, 0, 1});
  EXPECT_EQ(output({"solve", "cells", "--mask", "one.npy", "--processors", "2"}),
            output({"solve", "cells", "--mask", "flat.npy", "--processors", "2"}));
}

TEST_F(CellsSpaceTest, RectanglesAreLeftOutOfEveryLayer) {
  const Json found = solved({"--layers", "2", "--rows", "2", "--columns", "3", "--mask", "[[0,1,2,1]]", "--processors",
                             "2", "--algorithm", "RCB"});
  EXPECT_EQ(found["boundary"], 0);
  EXPECT_EQ(found["fragments"], 0);
}

TEST_F(CellsSpaceTest, BadInputIsOneLine) {
  write_npy("space.npy", "(2, 2, 3)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  write_npy("flat.npy", "(2, 3)", {1, 1, 1, 1, 1, 1});
  write_npy("four.npy", "(1, 1, 2, 3)", {1, 1, 1, 1, 1, 1});
  write_npy("short.npy", "(2, 2, 3)", {1, 1, 1});
  write_npy("huge.npy", "(2000, 2000, 2500)", {1});
  expect_refusal({"--layers", "4", "--mask", "flat.npy"}, "layers is 4, but the mask has no third axis");
  expect_refusal({"--layers", "4", "--mask", "space.npy"}, "layers is 4, but the mask has 2 layers");
  expect_refusal({"--loads", "flat.npy", "--mask", "space.npy"}, "layers is 1, but the mask has 2 layers");
  expect_refusal({"--layers", "1", "--loads", "space.npy"}, "layers is 1, but the array of loads has 2 layers");
  expect_refusal({"--rows", "5", "--mask", "space.npy"}, "rows is 5, but the mask has 2 rows");
  expect_refusal({"--mask", "four.npy"}, "its shape is (1, 1, 2, 3); an array of cells has rows and columns, and");
  expect_refusal({"--mask", "short.npy"}, "is too short: 2 x 2 x 3 numbers take 12 bytes");
  expect_refusal({"--mask", "huge.npy"}, "2000 x 2000 x 2500 cells are too many; at most 100000000 are read");
  expect_refusal({"--layers", "2000", "--rows", "2000", "--columns", "2500"},
                 "2000 x 2000 x 2500 cells are too many; with layers the limit is 100000000");
  expect_refusal({"--layers", "2", "--rows", "2", "--columns", "2", "--stencil", "9"},
                 "stencil is 9; it must be 7 or 27 in an array with layers");
  expect_refusal({"--layers", "2", "--rows", "2", "--columns", "2", "--network", "bus", "--bandwidth", "1e9"},
                 "a network takes arrays of rows and columns; this one has layers");
  for (const char* format : {"pgm", "csv", "asc", "oceananigans"})
    expect_refusal({"--layers", "2", "--rows", "2", "--columns", "2", "--format", format},
                   fmt::format("--format {} has rows and columns, and this division has 2 layers", format));
  write_npy("owners.npy", "(2, 2, 3)", {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  expect_error({"evaluate", "cells", "--owners", "owners.npy", "--mask", "flat.npy"}, 2,
               {"owners.npy has the owners of 2 x 2 x 3 cells; the array has 2 x 3"});
  expect_error({"evaluate", "cells", "--owners", "owners.npy", "--weights", "1"}, 2,
               {"owners.npy: layer 0, row 1, column 0 belongs to processor 1; there are processors 0 to 0"});
}

TEST_F(CellsSpaceTest, PlansHaveThreeRanges) {
  const Words problem = {"--layers", "2", "--rows", "2", "--columns", "4", "--processors", "2"};
  const Json plan = Json::parse(output(joined({"solve", "cells", "--format", "plan", "--corners"}, problem)));
  EXPECT_EQ(plan["layers"], 2);
  const Json& first = plan["ranks"][0];
  EXPECT_EQ(first["boxes"], Json::parse("[[0,2,0,2,0,2]]"));
  EXPECT_EQ(first["window"], Json::parse("[0,2,0,2,0,3]"));
  EXPECT_EQ(first["neighbours"][0]["send"], Json::parse("[[0,2,0,2,1,2]]"));
  EXPECT_EQ(first["neighbours"][0]["receive"], Json::parse("[[0,2,0,2,2,3]]"));
  succeed(joined({"solve", "cells", "--per-rank", "ranks"}, problem));
  EXPECT_EQ(Json::parse(read("ranks/rank-1.json"))["boxes"], Json::parse("[[0,2,0,2,2,4]]"));
  expect_refusal(joined({"--format", "plan", "--depth", "17"}, {"--layers", "2", "--rows", "2", "--columns", "4"}),
                 "the depth of a stencil is 17; with layers it must be a whole number from 1 to 16");
}

TEST_F(CellsSpaceTest, WholeColumnsStayTogether) {
  const Words problem = {"--layers", "3", "--depths", "[[1,2,3,3],[0,3,3,1]]", "--processors", "2"};
  const Json found = solved(joined(problem, {"--whole-columns", "--imbalance", "20%"}));
  EXPECT_EQ(found["fragments"], 0);
  std::vector<int> owners(8, -1);
  for (const Json& box : found["rectangles"])
    for (int row = box["row"]; row < box["row"].get<int>() + box["rows"].get<int>(); ++row)
      for (int column = box["column"]; column < box["column"].get<int>() + box["columns"].get<int>(); ++column) {
        EXPECT_EQ(box["layer"], 0);
        EXPECT_EQ(box["layers"], 3);
        owners[4 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)] = box["processor"];
      }
  // Half of 16 cells, except a column of 3.
  const std::vector<int> depths = {1, 2, 3, 3, 0, 3, 3, 1};
  int first = 0;
  for (std::size_t column = 0; column < 8; ++column) first += owners[column] == 0 ? depths[column] : 0;
  EXPECT_GE(first, 5);
  EXPECT_LE(first, 11);
  const Words flat = {"solve", "cells", "--rows", "4", "--columns", "6", "--processors", "3"};
  EXPECT_EQ(output(joined(flat, {"--whole-columns"})), output(flat));
  succeed(joined({"solve", "cells", "-o", "before.npy"}, problem));
  expect_refusal({"--layers", "3", "--depths", "[[1,2,3,3],[0,3,3,1]]", "--whole-columns", "--previous", "before.npy"},
                 "whole columns and a previous division exclude each other");
}

TEST_F(CellsSpaceTest, ADivisionNearThePreviousOne) {
  const Words problem = {"--layers", "6", "--rows", "6", "--columns", "6"};
  succeed(joined({"solve", "cells", "--weights", "1,1,1,1", "-o", "before.npy"}, problem));
  const Words more = {"--weights", "1,1,1,0.8", "--previous", "before.npy", "--migration-price", "1"};
  const Json found = solved(joined(problem, more));
  EXPECT_GE(found["moved"], found["must_move"]);
  EXPECT_GT(found["must_move"], 0);
  EXPECT_LE(found["moved"].get<int>(), 2 * found["must_move"].get<int>());
  EXPECT_EQ(found["fragments"], 0);
  EXPECT_EQ(found["cost"].get<double>(), found["boundary"].get<double>() + found["moved"].get<double>());
  const Json fresh = solved(joined(problem, joined(more, {"--algorithm", "MULTILEVEL"})));
  EXPECT_LE(found["cost"].get<double>(), fresh["cost"].get<double>());
}

TEST_F(CellsSpaceTest, PartsMoreThanCellsAreAnswered) {
  const Json found = solved({"--layers", "3", "--rows", "1", "--columns", "1", "--processors", "5"});
  EXPECT_EQ(found["empty"], 2);
  EXPECT_EQ(found["boundary"], 2);
}

TEST_F(CellsSpaceTest, RankingsNameTheArray) {
  const std::string table = output({"solve", "cells", "--layers", "4", "--rows", "4", "--columns", "4", "--processors",
                                    "8", "--algorithm", "RCB,BEST,MULTILEVEL[effort=quick]"});
  EXPECT_NE(table.find("4 x 4 x 4 cells for 8 processors"), std::string::npos) << table;
}

}  // namespace
}  // namespace apportion::testing_support
