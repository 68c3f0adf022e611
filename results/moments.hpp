// Moments of a sample: count, mean, sum of squared deviations, extremes.
#pragma once

#include <cstdint>

namespace apportion::results {

/// Accumulated value by value by Welford's recurrence, so that the last bits depend on the order; callers add in the
/// order of samples and merge in the order of chunks.
struct Moments {
  std::int64_t count = 0;
  double mean = 0;
  double m2 = 0;  ///< sum of (x - mean)^2
  double min = 0;
  double max = 0;

  void add(double x);
  /// Appends the values of `later` (Chan, Golub & LeVeque's pairwise update).
  void merge(const Moments& later);
  bool operator==(const Moments&) const = default;
};

}  // namespace apportion::results
