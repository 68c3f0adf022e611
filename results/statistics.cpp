// Statistics of numbers. Only this file and sim/speed_distributions.cpp use Boost.Math.
#include "results/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstddef>

#include "base/error.hpp"

namespace apportion::results {
namespace {

using Normal = boost::math::normal_distribution<double>;
using Student = boost::math::students_t_distribution<double>;

constexpr std::size_t most_numbers = 10000;

void require(bool right, const char* what, double number) {
  if (!right) throw InputError("{}, not {}", what, number);
}

void require_level(double level) { require(level > 0 && level < 1, "the level must be between 0 and 1", level); }

void require_few(std::size_t numbers) {
  require(numbers <= most_numbers, "at most 10000 numbers can be taken together", static_cast<double>(numbers));
}

Student student_of(double freedom) {
  require(freedom >= 1 && std::isfinite(freedom), "the degrees of freedom must be a number from 1 on", freedom);
  return Student(freedom);
}

// Sums differences from the first number, so that the mean of equal numbers is exactly that number.
double mean_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number - numbers.front();
  return numbers.front() + sum / static_cast<double>(numbers.size());
}

struct Scaled {
  std::vector<double> numbers;
  int exponent = 0;
};

// The numbers divided by 2^exponent, which is exact: the greatest is about 1, so that squares neither overflow nor
// vanish.
Scaled scaled_to_one(const std::vector<double>& numbers) {
  double greatest = 0;
  for (const double number : numbers) greatest = std::max(greatest, std::abs(number));
  Scaled scaled{numbers, greatest > 0 && std::isfinite(greatest) ? std::ilogb(greatest) + 1 : 0};
  for (double& number : scaled.numbers) number = std::ldexp(number, -scaled.exponent);
  return scaled;
}

// The order statistic at this rank, counted from 1; `numbers` are sorted.
double at_rank(const std::vector<double>& numbers, double rank) {
  const auto last = static_cast<double>(numbers.size());
  const double within = std::clamp(rank, 1.0, last);
  const auto below = static_cast<std::size_t>(within) - 1;
  const double low = numbers[below];
  const double high = numbers[std::min(below + 1, numbers.size() - 1)];
  // Infinite numbers cannot be interpolated; the one nearer to the rank is taken.
  const double part = within - std::floor(within);
  if (!std::isfinite(low) || !std::isfinite(high)) return part < 0.5 ? low : high;
  return low + part * (high - low);
}

// The distance from 0 to the ends of the central `level` of the normal distribution.
double reach_of(double level) {
  require_level(level);
  return normal_quantile((1 + level) / 2);
}

Interval interval_of(double unit, const Prediction& prediction, double level) {
  require(unit > 0 && std::isfinite(unit), "the unit must be above 0", unit);
  require(prediction.deviation >= 0, "the deviation must be at least 0", prediction.deviation);
  const double reach = reach_of(level) * prediction.deviation;
  return {prediction.expected - reach, prediction.expected + reach};
}

}  // namespace

double normal_probability(double x) { return boost::math::cdf(Normal(), x); }

double normal_quantile(double probability) {
  require(probability > 0 && probability < 1, "the probability must be between 0 and 1", probability);
  return boost::math::quantile(Normal(), probability);
}

double student_probability(double x, double freedom) {
  const Student student = student_of(freedom);
  return std::isfinite(x) ? boost::math::cdf(student, x) : normal_probability(x);
}

double student_quantile(double probability, double freedom) {
  require(probability > 0 && probability < 1, "the probability must be between 0 and 1", probability);
  return boost::math::quantile(student_of(freedom), probability);
}

std::optional<double> sign_test(std::int64_t rises, std::int64_t falls) {
  if (rises + falls == 0) return std::nullopt;
  const boost::math::binomial_distribution<double> fair(static_cast<double>(rises + falls), 0.5);
  return std::min(1.0, 2 * boost::math::cdf(fair, static_cast<double>(std::min(rises, falls))));
}

std::optional<double> effect_size(const Moments& differences) {
  if (!(differences.m2 > 0)) return std::nullopt;
  const double deviation = std::sqrt(differences.m2 / static_cast<double>(differences.count - 1));
  // Equal differences have a deviation by rounding only.
  if (deviation <= 1e-9 * std::abs(differences.mean)) return std::nullopt;
  return differences.mean / deviation;
}

std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i)
    if (p_values[i]) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&p_values](std::size_t i) { return *p_values[i]; });
  std::vector<std::optional<double>> adjusted(p_values.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    least = std::max(least, std::min(1.0, static_cast<double>(order.size() - rank) * *p_values[order[rank]]));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

double Spread::variance_at(double ratio) const {
  return std::max(0.0, own - 2 * ratio * common + ratio * ratio * rival);
}

Spread sum_of(const std::vector<Spread>& parts, double ratio) {
  Spread all;
  double weight = 0;
  for (const Spread& each : parts) {
    all = {all.own + each.own, all.rival + each.rival, all.common + each.common, all.freedom + each.freedom};
    if (each.freedom > 0) weight += std::pow(each.variance_at(ratio), 2) / each.freedom;
  }
  if (weight > 0) all.freedom = std::min(all.freedom, std::pow(all.variance_at(ratio), 2) / weight);
  return all;
}

double p_of_equality(double difference, const Spread& spread) {
  const double deviation = std::sqrt(spread.variance_at(1));
  if (!(deviation > 0)) return difference == 0 ? 1 : 0;
  return 2 * student_probability(-std::abs(difference) / deviation, spread.freedom);
}

std::optional<Interval> ratio_interval(double mean, double rival_mean, const Spread& spread, double level) {
  if (!(spread.freedom >= 1)) return std::nullopt;
  const double t = student_quantile((1 + level) / 2, spread.freedom);
  // The roots of (mean - r rival_mean)^2 = t^2 x variance_at(r).
  const double a = rival_mean * rival_mean - t * t * spread.rival;
  const double b = mean * rival_mean - t * t * spread.common;
  const double c = mean * mean - t * t * spread.own;
  if (!(a > 0)) return std::nullopt;
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  return Interval{std::max(0.0, (b - root) / a), (b + root) / a};
}

Interval wilson_interval(double hits, double cases, double level) {
  require(cases > 0 && std::isfinite(cases), "the number of cases must be above 0", cases);
  require(hits >= 0 && hits <= cases, "the hits must be from 0 to the number of cases", hits);
  const double reach = reach_of(level);
  const double centre = hits + reach * reach / 2;
  const double half = reach * std::sqrt(hits * (1 - hits / cases) + reach * reach / 4);
  const double all = cases + reach * reach;
  return {std::max(0.0, (centre - half) / all), std::min(1.0, (centre + half) / all)};
}

double expanded_level(double level, std::int64_t samples, std::int64_t freedom) {
  require_level(level);
  const auto count = static_cast<double>(samples);
  require(samples >= 2, "there must be at least two samples", count);
  const double reach = std::sqrt(count / (count - 1)) * student_quantile((1 + level) / 2, static_cast<double>(freedom));
  return 2 * normal_probability(reach) - 1;
}

Interval central_interval(std::vector<double>& numbers, double level) {
  std::ranges::sort(numbers);
  const double ranks = static_cast<double>(numbers.size()) + 1;
  return {at_rank(numbers, ranks * (1 - level) / 2), at_rank(numbers, ranks * (1 + level) / 2)};
}

std::optional<Interval> mean_interval(std::vector<double> numbers, double level) {
  constexpr std::size_t fewest = 10;
  constexpr std::size_t resamples = 2000;
  require_level(level);
  require_few(numbers.size());
  if (numbers.size() < fewest) return std::nullopt;
  std::ranges::sort(numbers);
  boost::random::mt19937_64 bits;
  boost::random::uniform_int_distribution<std::size_t> place(0, numbers.size() - 1);
  std::vector<double> means(resamples);
  const auto count = static_cast<std::int64_t>(numbers.size());
  for (double& mean : means) {
    for (std::size_t i = 0; i < numbers.size(); ++i) mean += numbers[place(bits)];
    mean /= static_cast<double>(count);
  }
  return central_interval(means, expanded_level(level, count, count - 1));
}

std::optional<double> standard_deviation(const std::vector<double>& numbers) {
  if (numbers.size() < 2) return std::nullopt;
  const Scaled scaled = scaled_to_one(numbers);
  const double mean = mean_of(scaled.numbers);
  double squares = 0;
  for (const double number : scaled.numbers) squares += (number - mean) * (number - mean);
  return std::ldexp(std::sqrt(squares / static_cast<double>(numbers.size() - 1)), scaled.exponent);
}

std::optional<double> standard_error(const std::vector<double>& numbers) {
  const std::optional<double> deviation = standard_deviation(numbers);
  if (!deviation) return std::nullopt;
  return *deviation / std::sqrt(static_cast<double>(numbers.size()));
}

std::optional<double> least_squares_slope(const std::vector<double>& x, const std::vector<double>& y) {
  const Scaled of_x = scaled_to_one(x);
  const Scaled of_y = scaled_to_one(y);
  const double x_mean = mean_of(of_x.numbers);
  const double y_mean = mean_of(of_y.numbers);
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (of_x.numbers[i] - x_mean) * (of_y.numbers[i] - y_mean);
    squares += (of_x.numbers[i] - x_mean) * (of_x.numbers[i] - x_mean);
  }
  if (!(squares > 0)) return std::nullopt;
  return std::ldexp(products / squares, of_y.exponent - of_x.exponent);
}

bool differ(double a, double b, double tolerance) {
  constexpr double negligible = 1e-12;
  const double greater = std::max(std::abs(a), std::abs(b));
  if (a == b || greater < negligible) return false;
  return !std::isfinite(greater) || std::abs(a - b) > tolerance * greater;
}

int compared(double one, double other, double share) {
  require(share >= 0, "the share must be at least 0", share);
  return static_cast<int>(one > other * (1 + share)) - static_cast<int>(other > one * (1 + share));
}

std::optional<double> kendall_tau(const std::vector<double>& x, const std::vector<double>& y, double share) {
  require_few(x.size());
  std::int64_t agreeing = 0;
  std::int64_t x_differ = 0;
  std::int64_t y_differ = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t by_x = compared(x[i], x[j], share);
      const std::int64_t by_y = compared(y[i], y[j], share);
      agreeing += by_x * by_y;
      x_differ += by_x * by_x;
      y_differ += by_y * by_y;
    }
  if (x_differ == 0 || y_differ == 0) return std::nullopt;
  return static_cast<double>(agreeing) / std::sqrt(static_cast<double>(x_differ) * static_cast<double>(y_differ));
}

bool agrees(double printed, double unit, const Prediction& prediction, double level) {
  const Interval interval = interval_of(unit, prediction, level);
  return printed + unit / 2 >= interval.low && printed - unit / 2 <= interval.high;
}

double agreement_chance(double unit, const Prediction& prediction, double level) {
  const Interval interval = interval_of(unit, prediction, level);
  if (prediction.deviation == 0) return 1;
  const double least = std::ceil(interval.low / unit - 0.5) - 0.5;
  const double greatest = std::floor(interval.high / unit + 0.5) + 0.5;
  return normal_probability((greatest * unit - prediction.expected) / prediction.deviation) -
         normal_probability((least * unit - prediction.expected) / prediction.deviation);
}

Prediction expected_count(const std::vector<double>& chances) {
  Prediction count;
  double variance = 0;
  for (const double chance : chances) {
    require(chance >= 0 && chance <= 1, "a chance must be from 0 to 1", chance);
    count.expected += chance;
    variance += chance * (1 - chance);
  }
  count.deviation = std::sqrt(variance);
  return count;
}

}  // namespace apportion::results
