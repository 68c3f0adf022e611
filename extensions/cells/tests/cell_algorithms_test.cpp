// Worked examples of the algorithms for whole cells, and small arrays against all divisions.
#include <algorithm>
#include <boost/random/uniform_01.hpp>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"
#include "extensions/cells/algorithms/other_problems.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

CellProblem problem_of(std::int64_t rows, std::int64_t columns, std::vector<double> speeds, double latency = 0) {
  return {.rows = rows, .columns = columns, .cluster = {std::move(speeds), {}}, .latency = latency};
}

Decomposition plain_division(std::string_view name, const CellProblem& problem) {
  RandomStream stream(default_seed, "test");
  return solve_cells(CellRegistry::instance().choose(name), problem, stream).decomposition;
}

CellBoundary boundary(std::string_view name, const CellProblem& problem) {
  return cell_boundary(problem, plain_division(name, problem));
}

std::string picture(const Decomposition& division) {
  std::string text;
  for (const std::int32_t owner : owners_of(division)) text += static_cast<char>('a' + owner);
  return text;
}

std::string refusal(std::string_view name, const CellProblem& problem) {
  return message_of([&] { (void)plain_division(name, problem); });
}

TEST(StripesOfCells, RunToAndFro) {
  EXPECT_EQ(picture(plain_division("STRIPES", problem_of(3, 3, {4, 5}))), "abbabbaab");
  EXPECT_EQ(picture(plain_division("STRIPES", problem_of(2, 6, {1, 1, 1}))), "aabbccaabbcc");
}

TEST(StripesOfCells, HaveTheFewestNeighbours) {
  const CellProblem problem = problem_of(100, 100, std::vector<double>(7, 1.0), 1000);
  EXPECT_EQ(boundary("STRIPES", problem).neighbours, 6);
  EXPECT_EQ(boundary("BEST", problem).neighbours, 6);
}

// Small arrays whose first processors are full: no part has more cells than its processor holds.
TEST(CellsInMemory, AreNoMoreThanItHolds) {
  for (const double full : {1.0, 2.0, 3.0}) {
    CellProblem problem = problem_of(7, 11, {});
    // 77 cells: `full` processors hold 13 each, and the others together hold exactly the rest.
    for (int i = 0; i < 4; ++i) {
      problem.cluster.speeds.push_back(i < full ? 13 : (77 - 13 * full) / (4 - full));
      problem.memory.push_back(i < full ? 13 : std::ceil(problem.cluster.speeds.back()));
    }
    for (const char* name : {"BEST", "JOGGED", "STRIPES", "MULTILEVEL", "POLISHED"}) {
      const Decomposition division = plain_division(name, problem);
      const std::vector<double> cells = part_cells(problem, division);
      for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_LE(cells[i], problem.memory[i]) << name << ' ' << full;
      EXPECT_EQ(cell_balance(problem, division).beyond_tolerance, 0) << name;
    }
  }
}

TEST(CellsInMemory, OneTooManyIsBeyondTheTolerance) {
  CellProblem problem = problem_of(2, 4, {1, 1});
  const Decomposition division{problem.extent(), {{0, 0, 2, 2}, {0, 2, 2, 2}}};
  EXPECT_EQ(cell_balance(problem, division).beyond_tolerance, 0);
  problem.memory = {3, 5};
  EXPECT_EQ(cell_balance(problem, division).beyond_tolerance, 1);
  problem.memory = {3};
  EXPECT_THAT(message_of([&] { validate(problem); }), HasSubstr("there is memory of 1 processors; the cluster has 2"));
}

TEST(JoggedCells, HaveOneStepPerCut) {
  const CellProblem problem = problem_of(10, 10, {1, 2});
  const Decomposition division = plain_division("JOGGED", problem);
  EXPECT_EQ(part_loads(problem, division), (std::vector<double>{33, 67}));
  EXPECT_EQ(cell_boundary(problem, division).edges, 11);
}

TEST(JoggedCells, RefuseWhatStraightCutsDoNotMake) {
  const std::string message = refusal("JOGGED[of=SNRRP]", problem_of(100, 100, {16, 1, 1}));
  EXPECT_NE(message.find("SNRRP"), std::string::npos) << message;
  EXPECT_NE(message.find("XY2"), std::string::npos) << message;
}

TEST(RoundedCells, ArePutOnWholeLines) {
  const CellProblem problem = problem_of(10, 10, {1, 2});
  const Decomposition division = plain_division("ROUNDED", problem);
  EXPECT_TRUE(division.further.empty());
  EXPECT_EQ(cell_boundary(problem, division).edges, 10);
}

TEST(BestOfCells, PutsASlowProcessorIntoACorner) {
  const CellProblem problem = problem_of(100, 100, {99, 1});
  EXPECT_EQ(boundary("BEST", problem).edges, 20);
}

TEST(BestOfCells, LeavesLinesWholeWhereTheSharesAllowIt) {
  // Shares of 11.67, 11.67 and 46.67 cells: the first two can be 2 x 5 + 2 or so, and 12 + 12 + 46 needs no step.
  const CellProblem problem = problem_of(7, 10, {1, 1, 4});
  const CellBoundary best = boundary("BEST", problem);
  EXPECT_LE(best.edges, boundary("JOGGED", problem).edges);
  EXPECT_EQ(best.fragments, 0);
}

TEST(BestOfCells, TakesMoreProcessorsThanCells) {
  const CellProblem problem = problem_of(2, 2, std::vector<double>(7, 1.0));
  for (const char* name : {"BEST", "JOGGED", "STRIPES"}) {
    EXPECT_EQ(boundary(name, problem).empty, 3) << name;
    EXPECT_EQ(boundary(name, problem).edges, 4) << name;
  }
}

TEST(BestOfCells, TakesSpeedsOfAnyRatio) {
  const CellProblem problem = problem_of(50, 60, {1e300, 1, 1e-300, 1e150, 1e299});
  for (const char* name : {"BEST", "JOGGED[of=HUFFMAN]", "STRIPES"}) {
    const Decomposition division = plain_division(name, problem);
    EXPECT_TRUE(cell_balance(problem, division).beyond_one_cell.empty()) << name;
  }
}

TEST(BestOfCells, TakesOneProcessorAndOneRow) {
  EXPECT_EQ(boundary("BEST", problem_of(20, 30, {3})).edges, 0);
  EXPECT_EQ(boundary("BEST", problem_of(1, 30, {3, 2, 2})).edges, 2);
  EXPECT_EQ(boundary("BEST", problem_of(30, 1, {3, 2, 2})).edges, 2);
}

TEST(BestOfCells, DoesNotLookAtCells) {
  std::vector<double> speeds;
  for (int i = 0; i < 300; ++i) speeds.push_back(1 + i % 8);
  const CellProblem problem = problem_of(1'000'000, 1'000'000, speeds);
  const Decomposition division = plain_division("BEST[effort=quick]", problem);
  EXPECT_TRUE(cell_balance(problem, division).beyond_one_cell.empty());
  EXPECT_LT(division.further.size(), 5 * speeds.size());
}

TEST(BestOfCells, RefusesEffortsThatThereAreNot) {
  EXPECT_NE(refusal("BEST[effort=some]", problem_of(2, 2, {1, 1})).find("quick, normal or thorough"),
            std::string::npos);
}

// Speeds log-uniform up to 1, 6 and 30 times the least.
TEST(BestOfCells, IsTheOptimumOfSmallArrays) {
  RandomStream stream(default_seed, "small arrays");
  for (const auto& [rows, columns] : {std::pair(3, 3), std::pair(3, 4), std::pair(4, 4)})
    for (const std::size_t p : {2U, 3U})
      for (const double ratio : {1.0, 6.0, 30.0})
        for (int sample = 0; sample < 4; ++sample) {
          SCOPED_TRACE(::testing::Message()
                       << ::testing::PrintToString(rows) << ' ' << p << ' ' << ratio << ' ' << sample);
          std::vector<double> speeds;
          for (std::size_t i = 0; i < p; ++i)
            speeds.push_back(std::pow(ratio, boost::random::uniform_01<double>()(stream)));
          const CellProblem problem = problem_of(rows, columns, speeds);
          const CellBoundary found = boundary("BEST[effort=quick]", problem);
          EXPECT_EQ(found.fragments + found.empty, 0);
          EXPECT_EQ(testing_support::least_boundary_below(found.edges, problem), found.edges)
              << rows << " x " << columns << ", ratio " << ratio << ", sample " << sample;
        }
}

TEST(SharesOfTwoSizes, AreAtBothEndsOfAWideTolerance) {
  CellProblem problem = problem_of(60, 60, std::vector<double>(16, 1.0));
  problem.imbalance = 0.1;
  EXPECT_FALSE(with_two_sizes(problem));
  problem.imbalance = 0.8;
  const std::vector<double> speeds = with_two_sizes(problem).value().cluster.speeds;
  EXPECT_EQ(std::ranges::count(speeds, 405), 8);
  EXPECT_EQ(std::ranges::count(speeds, 45), 8);
}

}  // namespace
}  // namespace apportion
