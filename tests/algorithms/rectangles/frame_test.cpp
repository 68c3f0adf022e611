// Frames of many processors, which are sorted by counting.
#include "algorithms/rectangles/frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/random_stream.hpp"

namespace apportion {
namespace {

void expect_sorted(const std::vector<double>& speeds) {
  const Frame frame = make_frame({{1000, 2000}, {speeds, {}}, 0});
  std::vector<std::size_t> expected(speeds.size());
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  std::ranges::stable_sort(expected, std::ranges::greater(), [&speeds](std::size_t i) { return speeds[i]; });
  ASSERT_EQ(frame.processor, expected);
  double sum = 0;
  for (const std::size_t i : expected) sum += speeds[i];
  double running = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    SCOPED_TRACE(k);
    running += speeds[expected[k]];
    ASSERT_EQ(frame.weights[k], speeds[expected[k]] / sum);
    ASSERT_EQ(frame.prefix[k + 1], running / sum);
  }
  EXPECT_EQ(frame.prefix.front(), 0);
  EXPECT_EQ(frame.prefix.back(), 1);
}

// Around the number from which on they are counted, and beyond.
TEST(Frame, IsSortedForAnySpeeds) {
  for (const std::size_t p : {4095U, 4096U, 4097U, 20'000U}) {
    RandomStream stream(3, "frame_test");
    boost::random::uniform_real_distribution<double> unit(0, 1);
    std::vector<double> linear;
    std::vector<double> few;
    std::vector<double> spread;
    for (std::size_t i = 0; i < p; ++i) {
      const double u = unit(stream);
      linear.push_back(1 + 3 * u);
      few.push_back(1 + std::floor(4 * u));
      spread.push_back(std::pow(10.0, 600 * u - 300));
    }
    SCOPED_TRACE(p);
    expect_sorted(std::vector<double>(p, 0.1));
    expect_sorted(linear);
    expect_sorted(few);
    expect_sorted(spread);
    // All but one are in few of the intervals.
    linear[p / 2] = 1e300;
    expect_sorted(linear);
    linear[p / 3] = 1e-310;
    expect_sorted(linear);
  }
}

TEST(Frame, GivesFurtherBoxesInOrderOfTheirProcessors) {
  const Frame frame = make_frame({{6, 4}, {{1, 2, 3}, {}}, 0});
  ASSERT_TRUE(frame.rows_along_x);
  const Decomposition decomposition =
      to_decomposition(frame, {{0, 0, 1, 4}, {1, 0, 2, 3}, {3, 0, 3, 4}}, {{1, {1, 3, 1, 1}}, {2, {2, 3, 1, 1}}});
  ASSERT_EQ(decomposition.further.size(), 2U);
  EXPECT_EQ(decomposition.further[0].processor, 0U);
  EXPECT_EQ(decomposition.further[1].processor, 1U);
  EXPECT_EQ(decomposition.further[0].rect.row, 2);
  EXPECT_EQ(decomposition.further[0].rect.column, 3);
  EXPECT_EQ(decomposition.parts[2].rows, 1);
  EXPECT_EQ(decomposition.parts[2].columns, 4);
}

}  // namespace
}  // namespace apportion
