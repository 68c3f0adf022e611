// Functional performance models: the time that a processor takes, from measured times, if its speed depends on the size
// (Clarke, Zhong, Rychkov & Lastovetsky 2014).
#pragma once

#include <cstddef>
#include <vector>

namespace apportion {

/// A measurement: a processor took `seconds` for `size` elements.
struct MeasuredTime {
  double size = 0;
  double seconds = 0;
};

/// The time t(x) of one processor for x >= 0 elements. It is linear between the measured times, each of which counts as
/// the greatest up to its size, so that t is nondecreasing; below the first size and beyond the last the speed is that
/// at this size. t(0) = 0.
class PerformanceModel {
 public:
  /// At least one time; sizes increase, and all numbers lie from 1e-100 to 1e100. InputError otherwise.
  explicit PerformanceModel(std::vector<MeasuredTime> times);

  /// t(size), for size >= 0.
  [[nodiscard]] double seconds(double size) const;
  /// The least size whose time is `seconds` >= 0, and the greatest; they differ where measured times decrease.
  [[nodiscard]] double least_size(double seconds) const;
  [[nodiscard]] double greatest_size(double seconds) const;

  /// Sizes increase strictly; times do not decrease.
  [[nodiscard]] const std::vector<MeasuredTime>& times() const { return times_; }

 private:
  std::vector<MeasuredTime> times_;
};

/// The sizes a_i >= 0 with t_1(a_1) = ... = t_p(a_p) that sum to `elements` > 0, one per model: exact, since the sum of
/// the sizes at a common time is linear between measured times. If the times of several processors stay constant while
/// their sizes grow, each gets the same fraction of what it could take. O(n log n log p) for n measured times in all.
/// `models` is not empty. With limits > 0, which may be infinite, the sizes stay within the limits and minimise the
/// time of the last processor: processors at their limits end earlier than the others, which end together. The limits
/// sum to at least `elements`; see most_helped().
[[nodiscard]] std::vector<double> balanced_sizes(const std::vector<PerformanceModel>& models, double elements,
                                                 const std::vector<double>& limits = {});

/// If the limits sum to `lacking` less than there is to divide: the model whose limit should grow by `lacking`, so that
/// the last processor ends soonest.
[[nodiscard]] std::size_t most_helped(const std::vector<PerformanceModel>& models, const std::vector<double>& limits,
                                      double lacking);

}  // namespace apportion
