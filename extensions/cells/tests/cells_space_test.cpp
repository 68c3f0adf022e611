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
};

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
  expect_error(joined(joined({"solve", "cells"}, problem), {"--whole-columns", "--previous", "before.npy"}), 2,
               {"whole columns and a previous division exclude each other"});
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

}  // namespace
}  // namespace apportion::testing_support
