// Comparisons of paired samples: worked examples, properties, coverage of the interval, and
// claims.
#include "results/comparing/paired_samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>

#include "sim/random_stream.hpp"

namespace apportion::results {
namespace {

using Numbers = std::vector<double>;

Series samples_of(const Numbers& numbers) {
  Series series;
  for (const double number : numbers) series.samples.push_back({std::ssize(series.samples), number});
  return series;
}

// Two algorithms at one point for each entry, all in one stratum unless `separate`.
PairwiseQuestion question_of(const std::vector<std::pair<Numbers, Numbers>>& points, bool separate = false) {
  PairwiseQuestion question;
  for (const auto& [mine, rival] : points)
    question.points.push_back(
        {separate ? question.points.size() : 0, {{"mine", samples_of(mine)}, {"rival", samples_of(rival)}}});
  question.pairs = {{"mine", "rival"}};
  return question;
}

// Positive numbers with this mean; the same for the same name and count.
Numbers drawn(const std::string& name, std::size_t count, double mean) {
  RandomStream stream(3, name);
  boost::random::exponential_distribution<double> exponential(1 / mean);
  Numbers numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(exponential(stream));
  return numbers;
}

// The third sample is missing at the second point: its total of one point cannot be compared with totals of two.
TEST(Pairwise, OverAllPointsOnlyWholeSamplesAreJudged) {
  const std::vector<PairwiseRow> rows = compare_pairwise(question_of({{{1, 2, 9}, {2, 3, 4}}, {{1, 2}, {2, 3}}}));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows.front().losses, 1);
  EXPECT_EQ(rows.back().samples, 2);
  EXPECT_EQ(rows.back().wins, 2);
  EXPECT_EQ(rows.back().losses, 0);
}

TEST(Pairwise, CountsAndTestsWhatItPairs) {
  const PairwiseQuestion question = question_of({{{1, 2, 3, 4, 5, 6}, {2, 2, 1, 8, 6, 11}}});
  const std::vector<PairwiseRow> rows = compare_pairwise(question);
  ASSERT_EQ(rows.size(), 1U);
  const PairwiseRow& row = rows.front();
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
  const PairwiseRow row = compare_pairwise(question).front();
  EXPECT_EQ(row.wins, 1);
  EXPECT_EQ(row.ties, 1);
  EXPECT_EQ(row.losses, 1);
}

TEST(Pairwise, ATieIsWhatTheProjectTakesForEqual) {
  const PairwiseRow row = compare_pairwise(question_of({{{1, 1}, {1 + 1e-12, 1 + 1e-6}}})).front();
  EXPECT_EQ(row.ties, 1);
  EXPECT_EQ(row.wins, 1);
}

TEST(Pairwise, HasNoRatioWithoutPositiveMeans) {
  EXPECT_EQ(compare_pairwise(question_of({{{1, 2}, {0, 0}}})).front().ratio, std::nullopt);
  EXPECT_EQ(compare_pairwise(question_of({{{-1, 0}, {1, 1}}})).front().ratio, std::nullopt);
  EXPECT_EQ(compare_pairwise(question_of({{{0, 0}, {1, 1}}})).front().ratio, 0.0);
  // The rival's mean cannot be distinguished from 0.
  Numbers rival(20, 0);
  rival.front() = 1;
  const PairwiseRow row = compare_pairwise(question_of({{Numbers(20, 1), rival}})).front();
  EXPECT_TRUE(row.ratio);
  EXPECT_EQ(row.interval, std::nullopt);
}

TEST(Pairwise, SamplesOfOneOnlyAreLeftOutAndCounted) {
  PairwiseQuestion question = question_of({{{1, 2, 3}, {1, 2, 3}}, {{1, 2}, {}}});
  std::vector<SeriesNumber>& of_rival = question.points[0].series["rival"].samples;
  of_rival.erase(of_rival.begin() + 1);
  question.points[1].samples = 3;  // one failed
  const std::vector<PairwiseRow> rows = compare_pairwise(question);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].samples, 2);
  EXPECT_EQ(rows[0].tried, 3);
  EXPECT_DOUBLE_EQ(rows[0].mean, 2);
  EXPECT_EQ(rows[0].ties, 2);
  EXPECT_EQ(rows[1].points, 0U);
  EXPECT_EQ(rows[1].samples, 0);
  EXPECT_EQ(rows[1].tried, 3);
  EXPECT_EQ(rows[2].incomplete_points, 1U);
  EXPECT_DOUBLE_EQ(rows[2].mean, 2);
}

// Two algorithms with the same answers, one of which refuses expensive samples.
TEST(Pairwise, ARefusalOfDearSamplesIsNoImprovement) {
  Numbers rival = drawn("rival", 60, 10);
  PairwiseQuestion question = question_of({{rival, rival}});
  std::erase_if(question.points[0].series["mine"].samples, [](const SeriesNumber& number) { return number.value > 8; });
  const PairwiseRow row = compare_pairwise(question).front();
  EXPECT_LT(row.samples, 60);
  EXPECT_EQ(row.tried, 60);
  EXPECT_EQ(row.ratio, 1.0);
}

// Means of chunks are weighted by their samples, and paired by chunk.
TEST(Pairwise, ChunksCountBySamples) {
  PairwiseQuestion question;
  question.points.push_back({.series = {{"mine", {.chunks = {{0, 1, 20}, {1, 4, 10}, {2, 7, 5}}}},
                                        {"rival", {.chunks = {{0, 2, 20}, {1, 2, 10}}}}}});
  question.pairs = {{"mine", "rival"}};
  const PairwiseRow row = compare_pairwise(question).front();
  EXPECT_EQ(row.samples, 30);
  EXPECT_EQ(row.tried, 35);
  EXPECT_DOUBLE_EQ(row.mean, 2);
  EXPECT_DOUBLE_EQ(row.ratio.value(), 1);
  EXPECT_EQ(row.interval, std::nullopt);
}

TEST(Pairwise, OverAllPointsEveryPointCountsTheSame) {
  const std::vector<PairwiseRow> rows = compare_pairwise(question_of({{{1, 1}, {2, 2}}, {{6, 6, 6}, {4, 4, 4}}}, true));
  ASSERT_EQ(rows.size(), 3U);
  const PairwiseRow& all = rows.back();
  EXPECT_EQ(all.point, std::nullopt);
  EXPECT_EQ(all.points, 2U);
  EXPECT_DOUBLE_EQ(all.mean, 3.5);
  EXPECT_DOUBLE_EQ(all.ratio.value(), 3.5 / 3);
  EXPECT_EQ(all.samples, 5);
  EXPECT_EQ(all.wins, 2);
  EXPECT_EQ(all.losses, 3);
}

// Two values of an applied axis with the same numbers give no more evidence than one of them.
TEST(Pairwise, SamplesOfOneStratumSayNoMoreTogether) {
  const Numbers mine = drawn("mine", 40, 1);
  const Numbers rival = drawn("rival", 40, 1);
  const std::vector<PairwiseRow> together = compare_pairwise(question_of({{mine, rival}, {mine, rival}}));
  ASSERT_EQ(together.size(), 3U);
  EXPECT_EQ(together[0].interval, together[1].interval);
  EXPECT_NEAR(together[2].interval->low, together[0].interval->low, 1e-9);
  EXPECT_NEAR(together[2].interval->high, together[0].interval->high, 1e-9);
  EXPECT_EQ(together[2].samples, 40);
  const std::vector<PairwiseRow> apart = compare_pairwise(question_of({{mine, rival}, {mine, rival}}, true));
  const auto width = [](const PairwiseRow& row) { return row.interval->high - row.interval->low; };
  EXPECT_LT(width(apart[2]), 0.85 * width(apart[0]));
  EXPECT_EQ(apart[2].samples, 80);
}

// Means 2 and 4, variances of the means 0.01 and 0.04, covariance 0.01; with so much freedom t is the normal 1.959964.
TEST(RatioInterval, SolvesFiellersEquation) {
  const Spread spread{.own = .01, .rival = .04, .common = .01, .freedom = 1e9};
  const Interval interval = ratio_interval(2, 4, spread, 0.95).value();
  for (const double r : {interval.low, interval.high})
    EXPECT_NEAR(std::abs(2 - 4 * r) / std::sqrt(.01 - 2 * r * .01 + r * r * .04), 1.959964, 1e-5) << r;
  EXPECT_LT(interval.low, .5);
  EXPECT_GT(interval.high, .5);
  EXPECT_EQ(ratio_interval(2, .3, spread, 0.95), std::nullopt) << "the rival's mean is 1.5 deviations from 0";
  EXPECT_EQ(ratio_interval(2, 4, {}, 0.95), std::nullopt);
}

TEST(Pairwise, AnIntervalDependsOnItsPairAlone) {
  const Numbers mine = drawn("mine", 30, 1);
  const Numbers rival = drawn("rival", 30, 2);
  PairwiseQuestion question = question_of({{mine, rival}});
  const PairwiseRow alone = compare_pairwise(question).front();
  question.points.front().series["third"] = samples_of(drawn("third", 30, 3));
  question.pairs = {{"third", "mine"}, {"mine", "rival"}, {"rival", "mine"}};
  const std::vector<PairwiseRow> rows = compare_pairwise(question);
  EXPECT_EQ(rows[1].interval, alone.interval);
  EXPECT_GT(rows[1].holm.value(), 0);
  // In the opposite direction everything is reversed.
  EXPECT_NEAR(rows[2].interval->low, 1 / alone.interval->high, 1e-12);
  EXPECT_NEAR(rows[2].interval->high, 1 / alone.interval->low, 1e-12);
  EXPECT_EQ(rows[2].wins, alone.losses);
  EXPECT_DOUBLE_EQ(rows[2].effect.value(), -alone.effect.value());
}

TEST(Pairwise, TheUnitOfTheMetricDoesNotMatter) {
  const Numbers mine = drawn("mine", 30, 1);
  const Numbers rival = drawn("rival", 30, 2);
  Numbers mine_scaled = mine;
  Numbers rival_scaled = rival;
  for (double& number : mine_scaled) number *= 1024;
  for (double& number : rival_scaled) number *= 1024;
  const PairwiseRow one = compare_pairwise(question_of({{mine, rival}})).front();
  const PairwiseRow other = compare_pairwise(question_of({{mine_scaled, rival_scaled}})).front();
  EXPECT_EQ(one.ratio, other.ratio);
  EXPECT_EQ(one.interval, other.interval);
  EXPECT_EQ(one.p_value, other.p_value);
}

TEST(Pairwise, ManySamplesHaveTheIntervalOfTheLimit) {
  const std::size_t count = 20'000;
  const Numbers mine = drawn("mine", count, 3);
  const Numbers rival = drawn("rival", count, 2);
  const PairwiseRow row = compare_pairwise(question_of({{mine, rival}})).front();
  // Independent exponential numbers: the ratio's logarithm has the variance 2 / count.
  const double reach = 1.96 * std::sqrt(2.0 / static_cast<double>(count));
  EXPECT_NEAR(std::log(row.interval->low / *row.ratio), -reach, 0.1 * reach);
  EXPECT_NEAR(std::log(row.interval->high / *row.ratio), reach, 0.1 * reach);
}

// The share of intervals that contain the true ratio, 2: for positively correlated skew numbers, as costs are.
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
    const Interval interval = compare_pairwise(question_of({{mine, rival}})).front().interval.value();
    held += interval.low <= 2 && 2 <= interval.high ? 1 : 0;
  }
  return static_cast<double>(held) / trials;
}

// With 400 trials the share of an exact interval is off by 0.011 (one standard deviation).
TEST(Pairwise, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  EXPECT_NEAR(coverage(50, 400), 0.95, 0.03);
  EXPECT_NEAR(coverage(10, 400), 0.95, 0.03);  // plain percentiles: 0.88
}

// Four samples do not tell how often they differ.
TEST(Pairwise, HasNoIntervalWhereFewSamplesDiffer) {
  Numbers mine(30, 2);
  const Numbers rival = mine;
  for (std::size_t i = 0; i < 4; ++i) mine[i] = 3;
  EXPECT_EQ(compare_pairwise(question_of({{mine, rival}})).front().interval, std::nullopt);
  mine[4] = 1;
  EXPECT_NE(compare_pairwise(question_of({{mine, rival}})).front().interval, std::nullopt);
}

// A sweep over six points with `count` samples each; `shift` is in standard deviations of the difference's mean.
PairwiseQuestion simulated(const std::string& name, std::size_t count, const std::vector<double>& shifts) {
  RandomStream stream(17, name);
  boost::random::normal_distribution<double> normal;
  boost::random::exponential_distribution<double> exponential(1);
  std::vector<std::pair<Numbers, Numbers>> points;
  for (const double shift : shifts) {
    auto& [mine, rival] = points.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      const double common = 100 + 10 * exponential(stream);
      const double own = normal(stream);
      const double other = normal(stream);
      mine.push_back(common + own + shift * std::sqrt(2 / static_cast<double>(count)));
      rival.push_back(common + other);
    }
  }
  return question_of(points, true);
}

bool claims_any(const std::vector<PairwiseRow>& rows) {
  return std::ranges::any_of(rows, [](const PairwiseRow& row) { return row.seen != Seen::nothing; });
}

// With 1000 sweeps the share of an exact 5 % is off by 0.7 % (one standard deviation).
TEST(Claims, WithoutADifferenceOneIsSeenInOneOfTwentySweepsAtMost) {
  int claimed = 0;
  for (int sweep = 0; sweep < 1000; ++sweep)
    claimed += claims_any(compare_pairwise(simulated(fmt::format("none {}", sweep), 20, Numbers(6, 0)))) ? 1 : 0;
  EXPECT_LE(claimed, 50);
  EXPECT_GT(claimed, 10);
}

TEST(Claims, ADifferenceOfFourStandardErrorsIsSeen) {
  int claimed = 0;
  int of_rows = 0;
  for (int sweep = 0; sweep < 200; ++sweep) {
    const std::vector<PairwiseRow> rows = compare_pairwise(simulated(fmt::format("four {}", sweep), 50, Numbers(6, 4)));
    claimed += rows.back().seen == Seen::worse ? 1 : 0;
    for (const PairwiseRow& row : rows) of_rows += row.seen == Seen::worse ? 1 : 0;
  }
  EXPECT_GE(claimed, 199) << "over all points";
  EXPECT_GE(of_rows, 80 * 200 * 7 / 100) << "of each row";
}

// The order changes between the third and the fourth point.
TEST(Claims, ABracketHoldsTheCrossing) {
  int located = 0;
  int held = 0;
  for (int sweep = 0; sweep < 200; ++sweep) {
    std::vector<PairwiseRow> rows =
        compare_pairwise(simulated(fmt::format("crossing {}", sweep), 50, {-9, -6, -3, 3, 6, 9}));
    rows.pop_back();
    for (const Crossing& crossing : crossings_of(rows, {1, 2, 3, 4, 5, 6}, false)) {
      if (!crossing.is_located()) continue;
      ++located;
      EXPECT_EQ(crossing.after, crossing.before + 1);
      held += crossing.before == 2 && rows[crossing.after].seen == Seen::worse ? 1 : 0;
    }
  }
  EXPECT_GT(located, 20);
  EXPECT_GE(held, 95 * located / 100);
}

// The rows at these points, where nothing is random.
std::vector<PairwiseRow> exact_line(const std::vector<std::pair<Numbers, Numbers>>& points) {
  PairwiseQuestion question = question_of(points, true);
  question.is_exact = true;
  std::vector<PairwiseRow> rows = compare_pairwise(question);
  rows.pop_back();
  return rows;
}

// The straight line between the ratios 0.9 and 1.1 crosses 1 half-way on the axis's own scale.
TEST(Claims, ACrossingLiesOnTheAxissOwnScale) {
  const std::vector<PairwiseRow> rows = exact_line({{{9}, {10}}, {{11}, {10}}, {{12}, {10}}});
  const std::vector<Crossing> crossings = crossings_of(rows, {4, 64, 100}, false);
  ASSERT_EQ(crossings.size(), 1U);
  EXPECT_TRUE(crossings.front().is_located());
  EXPECT_EQ(rows[crossings.front().after].seen, Seen::worse);
  EXPECT_NEAR(crossings.front().at.value(), 34, 1e-9);
  EXPECT_NEAR(crossings_of(rows, {4, 64, 100}, true).at(0).at.value(), 16, 1e-9);
  EXPECT_EQ(crossings_of(rows, {0, 64, 100}, true).at(0).at, std::nullopt);
}

// At the point in between there is no difference.
TEST(Claims, ACrossingOverAPointWithoutADifferenceIsNotLocated) {
  const std::vector<PairwiseRow> rows = exact_line({{{9}, {10}}, {{10}, {10}}, {{12}, {10}}});
  const std::vector<Crossing> crossings = crossings_of(rows, {1, 2, 3}, false);
  ASSERT_EQ(crossings.size(), 1U);
  EXPECT_FALSE(crossings.front().is_located());
  EXPECT_EQ(crossings.front().at, std::nullopt);
  EXPECT_EQ(rows[0].seen, Seen::better);
  EXPECT_EQ(rows[2].seen, Seen::worse);
}

}  // namespace
}  // namespace apportion::results
