// Costs of computations under a distribution, against their definitions.
#include "sim/distributions/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

// Element after element, step after step.
double time_by_definition(const Distribution& distribution) {
  std::vector<Index> owned(static_cast<std::size_t>(distribution.processes()));
  double time = 0;
  for (Index k = 0; k < distribution.length(); ++k) {
    time += static_cast<double>(*std::ranges::max_element(owned));
    ++owned[static_cast<std::size_t>(distribution.owner(k))];
  }
  return time;
}

TEST(DistributionCosts, TheTriangularTimeIsItsDefinitionAndNeverBelowTheBound) {
  for (const char* kind : {"ceil-block", "wrap", "block-cyclic[block=3]"})
    for (Index n = 1; n <= 30; ++n)
      for (Index p = 1; p <= 7; ++p) {
        const Distribution distribution = make_distribution(kind, n, p);
        EXPECT_EQ(triangular_time(distribution), time_by_definition(distribution)) << kind << " " << n << " " << p;
        EXPECT_GE(triangular_time(distribution), triangular_bound(n, p)) << kind << " " << n << " " << p;
      }
}

// Niculescu, example 1: wrap deals out the elements in the order in which the steps need them.
TEST(DistributionCosts, WrapReachesTheBound) {
  EXPECT_EQ(triangular_time(make_distribution("wrap", 960, 8)), triangular_bound(960, 8));
  EXPECT_EQ(triangular_bound(5, 2), 0 + 1 + 1 + 2 + 2);
}

TEST(DistributionCosts, NeighboursAreCutBetweenBlocks) {
  EXPECT_EQ(cut_neighbours(make_distribution("ceil-block", 12, 4)), 3);
  EXPECT_EQ(cut_neighbours(make_distribution("wrap", 12, 4)), 11);
  EXPECT_EQ(cut_neighbours(make_distribution("wrap", 12, 1)), 0);
}

}  // namespace
}  // namespace apportion
