// What the algorithms for whole cells must satisfy on arrays without loads.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "base/error.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

// Arrays of 1 to 40 lines either way; speeds equal, alike, or different by orders of magnitude.
rc::Gen<CellProblem> cell_problems(std::size_t most_processors = 9) {
  return rc::gen::exec([most_processors] {
    CellProblem problem;
    const auto sides = rc::gen::element<std::int64_t>(1, 2, 3, 5, 8, 13, 20, 40);
    problem.rows = *sides;
    problem.columns = *sides;
    problem.latency = *rc::gen::element(0.0, 0.0, 0.5, 30.0);
    const auto p = *rc::gen::inRange<std::size_t>(1, most_processors + 1);
    const int kind = *rc::gen::inRange(0, 3);
    for (std::size_t i = 0; i < p; ++i) {
      const int drawn = *rc::gen::inRange(128, 1025);
      problem.cluster.speeds.push_back(kind == 0 ? 1 : kind == 1 ? drawn / 128.0 : std::ldexp(1, drawn % 20));
    }
    return problem;
  });
}

CellSolution solve(std::string_view name, const CellProblem& problem) {
  RandomStream stream(default_seed, "test");
  return solve_cells(CellRegistry::instance().choose(name), problem, stream);
}

double total_of(const CellProblem& problem, const Decomposition& division) {
  const CellBoundary boundary = cell_boundary(problem, division);
  return static_cast<double>(boundary.edges) + problem.latency * static_cast<double>(boundary.neighbours);
}

bool is_one_of(std::string_view name, const std::vector<std::string_view>& families) {
  return std::ranges::any_of(families, [&](std::string_view family) {
    return name == family || (name.starts_with(family) && name.substr(family.size()).starts_with('['));
  });
}

std::vector<std::string> names_of(const std::vector<std::string_view>& families) {
  std::vector<std::string> names = testing_support::entry_names<CellAlgorithm>();
  std::erase_if(names, [&](const std::string& name) { return !is_one_of(name, families); });
  return names;
}

class OwnCellAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnCellAlgorithm, DividesTheArray) {
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = *cell_problems();
    const Decomposition division = solve(GetParam(), problem).decomposition;  // checked by require_division()
    const std::vector<std::int32_t> owners = owners_of(division);
    RC_ASSERT(std::ranges::count(owners, no_owner) == 0);
    std::int64_t edges = 0;
    const auto columns = static_cast<std::size_t>(problem.columns);
    for (std::size_t cell = 0; cell < owners.size(); ++cell) {
      edges += (cell + 1) % columns != 0 && owners[cell] != owners[cell + 1] ? 1 : 0;
      edges += cell + columns < owners.size() && owners[cell] != owners[cell + columns] ? 1 : 0;
    }
    RC_ASSERT(cell_boundary(problem, division).edges == edges);
  }));
}

TEST_P(OwnCellAlgorithm, GivesTheSameAnswerAgain) {
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = *cell_problems();
    RC_ASSERT(owners_of(solve(GetParam(), problem).decomposition) ==
              owners_of(solve(GetParam(), problem).decomposition));
  }));
}

TEST_P(OwnCellAlgorithm, RefusesLoads) {
  CellProblem problem{2, 3, {{1, 2}, {}}};
  problem.loads = std::make_shared<CellLoads>(2, 3, std::vector<double>(6, 1.0));
  EXPECT_THROW((void)solve(GetParam(), problem), InputError);
}

INSTANTIATE_TEST_SUITE_P(Cells, OwnCellAlgorithm,
                         ::testing::ValuesIn(names_of({"BEST", "JOGGED", "ROUNDED", "STRIPES"})),
                         testing_support::test_name);

class BalancedCellAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(BalancedCellAlgorithm, KeepsEveryPartWithinOneCellOfItsShare) {
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = *cell_problems();
    const Decomposition division = solve(GetParam(), problem).decomposition;
    RC_ASSERT(cell_balance(problem, division).beyond_one_cell.empty());
  }));
}

TEST_P(BalancedCellAlgorithm, LeavesNoPartEmptyThatNeedNotBe) {
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = *cell_problems();
    const CellBoundary boundary = cell_boundary(problem, solve(GetParam(), problem).decomposition);
    // The cells that the others can spare.
    std::int64_t spare = problem.rows * problem.columns;
    std::int64_t small = 0;
    for (const double share : shares(problem)) {
      const auto least = static_cast<std::int64_t>(std::max(std::ceil(share - 1.01), 0.0));
      spare -= least;
      small += least == 0 ? 1 : 0;
    }
    RC_ASSERT(boundary.empty == std::max<std::int64_t>(small - spare, 0));
  }));
}

INSTANTIATE_TEST_SUITE_P(Cells, BalancedCellAlgorithm, ::testing::ValuesIn(names_of({"BEST", "JOGGED", "STRIPES"})),
                         testing_support::test_name);

TEST(Cells, StripesAndTheBestAreConnected) {
  ASSERT_TRUE(rc::check([] {
    const CellProblem problem = *cell_problems();
    for (const char* name : {"STRIPES", "BEST"})
      RC_ASSERT(cell_boundary(problem, solve(name, problem).decomposition).fragments == 0);
  }));
}

TEST(Cells, NoOtherAlgorithmIsBetterThanTheBest) {
  const std::vector<std::string> names = testing_support::entry_names<CellAlgorithm>();
  ASSERT_TRUE(rc::check([&] {
    const CellProblem problem = *cell_problems();
    const double best = total_of(problem, solve("BEST", problem).decomposition);
    for (const std::string& name : names) {
      if (is_one_of(name, {"BEST"})) continue;
      const Decomposition division = solve(name, problem).decomposition;
      const CellBoundary boundary = cell_boundary(problem, division);
      const bool sound =
          boundary.empty + boundary.fragments == 0 && cell_balance(problem, division).beyond_one_cell.empty();
      RC_ASSERT(!sound || best <= total_of(problem, division) + 1e-9);
    }
  }));
}

TEST(Cells, TheBestIsNoBetterThanTheBound) {
  ASSERT_TRUE(rc::check([] {
    const CellProblem problem = *cell_problems();
    const Decomposition division = solve("BEST", problem).decomposition;
    const CellBoundary boundary = cell_boundary(problem, division);
    if (boundary.empty + boundary.fragments == 0)
      RC_ASSERT(total_of(problem, division) >= cell_lower_bound(problem) - 1e-9);
  }));
}

}  // namespace
}  // namespace apportion
