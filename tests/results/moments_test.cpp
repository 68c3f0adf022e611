// Moments against two-pass sums.
#include "results/moments.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/results/sample_store.hpp"

namespace apportion::results {
namespace {

std::vector<double> numbers_from(const std::vector<int>& integers) {
  std::vector<double> numbers;
  for (const int each : integers) numbers.push_back(static_cast<double>(each % 1'000'000) / 7);
  return numbers;
}

// With the textbook's two passes over the values.
void expect_moments_of(const std::vector<double>& values, const Moments& moments) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double m2 = 0;
  for (const double value : values) m2 += (value - mean) * (value - mean);
  double scale = 1;
  for (const double value : values) scale = std::max(scale, std::abs(value));
  ASSERT_EQ(moments.count, static_cast<std::int64_t>(values.size()));
  ASSERT_NEAR(moments.mean, mean, 1e-12 * scale * count);
  ASSERT_NEAR(moments.m2, m2, 1e-12 * scale * scale * count);
  ASSERT_EQ(moments.min, *std::ranges::min_element(values));
  ASSERT_EQ(moments.max, *std::ranges::max_element(values));
}

TEST(Moments, OfAWorkedExample) {
  EXPECT_EQ(moments_from({2, 4, 9}), (Moments{3, 5, 26, 2, 9}));
  EXPECT_EQ(moments_from({-3}), (Moments{1, -3, 0, -3, -3}));
}

TEST(Moments, StayExactFarFromZero) {
  const Moments moments = moments_from({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
  EXPECT_EQ(moments.mean, 1e9 + 10);
  EXPECT_EQ(moments.m2, 90);  // a sum of squares would have lost it
}

TEST(Moments, AnEmptyOneChangesNothing) {
  const Moments some = moments_from({2, 4, 9});
  Moments left = some;
  left.merge({});
  EXPECT_EQ(left, some);
  Moments right;
  right.merge(some);
  EXPECT_EQ(right, some);
}

RC_GTEST_PROP(Moments, AreThoseOfTwoPasses, ()) {
  const auto values = numbers_from(*rc::gen::nonEmpty<std::vector<int>>());
  expect_moments_of(values, moments_from(values));
}

RC_GTEST_PROP(Moments, OfMergedChunksAreThoseOfTheWhole, ()) {
  const auto chunks = *rc::gen::nonEmpty<std::vector<std::vector<int>>>();
  std::vector<double> all;
  Moments merged;
  for (const std::vector<int>& chunk : chunks) {
    const std::vector<double> values = numbers_from(chunk);
    all.insert(all.end(), values.begin(), values.end());
    merged.merge(moments_from(values));
  }
  RC_PRE(!all.empty());
  expect_moments_of(all, merged);
}

}  // namespace
}  // namespace apportion::results
