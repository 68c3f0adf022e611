// Draws of speeds, and statistics of the resulting times.
#include "sim/varied_speeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>

#include "base/error.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

void validate(const SpeedVariation& variation) {
  for (std::size_t i = 0; i < variation.deviations.size(); ++i)
    if (!(variation.deviations[i] >= 0 && variation.deviations[i] <= most_deviation))
      throw InputError("the speed of processor {} varies by {:.4g} %; the most is {} %", i,
                       100 * variation.deviations[i], 100 * most_deviation);
}

std::vector<double> speed_factors(const SpeedVariation& variation, std::size_t draw) {
  RandomStream stream(variation.seed, fmt::format("varied speeds/{}", draw));
  const double reach = std::sqrt(3.0);  // half width of a uniform distribution in standard deviations
  std::vector<double> factors;
  for (const double deviation : variation.deviations)
    factors.push_back(1 + deviation * boost::random::uniform_real_distribution<double>(-reach, reach)(stream));
  return factors;
}

std::vector<double> times_by_draws(const SpeedVariation& variation, const std::vector<double>& speeds,
                                   const std::function<double(const std::vector<double>&)>& time_of) {
  std::vector<double> times;
  for (std::size_t draw = 0; draw < variation.draws; ++draw) {
    std::vector<double> drawn = speed_factors(variation, draw);
    for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i] *= speeds[i];
    times.push_back(time_of(drawn));
  }
  return times;
}

VariedTimes summary_of(std::vector<double> times) {
  std::ranges::sort(times);
  const auto quantile = [&times](double share) {
    const auto count = static_cast<std::size_t>(std::ceil(share * static_cast<double>(times.size())));
    return times[std::max<std::size_t>(count, 1) - 1];
  };
  return {times.size(), quantile(0.05), quantile(0.5), quantile(0.95), times.back()};
}

}  // namespace apportion
