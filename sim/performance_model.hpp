// Functional performance models: how long a processor takes, by measured times, where its speed depends on the size
// (Clarke, Zhong, Rychkov & Lastovetsky 2014).
#pragma once

#include <cstddef>
#include <vector>

namespace apportion {

/// A processor was seen to take `seconds` for `size` elements.
struct MeasuredTime {
  double size = 0;
  double seconds = 0;
};

/// The time t(x) of one processor for x >= 0 elements: measured times, made nondecreasing by the greatest so far, and
/// linear in between; below the first size and beyond the last one the speed is that of this size. t(0) = 0.
class PerformanceModel {
 public:
  /// At least one time; sizes increase, and all numbers lie from 1e-100 to 1e100. InputError otherwise.
  explicit PerformanceModel(std::vector<MeasuredTime> times);

  /// t(size), for size >= 0.
  [[nodiscard]] double seconds(double size) const;
  /// The least size whose time is `seconds` >= 0, and the greatest; they differ where measured times fell.
  [[nodiscard]] double least_size(double seconds) const;
  [[nodiscard]] double greatest_size(double seconds) const;

  /// Sizes and times increase, the times not strictly.
  [[nodiscard]] const std::vector<MeasuredTime>& times() const { return times_; }

 private:
  std::vector<MeasuredTime> times_;
};

/// The sizes a_i >= 0 with t_1(a_1) = ... = t_p(a_p) that sum to `elements` > 0, one per model: exact, since the sum of
/// the sizes at a common time is linear between measured times. Where several processors stand still in time while
/// their sizes grow, each gets the same part of what it could take. O(n log n log p) for n measured times in all.
/// `models` is not empty. With a limit > 0 for each, perhaps infinite, the sizes are those within the limits of which
/// the last one is done soonest: processors at their limits end before the others, which end together. The limits sum
/// to at least `elements`; see most_helped().
[[nodiscard]] std::vector<double> balanced_sizes(const std::vector<PerformanceModel>& models, double elements,
                                                 const std::vector<double>& limits = {});

/// Where the limits sum to `lacking` less than there is to divide: the model whose limit should be greater by that, so
/// that all are done soonest.
[[nodiscard]] std::size_t most_helped(const std::vector<PerformanceModel>& models, const std::vector<double>& limits,
                                      double lacking);

}  // namespace apportion
