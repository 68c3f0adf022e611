// Effect size, Holm's correction, percentiles, and crossings on worked examples.
#include "results/comparing/series.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

#include "results/comparing/rival_ratios.hpp"
#include "results/moments.hpp"
#include "results/statistics.hpp"

namespace apportion::results {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;

constexpr double infinity = std::numeric_limits<double>::infinity();

Moments moments_over(const std::vector<double>& numbers) {
  Moments moments;
  for (const double number : numbers) moments.add(number);
  return moments;
}

TEST(EffectSize, IsTheMeanOverTheStandardDeviation) {
  EXPECT_DOUBLE_EQ(effect_size(moments_over({1, 2, 3})).value(), 2);
  EXPECT_DOUBLE_EQ(effect_size(moments_over({-1, -2, -3})).value(), -2);
  EXPECT_EQ(effect_size(moments_over({2, 2, 2})), std::nullopt);
  EXPECT_EQ(effect_size(moments_over({5})), std::nullopt);
  // What rounding leaves of a difference of 2 is not a deviation.
  EXPECT_EQ(effect_size(moments_over({2, 2 + 1e-13, 2 - 1e-13})), std::nullopt);
}

TEST(Holm, MultipliesByTheTestsThatAreLeft) {
  const std::vector<std::optional<double>> adjusted = holm_adjusted({0.04, std::nullopt, 0.01, 0.03, 0.5});
  ASSERT_EQ(adjusted.size(), 5U);
  EXPECT_DOUBLE_EQ(adjusted[2].value(), 0.04);  // 4 x 0.01
  EXPECT_DOUBLE_EQ(adjusted[3].value(), 0.09);  // 3 x 0.03
  EXPECT_DOUBLE_EQ(adjusted[0].value(), 0.09);  // 2 x 0.04 is less than the one before
  EXPECT_DOUBLE_EQ(adjusted[4].value(), 0.5);
  EXPECT_EQ(adjusted[1], std::nullopt);
  EXPECT_THAT(holm_adjusted({0.9, 0.8}), ElementsAre(Eq(1.0), Eq(1.0)));
}

TEST(CentralInterval, IsOfOrderStatistics) {
  std::vector<double> numbers(999);
  std::iota(numbers.rbegin(), numbers.rend(), 1.0);
  const Interval interval = central_interval(numbers, 0.95);
  EXPECT_NEAR(interval.low, 25, 1e-9);
  EXPECT_NEAR(interval.high, 975, 1e-9);
  std::vector<double> four{4, 1, 3, 2};
  EXPECT_EQ(central_interval(four, 0.5), (Interval{1.25, 3.75}));
  std::vector<double> open{-infinity, -infinity, 1, 2};
  EXPECT_EQ(central_interval(open, 0.95), (Interval{-infinity, 2}));
}

// Of ten numbers t is 2.262157, and (10/9)^(1/2) times that reaches as far as 98.29 % of the normal distribution.
TEST(ExpandedLevel, IsGreaterForFewSamples) {
  EXPECT_NEAR(expanded_level(0.95, 10, 9), 0.982898, 1e-5);
  EXPECT_NEAR(expanded_level(0.95, 10, 99), 0.963521, 1e-6);
  EXPECT_NEAR(expanded_level(0.95, 1'000'000, 999'999), 0.95, 1e-6);
}

TEST(SignChanges, LieWhereTheLineMeetsZero) {
  const std::vector<SignChange> one = sign_changes({0, 10, 20}, {-1, 3, 5});
  ASSERT_EQ(one.size(), 1U);
  EXPECT_DOUBLE_EQ(one.front().at, 2.5);
  EXPECT_TRUE(one.front().rises);
  const std::vector<SignChange> two = sign_changes({0, 1, 2}, {4, -4, 12});
  ASSERT_EQ(two.size(), 2U);
  EXPECT_DOUBLE_EQ(two[0].at, 0.5);
  EXPECT_DOUBLE_EQ(two[1].at, 1.25);
  EXPECT_FALSE(two[0].rises);
}

TEST(SignChanges, OverZerosLieBetweenThem) {
  const std::vector<SignChange> changes = sign_changes({0, 10, 20, 40}, {-1, 0, 0, 1});
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_DOUBLE_EQ(changes.front().at, 15);
  EXPECT_EQ(changes.front().before, 0U);
  EXPECT_EQ(changes.front().after, 3U);
  EXPECT_TRUE(sign_changes({0, 1, 2}, {1, 0, 1}).empty());  // touches, and goes on as before
  EXPECT_TRUE(sign_changes({0, 1, 2}, {0, 0, 1}).empty());
  EXPECT_TRUE(sign_changes({}, {}).empty());
}

TEST(Crossings, HaveTheIntervalOfTheResamples) {
  // The resamples cross at 1, 2, ..., 39; the central half lies from the 10th to the 30th.
  std::vector<double> first;
  std::vector<double> last;
  for (int i = 1; i <= 39; ++i) {
    first.push_back(-i);
    last.push_back(40 - i);
  }
  const LineCrossings line = crossings_of({0, 40}, {-20, 20}, {&first, &last}, 0.95);
  ASSERT_EQ(line.crossings.size(), 1U);
  const Crossing& crossing = line.crossings.front();
  EXPECT_DOUBLE_EQ(crossing.at, 20);
  EXPECT_FALSE(crossing.algorithm_overtakes);
  ASSERT_TRUE(crossing.has_interval);
  EXPECT_DOUBLE_EQ(crossing.low.value(), 1);
  EXPECT_DOUBLE_EQ(crossing.high.value(), 39);
}

TEST(Crossings, BeyondThePointsLeaveAnEndOpen) {
  const std::vector<double> first(40, 1.0);
  std::vector<double> last(40, -1.0);
  for (std::size_t i = 0; i < 10; ++i) last[i] = 0.5;  // does not cross yet
  const Crossing crossing = crossings_of({0, 10}, {1, -1}, {&first, &last}, 0.95).crossings.front();
  EXPECT_TRUE(crossing.algorithm_overtakes);
  ASSERT_TRUE(crossing.has_interval);
  EXPECT_DOUBLE_EQ(crossing.low.value(), 5);
  EXPECT_EQ(crossing.high, std::nullopt);
}

TEST(Crossings, HaveNoIntervalWhereResamplesCrossTheOtherWay) {
  std::vector<double> first(40, -1.0);
  std::vector<double> last(40, 1.0);
  for (std::size_t i = 0; i < 3; ++i) std::swap(first[i], last[i]);
  EXPECT_FALSE(crossings_of({0, 10}, {-1, 1}, {&first, &last}, 0.95).crossings.front().has_interval);
  EXPECT_FALSE(crossings_of({0, 10}, {-1, 1}, {}, 0.95).crossings.front().has_interval);
}

TEST(Crossings, AreToldApartByTheirNeighbours) {
  const std::vector<double> a(40, -1.0);
  const std::vector<double> b(40, 1.0);
  const std::vector<double> c(40, -3.0);
  const LineCrossings line = crossings_of({0, 10, 20}, {-1, 1, -3}, {&a, &b, &c}, 0.95);
  ASSERT_EQ(line.crossings.size(), 2U);
  EXPECT_DOUBLE_EQ(line.crossings[0].low.value(), 5);
  EXPECT_DOUBLE_EQ(line.crossings[1].low.value(), 12.5);
  EXPECT_EQ(line.better, 2U);
  EXPECT_EQ(line.worse, 1U);
}

}  // namespace
}  // namespace apportion::results
