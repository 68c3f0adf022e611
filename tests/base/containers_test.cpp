// Disjoint sets, and a queue of items to examine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/disjoint_sets.hpp"
#include "base/work_queue.hpp"

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

TEST(WorkQueue, VisitsWhatWaitsInOrderAndEachOnce) {
  WorkQueue queue(5);
  for (const std::uint32_t item : {3U, 1U, 3U, 4U, 1U}) queue.add(item);
  EXPECT_FALSE(queue.empty());
  std::vector<std::uint32_t> visited;
  queue.drain([&](std::uint32_t item) { visited.push_back(item); });
  EXPECT_EQ(visited, (std::vector<std::uint32_t>{3, 1, 4}));
  EXPECT_TRUE(queue.empty());
}

TEST(WorkQueue, VisitsWhatIsAddedOnTheWayAlsoWhatWasVisited) {
  WorkQueue queue(3);
  queue.add(0);
  std::vector<std::uint32_t> visited;
  queue.drain([&](std::uint32_t item) {
    visited.push_back(item);
    if (visited.size() == 1) {
      queue.add(2);
      queue.add(0);
      queue.add(2);
    }
  });
  EXPECT_EQ(visited, (std::vector<std::uint32_t>{0, 2, 0}));
  queue.add(2);
  EXPECT_FALSE(queue.empty());
}

}  // namespace
}  // namespace apportion
