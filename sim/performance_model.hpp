// Functional performance models: the time of a processor as a function of the problem size, from measured times
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

/// The time t(x) of one processor for x >= 0 elements: linear between measured times, of which each is raised to the
/// greatest up to its size, so that t is nondecreasing. Below the first size and beyond the last the speed is that of
/// this size. t(0) = 0.
class PerformanceModel {
 public:
  /// InputError unless there is a time, sizes increase, and all numbers are from 1e-100 to 1e100.
  explicit PerformanceModel(std::vector<MeasuredTime> times);

  /// t(size), for size >= 0.
  [[nodiscard]] double seconds(double size) const;
  /// The least and the greatest size whose time is `seconds` >= 0; they differ where measured times decrease.
  [[nodiscard]] double least_size(double seconds) const;
  [[nodiscard]] double greatest_size(double seconds) const;

  /// Sizes increase strictly; times do not decrease.
  [[nodiscard]] const std::vector<MeasuredTime>& times() const { return times_; }

 private:
  [[nodiscard]] double size_at(double seconds, std::vector<MeasuredTime>::const_iterator above) const;

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

/// If the limits sum to `lacking` less than the elements: the model whose limit should grow by `lacking` for the last
/// processor to end soonest.
[[nodiscard]] std::size_t most_helped(const std::vector<PerformanceModel>& models, const std::vector<double>& limits,
                                      double lacking);

}  // namespace apportion
