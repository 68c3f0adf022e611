// Work stopped from outside: affects only its thread, and threads that share its work.
#include "base/stopping.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
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

// Checking at every draw would make draws a tenth slower.
TEST(StoppingTest, SoonWhereMoreRandomNumbersAreDrawn) {
  std::atomic<bool> stop = false;
  RandomStream stream(default_seed, "stopping");
  const StoppableWork work(&stop);
  static_cast<void>(stream());
  stop = true;
  EXPECT_THROW(for (int draw = 0; draw < 128; ++draw) static_cast<void>(stream()), Stopped);
}

TEST(StoppingTest, WhenItsTimeIsOver) {
  const TimedWork::Clock::time_point now = TimedWork::Clock::now();
  const TimedWork long_work(now + std::chrono::hours(1));
  EXPECT_NO_THROW(stop_if_asked());
  {
    const TimedWork work(now);
    EXPECT_THROW(stop_if_asked(), TimeIsUp);
    const TimedWork within(now + std::chrono::hours(1));
    EXPECT_THROW(stop_if_asked(), TimeIsUp) << "as the work around it";
    std::thread([] { EXPECT_NO_THROW(stop_if_asked()); }).join();
  }
  EXPECT_NO_THROW(stop_if_asked());
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

TEST(StoppingTest, TheirTimeIsThatOfTheWork) {
  const TimedWork work(TimedWork::Clock::now());
  EXPECT_THROW(run_side_by_side(8, 2, [](std::size_t /*i*/) { stop_if_asked(); }), TimeIsUp);
}

}  // namespace
}  // namespace apportion
