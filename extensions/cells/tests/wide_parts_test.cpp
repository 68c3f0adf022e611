// Least widths: answers have no narrow runs, counted line by line, and are optimal on small arrays.
#include <gmock/gmock.h>

#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/algorithms/other_problems.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

using testing_support::Owners;

Decomposition wide_by(const std::string& algorithm, const CellProblem& problem) {
  return wide_division(problem, [&](const CellProblem& asked) { return solve(algorithm, asked).decomposition; });
}

// Runs of one owner between two ends in a line, of which at least one is another owner.
std::int64_t narrow_in_line(const Owners& line, std::int64_t width) {
  std::int64_t runs = 0;
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = begin;
    while (end < line.size() && line[end] == line[begin]) ++end;
    const bool is_open = (begin > 0 && line[begin - 1] != no_owner) || (end < line.size() && line[end] != no_owner);
    if (line[begin] != no_owner && is_open && static_cast<std::int64_t>(end - begin) < width) ++runs;
    begin = end;
  }
  return runs;
}

std::int64_t narrow_line_by_line(const CellProblem& problem, const Owners& owners) {
  const std::array<std::int64_t, 3> sides = {problem.layers, problem.layer_rows(), problem.columns};
  std::int64_t runs = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::int64_t a = 0; a < sides.at((axis + 1) % 3); ++a)
      for (std::int64_t b = 0; b < sides.at((axis + 2) % 3); ++b) {
        Owners line;
        for (std::int64_t place = 0; place < sides.at(axis); ++place) {
          std::array<std::int64_t, 3> at{};
          at.at(axis) = place;
          at.at((axis + 1) % 3) = a;
          at.at((axis + 2) % 3) = b;
          line.push_back(owners[static_cast<std::size_t>((at[0] * sides[1] + at[1]) * sides[2] + at[2])]);
        }
        runs += narrow_in_line(line, problem.least_width.at(axis));
      }
  return runs;
}

CellProblem drawn(RandomStream& stream) {
  const auto any = [&stream](std::int64_t least, std::int64_t most) {
    return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
  };
  const bool in_space = any(0, 2) == 0;
  CellProblem problem;
  if (in_space) problem.layers = any(4, 8);
  problem.rows = problem.layers * any(6, 20);
  problem.columns = any(6, 20);
  problem.stencil = problem.in_space() ? 7 : 5;
  problem.imbalance = static_cast<double>(any(0, 20)) / 100;
  for (std::int64_t parts = any(2, 5); parts > 0; --parts)
    problem.cluster.speeds.push_back(static_cast<double>(any(1, 4)));
  const std::int64_t width = any(1, 3);
  const std::int64_t columns = any(1, 4);
  problem.least_width = {width, width, columns};
  if (any(0, 1) == 0) return problem;
  std::vector<double> loads;
  for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell)
    loads.push_back(static_cast<double>(std::max<std::int64_t>(any(-1, 6), 0)));
  loads.front() = 1;
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads), problem.layers);
  return problem;
}

TEST(WideParts, NoAnswerHasANarrowRun) {
  RandomStream stream(1, "wide parts");
  int found = 0;
  for (int problems = 0; problems < 60; ++problems) {
    const CellProblem problem = drawn(stream);
    try {
      const Decomposition division = wide_by(problem.in_space() ? "RCB" : "RCB[jogs]", problem);
      require_division(problem, division);
      const Owners owners = testing_support::painted(problem, division).owners;
      EXPECT_EQ(narrow_line_by_line(problem, owners), 0);
      EXPECT_EQ(cell_boundary(problem, division).empty, 0);
      ++found;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("narrower than"));
    }
  }
  EXPECT_GT(found, 40);
}

TEST(WideParts, RunsAreCountedAsLineByLine) {
  RandomStream stream(2, "wide parts");
  for (int problems = 0; problems < 60; ++problems) {
    const CellProblem problem = drawn(stream);
    const Decomposition division = solve(problem.in_space() ? "RCB" : "RCB[jogs]", problem).decomposition;
    EXPECT_EQ(count_narrow_runs(problem, division),
              narrow_line_by_line(problem, testing_support::painted(problem, division).owners));
  }
}

// The best of all divisions of a few cells between two parts.
std::optional<CellRank> best_of_all(const CellProblem& problem) {
  const auto cells = static_cast<std::size_t>(problem.rows * problem.columns);
  std::optional<CellRank> best;
  for (std::size_t set = 0; set < std::size_t{1} << cells; ++set) {
    Owners owners;
    for (std::size_t cell = 0; cell < cells; ++cell) owners.push_back(static_cast<std::int32_t>(set >> cell & 1U));
    if (narrow_line_by_line(problem, owners) > 0) continue;
    const CellRank rank = cell_rank(problem, division_of(problem.rows, problem.columns, 2, owners));
    if (!best || rank < *best) best = rank;
  }
  return best;
}

TEST(WideParts, TwoPartsOfSmallArraysAreAsGoodAsAnyOfAllDivisions) {
  for (const double speed : {1.0, 2.0, 3.0})
    for (const double imbalance : {0.0, 0.1, 0.3}) {
      CellProblem problem{.rows = 4, .columns = 4, .cluster = {{1, speed}, {}}, .imbalance = imbalance};
      problem.least_width = {1, 2, 2};
      const std::optional<CellRank> best = best_of_all(problem);
      ASSERT_TRUE(best);
      const CellRank found = cell_rank(problem, wide_by("BEST", problem));
      EXPECT_NEAR(found.load_beyond, best->load_beyond, 1e-9) << speed << ' ' << imbalance;
      EXPECT_EQ(found.cost, best->cost) << speed << ' ' << imbalance;
    }
}

TEST(WideParts, WhatCannotBeMetIsRefused) {
  CellProblem problem{.rows = 15, .columns = 1, .cluster = {std::vector<double>(8, 1.0), {}}};
  problem.least_width = {1, 2, 2};
  EXPECT_THAT(
      [&] { static_cast<void>(wide_by("BEST", problem)); },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("at most 7 parts that are nowhere narrower than 2 cells")));
  problem.cluster.speeds.pop_back();
  EXPECT_EQ(count_narrow_runs(problem, wide_by("BEST", problem)), 0);
}

}  // namespace
}  // namespace apportion
