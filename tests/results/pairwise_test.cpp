// Comparisons of paired samples: worked examples, properties, and how often the interval holds the truth.
#include "results/comparing/rival_ratios.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <memory>

#include "sim/random_stream.hpp"

namespace apportion::results {
namespace {

using Numbers = std::vector<double>;

std::vector<SampleNumber> samples_of(const Numbers& numbers) {
  std::vector<SampleNumber> samples;
  for (const double number : numbers) samples.push_back({static_cast<std::int64_t>(samples.size()), number});
  return samples;
}

// Two algorithms at one point for each entry, all of one stratum unless `separate`.
PairwiseQuestion question_of(const std::vector<std::pair<Numbers, Numbers>>& points, bool separate = false) {
  PairwiseQuestion question;
  for (const auto& [mine, rival] : points)
    question.points.push_back({separate ? question.points.size() : 0, {samples_of(mine), samples_of(rival)}});
  question.pairs = {{0, 1}};
  question.stream = [](std::size_t stratum) -> BitSource {
    return [stream = std::make_shared<RandomStream>(7, fmt::format("test {}", stratum))] { return (*stream)(); };
  };
  return question;
}

// Positive numbers of a mean; those of one name and count are always the same.
Numbers drawn(const std::string& name, std::size_t count, double mean) {
  RandomStream stream(3, name);
  boost::random::exponential_distribution<double> exponential(1 / mean);
  Numbers numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(exponential(stream));
  return numbers;
}

// The third sample is missing at the second point: a total of one point is none beside totals of two.
TEST(Pairwise, OverAllPointsOnlyWholeSamplesAreJudged) {
  const PairwiseAnswer answer = compare_pairwise(question_of({{{1, 2, 9}, {2, 3, 4}}, {{1, 2}, {2, 3}}}));
  ASSERT_EQ(answer.rows.size(), 3U);
  EXPECT_EQ(answer.rows.front().losses, 1);
  EXPECT_EQ(answer.rows.back().samples, 2);
  EXPECT_EQ(answer.rows.back().wins, 2);
  EXPECT_EQ(answer.rows.back().losses, 0);
}

TEST(Pairwise, CountsAndTestsWhatItPairs) {
  const PairwiseQuestion question = question_of({{{1, 2, 3, 4, 5, 6}, {2, 2, 1, 8, 6, 11}}});
  const PairwiseAnswer answer = compare_pairwise(question);
  ASSERT_EQ(answer.rows.size(), 1U);
  const PairwiseRow& row = answer.rows.front();
  EXPECT_EQ(row.samples, 6);
  EXPECT_DOUBLE_EQ(row.mean, 3.5);
  EXPECT_DOUBLE_EQ(row.rival_mean, 5);
  EXPECT_DOUBLE_EQ(row.ratio.value(), 0.7);
  EXPECT_EQ(row.wins, 4);
  EXPECT_EQ(row.ties, 1);
  EXPECT_EQ(row.losses, 1);
  EXPECT_DOUBLE_EQ(row.p_value.value(), 2 * (1 + 5) / 32.0);
  EXPECT_DOUBLE_EQ(row.holm.value(), row.p_value.value());
  // Differences -1, 0, 2, -4, -1, -5: mean -1.5, squares 47.
  EXPECT_DOUBLE_EQ(row.effect.value(), -1.5 / std::sqrt((47 - 6 * 2.25) / 5));
  EXPECT_EQ(row.interval, std::nullopt);  // of too few samples
}

TEST(Pairwise, WhereMoreIsBetterTheGreaterWins) {
  PairwiseQuestion question = question_of({{{1, 2, 3}, {0, 2, 5}}});
  question.more_is_better = true;
  const PairwiseRow row = compare_pairwise(question).rows.front();
  EXPECT_EQ(row.wins, 1);
  EXPECT_EQ(row.ties, 1);
  EXPECT_EQ(row.losses, 1);
}

TEST(Pairwise, ATieIsWhatTheProjectTakesForEqual) {
  const PairwiseRow row = compare_pairwise(question_of({{{1, 1}, {1 + 1e-12, 1 + 1e-6}}})).rows.front();
  EXPECT_EQ(row.ties, 1);
  EXPECT_EQ(row.wins, 1);
}

TEST(Pairwise, HasNoRatioWithoutPositiveMeans) {
  EXPECT_EQ(compare_pairwise(question_of({{{1, 2}, {0, 0}}})).rows.front().ratio, std::nullopt);
  EXPECT_EQ(compare_pairwise(question_of({{{-1, 0}, {1, 1}}})).rows.front().ratio, std::nullopt);
  EXPECT_EQ(compare_pairwise(question_of({{{0, 0}, {1, 1}}})).rows.front().ratio, 0.0);
  // Most resamples lack the one number that is not 0 here.
  Numbers rival(20, 0);
  rival.front() = 1;
  const PairwiseRow row = compare_pairwise(question_of({{Numbers(20, 1), rival}})).rows.front();
  EXPECT_TRUE(row.ratio);
  EXPECT_EQ(row.interval, std::nullopt);
}

TEST(Pairwise, SamplesOfOneOnlyAreLeftOutAndCounted) {
  PairwiseQuestion question = question_of({{{1, 2, 3}, {1, 2, 3}}, {{1, 2}, {}}});
  question.points[0].samples[1].erase(question.points[0].samples[1].begin() + 1);
  const PairwiseAnswer answer = compare_pairwise(question);
  ASSERT_EQ(answer.rows.size(), 1U);  // one point has both
  EXPECT_EQ(answer.rows.front().samples, 2);
  EXPECT_EQ(answer.rows.front().unpaired, 1);
  EXPECT_DOUBLE_EQ(answer.rows.front().mean, 2);
  EXPECT_EQ(answer.rows.front().ties, 2);
}

TEST(Pairwise, OverAllPointsEveryPointCountsTheSame) {
  const PairwiseAnswer answer = compare_pairwise(question_of({{{1, 1}, {2, 2}}, {{6, 6, 6}, {4, 4, 4}}}, true));
  ASSERT_EQ(answer.rows.size(), 3U);
  const PairwiseRow& all = answer.rows.back();
  EXPECT_EQ(all.point, std::nullopt);
  EXPECT_EQ(all.points, 2U);
  EXPECT_DOUBLE_EQ(all.mean, 3.5);
  EXPECT_DOUBLE_EQ(all.ratio.value(), 3.5 / 3);
  EXPECT_EQ(all.samples, 5);
  EXPECT_EQ(all.wins, 2);
  EXPECT_EQ(all.losses, 3);
}

// Two values of an applied axis with the same numbers say no more than one of them.
TEST(Pairwise, SamplesOfOneStratumAreDrawnTogether) {
  const Numbers mine = drawn("mine", 40, 1);
  const Numbers rival = drawn("rival", 40, 1);
  const PairwiseAnswer together = compare_pairwise(question_of({{mine, rival}, {mine, rival}}));
  ASSERT_EQ(together.rows.size(), 3U);
  EXPECT_EQ(together.rows[0].interval, together.rows[1].interval);
  EXPECT_NEAR(together.rows[2].interval->low, together.rows[0].interval->low, 1e-9);
  EXPECT_NEAR(together.rows[2].interval->high, together.rows[0].interval->high, 1e-9);
  EXPECT_EQ(together.rows[2].samples, 40);
  const PairwiseAnswer apart = compare_pairwise(question_of({{mine, rival}, {mine, rival}}, true));
  const auto width = [](const PairwiseRow& row) { return row.interval->high - row.interval->low; };
  EXPECT_LT(width(apart.rows[2]), 0.85 * width(apart.rows[0]));
  EXPECT_EQ(apart.rows[2].samples, 80);
}

TEST(Pairwise, AnIntervalDependsOnItsPairAlone) {
  const Numbers mine = drawn("mine", 30, 1);
  const Numbers rival = drawn("rival", 30, 2);
  PairwiseQuestion question = question_of({{mine, rival}});
  const PairwiseRow alone = compare_pairwise(question).rows.front();
  question.points.front().samples.push_back(samples_of(drawn("third", 30, 3)));
  question.pairs = {{2, 0}, {0, 1}, {1, 0}};
  const PairwiseAnswer answer = compare_pairwise(question);
  EXPECT_EQ(answer.rows[1].interval, alone.interval);
  EXPECT_GT(answer.rows[1].holm.value(), 0);
  // The other way round everything is reversed.
  EXPECT_NEAR(answer.rows[2].interval->low, 1 / alone.interval->high, 2e-3);
  EXPECT_NEAR(answer.rows[2].interval->high, 1 / alone.interval->low, 2e-3);
  EXPECT_EQ(answer.rows[2].wins, alone.losses);
  EXPECT_DOUBLE_EQ(answer.rows[2].effect.value(), -alone.effect.value());
}

TEST(Pairwise, TheUnitOfTheMetricDoesNotMatter) {
  const Numbers mine = drawn("mine", 30, 1);
  const Numbers rival = drawn("rival", 30, 2);
  Numbers mine_scaled = mine;
  Numbers rival_scaled = rival;
  for (double& number : mine_scaled) number *= 1024;
  for (double& number : rival_scaled) number *= 1024;
  const PairwiseRow one = compare_pairwise(question_of({{mine, rival}})).rows.front();
  const PairwiseRow other = compare_pairwise(question_of({{mine_scaled, rival_scaled}})).rows.front();
  EXPECT_EQ(one.ratio, other.ratio);
  EXPECT_EQ(one.interval, other.interval);
  EXPECT_EQ(one.p_value, other.p_value);
}

// Many samples are drawn in groups; the interval is that of the theory of large samples all the same.
TEST(Pairwise, ManySamplesHaveTheIntervalOfTheLimit) {
  const std::size_t count = 20'000;
  const Numbers mine = drawn("mine", count, 3);
  const Numbers rival = drawn("rival", count, 2);
  const PairwiseRow row = compare_pairwise(question_of({{mine, rival}})).rows.front();
  // Independent exponential numbers: the ratio's logarithm has the variance 2 / count.
  const double reach = 1.96 * std::sqrt(2.0 / static_cast<double>(count));
  EXPECT_NEAR(std::log(row.interval->low / *row.ratio), -reach, 0.1 * reach);
  EXPECT_NEAR(std::log(row.interval->high / *row.ratio), reach, 0.1 * reach);
}

// The share of intervals that hold the true ratio, 2: of positively correlated skew numbers, as costs are.
double coverage(std::size_t count, int trials) {
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomStream stream(11, fmt::format("coverage {} {}", count, trial));
    boost::random::exponential_distribution<double> exponential(1);
    Numbers mine;
    Numbers rival;
    for (std::size_t i = 0; i < count; ++i) {
      const double common = exponential(stream);
      mine.push_back(2 * (common + exponential(stream)));
      rival.push_back(common + exponential(stream));
    }
    const Interval interval = compare_pairwise(question_of({{mine, rival}})).rows.front().interval.value();
    held += interval.low <= 2 && 2 <= interval.high ? 1 : 0;
  }
  return static_cast<double>(held) / trials;
}

// With 400 trials the share of an exact interval is off by 0.011 (one standard deviation).
TEST(Pairwise, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  EXPECT_NEAR(coverage(50, 400), 0.95, 0.03);
  EXPECT_NEAR(coverage(10, 400), 0.95, 0.03);  // plain percentiles: 0.88
}

// How often they differ is not known from four samples, and resamples know no more than these.
TEST(Pairwise, HasNoIntervalWhereFewSamplesDiffer) {
  Numbers mine(30, 2);
  const Numbers rival = mine;
  for (std::size_t i = 0; i < 4; ++i) mine[i] = 3;
  EXPECT_EQ(compare_pairwise(question_of({{mine, rival}})).rows.front().interval, std::nullopt);
  mine[4] = 1;
  EXPECT_NE(compare_pairwise(question_of({{mine, rival}})).rows.front().interval, std::nullopt);
}

// total = boundary + latency x edges: the difference is linear, and the crossing is where the means meet.
TEST(Pairwise, FindsWhereOneOvertakesTheOther) {
  const Numbers boundary = drawn("boundary", 60, 10);
  PairwiseQuestion question = question_of({});
  const std::vector<double> latencies{0, 20, 60, 100};
  double mean_edges = 0;
  for (const double latency : latencies) {
    Numbers mine;
    Numbers rival;
    const Numbers edges = drawn("edges", 60, 2);
    mean_edges = 0;
    for (std::size_t i = 0; i < boundary.size(); ++i) {
      mine.push_back(boundary[i] + 80 + latency * 2);
      rival.push_back(boundary[i] + latency * (2 + edges[i]));
      mean_edges += edges[i] / 60;
    }
    question.points.push_back({0, {samples_of(mine), samples_of(rival)}});
  }
  question.lines = {{{0, 1, 2, 3}, latencies}};
  const PairwiseAnswer answer = compare_pairwise(question);
  ASSERT_EQ(answer.crossings.front().front().crossings.size(), 1U);
  const Crossing& crossing = answer.crossings.front().front().crossings.front();
  EXPECT_TRUE(crossing.algorithm_overtakes);
  EXPECT_NEAR(crossing.at, 80 / mean_edges, 1e-9);
  ASSERT_TRUE(crossing.has_interval);
  EXPECT_LT(crossing.low.value(), crossing.at);
  EXPECT_GT(crossing.high.value(), crossing.at);
  EXPECT_GT(crossing.low.value(), 20);
}

}  // namespace
}  // namespace apportion::results
