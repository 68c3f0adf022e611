// Fuzz target: networks in files.
#include <cmath>

#include "experiments/problems/networks/network.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// Four processors, two by two.
void fuzz_networks(std::string_view input) {
  constexpr std::size_t processors = 4;
  constexpr double side = 10;
  const auto given = problems::exchange_time_on("fuzzed", problems::parse_network(input, processors), 0);
  const Decomposition division{
      {2 * side, 2 * side},
      {{0, 0, side, side}, {0, side, side, side}, {side, 0, side, side}, {side, side, side, side}}};
  const problems::ExchangeCosts costs = given->costs({1, 1, 1, 1}, stencil_of(division));
  expect(costs.most >= 0 && costs.net >= 0 && costs.simulated >= 0, "a cost below zero");
  expect(std::isfinite(costs.most) && std::isfinite(costs.net) && std::isfinite(costs.simulated), "a cost without end");
}

const TargetRegistration networks_registration{{"networks", fuzz_networks}};

}  // namespace
}  // namespace apportion::fuzz
