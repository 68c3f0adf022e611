// Parallel tasks.
#include "base/side_by_side.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

TEST(SideBySide, EachTaskRunsOnce) {
  for (const unsigned threads : {1U, 2U, 8U}) {
    std::vector<int> calls(100);
    run_side_by_side(calls.size(), threads, [&calls](std::size_t i) { ++calls[i]; });
    EXPECT_THAT(calls, ::testing::Each(1)) << threads;
  }
}

TEST(SideBySide, TheErrorOfTheFirstIsReported) {
  const auto task = [](std::size_t i) {
    if (i >= 3) throw InputError(std::to_string(i));
  };
  for (const unsigned threads : {1U, 2U, 8U}) EXPECT_EQ(message_of([&] { run_side_by_side(100, threads, task); }), "3");
}

TEST(SideBySide, TasksWithinTasksShareTheThreads) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    const WorkThreads all(threads);
    EXPECT_EQ(free_threads(), threads - 1);
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::atomic<int> calls = 0;
    run_side_by_side(6, [&](std::size_t /*i*/) {
      run_side_by_side(6, [&](std::size_t /*k*/) {
        const int now = ++running;
        for (int known = most; now > known && !most.compare_exchange_weak(known, now);) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --running;
        ++calls;
      });
    });
    EXPECT_EQ(calls, 36);
    // A waiting thread lends its share, and takes it back when the tasks have ended.
    EXPECT_LE(most, static_cast<int>(threads) + (threads > 2 ? 1 : 0)) << threads;
    EXPECT_EQ(free_threads(), threads - 1);
  }
  EXPECT_EQ(free_threads(), 0U);
}

TEST(SideBySide, ResultsAreTakenInOrder) {
  for (const unsigned threads : {1U, 3U}) {
    const WorkThreads all(threads);
    std::vector<std::size_t> taken;
    make_side_by_side(
        50, [](std::size_t i) { return i * i; }, [&](std::size_t square) { taken.push_back(square); });
    ASSERT_EQ(taken.size(), 50U);
    for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], i * i);
  }
}

// Each step gets the best of all previous steps.
TEST(SideBySide, StepsInTurnSeeTheBestBeforeThem) {
  std::vector<std::uint64_t> by_threads;
  for (const unsigned threads : {1U, 2U, 7U}) {
    const WorkThreads all(threads);
    std::uint64_t best = 1;
    improve_in_turn(
        200,
        [&](std::size_t i) {
          const std::uint64_t next = best * 6364136223846793005U + i;
          return next % 4 == 0 ? std::optional(next | 1U) : std::nullopt;
        },
        [&](std::uint64_t better) { best = better; });
    by_threads.push_back(best);
  }
  EXPECT_THAT(by_threads, ::testing::Each(by_threads.front()));
  EXPECT_NE(by_threads.front(), 1U);
}

}  // namespace
}  // namespace apportion
