// Batched solving gives what the plain code gives, to the bit, in lanes of either width.
#include <gtest/gtest.h>

#include <string>

#include "algorithms/grids/beaumont_batch.hpp"
#include "algorithms/grids/pressure_batch.hpp"
#include "base/error.hpp"
#include "tests/support/grids.hpp"

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
    EXPECT_TRUE(identical(batch[k], testing_support::solve(name, problems[k])))
        << name << " on " << spelled(problems[k].grid) << ", network " << k;
}

const std::vector<std::string> planar = {"1x1", "1x2", "2x2", "2x3", "3x3", "1x12", "4x9", "6x6", "8x8"};

TEST(Batch, PressureMethodsEqualThePlainOnes) {
  std::vector<std::string> grids = planar;
  grids.insert(grids.end(), {"5", "2x2x2", "2x3x4", "2x2x2x2"});
  for (const std::string& grid : grids)
    for (const LaneWidth width : {LaneWidth::two, LaneWidth::four})
      for (const PressureMethod method : {PressureMethod::equal, PressureMethod::gas}) {
        const std::string name = method == PressureMethod::gas ? "proposed" : "equal-pressure";
        const Options options = GridRegistry::instance().choose(name).options;
        const std::vector<GridProblem> problems = networks(grid);
        expect_identical(problems, best_of_mappings_batch(problems, options, method, width), name);
      }
}

TEST(Batch, BeaumontEqualsThePlainOne) {
  for (const std::string& grid : planar)
    for (const LaneWidth width : {LaneWidth::two, LaneWidth::four}) {
      const std::vector<GridProblem> problems = networks(grid, 50);
      expect_identical(problems, beaumont_solutions(problems, Rounding::remainders, width), "beaumont");
    }
}

TEST(Batch, RegisteredBatchesTakeOptionsAndMixedShapes) {
  std::vector<GridProblem> problems;
  for (const char* grid : {"3x3", "2x2", "2x2", "3x4", "3x4", "3x4", "2x2"})
    problems.push_back(random_grid(grid, 8, static_cast<int>(problems.size())));
  problems[4].block = {50, 70};
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries()) {
    if (chosen.algorithm->solve_batch == nullptr) continue;
    expect_identical(problems, chosen.algorithm->solve_batch(problems, chosen.options), chosen.canonical_name());
    EXPECT_TRUE(chosen.algorithm->solve_batch({}, chosen.options).empty());
  }
}

TEST(Batch, RefusesWhatSolveRefuses) {
  std::vector<GridProblem> problems = {random_grid("2x2", 4, 1), random_grid("2x2", 4, 2)};
  problems[1].performances[0] = -1;
  for (const Configured<GridAlgorithm>& chosen : GridRegistry::instance().entries()) {
    if (chosen.algorithm->solve_batch == nullptr) continue;
    EXPECT_THROW((void)chosen.algorithm->solve_batch(problems, chosen.options), InputError);
  }
}

}  // namespace
}  // namespace apportion
