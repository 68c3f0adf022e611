// Speeds that vary from run to run, and the resulting times of a division or a choice of processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace apportion {

/// Draws of all processors' speeds.
struct SpeedVariation {
  std::vector<double> deviations;  ///< one per processor: standard deviation over mean of its speed
  std::size_t draws = 1;
  std::uint64_t seed = 1;
};

/// The greatest relative deviation of a speed: above it uniform draws could be negative.
constexpr double most_deviation = 0.5;

/// InputError unless the deviations are from 0 to most_deviation.
void validate(const SpeedVariation& variation);

/// Draw number `draw`: one factor for each processor's speed, uniform, with mean 1 and its deviation. It depends only
/// on the seed, `draw` and the order of the processors.
[[nodiscard]] std::vector<double> speed_factors(const SpeedVariation& variation, std::size_t draw);

/// The result of time_of() for each draw of the speeds, whose means are `speeds`.
[[nodiscard]] std::vector<double> times_by_draws(const SpeedVariation& variation, const std::vector<double>& speeds,
                                                 const std::function<double(const std::vector<double>&)>& time_of);

/// Statistics of a varying time.
struct VariedTimes {
  std::size_t draws = 0;
  double low = 0;  ///< the 5 % quantile
  double median = 0;
  double high = 0;  ///< the 95 % quantile
  double worst = 0;
};

/// The statistics of at least one time, in any order. A quantile is the least time that this share of all does not
/// exceed.
[[nodiscard]] VariedTimes summary_of(std::vector<double> times);

}  // namespace apportion
