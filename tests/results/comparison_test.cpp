// Comparing series: pairing, verdicts, sign test and effect size, compared with numbers computed by hand.
#include "results/comparing/paired_samples.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "results/statistics.hpp"

namespace apportion::results {
namespace {

SeriesKey key(const std::string& metric = "total") {
  return {.point = "a=1", .algorithm = "XY2", .rival = {}, .metric = metric};
}

Series by_sample(const std::vector<double>& values, int revision = 1, const std::string& better = "less") {
  Series series{.revision = revision, .better = better};
  for (const double value : values) series.samples.push_back({static_cast<std::int64_t>(series.samples.size()), value});
  series.chunks = {{0, 0, static_cast<std::int64_t>(values.size())}};
  return series;
}

Difference compared(const Series& older, const Series& newer, double tolerance = usual_tolerance) {
  return changes_of({{key(), older}}, {{key(), newer}}, tolerance).at(0);
}

TEST(SignTest, AgainstBinomialSumsByHand) {
  EXPECT_EQ(sign_test(0, 0), std::nullopt);
  EXPECT_DOUBLE_EQ(sign_test(1, 0).value(), 1);             // 2 / 2
  EXPECT_DOUBLE_EQ(sign_test(5, 0).value(), 2.0 / 32);      // 2 * C(5,0) / 2^5
  EXPECT_DOUBLE_EQ(sign_test(1, 7).value(), 18.0 / 256);    // 2 * (1 + 8) / 2^8
  EXPECT_DOUBLE_EQ(sign_test(8, 2).value(), 112.0 / 1024);  // 2 * (1 + 10 + 45) / 2^10
  EXPECT_DOUBLE_EQ(sign_test(3, 3).value(), 1);             // more than 1, capped
}

TEST(Differ, ByARelativeTolerance) {
  EXPECT_FALSE(differ(1, 1 + 1e-10));
  EXPECT_TRUE(differ(1, 1 + 1e-8));
  EXPECT_FALSE(differ(1e20, 1e20 * (1 + 1e-10)));
  EXPECT_TRUE(differ(0, 1e-11));
  EXPECT_FALSE(differ(0, 1e-13));
  EXPECT_TRUE(differ(-1, 1));
  EXPECT_TRUE(differ(1, INFINITY));
  EXPECT_FALSE(differ(INFINITY, INFINITY));
}

TEST(Compare, EqualSeriesAreNoDifference) {
  const SeriesSet set{{key(), by_sample({1, 2, 3})}};
  EXPECT_TRUE(changes_of(set, set).empty());
  EXPECT_TRUE(changes_of(set, {{key(), by_sample({1, 2 + 1e-12, 3})}}).empty());
}

// Differences 0, 1, -1, 2, 3 of old means 3 and new means 4.
TEST(Compare, PairsSamples) {
  const Difference difference = compared(by_sample({1, 2, 3, 4, 5}), by_sample({1, 3, 2, 6, 8}));
  EXPECT_EQ(difference.change, Change::worse);
  EXPECT_FALSE(difference.by_chunk);
  EXPECT_EQ(difference.pairs, 5);
  EXPECT_EQ(difference.differing(), 4);
  EXPECT_DOUBLE_EQ(difference.older.mean, 3);
  EXPECT_DOUBLE_EQ(difference.newer.mean, 4);
  EXPECT_EQ(difference.rises, 3);
  const Difference change =
      changes_of({{key(), by_sample({1, 2, 3, 4, 5})}}, {{key(), by_sample({1, 3, 2, 6, 8})}}).at(0);
  EXPECT_DOUBLE_EQ(change.relative().value(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(change.p_value.value(), 10.0 / 16);  // three rises, one fall: 2 * (1 + 4) / 2^4
  EXPECT_DOUBLE_EQ(effect_size(change.differences).value(),
                   1 / std::sqrt(10.0 / 4));  // squares 1 + 0 + 4 + 1 + 4 about the mean
  EXPECT_EQ(difference.worst->index, 4);
}

// The same numbers as means of chunks; the last chunk grew, so that it has no partner.
TEST(Compare, PairsChunksWhereASideLacksSamples) {
  Series older{.revision = 1, .better = "more"};
  Series newer = older;
  older.chunks = {{0, 1, 20}, {1, 2, 20}, {2, 3, 20}, {3, 4, 20}, {4, 5, 20}, {5, 9, 7}};
  newer.chunks = {{0, 1, 20}, {1, 3, 20}, {2, 2, 20}, {3, 6, 20}, {4, 8, 20}, {5, 1, 20}, {6, 1, 20}};
  older.samples = {{0, 1}, {1, 1}};
  const Difference difference = compared(older, newer);
  EXPECT_TRUE(difference.by_chunk);
  EXPECT_EQ(difference.change, Change::better);
  EXPECT_EQ(difference.pairs, 5);
  EXPECT_EQ(difference.only_old, 7);
  EXPECT_EQ(difference.only_new, 40);
}

TEST(Compare, OneMissingSampleLeavesTheChunks) {
  Series newer = by_sample({1, 2, 3});
  newer.samples.pop_back();
  EXPECT_TRUE(newer.lacks_samples());
  EXPECT_TRUE(compared(by_sample({1, 2, 3}, 2), newer).by_chunk);
}

TEST(Compare, JudgesByTheMetricsDirection) {
  const auto change = [](const std::string& better, double newer) {
    return compared(by_sample({1, 2}, 1, better), by_sample({1, newer}, 1, better)).change;
  };
  EXPECT_EQ(change("less", 3), Change::worse);
  EXPECT_EQ(change("less", 1), Change::better);
  EXPECT_EQ(change("more", 3), Change::better);
  EXPECT_EQ(change("more", 1), Change::worse);
  EXPECT_EQ(change("", 3), Change::changed);
  // Different samples with an unchanged mean.
  EXPECT_EQ(compared(by_sample({1, 2}), by_sample({2, 1})).change, Change::changed);
}

TEST(Compare, WhatOnlyOneSideHas) {
  const SeriesSet one{{key("acost"), by_sample({1, 2})}, {key("total"), by_sample({1, 2})}};
  const SeriesSet other{{key("total"), by_sample({1, 2, 3}, 2)}, {key("edges"), by_sample({7})}};
  const std::vector<Difference> changes = changes_of(one, other);
  ASSERT_EQ(changes.size(), 2U) << "of all metrics together";
  EXPECT_EQ(changes[0].change, Change::lost);
  EXPECT_EQ(changes[0].key.metric, "");
  EXPECT_EQ(changes[0].only_old, 2);
  EXPECT_EQ(changes[1].change, Change::added);
  EXPECT_EQ(changes[1].only_new, 2) << "edges, and a sample more of the total";
  EXPECT_EQ(changes[1].points, 1);
}

// One line for a metric, with the means over all points and the point that got worse most.
TEST(Compare, OverAllPoints) {
  const auto set = [](double first, double second) {
    SeriesSet all{{key(), by_sample({first, first})}};
    SeriesKey other = key();
    other.point = "a=2";
    all[other] = by_sample({second, second});
    return all;
  };
  const std::vector<Difference> changes = changes_of(set(1, 10), set(1.5, 8));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].change, Change::worse) << "at one point";
  EXPECT_EQ(changes[0].points, 2);
  EXPECT_EQ(changes[0].differing_points, 2);
  EXPECT_DOUBLE_EQ(changes[0].older.mean, 5.5);
  EXPECT_DOUBLE_EQ(changes[0].newer.mean, 4.75);
  EXPECT_EQ(changes[0].key.point, "a=1");
  EXPECT_EQ(changes_of(set(1, 10), set(1.5, 10)).at(0).differing_points, 1);
}

TEST(Compare, WithinTheToleranceNothingDiffers) {
  const SeriesSet older{{key(), by_sample({100, 100, 100, 100})}};
  EXPECT_TRUE(changes_of(older, {{key(), by_sample({100.9, 100, 99.1, 100}, 2)}}, 0.01).empty());
  EXPECT_EQ(changes_of(older, {{key(), by_sample({102, 100, 100, 100})}}, 0.01).at(0).change, Change::worse)
      << "a sample";
}

TEST(Compare, TheSameNumbersAtAnotherRevisionAreTold) {
  const Difference difference = compared(by_sample({1, 2}, 1), by_sample({1, 2}, 2));
  EXPECT_EQ(difference.change, Change::changed);
  EXPECT_EQ(difference.differing(), 0);
}

TEST(Compare, WorstFirst) {
  SeriesSet older;
  SeriesSet newer;
  const auto add = [&](const std::string& metric, double a, double b) {
    older[key(metric)] = by_sample({a});
    newer[key(metric)] = by_sample({b});
  };
  add("a little worse", 1000, 1001);
  add("better", 1000, 500);
  add("much worse", 10, 20);
  add("worse than nothing", 0, 1);
  std::vector<std::string> order;
  for (const Difference& change : changes_of(older, newer)) order.push_back(change.key.metric);
  EXPECT_THAT(order, ::testing::ElementsAre("worse than nothing", "much worse", "a little worse", "better"));
}

}  // namespace
}  // namespace apportion::results
