// The code in lanes gives what the plain code gives, to the bit, in lanes of any width and for one network alone.
#include <gtest/gtest.h>

#include <string>

#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/pressure.hpp"
#include "base/error.hpp"
#include "tests/support/grids.hpp"
#include "tests/support/plain_grids.hpp"

namespace apportion {
namespace {

using testing_support::identical;
using testing_support::random_grid;

// Networks of one shape, of several models and levels; a number that fills no lanes evenly. Equal performances tie
// everywhere.
std::vector<GridProblem> networks(const std::string& grid, int count = 23) {
  std::vector<GridProblem> problems;
  const char* const models[] = {"extremes", "integers", "skewed", "cycle-times"};
  for (int sample = 0; sample < count; ++sample)
    problems.push_back(
        random_grid(grid, sample % 5 == 0 ? 1 : 1 << (1 + sample % 4), sample, 1000, models[sample % 4]));
  return problems;
}

void expect_identical(const std::vector<GridProblem>& problems, const std::vector<GridSolution>& batch,
                      const std::string& name) {
  ASSERT_EQ(batch.size(), problems.size());
  for (std::size_t k = 0; k < problems.size(); ++k)
    EXPECT_TRUE(identical(batch[k], testing_support::plain_solution(name, problems[k])))
        << name << " on " << spelled(problems[k].grid) << ", network " << k;
}

const std::vector<std::string> planar = {"1x1", "1x2", "2x2", "2x3", "3x3", "1x12", "4x9", "6x6", "8x8"};

TEST(Batch, PressureMethodsEqualThePlainOnes) {
  std::vector<std::string> grids = planar;
  grids.insert(grids.end(), {"5", "2x2x2", "2x3x4", "2x2x2x2"});
  for (const std::string& grid : grids)
    for (const LaneWidth width : {LaneWidth::two, LaneWidth::four, LaneWidth::eight}) {
      SCOPED_TRACE(grid);
      const std::vector<GridProblem> problems = networks(grid);
      const Options options = GridRegistry::instance().choose("proposed").options;
      expect_identical(problems, equal_pressure_solutions(problems, options, width), "equal-pressure");
      expect_identical(problems, gas_pressure_solutions(problems, options, width), "proposed");
    }
}

TEST(Batch, BeaumontEqualsThePlainOne) {
  for (const std::string& grid : planar)
    for (const LaneWidth width : {LaneWidth::two, LaneWidth::four, LaneWidth::eight}) {
      SCOPED_TRACE(grid);
      const std::vector<GridProblem> problems = networks(grid, 50);
      expect_identical(problems, beaumont_solutions(problems, Rounding::remainders, width), "beaumont");
    }
}

std::vector<GridProblem> mixed_shapes() {
  std::vector<GridProblem> problems;
  for (const char* grid : {"3x3", "2x2", "2x2", "3x4", "3x4", "3x4", "2x2"})
    problems.push_back(random_grid(grid, 8, static_cast<int>(problems.size())));
  problems[4].block = {50, 70};
  return problems;
}

TEST(Batch, RegisteredBatchesTakeOptionsAndMixedShapes) {
  const std::vector<GridProblem> problems = mixed_shapes();
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries()) {
    SCOPED_TRACE(chosen.canonical_name());
    if (chosen.algorithm->solve_batch == nullptr) continue;
    expect_identical(problems, chosen.algorithm->solve_batch(problems, chosen.options), chosen.canonical_name());
    EXPECT_TRUE(chosen.algorithm->solve_batch({}, chosen.options).empty());
  }
}

TEST(Batch, OneNetworkAloneGetsTheSame) {
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries())
    for (const GridProblem& problem : mixed_shapes()) {
      const std::string name = chosen.canonical_name();
      EXPECT_TRUE(identical(testing_support::solve(name, problem), testing_support::plain_solution(name, problem)))
          << name << " on " << spelled(problem.grid);
    }
}

TEST(Batch, RefusesWhatSolveRefuses) {
  std::vector<GridProblem> problems = {random_grid("2x2", 4, 1), random_grid("2x2", 4, 2)};
  problems[1].performances[0] = -1;
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries()) {
    SCOPED_TRACE(chosen.canonical_name());
    if (chosen.algorithm->solve_batch == nullptr) continue;
    EXPECT_THROW((void)chosen.algorithm->solve_batch(problems, chosen.options), InputError);
  }
}

}  // namespace
}  // namespace apportion
