// Where a program runs: processors that compute, joined by a network; and how long an iteration takes there.
#pragma once

#include <memory>
#include <vector>

#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion {

struct Platform {
  std::shared_ptr<const Network> network;
  std::vector<double> speeds;      ///< with which the processors compute
  double seconds_per_element = 0;  ///< of a processor of speed 1; 0: only messages take time
};

/// The seconds of an iteration: of ten Jacobi sweeps without a barrier, simulated. The time that answers are ranked by.
/// InputError where a message has no route.
[[nodiscard]] double iteration_seconds(const Network& network, const std::vector<double>& speeds,
                                       double seconds_per_element, const Stencil& stencil);
[[nodiscard]] double iteration_seconds(const Platform& platform, const Stencil& stencil);

}  // namespace apportion
