// Properties of every division into whole cells, and its costs.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/cells/owners.hpp"
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
  // Rectangle algorithms, which ROUNDED and BEST use, refuse greater differences.
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
    const Decomposition division = solve(GetParam(), problem).decomposition;  // require_division() has checked it
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
    // The number of cells that the others can spare.
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
      if (name == "BEST") continue;
      const Decomposition other = solve(name, problem).decomposition;
      const CellBoundary boundary = cell_boundary(problem, other);
      const bool is_sound =
          boundary.empty + boundary.fragments == 0 && cell_balance(problem, other).beyond_one_cell.empty();
      if (is_sound) {
        EXPECT_LE(total_of(problem, best), total_of(problem, other) + 1e-9) << name << ": " << described(problem);
      }
    }
  }
}

}  // namespace

}  // namespace apportion

namespace apportion {
namespace {
using testing_support::solve;

enum class Loads { none, differing, mask };

// Searches that take a hundred times as long as the others.
bool is_dear(const std::string& name) { return name.starts_with("MULTILEVEL") || name.starts_with("BEST"); }

// Arrays of up to 24 x 24 cells, including thin ones, and up to 8 processors, sometimes more than cells. For a slow
// algorithm seven of eight arrays have up to 10 x 10 cells.
rc::Gen<CellProblem> cell_problems(Loads loads, bool dear) {
  return rc::gen::exec([loads, dear] {
    const std::int64_t most_lines = dear && *rc::gen::inRange(0, 8) != 0 ? 10 : 24;
    CellProblem problem;
    problem.rows = *rc::gen::inRange<std::int64_t>(1, most_lines + 1);
    problem.columns = *rc::gen::inRange<std::int64_t>(1, most_lines + 1);
    const auto processors = *rc::gen::inRange<std::size_t>(1, 9);
    const bool equal = *rc::gen::arbitrary<bool>();
    const bool orders_apart = !equal && *rc::gen::inRange(0, 4) == 0;
    for (std::size_t i = 0; i < processors; ++i)
      problem.cluster.speeds.push_back(equal          ? 1
                                       : orders_apart ? std::exp2(*rc::gen::inRange(0, 61))
                                                      : *rc::gen::inRange(128, 1025) / 128.0);
    problem.latency = *rc::gen::element(0.0, 1.0, 10.0);
    if (loads == Loads::none) return problem;
    std::vector<double> each;
    for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell)
      each.push_back(loads == Loads::mask ? *rc::gen::inRange(0, 4) == 0 ? 0 : 1 : *rc::gen::inRange(0, 6));
    each.front() = 1;
    problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, each);
    return problem;
  });
}

using Sides = std::tuple<std::size_t, double, double, double, double>;

std::vector<Sides> sides_of(const Decomposition& division) {
  std::vector<Sides> sides;
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    for (const Rect& rect : rectangles_of(division, i))
      sides.emplace_back(i, rect.row, rect.column, rect.rows, rect.columns);
  return sides;
}

// BEST takes a third of a second per problem; with less effort it does the same in less time.
std::vector<std::string> tested_names() {
  std::vector<std::string> names = testing_support::entry_names<CellAlgorithm>();
  std::erase(names, "BEST");
  return names;
}

// Nothing if the algorithm refuses the problem.
std::optional<Decomposition> answer(const std::string& name, const CellProblem& problem) {
  try {
    return solve(name, problem).decomposition;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

class EveryCellAlgorithm : public ::testing::TestWithParam<std::string> {
 protected:
  // The costs of the answer by geometry agree with those counted cell by cell; solve() checks that it is a division.
  // Balanced answers are at least the bound.
  static void expect_costs(Loads loads) {
    ASSERT_TRUE(rc::check([&] {
      const CellProblem problem = *cell_problems(loads, is_dear(GetParam()));
      const std::optional<Decomposition> division = answer(GetParam(), problem);
      if (!division) return;
      const CellBoundary found = cell_boundary(problem, *division);
      const CellBoundary expected = testing_support::by_definition(testing_support::painted(problem, *division));
      RC_ASSERT(found.edges == expected.edges);
      RC_ASSERT(found.neighbours == expected.neighbours);
      RC_ASSERT(found.halo == expected.halo);
      RC_ASSERT(found.fragments == expected.fragments);
      RC_ASSERT(found.torn == expected.torn);
      RC_ASSERT(found.empty == expected.empty);
      const std::vector<double> parts = part_loads(problem, *division);
      double sum = 0;
      for (const double load : parts) sum += load;
      RC_ASSERT(std::abs(sum - total_load(problem)) <= 1e-9 * total_load(problem));
      const bool balanced = cell_balance(problem, *division).beyond_one_cell.empty();
      if (!balanced || found.empty > 0 || found.fragments > 0) return;
      RC_ASSERT(static_cast<double>(found.edges) + problem.latency * static_cast<double>(found.neighbours) >=
                cell_lower_bound(problem));
    }));
  }
};

TEST_P(EveryCellAlgorithm, CostsWhatItsCellsSay) { expect_costs(Loads::none); }

TEST_P(EveryCellAlgorithm, CostsWhatItsCellsSayWithLoads) { expect_costs(Loads::differing); }

TEST_P(EveryCellAlgorithm, CostsWhatItsCellsSayWithAMask) { expect_costs(Loads::mask); }

// Gives the same answer twice, and from concurrent threads.
TEST_P(EveryCellAlgorithm, DependsOnNothingButTheProblem) {
  std::vector<CellProblem> asked;
  for (const double last : {1.0, 2.0, 4.5})
    asked.push_back({.rows = 20, .columns = 33, .cluster = {{1, 2, 3, 1.5, last}, {}}});
  std::vector<std::vector<Sides>> alone;
  for (const CellProblem& problem : asked) {
    const std::optional<Decomposition> division = answer(GetParam(), problem);
    alone.push_back(division ? sides_of(*division) : std::vector<Sides>{});
  }
  std::vector<std::vector<Sides>> together(2 * asked.size());
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < together.size(); ++k)
    threads.emplace_back([&asked, &together, k] {
      const std::optional<Decomposition> division = answer(GetParam(), asked[k % asked.size()]);
      if (division) together[k] = sides_of(*division);
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < together.size(); ++k) EXPECT_EQ(together[k], alone[k % asked.size()]) << k;
}

TEST_P(EveryCellAlgorithm, OneProcessorHasTheArray) {
  const CellProblem problem{.rows = 7, .columns = 5, .cluster = {{2.5}, {}}, .latency = 3};
  const std::optional<Decomposition> division = answer(GetParam(), problem);
  ASSERT_TRUE(division.has_value());
  EXPECT_EQ(part_loads(problem, *division), (std::vector<double>{35}));
  EXPECT_EQ(cell_boundary(problem, *division).edges, 0);
}

TEST_P(EveryCellAlgorithm, FewerCellsThanProcessorsLeaveSomeEmpty) {
  const CellProblem problem{.rows = 1, .columns = 3, .cluster = {{1, 1, 1, 1, 1}, {}}};
  const std::optional<Decomposition> division = answer(GetParam(), problem);
  if (!division) GTEST_SKIP() << "refused";
  EXPECT_GE(cell_boundary(problem, *division).empty, 2);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryCellAlgorithm, ::testing::ValuesIn(tested_names()), testing_support::test_name);

}  // namespace
}  // namespace apportion
