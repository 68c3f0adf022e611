// The time of an iteration.
#include "sim/network/platform.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "sim/network/simulate.hpp"

namespace apportion {
namespace {

TEST(Platform, AnIterationIsATenthOfTenSimulatedSweeps) {
  const Stencil stencil{.halos = {{0, 1, 100, 50}}, .elements = {1000, 500}};
  const Platform platform{std::make_shared<const Network>(star(2, 1e8)), {2, 1}, 1e-8};
  const Job job = jacobi(stencil, platform.speeds, {.iterations = 10, .seconds_per_element = 1e-8});
  EXPECT_DOUBLE_EQ(iteration_seconds(platform, stencil), simulate(*platform.network, job).makespan() / 10);
}

}  // namespace
}  // namespace apportion
