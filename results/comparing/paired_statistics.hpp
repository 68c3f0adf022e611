// Statistics of paired numbers: effect size, correction for many tests, percentiles.
#pragma once

#include <optional>
#include <vector>

namespace apportion::results {

struct Moments;

/// Cohen's d_z: the mean of the differences over their standard deviation. Nothing where all of them are the same.
[[nodiscard]] std::optional<double> effect_size(const Moments& differences);

/// p-values corrected for there being several (Holm 1979): the k-th least of m times m - k + 1, no less than those
/// before it, at most 1. Entries without a p-value are no tests and stay empty.
[[nodiscard]] std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values);

/// Where the central `level` of the numbers lies: the order statistics at (n + 1)(1 - level) / 2 and (n + 1)(1 + level)
/// / 2, interpolated linearly. The numbers may be infinite, and then an end may be. At least two of them; sorts them.
struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};
[[nodiscard]] Interval central_interval(std::vector<double>& numbers, double level);

}  // namespace apportion::results
