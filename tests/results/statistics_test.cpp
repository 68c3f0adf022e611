// The statistics that SQL statements call by name: against tables, against the same computed by brute force, and what
// they answer to bad arguments.
#include "results/statistics.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

class StatisticsTest : public ::testing::Test {
 protected:
  StatisticsTest() { const Store store(folder_ / "s.sqlite"); }

  // What one expression comes to; nothing for NULL.
  [[nodiscard]] std::optional<double> value(const std::string& expression, const std::string& from = "") const {
    const Rows rows = Reader(folder_ / "s.sqlite").query(fmt::format("SELECT 1.0 * ({}) {}", expression, from));
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
};

// Rows (column1, column2) with the numbers to the bit.
std::string rows_of(const std::vector<double>& x, const std::vector<double>& y) {
  std::string rows;
  for (std::size_t i = 0; i < x.size(); ++i)
    rows += fmt::format("{}({:.17e}, {:.17e})", i == 0 ? "" : ", ", x[i], y[i]);
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

TEST_F(StatisticsTest, StudentIsTheIntegralOfItsDensity) {
  for (const double freedom : {1.0, 2.5, 7.0, 40.0})
    for (const double t : {-3.0, -0.4, 0.7, 5.0}) {
      expect_near(fmt::format("student({}, {})", t, freedom), integrated_student(t, freedom), 1e-10);
      expect_near(fmt::format("student_quantile(student({0}, {1}), {1})", t, freedom), t, 1e-9);
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

// At each end the share seen is as many standard errors of that end away as the level says.
RC_GTEST_FIXTURE_PROP(StatisticsTest, WilsonsEndsAreWhereTheScoreTestTurns, ()) {
  const int cases = *rc::gen::inRange(1, 500);
  const int hits = *rc::gen::inRange(0, cases + 1);
  const double level = *rc::gen::element(0.5, 0.9, 0.95, 0.99);
  const double reach = value(fmt::format("normal_quantile({})", (1 + level) / 2)).value();
  const double seen = static_cast<double>(hits) / cases;
  for (const char* end : {"low", "high"}) {
    const double share = value(fmt::format("wilson_{}({}, {}, {})", end, hits, cases, level)).value();
    RC_ASSERT(std::abs(std::abs(seen - share) - reach * std::sqrt(share * (1 - share) / cases)) < 1e-7);
  }
}

struct Columns {
  std::vector<double> x;
  std::vector<double> y;
};

// Few different numbers, so that some are equal.
Columns any_columns(std::size_t rows) {
  Columns columns;
  for (std::size_t i = 0; i < rows; ++i) {
    columns.x.push_back(*rc::gen::inRange(1, 9) * 0.37);
    columns.y.push_back(*rc::gen::inRange(-20, 20) * 1.7 + *rc::gen::inRange(0, 3) * columns.x.back());
  }
  return columns;
}

// By sums of squares and products, as in textbooks.
RC_GTEST_FIXTURE_PROP(StatisticsTest, SlopesAndErrorsAreThoseOfSums, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 30);
  const Columns c = any_columns(rows);
  const std::string from = rows_of(c.x, c.y);
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
  const std::optional<double> slope = value("slope(column1, column2)", from);
  RC_ASSERT(slope.has_value() != one_x);
  if (slope) RC_ASSERT(std::abs(*slope - (n * xy - x * y) / (n * xx - x * x)) < 1e-8);
  const std::optional<double> deviation = value("standard_deviation(column2)", from);
  const std::optional<double> error = value("standard_error(column2)", from);
  RC_ASSERT(deviation.has_value() == (rows > 1));
  RC_ASSERT(error.has_value() == (rows > 1));
  if (rows == 1) return;
  const double variance = std::max(0.0, (yy - y * y / n) / (n - 1));
  RC_ASSERT(std::abs(*deviation * *deviation - variance) < 1e-8);
  RC_ASSERT(std::abs(*error * *error - variance / n) < 1e-8);
}

// Kendall, Rank Correlation Methods, 1948: tau-b as the correlation of the signs of all ordered pairs.
RC_GTEST_FIXTURE_PROP(StatisticsTest, KendallsTauIsTheCorrelationOfSigns, ()) {
  const auto rows = *rc::gen::inRange<std::size_t>(1, 15);
  const Columns c = any_columns(rows);
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
  const std::optional<double> tau = value("kendall(column1, column2)", rows_of(c.x, c.y));
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
  const std::string from = rows_of(x, x);
  const double half = value("student_quantile(0.975, count(*) - 1) * standard_error(column1)", from).value();
  expect_near("mean_low(column1)", 100 - half, half / 10, from);
  expect_near("mean_high(column1)", 100 + half, half / 10, from);
  std::ranges::reverse(x);
  EXPECT_EQ(value("mean_low(column1, 0.9)", from), value("mean_low(column1, 0.9)", rows_of(x, x)));
  EXPECT_GT(value("mean_low(column1, 0.9)", from), value("mean_low(column1)", from));
  EXPECT_EQ(value("mean_high(column1)", "FROM (VALUES (1), (2), (3))"), std::nullopt);
  expect_near("expanded_level(0.95, 10, 9)", 0.982898, 1e-5);
}

TEST_F(StatisticsTest, SquaresNeitherOverflowNorVanish) {
  for (const char* x : {"1e200", "1e-200", "1e300", "1e-300"}) {
    const std::string from = fmt::format("FROM (VALUES (-{0}, -3 * {0}), ({0}, 3 * {0}))", x);
    EXPECT_NEAR(*value("slope(column1, column2)", from), 3, 1e-12) << x;
    EXPECT_NEAR(*value("slope(column1, column2 / " + std::string(x) + ") * " + x, from), 3, 1e-12) << x;
    EXPECT_NEAR(*value("standard_deviation(column1) / " + std::string(x), from), std::sqrt(2), 1e-12) << x;
  }
}

// A true model's results, counted one possible result after the other.
TEST_F(StatisticsTest, ATrueModelAgreesAsOftenAsItsResultsDo) {
  for (const double expected : {0.3, 4.5, -2.71})
    for (const double deviation : {0.05, 0.6, 3.0}) {
      double chance = 0;
      for (int result = -40; result <= 40; ++result) {
        const std::string model = fmt::format("{}, {}", expected, deviation);
        if (value(fmt::format("agrees({}, 1, {})", result, model)) != 1) continue;
        chance += normal_probability((result + 0.5 - expected) / deviation) -
                  normal_probability((result - 0.5 - expected) / deviation);
        EXPECT_LE(std::abs(result - expected), 0.5 + 1.96 * deviation);
      }
      expect_near(fmt::format("agreement_chance(1, {}, {})", expected, deviation), chance, 1e-12);
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
  const Rows rows = Reader(folder_ / "s.sqlite").query("SELECT compare(1, 2), sum(agrees(3, 1, 3.4, 2))");
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

}  // namespace
}  // namespace apportion::results
