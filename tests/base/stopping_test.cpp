// Work that is stopped from outside: only the thread that it is about, and those that it hands work to.
#include "base/stopping.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/side_by_side.hpp"
#include "sim/random_stream.hpp"

namespace apportion {
namespace {

TEST(StoppingTest, WhereItIsAskedFor) {
  std::atomic<bool> stop = false;
  EXPECT_NO_THROW(stop_if_asked());
  {
    const StoppableWork work(&stop);
    EXPECT_NO_THROW(stop_if_asked());
    stop = true;
    EXPECT_THROW(stop_if_asked(), Stopped);
    const StoppableWork never(nullptr);
    EXPECT_NO_THROW(stop_if_asked());
  }
  EXPECT_NO_THROW(stop_if_asked());
}

TEST(StoppingTest, WhereRandomNumbersAreDrawn) {
  const std::atomic<bool> stop = true;
  RandomStream stream(default_seed, "stopping");
  const StoppableWork work(&stop);
  EXPECT_THROW(static_cast<void>(stream()), Stopped);
}

TEST(StoppingTest, OtherThreadsGoOnUnlessTheyShareTheWork) {
  const std::atomic<bool> stop = true;
  const StoppableWork work(&stop);
  std::thread([] { EXPECT_NO_THROW(stop_if_asked()); }).join();
  EXPECT_THROW(run_side_by_side(8, 2,
                                [](std::size_t i) {
                                  if (i == 7) stop_if_asked();
                                }),
               Stopped);
}

}  // namespace
}  // namespace apportion
