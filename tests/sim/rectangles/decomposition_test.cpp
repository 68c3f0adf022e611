// Decompositions, and their rounding to whole elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/whole.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

// Two columns of a 4 x 6 array, for weights 1 and 2.
const RectangleProblem two_processors{{4, 6}, {{1, 2}, {}}, 0};
const Decomposition narrow_and_wide{{4, 6}, {{0, 0, 4, 2}, {0, 2, 4, 4}}};

std::string refusal(const Decomposition& decomposition) {
  return message_of([&] { require_tiling(two_processors, decomposition); });
}

TEST(Tiling, WhatTilesIsAccepted) {
  EXPECT_EQ(refusal(narrow_and_wide), "");
  // An L and the corner inside it.
  EXPECT_EQ(refusal({{4, 6}, {{0, 0, 2, 4}, {2, 0, 2, 6}}, {{1, {0, 4, 2, 2}}}}), "");
}

TEST(Tiling, RoundingIsForgiven) {
  Decomposition moved = narrow_and_wide;
  moved.parts[1].column += 4e-9;
  EXPECT_EQ(refusal(moved), "");
  moved.parts[1].column += 4e-8;
  EXPECT_THAT(refusal(moved), HasSubstr("inside the array of 4 x 6"));
}

TEST(Tiling, WhatDoesNotTileIsNamed) {
  EXPECT_THAT(refusal({{4, 6}, {narrow_and_wide.parts[0]}}), HasSubstr("1 parts for 2 processors"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, 4, 2}, {0, 1, 4, 4}}}), HasSubstr("overlaps another one"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, 4, 2}, {0, 2, 4, 3.5}}}),
              HasSubstr("processor 1 has an area of 14; its share is 16"));
  EXPECT_THAT(refusal({{4, 6}, {{0, -1, 4, 2}, {0, 2, 4, 4}}}), HasSubstr("4 x 2 at (0, -1) is not one inside"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, -4, -2}, {0, 2, 4, 4}}}), HasSubstr("is not one inside"));
  EXPECT_THAT(refusal({{4, 6}, {{0, 0, 1e308, 1e308}, {0, 2, 4, 4}}}), HasSubstr("is not one inside"));
}

// Every random decomposition tiles the array, and no longer does when one of its rectangles is moved.
TEST(Tiling, RandomOnesTileUntilARectangleMoves) {
  for (int sample = 0; sample < 50; ++sample) {
    RandomStream stream(5, "tiling " + std::to_string(sample));
    Decomposition decomposition =
        testing_support::random_guillotine({1000, 1500}, 2 + static_cast<std::size_t>(sample) % 30, 12, stream);
    const RectangleProblem asked{decomposition.extent, testing_support::cluster_of_areas(decomposition), 0};
    EXPECT_NO_THROW(require_tiling(asked, decomposition)) << sample;
    Rect& rect = decomposition.parts[static_cast<std::size_t>(sample) % decomposition.parts.size()];
    rect.row += rect.row > 0 ? -1 : 1;
    EXPECT_THROW(require_tiling(asked, decomposition), InputError) << sample;
  }
}

Decomposition two_columns(double rows, double columns, double cut) {
  return {{rows, columns}, {{0, 0, rows, cut}, {0, cut, rows, columns - cut}}};
}

TEST(Whole, WholeLinesStay) {
  const Decomposition decomposition = two_columns(4, 6, 2);
  const WholeDecomposition whole = to_whole(decomposition, cluster_of_areas(decomposition));
  EXPECT_EQ(whole.decomposition.parts[0].columns, 2);
  EXPECT_EQ(whole.decomposition.parts[1].column, 2);
  EXPECT_EQ(whole.decomposition.parts[1].columns, 4);
  EXPECT_NEAR(whole.load_imbalance, 0, 1e-12);
  EXPECT_EQ(whole.empty_parts, 0U);
}

TEST(Whole, ReportsTheImbalance) {
  // Shares 0.45 and 0.55 of ten columns become 5 and 5.
  const Decomposition decomposition = two_columns(3, 10, 4.5);
  const WholeDecomposition whole = to_whole(decomposition, Cluster{{9, 11}, {}});
  EXPECT_EQ(whole.decomposition.parts[0].columns, 5);
  EXPECT_NEAR(whole.load_imbalance, 0.5 / 0.45 - 1, 1e-12);
}

TEST(Whole, CountsEmptyParts) {
  const Decomposition decomposition{{1, 2}, {{0, 0, 1, 0.4}, {0, 0.4, 1, 0.05}, {0, 0.45, 1, 1.55}}};
  const WholeDecomposition whole = to_whole(decomposition, cluster_of_areas(decomposition));
  EXPECT_EQ(whole.empty_parts, 2U);
  EXPECT_EQ(whole.decomposition.parts[2].area(), 2);
  EXPECT_TRUE(tiles(whole.decomposition, 0));
}

TEST(Whole, OneLineIsRoundedOnce) {
  // The same horizontal line, at 2.5 in the left column and a rounding error below in the right one.
  const double below = 2.5 * (1 - 1e-15);
  const Decomposition cross{{5, 4}, {{0, 0, 2.5, 2}, {2.5, 0, 2.5, 2}, {0, 2, below, 2}, {below, 2, 5 - below, 2}}};
  const WholeDecomposition whole = to_whole(cross, cluster_of_areas(cross));
  EXPECT_EQ(whole.decomposition.parts[0].rows, 3);
  EXPECT_EQ(whole.decomposition.parts[2].rows, 3);
  EXPECT_EQ(internal_edges(whole.decomposition), 4);
}

TEST(Whole, EveryRoundedDecompositionTiles) {
  for (const int grid : {2, 7, 1000})
    for (int sample = 0; sample < 300; ++sample) {
      SCOPED_TRACE(::testing::Message() << grid << ' ' << sample);
      RandomStream stream(1, "whole " + std::to_string(grid) + "/" + std::to_string(sample));
      const Decomposition exact = random_guillotine({23, 41}, 1 + static_cast<std::size_t>(sample) % 15, grid, stream);
      const WholeDecomposition whole = to_whole(exact, cluster_of_areas(exact));
      ASSERT_TRUE(tiles(whole.decomposition, 0)) << "grid " << grid << ", sample " << sample;
      std::size_t empty = 0;
      double worst = 0;
      for (std::size_t i = 0; i < exact.parts.size(); ++i) {
        SCOPED_TRACE(i);
        const Rect& part = whole.decomposition.parts[i];
        for (const double side : {part.row, part.column, part.rows, part.columns}) ASSERT_EQ(side, std::floor(side));
        ASSERT_LE(std::abs(part.row - exact.parts[i].row), 0.5 + 1e-6);
        ASSERT_LE(std::abs(part.column_end() - exact.parts[i].column_end()), 0.5 + 1e-6);
        empty += part.area() == 0 ? 1 : 0;
        worst = std::max(worst, part.area() / exact.parts[i].area() - 1);
      }
      ASSERT_EQ(whole.empty_parts, empty);
      ASSERT_NEAR(whole.load_imbalance, worst, 1e-9 * (1 + worst));
    }
}

void expect_nearest(const Decomposition& exact, const Decomposition& whole) {
  for (std::size_t i = 0; i < exact.parts.size(); ++i) {
    const Rect& part = whole.parts[i];
    for (const double side : {part.row, part.column, part.rows, part.columns}) ASSERT_EQ(side, std::floor(side));
    ASSERT_LE(std::abs(part.row - exact.parts[i].row), 0.52) << i;
    ASSERT_LE(std::abs(part.column_end() - exact.parts[i].column_end()), 0.52) << i;
  }
}

TEST(Whole, EveryLineGoesToTheNearestInLargeArraysToo) {
  for (const char* name : {"XY2", "TILE", "RecursiveBisection3", "HYBRID", "MULTILEVEL"})
    for (const double side : {1e6, 1e9, 1e12})
      for (int sample = 0; sample < 40; ++sample) {
        SCOPED_TRACE(::testing::Message() << name << ' ' << side << ' ' << sample);
        RandomStream stream(2, "large " + std::to_string(sample));
        const RectangleProblem problem{{side, 1e12}, draw_cluster("max-set", 12, 8, stream), 0};
        const Decomposition exact = testing_support::solve(name, problem).decomposition;
        const WholeDecomposition whole = to_whole(exact, problem.cluster);
        ASSERT_TRUE(tiles(whole.decomposition, 1e-14)) << name << " on " << side << ", sample " << sample;
        expect_nearest(exact, whole.decomposition);
        ASSERT_FALSE(HasFatalFailure()) << name << " on " << side << ", sample " << sample;
      }
}

// Dividers of columns, each within the coincidence tolerance of the next.
TEST(Whole, ManyLinesAreNotOne) {
  Decomposition exact{{20, 6e6}, {}};
  for (int i = 0; i < 60'000; ++i) {
    const double divider = 1 + i * 3e-4;
    exact.parts.push_back({0, i * 100.0, divider, 100});
    exact.parts.push_back({divider, i * 100.0, 20 - divider, 100});
  }
  expect_nearest(exact, to_whole(exact, cluster_of_areas(exact)).decomposition);
}

TEST(Whole, NeedsAWholeArray) {
  const Decomposition decomposition = two_columns(2.5, 4, 1);
  EXPECT_THROW((void)to_whole(decomposition, cluster_of_areas(decomposition)), InputError);
  const Decomposition other = two_columns(2, 4.25, 1);
  EXPECT_THROW((void)to_whole(other, cluster_of_areas(other)), InputError);
  const Decomposition huge = two_columns(2, 1e12 + 1, 1e11);
  EXPECT_THROW((void)to_whole(huge, cluster_of_areas(huge)), InputError);
}

}  // namespace
}  // namespace apportion
