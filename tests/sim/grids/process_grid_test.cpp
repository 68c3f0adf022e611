// Process grids: cells, spelling, and what is refused.
#include "sim/grids/process_grid.hpp"

#include <limits>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(ProcessGrid, NumbersItsCellsWithTheFirstCoordinateFastest) {
  const ProcessGrid grid{{2, 3, 4}};
  EXPECT_EQ(grid.cells(), 24U);
  std::size_t cell = 0;
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t a = 0; a < 2; ++a, ++cell) {
        EXPECT_EQ(grid.coordinate(cell, 0), a);
        EXPECT_EQ(grid.coordinate(cell, 1), b);
        EXPECT_EQ(grid.coordinate(cell, 2), c);
        EXPECT_EQ(cell, a * grid.stride(0) + b * grid.stride(1) + c * grid.stride(2));
      }
}

TEST(ProcessGrid, IsSpelledByItsEdges) {
  EXPECT_EQ(spelled(parse_grid("2x3x4")), "2x3x4");
  EXPECT_EQ(parse_grid("36").edges, std::vector<std::size_t>{36});
  for (const char* text : {"", "x", "2x", "x2", "2x-3", "2 x 3", "2*3", "axb", "0x3", "99999999999999999999"})
    EXPECT_THROW((void)parse_grid(text), InputError) << text;
  EXPECT_THAT(message_of([] { (void)parse_grid("100000x100000"); }), HasSubstr("more than 10000000 cells"));
}

TEST(ProcessGrid, EdgesOutOfOrderAreRefusedWithTheOrderThatWouldDo) {
  EXPECT_NO_THROW(require_sorted_edges({{2, 2, 3}}));
  EXPECT_THAT(message_of([] { require_sorted_edges({{4, 2, 3}}); }), HasSubstr("give 2x3x4"));
}

TEST(GridProblem, BadInputIsRefused) {
  const GridProblem good{{{2, 2}}, {1, 2, 3, 4}, {10, 10}};
  EXPECT_NO_THROW(validate(good));
  const auto with = [&](auto change) {
    GridProblem problem = good;
    change(problem);
    return message_of([&] { validate(problem); });
  };
  EXPECT_THAT(with([](GridProblem& p) { p.performances.pop_back(); }),
              HasSubstr("grid 2x2 has 4 cells, but there are 3 performances"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[2] = 0; }), HasSubstr("performance 2 is 0"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[1] = -1; }), HasSubstr("must be positive"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[1] = std::numeric_limits<double>::quiet_NaN(); }),
              HasSubstr("performance 1"));
  EXPECT_THAT(with([](GridProblem& p) { p.performances[0] = std::numeric_limits<double>::infinity(); }),
              HasSubstr("performance 0"));
  EXPECT_THAT(with([](GridProblem& p) { p.block = {10, 1}; }), HasSubstr("side 1 of the block is 1"));
  EXPECT_THAT(with([](GridProblem& p) { p.block = {10}; }), HasSubstr("the block has 1 sides"));
  EXPECT_EQ(with([](GridProblem& p) { p.block = {10, 10, 1}; }), "");
  EXPECT_THAT(with([](GridProblem& p) { p.block = {10, 10, 0}; }), HasSubstr("side 2 of the block is 0"));
  EXPECT_THAT(with([](GridProblem& p) { p.block.assign(11, 10); }), HasSubstr("11 sides; at most 10"));
  EXPECT_THAT(with([](GridProblem& p) { p.grid.edges = {}; }), HasSubstr("no edges"));
  EXPECT_THAT(with([](GridProblem& p) { p.grid.edges = {0, 4}; }), HasSubstr("edge 0 of the grid is 0"));
}

}  // namespace
}  // namespace apportion
