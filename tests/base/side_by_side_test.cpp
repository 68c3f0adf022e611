// Tasks that run beside each other.
#include "base/side_by_side.hpp"

#include <string>
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

}  // namespace
}  // namespace apportion
