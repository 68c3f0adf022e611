// BANDS by a worked example; the property tests of all algorithms for whole cells check the rest.
#include <gtest/gtest.h>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion {
namespace {

// Four rows for each of three processors: two cuts of ten cell edges.
TEST(Bands, DividesTheWorkedExample) {
  const CellProblem problem{.rows = 12, .columns = 10, .cluster = {{1, 1, 1}, {}}};
  RandomStream stream(1, "tests");
  const CellSolution solution = solve_cells(CellRegistry::instance().choose("BANDS"), problem, stream);
  EXPECT_EQ(cell_boundary(problem, solution.decomposition).edges, 20);
  EXPECT_TRUE(cell_balance(problem, solution.decomposition).beyond_one_cell.empty());
}

}  // namespace
}  // namespace apportion
