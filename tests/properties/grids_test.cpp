// Properties of every registered grid algorithm.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/grids/process_grid.hpp"
#include "tests/support/grids.hpp"
#include "tests/support/registry.hpp"

namespace apportion {

// Used by rapidcheck to print a counterexample.
// NOLINTNEXTLINE(readability-identifier-naming): rapidcheck looks for this name.
void showValue(const GridProblem& problem, std::ostream& stream) {
  stream << spelled(problem.grid) << ", block";
  for (const std::int64_t side : problem.block) stream << ' ' << side;
  stream << ", performances";
  for (const double performance : problem.performances) stream << ' ' << performance;
}

namespace {

using testing_support::solve;

// Performances in 128ths from 1 to 8, whole ones that tie, or equal ones.
rc::Gen<GridProblem> grid_problems(const std::string& algorithm) {
  return rc::gen::exec([algorithm] {
    std::vector<std::string> grids = {"1x1", "1x5", "2x2", "2x3", "3x3"};
    if (!algorithm.starts_with("optimal")) grids.emplace_back("4x4");
    if (!algorithm.starts_with("beaumont") && !algorithm.starts_with("optimal"))
      grids.insert(grids.end(), {"4", "2x2x3", "1x2x2x2"});
    GridProblem problem{parse_grid(*rc::gen::elementOf(grids)), {}, {}};
    const int kind = *rc::gen::inRange(0, 3);
    for (std::size_t j = 0; j < problem.grid.cells(); ++j) {
      const int drawn = *rc::gen::inRange(128, 1025);
      problem.performances.push_back(kind == 0 ? drawn / 128.0 : kind == 1 ? 1 + drawn % 4 : 1);
    }
    for (std::size_t k = 0; k < problem.grid.dimensions(); ++k)
      problem.block.push_back(*rc::gen::element<std::int64_t>(7, 30, 100, 1000));
    return problem;
  });
}

// Whether whole lengths are within an element of the real-valued ones: true for rounding by remainders. An
// apportionment only minimises the time.
bool rounds_to_neighbours(const std::string& algorithm) {
  if (algorithm.find("printed") != std::string::npos || algorithm.find("apportioned") != std::string::npos)
    return false;
  return algorithm.starts_with("beaumont") || algorithm.starts_with("equal-pressure") ||
         algorithm.starts_with("proposed");
}

// Searches take a hundred times as long as the papers' methods.
bool is_a_search(const std::string& algorithm) {
  return algorithm.starts_with("best") || algorithm.starts_with("alternating") || algorithm.starts_with("optimal");
}

class EveryGridAlgorithm : public ::testing::TestWithParam<std::string> {
 protected:
  static void check(const auto& property) { ASSERT_TRUE(rc::check(property)); }
};

TEST_P(EveryGridAlgorithm, MapsEveryProcessOnceAndDividesTheBlock) {
  check([&] {
    const GridProblem problem = *grid_problems(GetParam());
    const GridSolution solution = solve(GetParam(), problem);
    Mapping sorted = solution.mapping;
    std::ranges::sort(sorted);
    for (std::size_t cell = 0; cell < sorted.size(); ++cell) RC_ASSERT(sorted[cell] == cell);
    RC_ASSERT(sorted.size() == problem.grid.cells());
    for (std::size_t k = 0; k < problem.block.size(); ++k) {
      const auto& lengths = solution.lengths[k];
      const auto& rounded = solution.rounded[k];
      RC_ASSERT(lengths.size() == problem.grid.edge(k));
      RC_ASSERT(std::abs(std::accumulate(lengths.begin(), lengths.end(), 0.0) - static_cast<double>(problem.block[k])) <
                1e-9 * static_cast<double>(problem.block[k]));
      RC_ASSERT(std::accumulate(rounded.begin(), rounded.end(), std::int64_t{0}) == problem.block[k]);
      RC_ASSERT(std::ranges::min(rounded) >= 0);
      for (std::size_t i = 0; i < rounded.size(); ++i)
        if (rounds_to_neighbours(GetParam()))
          RC_ASSERT(std::abs(static_cast<double>(rounded[i]) - lengths[i]) <= 1 + 1e-9);
    }
    RC_ASSERT(solution.time == block_time(problem, solution.mapping, solution.lengths));
    RC_ASSERT(solution.rounded_time == block_time(problem, solution.mapping, as_real(solution.rounded)));
    RC_ASSERT(time_lower_bound(problem) >= ideal_time(problem) * (1 - 1e-12));
    RC_ASSERT(solution.time >= time_lower_bound(problem) * (1 - 1e-12));
    RC_ASSERT(solution.rounded_time >= time_lower_bound(problem) * (1 - 1e-12));
  });
}

TEST_P(EveryGridAlgorithm, EqualPerformancesGetEqualBlocks) {
  for (const char* grid : {"2x2", "3x4", "1x6"}) {
    SCOPED_TRACE(grid);
    GridProblem problem = testing_support::random_grid(grid, 1, 0, 1200);
    const GridSolution solution = solve(GetParam(), problem);
    for (std::size_t k = 0; k < 2; ++k)
      for (const std::int64_t length : solution.rounded[k])
        EXPECT_EQ(length, 1200 / static_cast<std::int64_t>(problem.grid.edge(k))) << grid;
    EXPECT_EQ(solution.rounded_time, ideal_time(problem));
  }
}

TEST_P(EveryGridAlgorithm, ScalingAllPerformancesChangesNothingButTheTime) {
  check([&] {
    const GridProblem problem = *grid_problems(GetParam());
    const double factor = std::ldexp(1.0, *rc::gen::inRange(-60, 60));
    GridProblem scaled = problem;
    for (double& performance : scaled.performances) performance *= factor;
    const GridSolution a = solve(GetParam(), problem);
    const GridSolution b = solve(GetParam(), scaled);
    RC_ASSERT(a.mapping == b.mapping);
    RC_ASSERT(a.lengths == b.lengths);
    RC_ASSERT(a.rounded == b.rounded);
    RC_ASSERT(a.rounded_time == b.rounded_time * factor);
  });
}

// Powers of two change only exponents; other factors round every performance, so that equal computed values may become
// unequal.
// The difference between the answers to `problem` and to the same with all performances times a factor; should be
// empty.
std::string difference_by_the_scale(const std::string& name, const GridProblem& problem,
                                    const std::vector<double>& factors) {
  const GridSolution a = solve(name, problem);
  for (const double factor : factors) {
    GridProblem scaled = problem;
    for (double& performance : scaled.performances) performance *= factor;
    const GridSolution b = solve(name, scaled);
    const auto by = [factor](const char* what) { return fmt::format("{} by {}", what, factor); };
    if (a.mapping != b.mapping) return by("mapping");
    if (a.rounded != b.rounded) return by("whole lengths");
    for (std::size_t k = 0; k < a.lengths.size(); ++k)
      for (std::size_t i = 0; i < a.lengths[k].size(); ++i)
        if (!(std::abs(a.lengths[k][i] - b.lengths[k][i]) <= 1e-9 * a.lengths[k][i])) return by("lengths");
    if (!(std::abs(a.time - b.time * factor) <= 1e-9 * a.time)) return by("time");
    if (!(std::abs(a.rounded_time - b.rounded_time * factor) <= 1e-12 * a.rounded_time)) return by("rounded time");
  }
  return {};
}

const std::vector<double>& scales() {
  static const std::vector<double> all = {3.0, 7.0, 10.0, 1e-3, 1.0 / 3};
  return all;
}

TEST_P(EveryGridAlgorithm, DoesNotDependOnTheScale) {
  check([&] {
    const GridProblem problem = *grid_problems(GetParam());
    const double base = *rc::gen::element(3.0, 7.0, 10.0);
    const int power = *rc::gen::inRange(-20, 21);
    RC_ASSERT(difference_by_the_scale(GetParam(), problem, {std::pow(base, power)}) == "");
  });
}

// Few distinct values on many cells: rows, columns, cells, objectives and mappings tie. The number of problems makes it
// likely to find each comparison of equal values by their last bit.
TEST_P(EveryGridAlgorithm, DoesNotDependOnTheScaleWhereManyValuesTie) {
  check([&] {
    const std::vector<std::string> grids = {"2x2", "2x3", "3x3", "2x5", GetParam() == "optimal" ? "3x4" : "4x4"};
    for (int sample = is_a_search(GetParam()) ? 8 : 0; sample < 10; ++sample) {
      GridProblem problem{parse_grid(*rc::gen::elementOf(grids)), {}, {}};
      const int most = *rc::gen::inRange(2, 7);
      for (std::size_t j = 0; j < problem.grid.cells(); ++j)
        problem.performances.push_back(*rc::gen::inRange(1, most + 1));
      problem.block.assign(2, *rc::gen::inRange<std::int64_t>(12, 100));
      RC_ASSERT(difference_by_the_scale(GetParam(), problem, scales()) == "");
    }
  });
}

// Ties of beaumont's cells, of its arrangements on 2 x 2, and of the best mapping: rounding errors once decided each.
TEST_P(EveryGridAlgorithm, DoesNotDependOnTheScaleOfTheseTies) {
  const std::vector<GridProblem> examples = {{{{3, 3}}, {1, 3, 2, 2, 1, 2, 2, 2, 3}, {1000, 1000}},
                                             {{{2, 2}}, {6, 5, 5, 2}, {45, 45}},
                                             {{{2, 5}}, {6, 6, 4, 5, 5, 4, 5, 5, 3, 4}, {59, 59}}};
  for (std::size_t i = 0; i < examples.size(); ++i)
    EXPECT_EQ(difference_by_the_scale(GetParam(), examples[i], scales()), "") << i;
}

TEST_P(EveryGridAlgorithm, OnlyTheNamesOfProcessesDependOnTheirOrder) {
  check([&] {
    const GridProblem problem = *grid_problems(GetParam());
    GridProblem permuted = problem;
    const int rotation = *rc::gen::inRange(0, 16);
    auto& performances = permuted.performances;
    std::rotate(performances.begin(), performances.begin() + rotation % static_cast<int>(performances.size()),
                performances.end());
    std::ranges::reverse(performances);
    const GridSolution a = solve(GetParam(), problem);
    const GridSolution b = solve(GetParam(), permuted);
    RC_ASSERT(a.lengths == b.lengths);
    RC_ASSERT(a.rounded == b.rounded);
    RC_ASSERT(a.time == b.time);
    for (std::size_t cell = 0; cell < a.mapping.size(); ++cell)
      RC_ASSERT(problem.performances[a.mapping[cell]] == permuted.performances[b.mapping[cell]]);
  });
}

TEST_P(EveryGridAlgorithm, DimensionsThatAreNotDividedAreAConstantFactor) {
  check([&] {
    const GridProblem problem = *grid_problems(GetParam());
    GridProblem deeper = problem;
    deeper.block.insert(deeper.block.end(), {*rc::gen::element<std::int64_t>(1, 2, 8, 1024), 4});
    const double factor = undivided_volume(deeper);  // a power of two, so that products keep their bits
    const GridSolution a = solve(GetParam(), problem);
    const GridSolution b = solve(GetParam(), deeper);
    RC_ASSERT(a.mapping == b.mapping);
    RC_ASSERT(a.lengths == b.lengths);
    RC_ASSERT(a.rounded == b.rounded);
    RC_ASSERT(b.time == a.time * factor);
    RC_ASSERT(b.rounded_time == a.rounded_time * factor);
    RC_ASSERT(ideal_time(deeper) == ideal_time(problem) * factor);
  });
}

TEST_P(EveryGridAlgorithm, RefusesBadInput) {
  GridProblem problem = testing_support::random_grid("2x3", 4, 1);
  problem.performances[3] = 0;
  EXPECT_THROW((void)solve(GetParam(), problem), InputError);
  problem = testing_support::random_grid("2x3", 4, 1, 2);
  EXPECT_THROW((void)solve(GetParam(), problem), InputError);
  problem = testing_support::random_grid("2x3", 4, 1);
  problem.performances.push_back(1);
  EXPECT_THROW((void)solve(GetParam(), problem), InputError);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryGridAlgorithm,
                         ::testing::ValuesIn(testing_support::entry_names<GridAlgorithm>()),
                         testing_support::test_name);

TEST(GridRegistry, HasTheAlgorithmsAndTheySayWhatTheyAre) {
  std::vector<std::string> names;
  for (const GridAlgorithm& algorithm : GridRegistry::instance().algorithms()) {
    names.push_back(algorithm.name);
    EXPECT_FALSE(algorithm.source.empty());
    EXPECT_FALSE(algorithm.summary.empty());
  }
  for (const char* name :
       {"alternating", "beaumont", "best", "ccp", "equal-pressure", "natural", "optimal", "proposed"})
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
}

// Before rounding the proposed decomposition starts from the natural one, so that it is never slower. Rounding may
// reverse that; Figure 5 (b)'s `worse_share` gives its frequency.
TEST(Proposed, IsNoSlowerThanNaturalBeforeRounding) {
  int slower_after_rounding = 0;
  for (int sample = 0; sample < 300; ++sample) {
    SCOPED_TRACE(sample);
    const GridProblem problem =
        testing_support::random_grid(sample % 2 == 0 ? "3x3" : "2x2x2", sample % 3 == 0 ? 1.1 : 4, sample, 40);
    const GridSolution mine = solve("proposed[mapping=NAT]", problem);
    const GridSolution natural = solve("natural", problem);
    EXPECT_LE(mine.time, natural.time * (1 + 1e-12));
    slower_after_rounding += mine.rounded_time > natural.rounded_time ? 1 : 0;
  }
  EXPECT_GT(slower_after_rounding, 0);
  EXPECT_LT(slower_after_rounding, 150);
}

}  // namespace
}  // namespace apportion
