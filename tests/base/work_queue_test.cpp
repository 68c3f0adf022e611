// A queue of items to examine: first in first out, each once at a time, until none is left.
#include "base/work_queue.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace apportion {
namespace {

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
