// Moments of a sample: count, mean, sum of squared deviations, extremes.
#pragma once

#include <cstdint>

namespace apportion::results {

/// Accumulated one value at a time by Welford's recurrence, so the bits depend on the order of the values; callers add
/// in sample order and merge in chunk order.
struct Moments {
  std::int64_t count = 0;
  double mean = 0;
  double m2 = 0;  ///< sum of (x - mean)^2
  double min = 0;
  double max = 0;

  void add(double x);
  /// Appends the values that `later` has seen (Chan, Golub & LeVeque's pairwise update).
  void merge(const Moments& later);
  bool operator==(const Moments&) const = default;
};

}  // namespace apportion::results
