// Chains of cells: BEST compared with all divisions into runs, in the given order and in every order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/chains.hpp"
#include "extensions/cells/algorithms/other_problems.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

using Owners = std::vector<std::int32_t>;

// The least rank of all divisions whose parts are runs in this order; some may be empty.
CellRank least_in(const CellProblem& problem, const std::vector<std::int32_t>& order) {
  const auto cells = static_cast<std::size_t>(problem.rows * problem.columns);
  Owners owners(cells, no_owner);
  std::optional<CellRank> least;
  const std::function<void(std::size_t, std::size_t)> deal = [&](std::size_t part, std::size_t first) {
    if (part + 1 == order.size()) {
      std::fill(owners.begin() + static_cast<std::ptrdiff_t>(first), owners.end(), order[part]);
      const CellRank rank =
          cell_rank(problem, division_of(problem.rows, problem.columns, problem.cluster.size(), owners));
      if (!least || rank < *least) least = rank;
      return;
    }
    for (std::size_t end = first; end <= cells; ++end) {
      std::fill(owners.begin() + static_cast<std::ptrdiff_t>(first), owners.begin() + static_cast<std::ptrdiff_t>(end),
                order[part]);
      deal(part + 1, end);
    }
  };
  deal(0, 0);
  return least.value();
}

CellRank least_in_any_order(const CellProblem& problem) {
  std::vector<std::int32_t> order(problem.cluster.size());
  std::iota(order.begin(), order.end(), 0);
  CellRank least = least_in(problem, order);
  while (std::ranges::next_permutation(order).found) least = std::min(least, least_in(problem, order));
  return least;
}

CellProblem drawn_chain(std::int64_t cells, std::size_t parts, bool has_gaps, RandomStream& stream) {
  CellProblem problem{.rows = 1, .columns = cells, .cluster = {}};
  if (draw_below(2, stream) == 0) std::swap(problem.rows, problem.columns);
  for (std::size_t i = 0; i < parts; ++i)
    problem.cluster.speeds.push_back(draw_below(2, stream) == 0 ? 1 : static_cast<double>(1 + draw_below(4, stream)));
  std::vector<double> loads;
  for (std::int64_t cell = 0; cell < cells; ++cell)
    loads.push_back(has_gaps && draw_below(5, stream) == 0
                        ? 0
                        : static_cast<double>(1 + draw_below(draw_below(4, stream) == 0 ? 50 : 6, stream)));
  loads.front() = 3;
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, loads);
  problem.imbalance = 0.1 * static_cast<double>(draw_below(4, stream));
  if (draw_below(4, stream) == 0) problem.underload = 1;
  return problem;
}

TEST(Chains, NoRunsInTheGivenOrderAreBetter) {
  RandomStream stream(default_seed, "runs in the given order");
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    const std::size_t processors = 2 + draw_below(3, stream);
    const auto cells = static_cast<std::int64_t>(6 + draw_below(5, stream));
    CellProblem problem = drawn_chain(cells, processors, i % 3 == 0, stream);
    problem.keep_order = true;
    problem.objective = std::vector{Objective::total, Objective::volume, Objective::busiest}[draw_below(3, stream)];
    if (i % 4 == 0) {
      for (std::size_t k = 0; k < problem.cluster.size(); ++k)
        problem.memory.push_back(static_cast<double>(2 + draw_below(5, stream)));
      std::vector<double> memory;
      for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell)
        memory.push_back(static_cast<double>(1 + draw_below(3, stream)));
      problem.cell_memory = std::make_shared<const CellLoads>(problem.rows, problem.columns, memory);
    }
    std::vector<std::int32_t> order(problem.cluster.size());
    std::iota(order.begin(), order.end(), 0);
    const CellSolution found = testing_support::solve("BEST", problem);
    EXPECT_TRUE(keeps_order(problem, found.decomposition));
    EXPECT_TRUE(found.proven);
    EXPECT_FALSE(least_in(problem, order) < cell_rank(problem, found.decomposition));
  }
}

TEST(Chains, NoOrderIsBetter) {
  RandomStream stream(default_seed, "runs in any order");
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    const std::size_t processors = 2 + draw_below(3, stream);
    const auto cells = static_cast<std::int64_t>(6 + draw_below(4, stream));
    const CellProblem problem = drawn_chain(cells, processors, i % 3 == 0, stream);
    const CellSolution found = testing_support::solve("BEST", problem);
    EXPECT_FALSE(least_in_any_order(problem) < cell_rank(problem, found.decomposition));
  }
}

TEST(Chains, TheGreatestLoadIsTheLeast) {
  RandomStream stream(default_seed, "runs of the least greatest load");
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    const auto cells = static_cast<std::int64_t>(6 + draw_below(4, stream));
    const std::size_t processors = 2 + draw_below(3, stream);
    CellProblem problem = drawn_chain(cells, processors, false, stream);
    problem.objective = Objective::load;
    problem.keep_order = i % 2 == 0;
    std::vector<std::int32_t> order(problem.cluster.size());
    std::iota(order.begin(), order.end(), 0);
    const CellSolution found = least_load_division(problem, 60, divided_chain);
    const CellRank least = problem.keep_order ? least_in(problem, order) : least_in_any_order(problem);
    EXPECT_FALSE(least < cell_rank(problem, found.decomposition));
    EXPECT_TRUE(found.proven);
    EXPECT_LE(cell_lower_bound(problem), least.cost * (1 + 1e-12));
  }
}

// Too long for enumeration: each part is a run, and within the heaviest cell of its share.
TEST(Chains, LongOnesAreDividedAsWell) {
  CellProblem problem{.rows = 1, .columns = 300'000, .cluster = {std::vector<double>(500, 1), {}}};
  problem.imbalance = 0.01;
  problem.keep_order = true;
  RandomStream stream(default_seed, "a long chain");
  std::vector<double> loads;
  for (std::int64_t cell = 0; cell < problem.columns; ++cell)
    loads.push_back(static_cast<double>(1 + draw_below(9, stream)));
  problem.loads = std::make_shared<const CellLoads>(1, problem.columns, loads);
  const CellSolution found = testing_support::solve("BEST", problem);
  EXPECT_EQ(cell_boundary(problem, found.decomposition).edges, 499);
  EXPECT_EQ(cell_balance(problem, found.decomposition).load_beyond, 0);
}

TEST(Chains, OthersRefuseToKeepTheOrder) {
  CellProblem problem{.rows = 3, .columns = 4, .cluster = {{1, 1}, {}}};
  problem.keep_order = true;
  EXPECT_THAT([&] { static_cast<void>(testing_support::solve("BEST", problem)); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("arrays of one row or column")));
}

}  // namespace
}  // namespace apportion
