// RecursiveBisection and its two variations: worked examples, common rules, and the legacy arithmetic.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "algorithms/rectangles/bisection.hpp"
#include "base/error.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

RectangleProblem problem_of(const std::vector<double>& speeds, double rows, double columns) {
  return {{rows, columns}, {speeds, {}}, 0};
}

void expect_part(const Rect& part, double row, double column, double rows, double columns) {
  EXPECT_NEAR(part.row, row, 1e-9);
  EXPECT_NEAR(part.column, column, 1e-9);
  EXPECT_NEAR(part.rows, rows, 1e-9);
  EXPECT_NEAR(part.columns, columns, 1e-9);
}

TEST(Bisection, SquaresAreCutAcrossTheLongSideOfTheArray) {
  const Frame frame = make_frame(problem_of({1, 1}, 1000, 3000));
  EXPECT_TRUE(cut_across_n(frame, {0, 0, 500, 500}));
  EXPECT_TRUE(cut_across_n(frame, {0, 0, 500 - 1e-6, 500}));
  EXPECT_FALSE(cut_across_n(frame, {0, 0, 500 - 1e-3, 500}));
  EXPECT_TRUE(cut_across_n(frame, {0, 0, 501, 500}));
}

TEST(Bisection, DividedBoxesFillTheBox) {
  const DividedBox across = divide_box({10, 20, 100, 50}, 0.25, true);
  EXPECT_EQ(across.first.width, 25);
  EXPECT_EQ(across.second.x, 35);
  EXPECT_EQ(across.second.width, 75);
  EXPECT_EQ(across.cut_length, 50);
  const DividedBox along = divide_box({10, 20, 100, 50}, 0.25, false);
  EXPECT_EQ(along.first.height, 12.5);
  EXPECT_EQ(along.second.y, 32.5);
  EXPECT_EQ(along.cut_length, 100);
}

TEST(Bisection, HalfIsTheShortestPrefixWithHalfOfTheWeight) {
  const Frame frame = make_frame(problem_of({4, 4, 1, 1}, 1000, 1000));
  EXPECT_EQ(end_of_first_half(frame, 0, 4), 2U);
  EXPECT_EQ(end_of_first_half(frame, 0, 2), 1U);
  EXPECT_EQ(end_of_first_half(frame, 1, 4), 2U);
}

TEST(Bisection, HalfOfEqualWeightsIsHalfOfTheNumber) {
  for (std::size_t p = 2; p <= 300; ++p) {
    const Frame frame = make_frame(problem_of(std::vector<double>(p, 0.1), 1000, 1000));
    EXPECT_EQ(end_of_first_half(frame, 0, p), (p + 1) / 2) << p;
    EXPECT_EQ(end_of_first_half(frame, p / 3, p), p / 3 + (p - p / 3 + 1) / 2) << p;
  }
}

RC_GTEST_PROP(Bisection, BinarySearchFindsWhatAScanFinds, ()) {
  const auto speeds = *rc::gen::nonEmpty(rc::gen::container<std::vector<double>>(
      rc::gen::map(rc::gen::inRange(1, 1000), [](int x) { return static_cast<double>(x); })));
  RC_PRE(speeds.size() >= 2);
  const Frame frame = make_frame(problem_of(speeds, 1000, 1000));
  const auto first = *rc::gen::inRange<std::size_t>(0, speeds.size() - 1);
  const auto last = *rc::gen::inRange<std::size_t>(first + 2, speeds.size() + 1);
  std::size_t scan = first + 1;
  while (frame.share(first, scan) < 0.5 * frame.share(first, last) - 1e-12) ++scan;
  RC_ASSERT(end_of_first_half(frame, first, last) == scan);
}

TEST(RecursiveBisection, AlternatesTheDirection) {
  // Halves by number: {4, 3} and {2, 1}.
  const Decomposition found = solve("RecursiveBisection", problem_of({4, 3, 2, 1}, 700, 1000)).decomposition;
  expect_part(found.parts[0], 0, 0, 400, 700);
  expect_part(found.parts[1], 400, 0, 300, 700);
  expect_part(found.parts[2], 0, 700, 700.0 * 2 / 3, 300);
  expect_part(found.parts[3], 700.0 * 2 / 3, 700, 700.0 / 3, 300);
}

TEST(RecursiveBisection, TheLargerHalfComesFirst) {
  const Decomposition found = solve("RecursiveBisection", problem_of({1, 1, 1}, 1000, 3000)).decomposition;
  expect_part(found.parts[0], 0, 0, 500, 2000);
  expect_part(found.parts[2], 0, 2000, 1000, 1000);
}

TEST(RecursiveBisection2, CutsAcrossTheLongerSide) {
  const RectangleSolution found = solve("RecursiveBisection2", problem_of({4, 4, 1, 1}, 1000, 10000));
  EXPECT_NEAR(found.claimed_acost, 3000, 1e-9);
  expect_part(found.decomposition.parts[1], 0, 4000, 1000, 4000);
  expect_part(found.decomposition.parts[3], 0, 9000, 1000, 1000);
  EXPECT_FALSE(found.claimed_edges.has_value());
}

TEST(RecursiveBisection2, TransposesTallArrays) {
  const Decomposition wide = solve("RecursiveBisection2", problem_of({5, 1, 3, 2}, 1000, 1700)).decomposition;
  const Decomposition tall = solve("RecursiveBisection2", problem_of({5, 1, 3, 2}, 1700, 1000)).decomposition;
  for (std::size_t i = 0; i < 4; ++i)
    expect_part(tall.parts[i].transposed(), wide.parts[i].row, wide.parts[i].column, wide.parts[i].rows,
                wide.parts[i].columns);
}

TEST(RecursiveBisection2, DividesManyProcessors) {
  std::vector<double> speeds;
  for (int i = 0; i < 20000; ++i) speeds.push_back(1 + (i * 7919 % 1000) / 250.0);
  const RectangleSolution found = solve("RecursiveBisection2", problem_of(speeds, 1000, 2000));
  EXPECT_NEAR(found.claimed_acost, acost(found.decomposition), 1e-9 * found.claimed_acost);
}

// Each speed would be a level of the recursion.
TEST(RecursiveBisection2, RefusesAMillionSpeedsThatRoundingSwallows) {
  std::vector<double> speeds(1'000'000, 1);
  speeds[0] = 1e300;
  EXPECT_THROW((void)solve("RecursiveBisection2", problem_of(speeds, 1000, 1000)), InputError);
}

TEST(RecursiveBisection3, BalancesTwoBins) {
  // {0.4, 0.1} and {0.4, 0.1}, while RecursiveBisection2 puts 0.8 on one side; both halves are squares.
  const Decomposition found = solve("RecursiveBisection3", problem_of({4, 4, 1, 1}, 1000, 2000)).decomposition;
  expect_part(found.parts[0], 0, 0, 1000, 800);
  expect_part(found.parts[2], 0, 800, 1000, 200);
  expect_part(found.parts[1], 0, 1000, 1000, 800);
  expect_part(found.parts[3], 0, 1800, 1000, 200);
}

TEST(RecursiveBisection3, TiesGoToTheFirstBin) {
  // After 0.3 | 0.1 + 0.1 + 0.1, since raw sums of the second bin miss 0.3, the last item joins the first bin.
  const Decomposition found = solve("RecursiveBisection3", problem_of({.3, .1, .1, .1, .05}, 1000, 6500)).decomposition;
  EXPECT_NEAR(found.parts[4].column_end(), 3500, 1e-6);
}

// Halves that tie up to rounding: without a tolerance tenths are divided otherwise, at 3 % more.
TEST(RecursiveBisection2, TiesInTenthsAsInWholeNumbers) {
  EXPECT_NEAR(
      acost(solve("RecursiveBisection2", problem_of({.4, .7, .7, .8, .2, .3, .8, .7}, 1000, 1000)).decomposition),
      acost(solve("RecursiveBisection2", problem_of({4, 7, 7, 8, 2, 3, 8, 7}, 1000, 1000)).decomposition), 1e-6);
}

TEST(RecursiveBisection3, TiesInTenthsAsInWholeNumbers) {
  EXPECT_NEAR(
      acost(solve("RecursiveBisection3", problem_of({.7, .6, .1, .8, .6, .3, .2, .8}, 1000, 1000)).decomposition),
      acost(solve("RecursiveBisection3", problem_of({7, 6, 1, 8, 6, 3, 2, 8}, 1000, 1000)).decomposition), 1e-6);
}

TEST(RecursiveBisection2Legacy, ClaimsWholeCutLengths) {
  // Both sums were taken in rational arithmetic by another program.
  const RectangleProblem problem = problem_of(std::vector<double>(15, 1.0), 1000, 1000);
  const RectangleSolution exact = solve("RecursiveBisection2", problem);
  const RectangleSolution legacy = solve("RecursiveBisection2[legacy]", problem);
  EXPECT_NEAR(exact.claimed_acost, 52600.0 / 9, 1e-9);
  EXPECT_EQ(legacy.claimed_acost, 5844);
  EXPECT_EQ(legacy.claimed_edges, 27);
  EXPECT_EQ(internal_edges(legacy.decomposition), 27);
  EXPECT_NEAR(acost(legacy.decomposition), 52600.0 / 9, 1e-9);
}

TEST(RecursiveBisection2Legacy, WholeCutsAreLeftAlone) {
  const RectangleProblem problem = problem_of(std::vector<double>(4, 0.1), 1000, 1000);
  EXPECT_EQ(solve("RecursiveBisection2[legacy]", problem).claimed_acost, 2000);
}

}  // namespace
}  // namespace apportion
