// The time of an iteration on a platform.
#include "sim/network/platform.hpp"

#include "sim/network/simulate.hpp"

namespace apportion {

double iteration_seconds(const Network& network, const std::vector<double>& speeds, double seconds_per_element,
                         const Stencil& stencil) {
  constexpr std::size_t iterations = 10;
  const JacobiSettings settings{.iterations = iterations, .seconds_per_element = seconds_per_element};
  return simulate(network, jacobi(stencil, speeds, settings)).makespan() / iterations;
}

double iteration_seconds(const Platform& platform, const Stencil& stencil) {
  return iteration_seconds(*platform.network, platform.speeds, platform.seconds_per_element, stencil);
}

}  // namespace apportion
