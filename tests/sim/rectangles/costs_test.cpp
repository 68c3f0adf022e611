// Costs of decompositions, and their neighbouring parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/rectangles/adjacency.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/decomposition.hpp"
#include "sim/rectangles/whole.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion {
namespace {
using testing_support::adjacent_pairs;

constexpr double m = 700;
constexpr double n = 1900;
constexpr std::array<double, 4> a = {0.4, 0.3, 0.2, 0.1};

// Columns of shares `weights`, one inner list a column; rows run along m.
Decomposition columns(const std::vector<std::vector<double>>& weights) {
  Decomposition decomposition{{m, n}, {}};
  double column = 0;
  for (const std::vector<double>& items : weights) {
    double share = 0;
    for (const double weight : items) share += weight;
    double row = 0;
    for (const double weight : items) {
      decomposition.parts.push_back({row, column, m * weight / share, n * share});
      row += m * weight / share;
    }
    column += n * share;
  }
  return decomposition;
}

// The same shares with the roles of m and n exchanged.
Decomposition strips(const std::vector<std::vector<double>>& weights) {
  Decomposition decomposition = columns(weights);
  for (Rect& part : decomposition.parts)
    part = {part.column / n * m, part.row / m * n, part.columns / n * m, part.rows / m * n};
  return decomposition;
}

void expect_costs(const Decomposition& decomposition, double expected_acost, double expected_bcost) {
  EXPECT_TRUE(tiles(decomposition));
  EXPECT_NEAR(acost(decomposition), expected_acost, 1e-9 * (m + n));
  EXPECT_NEAR(bcost(decomposition), expected_bcost, 1e-9 * (m + n));
  EXPECT_NEAR(acost(transposed(decomposition)), expected_acost, 1e-9 * (m + n));
  EXPECT_NEAR(bcost(transposed(decomposition)), expected_bcost, 1e-9 * (m + n));
}

TEST(Costs, OnePart) { expect_costs(columns({{1}}), 0, 0); }

TEST(Costs, Figure5TwoParts) {
  expect_costs(columns({{0.6}, {0.4}}), m, 2 * m);
  expect_costs(columns({{0.6, 0.4}}), n, 2 * n);
}

TEST(Costs, Figures4And6ThreeParts) {
  const double rest = 0.3 + 0.2;
  expect_costs(columns({{0.5}, {0.3, 0.2}}), m + n * rest, 2 * m + 2 * n * rest);
  expect_costs(strips({{0.5}, {0.3, 0.2}}), n + m * rest, 2 * n + 2 * m * rest);
  expect_costs(columns({{0.5}, {0.3}, {0.2}}), 2 * m, 3 * m);
}

TEST(Costs, Figure7FourParts) {
  expect_costs(columns({{a[0]}, {a[1]}, {a[2]}, {a[3]}}), 3 * m, 4 * m);
  const double last_two = a[2] + a[3];
  expect_costs(columns({{a[0]}, {a[1]}, {a[2], a[3]}}), 2 * m + n * last_two, 3 * m + 2 * n * last_two);
  const double last_three = a[1] + a[2] + a[3];
  expect_costs(columns({{a[0]}, {a[1], a[2], a[3]}}), m + 2 * n * last_three, 2 * m + 3 * n * last_three);
  expect_costs(columns({{a[0], a[1]}, {a[2], a[3]}}), m + n, 2 * m + 2 * n);
}

TEST(Costs, Figure8TurnedRest) {
  const double rest = a[1] + a[2] + a[3];
  const double below = m * (a[2] + a[3]) / rest;
  const double third = n * rest * a[2] / (a[2] + a[3]);
  const Decomposition figure{{m, n},
                             {{0, 0, m, n * a[0]},
                              {0, n * a[0], m - below, n * rest},
                              {m - below, n * a[0], below, third},
                              {m - below, n * a[0] + third, below, n * rest - third}}};
  expect_costs(figure, m + below + n * rest, 2 * m + below + 2 * n * rest);
  EXPECT_EQ(internal_edges(figure), 5);
}

TEST(Costs, ACrossingIsOnePoint) {
  EXPECT_EQ(internal_edges(columns({{0.25, 0.25}, {0.25, 0.25}})), 4);
  EXPECT_EQ(internal_edges(columns({{0.25, 0.25}, {0.3, 0.2}})), 5);
  EXPECT_EQ(internal_edges(columns({{0.2}, {0.3}, {0.5}})), 2);
}

TEST(Costs, CornersThatRoundingSeparatesAreOnePoint) {
  Decomposition cross = columns({{0.25, 0.25}, {0.25, 0.25}});
  cross.parts[0].rows += 1e-10 * m;
  cross.parts[1].row += 1e-10 * m;
  EXPECT_EQ(internal_edges(cross), 4);
  cross.parts[0].rows += 1e-6 * m;
  cross.parts[1].row += 1e-6 * m;
  EXPECT_EQ(internal_edges(cross), 5);
}

// In an array of 1 x 100 000 the coincidence tolerance is 1e-4. Dividers 5e-5 apart follow each other through the whole
// height, but those on one line are far from each other.
TEST(Costs, CornersOnDifferentLinesStayApart) {
  constexpr int columns_of_two = 20'000;
  constexpr double length = 1e5;
  Decomposition decomposition{{1, length}, {}};
  for (int i = 0; i < columns_of_two; ++i) {
    const double divider = (1000.5 + i * 7919 % (columns_of_two - 2000)) / columns_of_two;
    const double width = length / columns_of_two;
    decomposition.parts.push_back({0, i * width, divider, width});
    decomposition.parts.push_back({divider, i * width, 1 - divider, width});
  }
  // Each column's own divider, and three overlaps with the next column.
  EXPECT_EQ(internal_edges(decomposition), columns_of_two + 3 * (columns_of_two - 1));
  EXPECT_EQ(internal_edges(transposed(decomposition)), internal_edges(decomposition));
}

TEST(Costs, WholeCoordinatesAreExactInAnArrayOfAnySize) {
  // A part one element wide, and dividers one element apart, among a billion.
  const double side = 1e10;
  const Decomposition whole{{side, side},
                            {{0, 0, side, 1},
                             {0, 1, 5e9, 5e9},
                             {5e9, 1, 5e9, 5e9},
                             {0, 5e9 + 1, 5e9 + 1, 5e9 - 1},
                             {5e9 + 1, 5e9 + 1, 5e9 - 1, 5e9 - 1}}};
  EXPECT_EQ(internal_edges(whole, 0.5), 2 + 1 + 1 + 3);
  EXPECT_EQ(acost(whole, 0.5), 2 * side + 5e9 + 5e9 - 1);
  EXPECT_EQ(bcost(whole, 0.5), 2 * side + 5e9 + 5e9 - 1 + side + side - 1);
}

// The sum of half perimeters less m + n would leave only rounding errors of 1e-8 of 2 (m = 1).
TEST(Costs, LongArraysLoseNoDigits) {
  const double length = 1e8;
  const Decomposition three{
      {1, length}, {{0, 0, 1, 0.1 * length}, {0, 0.1 * length, 1, 0.7 * length}, {0, 0.8 * length, 1, 0.2 * length}}};
  EXPECT_EQ(acost(three), 2);
  EXPECT_EQ(bcost(three), 3);
  EXPECT_EQ(acost_lower_bound(three.extent, Cluster{{1, 7, 2}, {}}), 2);
}

// Cuts at halves, thirds, quarters (many crossings) and at hundredths (few).
TEST(Costs, EdgesAreTheAdjacentPairs) {
  for (const int grid : {2, 3, 4, 100})
    for (int sample = 0; sample < 400; ++sample) {
      SCOPED_TRACE(::testing::Message() << grid << ' ' << sample);
      RandomStream stream(1, "edges " + std::to_string(grid) + "/" + std::to_string(sample));
      const Decomposition decomposition =
          random_guillotine({m, n}, 1 + static_cast<std::size_t>(sample) % 20, grid, stream);
      ASSERT_EQ(internal_edges(decomposition), adjacent_pairs(decomposition)) << "grid " << grid << ", " << sample;
      ASSERT_EQ(internal_edges(transposed(decomposition)), internal_edges(decomposition));
    }
}

TEST(Costs, TotalAddsLatencyPerEdge) { EXPECT_EQ(total_cost(10, 3, 2.5), 17.5); }

TEST(Bounds, HoldForRandomDecompositions) {
  for (const double side : {1000.0, 3000.0, 20000.0})
    for (int sample = 0; sample < 300; ++sample) {
      SCOPED_TRACE(::testing::Message() << side << ' ' << sample);
      RandomStream stream(2, "bounds " + std::to_string(side) + "/" + std::to_string(sample));
      const Decomposition decomposition =
          random_guillotine({1000, side}, 1 + static_cast<std::size_t>(sample) % 12, 10, stream);
      const RectangleProblem problem{decomposition.extent, cluster_of_areas(decomposition), 100};
      const double slack = 1e-9 * decomposition.extent.half_perimeter();
      ASSERT_LE(acost_lower_bound(problem.extent, problem.cluster), acost(decomposition) + slack);
      ASSERT_LE(total_lower_bound(problem),
                total_cost(acost(decomposition), internal_edges(decomposition), problem.latency) + slack);
    }
}

TEST(Bounds, AreReachedWhereTheyCanBe) {
  const Cluster four{{1, 1, 1, 1}, {}};
  EXPECT_EQ(acost_lower_bound({1000, 1000}, Cluster{{3}, {}}), 0);
  EXPECT_NEAR(acost_lower_bound({1000, 1000}, four), 2000, 1e-9);  // four squares
  EXPECT_NEAR(acost_lower_bound({1000, 9000}, four), 3000, 1e-9);  // four columns
  EXPECT_NEAR(acost_lower_bound({9000, 1000}, four), 3000, 1e-9);  // four rows
  EXPECT_NEAR(total_lower_bound({{1000, 9000}, four, 10}), 3030, 1e-9);
}

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
    const auto meet = [&](std::size_t one, std::size_t other, bool wraps) {
      if (one == other) return;
      (wraps ? result.wrapped : result.inner) += 1;
      if (!wraps) pairs.emplace(std::min(one, other), std::max(one, other));
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

// All coordinates times a factor, each rounded separately, as algorithms leave them.
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
  // An arm of the size of a rounding error.
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
    // A grid of 10 x 14, so that lines coincide.
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
