// Platforms: processors joined by a network, and the time of an iteration on them.
#pragma once

#include <memory>
#include <vector>

#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion {

struct Platform {
  std::shared_ptr<const Network> network;
  std::vector<double> speeds;      ///< speeds of the processors
  double seconds_per_element = 0;  ///< of a processor of speed 1; 0: only messages take time
};

/// The time of an iteration in seconds, from a simulation of ten Jacobi sweeps without a barrier. Answers are ranked by
/// it. InputError if a message has no route.
[[nodiscard]] double iteration_seconds(const Network& network, const std::vector<double>& speeds,
                                       double seconds_per_element, const Stencil& stencil);
[[nodiscard]] double iteration_seconds(const Platform& platform, const Stencil& stencil);

}  // namespace apportion
