// Products, set distributions and replication.
#include "sim/distributions/cartesian.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "algorithms/distributions/distribution_kind.hpp"

namespace apportion {
namespace {

TEST(CartesianDistribution, OwnsProductsOfSets) {
  const CartesianDistribution product({make_distribution("linear", 4, 2), make_distribution("wrap", 6, 3)});
  EXPECT_EQ(product.processes(), 6);
  EXPECT_EQ(product.owner({3, 4}), (std::vector<Index>{1, 1}));
  EXPECT_EQ(product.process_number({1, 1}), 4);
  EXPECT_EQ(product.coordinates(4), (std::vector<Index>{1, 1}));
  const std::vector<IndexSet> owned = product.owned({1, 1});
  EXPECT_EQ(enumerate(owned[0]), (std::vector<Index>{2, 3}));
  EXPECT_EQ(enumerate(owned[1]), (std::vector<Index>{1, 4}));
  EXPECT_TRUE(product.is_perfect());
}

TEST(CartesianDistribution, HasAnyNumberOfDimensions) {
  const Distribution wrap = make_distribution("wrap", 5, 2);
  const CartesianDistribution cube({wrap, wrap, wrap});
  EXPECT_EQ(cube.owner({4, 3, 2}), (std::vector<Index>{0, 1, 0}));
  EXPECT_EQ(cube.most(), 27);
  EXPECT_EQ(cube.least(), 8);
  for (Index q = 0; q < cube.processes(); ++q) EXPECT_EQ(cube.process_number(cube.coordinates(q)), q);
  EXPECT_THROW(static_cast<void>(cube.owner({1, 2})), std::out_of_range);
  EXPECT_THROW(CartesianDistribution({}), InputError);
}

TEST(CartesianDistribution, CountsMoreElementsThanFitAWord) {
  const Distribution wrap = make_distribution("wrap", largest_length, 1);
  EXPECT_TRUE(CartesianDistribution({wrap, wrap}).most() == WideCount{1} << 80);
  EXPECT_THROW(static_cast<void>(CartesianDistribution({wrap, wrap, wrap, wrap}).most()), InputError);
  const Distribution many = make_distribution("wrap", 1, Index{1} << 30);
  EXPECT_THROW(CartesianDistribution({many, many}), InputError);
}

// Section 3: linear-set.i = {i (p/n) + k}, wrap-set.i = {k n + i}, 0 <= k < p/n.
TEST(SetDistribution, HoldersAreThoseOfThePaper) {
  const Index n = 3, p = 12;
  const SetDistribution linear(make_distribution("linear", p, n));
  const SetDistribution wrap(make_distribution("wrap", p, n));
  EXPECT_EQ(linear.length(), n);
  EXPECT_EQ(linear.processes(), p);
  for (Index i = 0; i < n; ++i) {
    SCOPED_TRACE(i);
    std::vector<Index> by_linear, by_wrap;
    for (Index k = 0; k < p / n; ++k) {
      by_linear.push_back(i * (p / n) + k);
      by_wrap.push_back(k * n + i);
    }
    EXPECT_EQ(enumerate(linear.holders(i)), by_linear);
    EXPECT_EQ(enumerate(wrap.holders(i)), by_wrap);
    for (const Index q : by_wrap) EXPECT_EQ(wrap.held(q), i);
  }
}

TEST(ReplicatedDistribution, EveryElementIsOnQProcesses) {
  const ReplicatedDistribution replicated(
      CartesianDistribution({make_distribution("linear", 4, 2), make_distribution("wrap", 6, 3)}), 5);
  EXPECT_EQ(replicated.processes(), 30);
  EXPECT_EQ(enumerate(replicated.holders({3, 4})), (std::vector<Index>{20, 21, 22, 23, 24}));
  EXPECT_THROW(ReplicatedDistribution(replicated.base(), 0), InputError);
  EXPECT_THROW(ReplicatedDistribution(replicated.base(), largest_length), InputError);
}

}  // namespace
}  // namespace apportion
