// Statistics of numbers: when two are equal, probabilities and quantiles (Boost.Math), tests, intervals, slopes, ranks,
// and expected counts.
// database/functions.cpp offers them to SQL.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "results/records.hpp"

namespace apportion::results {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

/// The confidence level of intervals, unless another one is given.
inline constexpr double interval_level = 0.95;

/// The probability that a number from the standard normal distribution, or from Student's t with `freedom` degrees, at
/// least 1, is at most x; and the x that has this probability, between 0 and 1. Others are an InputError.
[[nodiscard]] double normal_probability(double x);
[[nodiscard]] double normal_quantile(double probability);
[[nodiscard]] double student_probability(double x, double freedom);
[[nodiscard]] double student_quantile(double probability, double freedom);

/// The two-sided p-value of `rises` and `falls` if both are equally likely (Dixon & Mood 1946): exact, from the
/// binomial distribution. Callers leave out ties; nothing if no pair is left.
[[nodiscard]] std::optional<double> sign_test(std::int64_t rises, std::int64_t falls);

/// Cohen's d_z: the mean of differences over their standard deviation. Nothing if all are equal.
[[nodiscard]] std::optional<double> effect_size(const Moments& differences);

/// p-values corrected for multiple tests (Holm 1979): the k-th least of m times m - k + 1, at least those before it, at
/// most 1. Entries without a p-value do not count and remain empty.
[[nodiscard]] std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values);

/// Variances and covariance of two estimated means, and their degrees of freedom.
struct Spread {
  double own = 0;
  double rival = 0;
  double common = 0;
  double freedom = 0;

  /// Of own mean - ratio x the rival's.
  [[nodiscard]] double variance_at(double ratio) const;
};

/// The spread of sums of independent parts, with its degrees of freedom at this ratio (Satterthwaite, Biometrics
/// Bulletin 2, 1946).
[[nodiscard]] Spread sum_of(const std::vector<Spread>& parts, double ratio);

/// The two-sided p-value of two means with this difference if the true ones are equal, by Student's t.
[[nodiscard]] double p_of_equality(double difference, const Spread& spread);

/// Fieller's interval of mean / rival_mean at this level (Fieller, Journal of the Royal Statistical Society B 16,
/// 1954), with Student's t: the ratios r that a t-test of mean - r rival_mean does not reject. Nothing if the rival's
/// mean does not differ significantly from 0.
[[nodiscard]] std::optional<Interval> ratio_interval(double mean, double rival_mean, const Spread& spread,
                                                     double level);

/// Wilson's interval of a share of which `hits` of `cases` were observed (Wilson, Journal of the American Statistical
/// Association 22, 1927). InputError without cases, for hits outside 0 to `cases`, and for a level outside 0 to 1.
[[nodiscard]] Interval wilson_interval(double hits, double cases, double level);

/// The central part of the resampled means of `samples` numbers that makes a confidence interval of `level` (the
/// expanded percentile interval of Hesterberg, "What Teachers Should Know About the Bootstrap", The American
/// Statistician 69, 2015, section 5.3). It is greater than `level`: the variance of resampled means is less than that
/// of means by (samples - 1) / samples, and is estimated with `freedom` degrees of freedom, so that Student's t
/// replaces the normal distribution. InputError with fewer than two samples, less than one degree, or a level outside 0
/// to 1.
[[nodiscard]] double expanded_level(double level, std::int64_t samples, std::int64_t freedom);

/// The ends of the central `level` of the numbers: the order statistics at (n + 1)(1 - level) / 2 and (n + 1)(1 +
/// level) / 2, interpolated linearly. Numbers may be infinite, and then an end may be. There must be at least two; they
/// are sorted.
[[nodiscard]] Interval central_interval(std::vector<double>& numbers, double level);

/// The expanded percentile interval of the mean, of 2000 resamples. The draws are the same for the same numbers in any
/// order. Nothing for fewer than 10 numbers, whose percentile intervals cover much less than `level`; InputError for
/// more than 10 000, or a level outside 0 to 1.
[[nodiscard]] std::optional<Interval> mean_interval(std::vector<double> numbers, double level);

/// The standard deviation of a sample, with n - 1, and that of its mean. Nothing for fewer than two numbers.
[[nodiscard]] std::optional<double> standard_deviation(const std::vector<double>& numbers);
[[nodiscard]] std::optional<double> standard_error(const std::vector<double>& numbers);

/// The slope of the straight line through as many x and y by least squares. Nothing if all x are equal.
[[nodiscard]] std::optional<double> least_squares_slope(const std::vector<double>& x, const std::vector<double>& y);

/// Two numbers differ if their difference is more than this part of the greater one.
inline constexpr double usual_tolerance = 1e-9;

/// Whether two numbers count as different. Numbers below 1e-12 count as 0, since metrics such as a gap in percent are
/// differences of nearly equal numbers.
[[nodiscard]] bool differ(double a, double b, double tolerance = usual_tolerance);

/// -1, 0 or 1 if `one` is less than, equal to or more than `other`; equal: within `share` of each other, which is at
/// least 0.
[[nodiscard]] int compared(double one, double other, double share);

/// Kendall's tau-b of x and y, with ties as decided by compared(). Nothing if all x or all y are equal. InputError for
/// more than 10 000 numbers.
[[nodiscard]] std::optional<double> kendall_tau(const std::vector<double>& x, const std::vector<double>& y,
                                                double share);

/// The normal distribution of a number by a model: its mean and standard deviation.
struct Prediction {
  double expected = 0;
  double deviation = 0;
};

/// Whether some number in the central `level` of the prediction, rounded to a multiple of `unit`, gives the printed
/// number; and the chance that the model's own result, rounded half up, passes this test. InputError for a negative
/// deviation, a unit that is not above 0, or a level outside 0 to 1.
[[nodiscard]] bool agrees(double printed, double unit, const Prediction& prediction, double level);
[[nodiscard]] double agreement_chance(double unit, const Prediction& prediction, double level);

/// The expected number of independent events with these chances, and its standard deviation. InputError for a chance
/// outside 0 to 1.
[[nodiscard]] Prediction expected_count(const std::vector<double>& chances);

}  // namespace apportion::results
