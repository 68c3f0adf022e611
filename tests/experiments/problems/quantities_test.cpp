// Tables of quantities: no duplicates, no unused entries, and pages and answers agree with them.
#include "tests/support/quantities.hpp"

#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {
namespace {

TEST(Quantities, StandOnceInTheirFamily) {
  {
    SCOPED_TRACE("rectangles");
    expect_each_once(rectangle_frame().quantities());
  }
  {
    SCOPED_TRACE("grids");
    expect_each_once(grid_frame().quantities());
  }
  {
    SCOPED_TRACE("graphs");
    expect_each_once(graph_frame().quantities());
  }
}

TEST(Quantities, AreExplainedOnThePageOfAnswers) {
  expect_on_page(rectangle_frame().quantities(), "docs/answers/rectangles.md");
  expect_on_page(grid_frame().quantities(), "docs/answers/grids.md");
  expect_on_page(graph_frame().quantities(), "docs/answers/graphs.md");
}

}  // namespace
}  // namespace apportion::problems
