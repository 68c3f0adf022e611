// Statistics of numbers: probabilities and quantiles (Boost.Math), intervals, slopes, ranks, and counts that a true
// model would have. The functions of SQL statements (database/functions.cpp) are these.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace apportion::results {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

/// The probability that a number from the standard normal distribution, or from Student's t with `freedom` degrees, at
/// least 1, is at most x; and the x that has this probability, between 0 and 1. Others are an InputError.
[[nodiscard]] double normal_probability(double x);
[[nodiscard]] double normal_quantile(double probability);
[[nodiscard]] double student_probability(double x, double freedom);
[[nodiscard]] double student_quantile(double probability, double freedom);

/// The two-sided p-value of `rises` and `falls` among pairs of which each is as likely (Dixon & Mood 1946): exact, from
/// the binomial distribution. Ties are left out by the caller; nothing where no pair is left.
[[nodiscard]] std::optional<double> sign_test(std::int64_t rises, std::int64_t falls);

/// Wilson's interval of a share, of which `hits` of `cases` were seen (Wilson, Journal of the American Statistical
/// Association 22, 1927). InputError without cases, for hits that are not among them, and for a level outside 0 to 1.
[[nodiscard]] Interval wilson_interval(double hits, double cases, double level);

/// How much of the resampled means of `samples` numbers an interval must span so that it holds the true mean as often
/// as `level` says (the expanded percentile interval of Hesterberg, "What Teachers Should Know About the Bootstrap",
/// The American Statistician 69, 2015, section 5.3): resamples vary less than means do, by (samples - 1) / samples, and
/// the spread has `freedom` degrees of freedom, for which Student's t takes the place of the normal distribution.
/// InputError with fewer than two samples, less than one degree, or a level outside 0 to 1.
[[nodiscard]] double expanded_level(double level, std::int64_t samples, std::int64_t freedom);

/// Where the central `level` of the numbers lies: the order statistics at (n + 1)(1 - level) / 2 and (n + 1)(1 + level)
/// / 2, interpolated linearly. The numbers may be infinite, and then an end may be. At least two of them; sorts them.
[[nodiscard]] Interval central_interval(std::vector<double>& numbers, double level);

/// The expanded percentile interval of the mean, of 2000 resamples. The draws are the same for the same numbers in any
/// order. Nothing for fewer than 10 numbers, whose percentiles cover much less than they say; InputError for more than
/// 10 000, or a level outside 0 to 1.
[[nodiscard]] std::optional<Interval> mean_interval(std::vector<double> numbers, double level);

/// The standard deviation of a sample, with n - 1, and that of its mean. Nothing for fewer than two numbers.
[[nodiscard]] std::optional<double> standard_deviation(const std::vector<double>& numbers);
[[nodiscard]] std::optional<double> standard_error(const std::vector<double>& numbers);

/// The slope of the straight line through as many x and y by least squares. Nothing where all x are the same.
[[nodiscard]] std::optional<double> least_squares_slope(const std::vector<double>& x, const std::vector<double>& y);

/// -1, 0 or 1 as `one` is less than, equal to or more than `other`; equal: within `share` of each other, at least 0.
[[nodiscard]] int compared(double one, double other, double share);

/// Kendall's tau-b of as many x and y: pairs that are equal by one of the two, as compared() has it, count in neither
/// the sum nor its greatest value. Nothing where all x or all y are equal. InputError for more than 10 000.
[[nodiscard]] std::optional<double> kendall_tau(const std::vector<double>& x, const std::vector<double>& y,
                                                double share);

/// What a model says of a number: normally distributed, with this mean and standard deviation.
struct Prediction {
  double expected = 0;
  double deviation = 0;
};

/// Whether a number that is printed as a multiple of `unit` may stand for one in the central `level` of the prediction:
/// what rounds to it and that interval meet. And how likely the model's own result, rounded half up, passes this test.
/// InputError for a negative deviation, a unit that is not above 0, or a level outside 0 to 1.
[[nodiscard]] bool agrees(double printed, double unit, const Prediction& prediction, double level);
[[nodiscard]] double agreement_chance(double unit, const Prediction& prediction, double level);

/// How many of independent events with these chances are to be expected, and the standard deviation of this count.
/// InputError for a chance outside 0 to 1.
[[nodiscard]] Prediction expected_count(const std::vector<double>& chances);

}  // namespace apportion::results
