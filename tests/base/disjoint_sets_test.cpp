// Disjoint sets, their number and their numbers.
#include "base/disjoint_sets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace apportion {
namespace {

using ::testing::ElementsAre;

TEST(DisjointSets, AreNumberedByTheirFirstItems) {
  DisjointSets sets(5);
  EXPECT_EQ(sets.count(), 5U);
  EXPECT_TRUE(sets.unite(4, 1));
  EXPECT_TRUE(sets.unite(3, 4));
  EXPECT_FALSE(sets.unite(1, 3)) << "they are together already";
  EXPECT_EQ(sets.count(), 3U);
  EXPECT_THAT(sets.numbers(), ElementsAre(0, 1, 2, 1, 1));
  sets.add();
  EXPECT_THAT(sets.numbers(), ElementsAre(0, 1, 2, 1, 1, 3));
  EXPECT_TRUE(sets.unite(5, 0));
  EXPECT_THAT(sets.numbers(), ElementsAre(0, 1, 2, 1, 1, 0));
}

TEST(DisjointSets, MayBeNone) {
  DisjointSets none;
  EXPECT_EQ(none.count(), 0U);
  EXPECT_THAT(none.numbers(), ElementsAre());
}

}  // namespace
}  // namespace apportion
