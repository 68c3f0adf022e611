// Statistics: moments, distributions, intervals, ranks and effect sizes, compared with tables, worked examples and
// brute force; and their SQL functions.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/comparing/paired_samples.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "results/records.hpp"
#include "results/statistics.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

std::vector<double> numbers_from(const std::vector<int>& integers) {
  std::vector<double> numbers;
  for (const int each : integers) numbers.push_back(static_cast<double>(each % 1'000'000) / 7);
  return numbers;
}

// Compares with the textbook's two passes over the values.
void expect_moments_of(const std::vector<double>& values, const Moments& moments) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double m2 = 0;
  for (const double value : values) m2 += (value - mean) * (value - mean);
  double scale = 1;
  for (const double value : values) scale = std::max(scale, std::abs(value));
  ASSERT_EQ(moments.count, static_cast<std::int64_t>(values.size()));
  ASSERT_NEAR(moments.mean, mean, 1e-12 * scale * count);
  ASSERT_NEAR(moments.m2, m2, 1e-12 * scale * scale * count);
  ASSERT_EQ(moments.min, *std::ranges::min_element(values));
  ASSERT_EQ(moments.max, *std::ranges::max_element(values));
}

TEST(Moments, OfAWorkedExample) {
  EXPECT_EQ(moments_from({2, 4, 9}), (Moments{3, 5, 26, 2, 9}));
  EXPECT_EQ(moments_from({-3}), (Moments{1, -3, 0, -3, -3}));
}

TEST(Moments, StayExactFarFromZero) {
  const Moments moments = moments_from({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
  EXPECT_EQ(moments.mean, 1e9 + 10);
  EXPECT_EQ(moments.m2, 90);  // a sum of squares would lose it
}

TEST(Moments, AnEmptyOneChangesNothing) {
  const Moments some = moments_from({2, 4, 9});
  Moments left = some;
  left.merge({});
  EXPECT_EQ(left, some);
  Moments right;
  right.merge(some);
  EXPECT_EQ(right, some);
}

RC_GTEST_PROP(Moments, AreThoseOfTwoPasses, ()) {
  const auto values = numbers_from(*rc::gen::nonEmpty<std::vector<int>>());
  expect_moments_of(values, moments_from(values));
}

RC_GTEST_PROP(Moments, OfMergedChunksAreThoseOfTheWhole, ()) {
  const auto chunks = *rc::gen::nonEmpty<std::vector<std::vector<int>>>();
  std::vector<double> all;
  Moments merged;
  for (const std::vector<int>& chunk : chunks) {
    const std::vector<double> values = numbers_from(chunk);
    all.insert(all.end(), values.begin(), values.end());
    merged.merge(moments_from(values));
  }
  RC_PRE(!all.empty());
  expect_moments_of(all, merged);
}

class StatisticsTest : public ::testing::Test {
 protected:
  StatisticsTest() : reader_(made(folder_ / "s.sqlite")) {}

  // The value of an expression; nothing for NULL.
  [[nodiscard]] std::optional<double> value(const std::string& expression, const std::string& from = "") const {
    const Rows rows = reader_.query(fmt::format("SELECT 1.0 * ({}) {}", expression, from));
    const Value& answer = rows.rows.at(0).at(0);
    if (std::holds_alternative<std::monostate>(answer)) return std::nullopt;
    return std::get<double>(answer);
  }

  void expect_near(const std::string& expression, double expected, double within, const std::string& from = "") const {
    const std::optional<double> answer = value(expression, from);
    ASSERT_TRUE(answer) << expression;
    EXPECT_NEAR(*answer, expected, within) << expression;
  }

  [[nodiscard]] std::string refusal(const std::string& expression) const {
    return message_of<QueryError>([&] { static_cast<void>(value(expression)); });
  }

  TemporaryFolder folder_;
  Reader reader_;

 private:
  static std::filesystem::path made(const std::filesystem::path& file) {
    const Store store(file);
    return file;
  }
};

// Rows (column1) with the numbers to the bit.
std::string rows_of(const std::vector<double>& x) {
  std::string rows;
  for (const double each : x) rows += fmt::format("{}({:.17e})", rows.empty() ? "" : ", ", each);
  return fmt::format("FROM (VALUES {})", rows);
}

// Abramowitz & Stegun, tables 26.1 and 26.10; the normal quantile to the digits of the NIST handbook.
TEST_F(StatisticsTest, DistributionsAreThoseOfTables) {
  expect_near("normal(0)", 0.5, 1e-15);
  expect_near("normal(1)", 0.841344746068543, 1e-14);
  expect_near("normal(-2)", 0.0227501319481792, 1e-14);
  expect_near("normal_quantile(0.975)", 1.959963984540054, 1e-14);
  expect_near("student_quantile(0.975, 1)", 12.706, 5e-4);
  expect_near("student_quantile(0.95, 4)", 2.132, 5e-4);
  expect_near("student_quantile(0.975, 9)", 2.262, 5e-4);
  expect_near("student_quantile(0.995, 30)", 2.750, 5e-4);
  expect_near("student(1, 1)", 0.75, 1e-14);                      // Cauchy: 1/2 + atan(1) / pi
  expect_near("student(2, 2)", 0.5 + 1 / std::sqrt(6.0), 1e-14);  // 1/2 + t / (2 (2 + t^2)^(1/2))
  expect_near("student(-9e999, 3)", 0, 0);
  expect_near("normal(9e999)", 1, 0);
}

// The integral of the density by Simpson's rule, with the constant from the gamma function.
double integrated_student(double t, double freedom) {
  constexpr int steps = 20000;
  const double constant =
      std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) / std::sqrt(freedom * 3.14159265358979323846);
  const auto density = [&](double x) { return constant * std::pow(1 + x * x / freedom, -(freedom + 1) / 2); };
  double sum = density(0) + density(t);
  for (int i = 1; i < steps; ++i) sum += (i % 2 == 0 ? 2 : 4) * density(t * i / steps);
  return 0.5 + sum * t / steps / 3;
}

TEST(Statistics, StudentIsTheIntegralOfItsDensity) {
  for (const double freedom : {1.0, 2.5, 7.0, 40.0})
    for (const double t : {-3.0, -0.4, 0.7, 5.0}) {
      EXPECT_NEAR(student_probability(t, freedom), integrated_student(t, freedom), 1e-10);
      EXPECT_NEAR(student_quantile(student_probability(t, freedom), freedom), t, 1e-9);
    }
}

// Newcombe, Statistics in Medicine 17, 1998, table I.
TEST_F(StatisticsTest, WilsonIntervalsAreNewcombes) {
  expect_near("wilson_low(81, 263)", 0.2553, 5e-5);
  expect_near("wilson_high(81, 263)", 0.3662, 5e-5);
  expect_near("wilson_low(15, 148)", 0.0624, 5e-5);
  expect_near("wilson_high(15, 148)", 0.1605, 5e-5);
  expect_near("wilson_low(0, 20)", 0, 0);
  expect_near("wilson_high(0, 20)", 0.1611, 5e-5);
  expect_near("wilson_low(29, 29)", 0.8830, 5e-5);
  expect_near("wilson_high(29, 29)", 1, 0);
}

// At each end of the interval, the observed share is away from it by as many standard errors as the level requires.
RC_GTEST_PROP(Statistics, WilsonsEndsAreWhereTheScoreTestTurns, ()) {
  const int cases = *rc::gen::inRange(1, 500);
  const int hits = *rc::gen::inRange(0, cases + 1);
  const double level = *rc::gen::element(0.5, 0.9, 0.95, 0.99);
  const double reach = normal_quantile((1 + level) / 2);
  const double seen = static_cast<double>(hits) / cases;
  const Interval interval = wilson_interval(hits, cases, level);
  RC_ASSERT(interval.low <= seen && seen <= interval.high);
  for (const double share : {interval.low, interval.high})
    RC_ASSERT(std::abs(std::abs(seen - share) - reach * std::sqrt(share * (1 - share) / cases)) < 1e-7);
}

struct NumberPairs {
  std::vector<double> x;
  std::vector<double> y;
};

// Few distinct numbers, so that some are equal.
NumberPairs any_columns(std::size_t rows) {
  NumberPairs columns;
  for (std::size_t i = 0; i < rows; ++i) {
    columns.x.push_back(*rc::gen::inRange(1, 9) * 0.37);
    columns.y.push_back(*rc::gen::inRange(-20, 20) * 1.7 + *rc::gen::inRange(0, 3) * columns.x.back());
  }
  return columns;
}

// By sums of squares and products, as in textbooks.
RC_GTEST_PROP(Statistics, SlopesAndErrorsAreThoseOfSums, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 30);
  const NumberPairs c = any_columns(rows);
  const auto n = static_cast<double>(rows);
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    x += c.x[i];
    y += c.y[i];
    xx += c.x[i] * c.x[i];
    xy += c.x[i] * c.y[i];
    yy += c.y[i] * c.y[i];
  }
  const bool one_x = std::ranges::all_of(c.x, [&](double other) { return other == c.x.front(); });
  const std::optional<double> slope = least_squares_slope(c.x, c.y);
  RC_ASSERT(slope.has_value() != one_x);
  if (slope) RC_ASSERT(std::abs(*slope - (n * xy - x * y) / (n * xx - x * x)) < 1e-8);
  const std::optional<double> deviation = standard_deviation(c.y);
  const std::optional<double> error = standard_error(c.y);
  RC_ASSERT(deviation.has_value() == (rows > 1));
  RC_ASSERT(error.has_value() == (rows > 1));
  if (rows == 1) return;
  const double variance = std::max(0.0, (yy - y * y / n) / (n - 1));
  RC_ASSERT(std::abs(*deviation * *deviation - variance) < 1e-8);
  RC_ASSERT(std::abs(*error * *error - variance / n) < 1e-8);
}

// Kendall, Rank Correlation Methods, 1948: tau-b as the correlation of the signs of all ordered pairs.
RC_GTEST_PROP(Statistics, KendallsTauIsTheCorrelationOfSigns, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 15);
  const NumberPairs c = any_columns(rows);
  const auto sign = [](double one, double other) {
    return std::abs(one - other) <= 1e-9 * std::max(std::abs(one), std::abs(other)) ? 0.0 : one > other ? 1.0 : -1.0;
  };
  double products = 0;
  double by_x = 0;
  double by_y = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < rows; ++j) {
      products += sign(c.x[i], c.x[j]) * sign(c.y[i], c.y[j]);
      by_x += std::abs(sign(c.x[i], c.x[j]));
      by_y += std::abs(sign(c.y[i], c.y[j]));
    }
  const std::optional<double> tau = kendall_tau(c.x, c.y, 1e-9);
  RC_ASSERT(tau.has_value() == (by_x * by_y > 0));
  if (tau) RC_ASSERT(std::abs(*tau - products / std::sqrt(by_x * by_y)) < 1e-12);
}

TEST_F(StatisticsTest, WhatIsNearlyEqualIsEqual) {
  expect_near("compare(1, 2) + 10 * compare(2, 1) + 100 * compare(3, 3 + 1e-12)", 9, 0);
  expect_near("compare(-1, -2)", 1, 0);
  expect_near("compare(0, 0)", 0, 0);
  expect_near("compare(100, 109, 0.1) + 10 * compare(100, 111, 0.1)", -10, 0);
  expect_near("kendall(column1, column2)", 1, 0, "FROM (VALUES (1, 5), (2, 6), (2 + 1e-12, 6 - 1e-12), (3, 9))");
  expect_near("kendall(column1, column2, 0.5)", -1, 0, "FROM (VALUES (10, 7), (11, 8), (20, 1))");
}

// The mean of normal numbers with known deviation: its interval by Student's t.
TEST_F(StatisticsTest, IntervalsOfMeansAreAsWideAsStudentsForNormalNumbers) {
  std::vector<double> x;
  constexpr int count = 41;
  for (int i = 1; i <= count; ++i) x.push_back(100 + 7 * normal_quantile(i / (count + 1.0)));
  const Interval interval = mean_interval(x, 0.95).value();
  const double half = student_quantile(0.975, count - 1) * standard_error(x).value();
  EXPECT_NEAR(interval.low, 100 - half, half / 10);
  EXPECT_NEAR(interval.high, 100 + half, half / 10);
  EXPECT_GT(mean_interval(x, 0.9).value().low, interval.low);
  expect_near("mean_low(column1)", interval.low, 0, rows_of(x));
  expect_near("mean_high(column1, 0.95)", interval.high, 0, rows_of(x));
  std::ranges::reverse(x);
  EXPECT_EQ(mean_interval(x, 0.95), interval);
  EXPECT_EQ(value("mean_high(column1)", "FROM (VALUES (1), (2), (3))"), std::nullopt);
  expect_near("expanded_level(0.95, 10, 9)", 0.982898, 1e-5);
}

TEST(Statistics, SquaresNeitherOverflowNorVanish) {
  for (const double x : {1e200, 1e-200, 1e300, 1e-300}) {
    EXPECT_NEAR(least_squares_slope({-x, x}, {-3 * x, 3 * x}).value(), 3, 1e-12) << x;
    EXPECT_NEAR(least_squares_slope({-x, x}, {-3, 3}).value() * x, 3, 1e-12) << x;
    EXPECT_NEAR(standard_deviation({-x, x}).value() / x, std::sqrt(2), 1e-12) << x;
  }
}

// The results of a true model, enumerated.
TEST_F(StatisticsTest, ATrueModelAgreesAsOftenAsItsResultsDo) {
  for (const double expected : {0.3, 4.5, -2.71})
    for (const double deviation : {0.05, 0.6, 3.0}) {
      double chance = 0;
      const Prediction model{expected, deviation};
      for (int result = -40; result <= 40; ++result) {
        if (!agrees(result, 1, model, 0.95)) continue;
        chance += normal_probability((result + 0.5 - expected) / deviation) -
                  normal_probability((result - 0.5 - expected) / deviation);
        EXPECT_LE(std::abs(result - expected), 0.5 + 1.96 * deviation);
      }
      EXPECT_NEAR(agreement_chance(1, model, 0.95), chance, 1e-12);
      EXPECT_GE(chance, 0.95);
    }
  expect_near("agreement_chance(1, 3.4, 0)", 1, 0);
  expect_near("agreement_chance(0.001, 3.4, 7)", 0.95, 1e-3);
  expect_near("agrees(3, 1, 3.4, 0) + agrees(4, 1, 3.4, 0)", 1, 0);
  expect_near("agrees(9, 1, 5, 2) + agrees(9.4, 1, 5, 2, 0.9) + agrees(8.7, 1, 5, 2, 0.9)", 2, 0);
  expect_near("expected_count(column1)", 2.3, 1e-15, "FROM (VALUES (1), (0.5), (0.8), (NULL))");
  expect_near("expected_count_deviation(column1)", std::sqrt(0.25 + 0.16), 1e-15, "FROM (VALUES (1), (0.5), (0.8))");
}

TEST_F(StatisticsTest, CountsAndSignsAreIntegers) {
  const Rows rows = reader_.query("SELECT compare(1, 2), sum(agrees(3, 1, 3.4, 2))");
  EXPECT_EQ(rows.rows.at(0), (std::vector<Value>{std::int64_t{-1}, std::int64_t{1}}));
}

TEST_F(StatisticsTest, EqualNumbersDoNotVary) {
  const std::string three = "FROM (VALUES (0.37, 1), (0.37, 2), (0.37, 7))";
  EXPECT_EQ(value("slope(column1, column2)", three), std::nullopt);
  EXPECT_EQ(value("standard_error(column1)", three), 0);
}

TEST_F(StatisticsTest, NullsAreUnknownOrLeftOut) {
  for (const char* call : {"normal(NULL)", "student(1, NULL)", "compare(NULL, 2)", "agrees(1, 1, 2, NULL)",
                           "slope(NULL, 1)", "standard_error(1)", "mean_low(NULL)", "expected_count(NULL)"})
    EXPECT_EQ(value(call), std::nullopt) << call;
  expect_near("slope(column1, column2)", 2, 1e-15, "FROM (VALUES (1, 3), (2, 5), (NULL, 9), (7, NULL))");
  expect_near("standard_deviation(column1) FILTER (WHERE column1 < 5)", std::sqrt(0.5), 1e-15,
              "FROM (VALUES (1), (2), (9), (NULL))");
}

TEST_F(StatisticsTest, BadArgumentsAreNamedInOneLine) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"student(1, 0)", "student(t, n): the degrees of freedom must be a number from 1 on, not 0"},
      {"student_quantile(1, 5)", "student_quantile(p, n): the probability must be between 0 and 1, not 1"},
      {"normal_quantile(-0.5)", "normal_quantile(p): the probability must be between 0 and 1, not -0.5"},
      {"wilson_low(7, 5)", "wilson_low(hits, cases, level): the hits must be from 0 to the number of cases, not 7"},
      {"wilson_high(0, 0)", "the number of cases must be above 0, not 0"},
      {"wilson_high(1, 2, 95)", "the level must be between 0 and 1, not 95"},
      {"expanded_level(0.95, 1, 1)", "there must be at least two samples, not 1"},
      {"compare(1, 2, -1)", "the share must be at least 0, not -1"},
      {"agrees(1, 0, 2, 3)", "the unit must be above 0, not 0"},
      {"agreement_chance(1, 2, -3)", "the deviation must be at least 0, not -3"},
      {"expected_count(2)", "a chance must be from 0 to 1, not 2"},
      {"slope(1, 'two')", "slope(x, y): the arguments must be numbers, and one is a text"},
      {"normal('1')", "normal(x): the arguments must be numbers, and one is a text"},
      {"slope(1)", "wrong number of arguments to function slope()"},
      {"slopes(1, 2)", "no such function: slopes"}};
  for (const auto& [call, message] : wrong) {
    EXPECT_THAT(refusal(call), HasSubstr(message)) << call;
    EXPECT_EQ(refusal(call).find('\n'), std::string::npos) << call;
  }
  const std::string many =
      "(WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT {} FROM n)";
  for (const char* call : {"kendall(i, i)", "mean_low(i)"})
    EXPECT_THAT(refusal(fmt::format(fmt::runtime(many), call)), HasSubstr("at most 10000 numbers")) << call;
}

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
  // The rounding error of a difference of 2 is not a deviation.
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
