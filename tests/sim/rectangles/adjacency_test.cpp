// Costs of parts of several rectangles: against an array of cells, and against the formulas for rectangles.
#include "sim/rectangles/adjacency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/whole.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {

using testing_support::random_shapes;

// The owner of each cell of an array of whole sides.
class Raster {
 public:
  explicit Raster(const Decomposition& decomposition)
      : rows_(static_cast<std::size_t>(decomposition.extent.rows)),
        columns_(static_cast<std::size_t>(decomposition.extent.columns)),
        owners_(rows_ * columns_) {
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
      for (const Rect& rect : rectangles_of(decomposition, i)) paint(rect, i);
  }

  [[nodiscard]] Boundaries boundaries() const {
    Boundaries result;
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    const auto meet = [&](std::size_t a, std::size_t b, bool wraps) {
      if (a == b) return;
      (wraps ? result.wrapped : result.inner) += 1;
      if (!wraps) pairs.emplace(std::min(a, b), std::max(a, b));
    };
    for (std::size_t row = 0; row < rows_; ++row)
      for (std::size_t column = 0; column < columns_; ++column) {
        meet(at(row, column), at(row, (column + 1) % columns_), column + 1 == columns_);
        meet(at(row, column), at((row + 1) % rows_, column), row + 1 == rows_);
      }
    result.pairs = static_cast<std::int64_t>(pairs.size());
    return result;
  }

 private:
  void paint(const Rect& rect, std::size_t owner) {
    for (auto row = static_cast<std::size_t>(rect.row); row < static_cast<std::size_t>(rect.row_end()); ++row)
      for (auto column = static_cast<std::size_t>(rect.column); column < static_cast<std::size_t>(rect.column_end());
           ++column)
        owners_[row * columns_ + column] = owner;
  }

  [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const { return owners_[row * columns_ + column]; }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> owners_;
};

// All coordinates times a factor, each rounded by itself, as algorithms leave them.
Decomposition scaled(Decomposition decomposition, double factor) {
  const auto scale = [factor](Rect& rect) {
    rect = {rect.row * factor, rect.column * factor, rect.rows * factor, rect.columns * factor};
  };
  decomposition.extent = {decomposition.extent.rows * factor, decomposition.extent.columns * factor};
  std::ranges::for_each(decomposition.parts, scale);
  std::ranges::for_each(decomposition.further, scale, &FurtherRect::rect);
  return decomposition;
}

TEST(Adjacency, AgreesWithCells) {
  for (int sample = 0; sample < 3000; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(1, "shapes " + std::to_string(sample));
    const auto rectangles = 2 + static_cast<std::size_t>(sample) % 25;
    const auto parts = 1 + static_cast<std::size_t>(sample / 7) % rectangles;
    const Decomposition shapes = random_shapes({20, 30}, rectangles, parts, stream);
    ASSERT_TRUE(tiles(shapes));
    const Boundaries expected = Raster(shapes).boundaries();
    const Boundaries found = boundaries(shapes, 0.5);
    ASSERT_EQ(found.inner, expected.inner) << sample;
    ASSERT_EQ(found.wrapped, expected.wrapped) << sample;
    ASSERT_EQ(found.pairs, expected.pairs) << sample;
    for (const double factor : {1.0, 1 / 3.0, 1e6 / 7}) {
      const Decomposition real = scaled(shapes, factor);
      const double slack = 1e-12 * real.extent.half_perimeter();
      ASSERT_NEAR(acost(real), expected.inner * factor, slack) << sample;
      ASSERT_NEAR(bcost(real), (expected.inner + expected.wrapped) * factor, slack) << sample;
      ASSERT_EQ(internal_edges(real), expected.pairs) << sample;
      ASSERT_EQ(internal_edges(transposed(real)), expected.pairs) << sample;
      ASSERT_EQ(testing_support::adjacent_pairs(real), expected.pairs) << sample;
    }
  }
}

TEST(Adjacency, AgreesWithTheFormulasForRectangles) {
  for (const int grid : {2, 3, 4, 100})
    for (int sample = 0; sample < 200; ++sample) {
      SCOPED_TRACE(::testing::Message() << grid << ' ' << sample);
      RandomStream stream(1, "sweep " + std::to_string(grid) + "/" + std::to_string(sample));
      const Decomposition decomposition =
          random_guillotine({700, 1900}, 1 + static_cast<std::size_t>(sample) % 20, grid, stream);
      const Boundaries found = boundaries(decomposition, coincidence_tolerance(decomposition.extent));
      ASSERT_NEAR(found.inner, acost(decomposition), 1e-9);
      ASSERT_NEAR(found.inner + found.wrapped, bcost(decomposition), 1e-9);
      ASSERT_EQ(found.pairs, internal_edges(decomposition));
    }
}

// The square corner of two processors, the L in two rectangles.
Decomposition square_corner() { return {{4, 4}, {{0, 0, 2, 2}, {0, 2, 4, 2}}, {{1, {2, 0, 2, 2}}}}; }

TEST(Adjacency, TheSeamWithinAPartCostsNothing) {
  const Decomposition corner = square_corner();
  EXPECT_EQ(acost(corner), 4);
  EXPECT_EQ(bcost(corner), 8);
  EXPECT_EQ(internal_edges(corner), 1);
  EXPECT_EQ(part_area(corner, 1), 12);
}

TEST(Adjacency, BoundsForAnyShapeHold) {
  EXPECT_EQ(acost_lower_bound({4, 4}, {{1, 3}, {}}), 4);
  EXPECT_NEAR(acost_lower_bound({4, 4}, {{1, 3}, {}}, Shapes::any), 4 + 2 * std::sqrt(12.0) - 8, 1e-12);
  EXPECT_EQ(acost_lower_bound({4, 4}, {{1}, {}}, Shapes::any), 0);
  int below_that_for_rectangles = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(2, "bounds " + std::to_string(sample));
    const auto rectangles = 2 + static_cast<std::size_t>(sample) % 9;
    const Decomposition shapes =
        random_shapes({40, 60}, rectangles, 1 + static_cast<std::size_t>(sample) % 4 % rectangles, stream);
    const RectangleProblem problem{shapes.extent, cluster_of_areas(shapes), 10};
    const double total = total_cost(acost(shapes), internal_edges(shapes), problem.latency);
    ASSERT_GE(total, total_lower_bound(problem, Shapes::any) - 1e-9);
    below_that_for_rectangles += total < total_lower_bound(problem) - 1e-9 ? 1 : 0;
  }
  EXPECT_GT(below_that_for_rectangles, 0);
}

TEST(Accuracy, LooksAtEveryRectangleOfAPart) {
  const auto corner_problem = [](double one, double other) { return RectangleProblem{{4, 4}, {{one, other}, {}}}; };
  const RectangleProblem problem = corner_problem(4, 12);
  EXPECT_NO_THROW(require_accurate(problem, square_corner()));
  EXPECT_THROW(require_accurate(corner_problem(4, 8), square_corner()), InputError);
  // An arm that is there but for rounding.
  const double gap = 1e-9;
  const Decomposition thin{{4, 4}, {{0, 0, 4 - gap, 1}, {0, 1, 4, 3}}, {{1, {4 - gap, 0, gap, 1}}}};
  EXPECT_THROW(require_accurate(corner_problem(4, 12), thin), InputError);
  Decomposition nobodys = square_corner();
  nobodys.further[0].processor = 2;
  EXPECT_THROW(require_accurate(problem, nobodys), std::logic_error);
}

TEST(Whole, RoundsPartsOfSeveralRectangles) {
  int imbalanced = 0;
  for (int sample = 0; sample < 500; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(3, "whole " + std::to_string(sample));
    const auto parts = 1 + static_cast<std::size_t>(sample) % 5;
    const Decomposition shapes = random_shapes({50, 70}, 5 + parts, parts, stream);
    // A grid of 10 x 14, so that lines fall together.
    const WholeDecomposition whole = to_whole(scaled(shapes, 0.2), cluster_of_areas(shapes));
    ASSERT_TRUE(tiles(whole.decomposition));
    ASSERT_TRUE(std::ranges::is_sorted(whole.decomposition.further, {}, &FurtherRect::processor));
    std::size_t empty = 0;
    double worst = 0;
    for (std::size_t i = 0; i < parts; ++i) {
      const double area = part_area(whole.decomposition, i);
      empty += area == 0 ? 1 : 0;
      worst = std::max(worst, area / (part_area(shapes, i) / 25));
      for (const Rect& rect : rectangles_of(whole.decomposition, i))
        ASSERT_TRUE(rect.area() > 0 || area == 0) << sample << ' ' << i;
    }
    ASSERT_EQ(whole.empty_parts, empty);
    ASSERT_NEAR(whole.load_imbalance, worst - 1, 1e-12);
    imbalanced += worst > 1.01 ? 1 : 0;
  }
  EXPECT_GT(imbalanced, 100);
}

}  // namespace
}  // namespace apportion
