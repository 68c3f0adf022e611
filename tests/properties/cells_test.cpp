// What the algorithms for whole cells must satisfy on arrays without loads.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "sim/cells/cell_bounds.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/registry.hpp"

namespace apportion {

namespace {

using testing_support::solve;

// Arrays of 1 to 40 lines either way; speeds equal, alike, or different by orders of magnitude.
CellProblem random_problem(double most_octaves, RandomStream& stream) {
  constexpr std::array<std::int64_t, 8> sides = {1, 2, 3, 5, 8, 13, 20, 40};
  constexpr std::array latencies = {0.0, 0.0, 0.5, 30.0};
  constexpr std::size_t most_processors = 9;
  CellProblem problem;
  problem.rows = sides[draw_below(sides.size(), stream)];
  problem.columns = sides[draw_below(sides.size(), stream)];
  problem.latency = latencies[draw_below(latencies.size(), stream)];
  const std::size_t p = 1 + draw_below(most_processors, stream);
  const std::size_t kind = draw_below(3, stream);
  for (std::size_t i = 0; i < p; ++i) {
    const double drawn = draw_unit(stream);
    problem.cluster.speeds.push_back(kind == 0 ? 1 : kind == 1 ? 1 + 7 * drawn : std::exp2(most_octaves * drawn));
  }
  return problem;
}

std::vector<CellProblem> problems(std::string_view name) {
  const std::size_t count = name == "BEST" ? 15 : name.starts_with("BEST") || name.starts_with("ROUNDED") ? 60 : 300;
  // Rectangle algorithms, which ROUNDED and BEST ask, refuse what differs more.
  const double most_octaves = name.starts_with("JOGGED") || name.starts_with("STRIPES") ? 60 : 20;
  RandomStream stream(default_seed, "problems of whole cells");
  std::vector<CellProblem> problems;
  while (problems.size() < count) problems.push_back(random_problem(most_octaves, stream));
  return problems;
}

std::string described(const CellProblem& problem) {
  return fmt::format("{} x {}, latency {}, speeds {}", problem.rows, problem.columns, problem.latency,
                     fmt::join(problem.cluster.speeds, " "));
}

std::int64_t edges_between(const std::vector<std::int32_t>& owners, std::int64_t columns) {
  const auto width = static_cast<std::size_t>(columns);
  std::int64_t edges = 0;
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    edges += (cell + 1) % width != 0 && owners[cell] != owners[cell + 1] ? 1 : 0;
    edges += cell + width < owners.size() && owners[cell] != owners[cell + width] ? 1 : 0;
  }
  return edges;
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
  for (const CellProblem& problem : problems(GetParam())) {
    const Decomposition division = solve(GetParam(), problem).decomposition;  // checked by require_division()
    const std::vector<std::int32_t> owners = owners_of(division);
    EXPECT_EQ(std::ranges::count(owners, no_owner), 0) << described(problem);
    EXPECT_EQ(cell_boundary(problem, division).edges, edges_between(owners, problem.columns)) << described(problem);
  }
}

TEST_P(OwnCellAlgorithm, GivesTheSameAnswerAgain) {
  const CellProblem problem = problems(GetParam())[3];
  EXPECT_EQ(owners_of(solve(GetParam(), problem).decomposition), owners_of(solve(GetParam(), problem).decomposition));
}

INSTANTIATE_TEST_SUITE_P(Cells, OwnCellAlgorithm,
                         ::testing::ValuesIn(names_of({"BEST", "JOGGED", "ROUNDED", "STRIPES"})),
                         testing_support::test_name);

TEST(OwnCellAlgorithms, OfFullGridsAloneRefuseLoads) {
  CellProblem problem{2, 3, {{1, 2}, {}}};
  problem.loads = std::make_shared<CellLoads>(2, 3, std::vector<double>(6, 1.0));
  for (const std::string& name : names_of({"ROUNDED", "STRIPES"}))
    EXPECT_THROW((void)solve(name, problem), InputError) << name;
}

class BalancedCellAlgorithm : public ::testing::TestWithParam<std::string> {};

TEST_P(BalancedCellAlgorithm, KeepsEveryPartWithinOneCellOfItsShare) {
  for (const CellProblem& problem : problems(GetParam())) {
    const Decomposition division = solve(GetParam(), problem).decomposition;
    EXPECT_TRUE(cell_balance(problem, division).beyond_one_cell.empty()) << described(problem);
  }
}

TEST_P(BalancedCellAlgorithm, LeavesNoPartEmptyThatNeedNotBe) {
  for (const CellProblem& problem : problems(GetParam())) {
    // The cells that the others can spare.
    std::int64_t spare = problem.rows * problem.columns;
    std::int64_t small = 0;
    for (const double share : shares(problem)) {
      const auto least = static_cast<std::int64_t>(std::max(std::ceil(share - 1 - 1e-9), 0.0));
      spare -= least;
      small += least == 0 ? 1 : 0;
    }
    const CellBoundary boundary = cell_boundary(problem, solve(GetParam(), problem).decomposition);
    EXPECT_EQ(boundary.empty, std::max<std::int64_t>(small - spare, 0)) << described(problem);
  }
}

TEST_P(BalancedCellAlgorithm, LeavesPartsConnected) {
  for (const CellProblem& problem : problems(GetParam()))
    EXPECT_EQ(cell_boundary(problem, solve(GetParam(), problem).decomposition).fragments, 0) << described(problem);
}

INSTANTIATE_TEST_SUITE_P(Cells, BalancedCellAlgorithm, ::testing::ValuesIn(names_of({"BEST", "JOGGED", "STRIPES"})),
                         testing_support::test_name);

TEST(Cells, TheBestIsNoLongerThanAnyOther) {
  for (const CellProblem& problem : problems("BEST")) {
    const Decomposition best = solve("BEST", problem).decomposition;
    if (cell_boundary(problem, best).empty == 0) {
      EXPECT_GE(total_of(problem, best), cell_lower_bound(problem) - 1e-9) << described(problem);
    }
    for (const std::string& name : testing_support::entry_names<CellAlgorithm>()) {
      const Decomposition other = solve(name, problem).decomposition;
      const CellBoundary boundary = cell_boundary(problem, other);
      const bool is_sound =
          boundary.empty + boundary.fragments == 0 && cell_balance(problem, other).beyond_one_cell.empty();
      if (is_sound && name != "BEST") {
        EXPECT_LE(total_of(problem, best), total_of(problem, other) + 1e-9) << name << ": " << described(problem);
      }
    }
  }
}

}  // namespace
}  // namespace apportion
