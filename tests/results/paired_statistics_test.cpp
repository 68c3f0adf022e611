// Effect size, Holm's correction and percentiles on worked examples.
#include "results/comparing/series.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

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

}  // namespace
}  // namespace apportion::results
