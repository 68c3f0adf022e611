// Validation of clusters.
#include "sim/cluster.hpp"

#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace apportion {

std::size_t Machine::processors() const {
  if (is_processor()) return 1;
  return std::accumulate(parts.begin(), parts.end(), std::size_t{0},
                         [](std::size_t sum, const Machine& part) { return sum + part.processors(); });
}

void validate(const Cluster& cluster) {
  if (cluster.speeds.empty()) throw InputError("the list of weights is empty; give one positive weight per processor");
  double sum = 0;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    const double speed = cluster.speeds[i];
    if (!(speed > 0) || !std::isfinite(speed))
      throw InputError("weight {} is {}; weights must be positive and finite", i, speed);
    sum += speed;
  }
  if (!std::isfinite(sum)) throw InputError("the sum of the weights overflows; give smaller weights");
  if (!cluster.is_flat() && cluster.machine.processors() != cluster.size())
    throw InputError("the grouping into machines names {} processors, the weights {}", cluster.machine.processors(),
                     cluster.size());
}

}  // namespace apportion
