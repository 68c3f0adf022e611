// One experiment under two seeds: Welch's test of its means, Holm's correction and the level, computed by hand.
#include "results/comparing/paired_samples.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/results/sample_store.hpp"

namespace apportion::results {
namespace {

// Moments of `count` samples with this mean and half of this variance of the mean: two of them have all of it.
Moments with_mean(double mean, double variance_of_difference, std::int64_t count = 20) {
  Moments moments;
  moments.count = count;
  moments.mean = moments.min = moments.max = mean;
  moments.m2 = variance_of_difference / 2 * static_cast<double>(count - 1) * static_cast<double>(count);
  return moments;
}

// A study of one metric with these samples by algorithm, each in one chunk.
using Columns = std::map<std::string, Moments>;

void write_study(const std::filesystem::path& file, std::uint64_t seed, const Columns& columns) {
  Store store(file);
  StudyRecord record = small_study();
  record.seed = seed;
  record.metrics.resize(1);
  const Id study = store.study(record);
  const Id total = store.metric(study, "total");
  const Id point = store.point(study, place(1000, 4));
  std::vector<UnitResult> units;
  for (const auto& [algorithm, moments] : columns)
    units.push_back({point, store.column({algorithm, 1}), 0, moments.count, {{total, moments}}, {}, std::nullopt});
  store.write(units, {point});
}

StudyChanges under_two_seeds(const Columns& older, const Columns& newer) {
  const TemporaryFolder folder;
  write_study(folder / "older", 1, older);
  write_study(folder / "newer", 2, newer);
  const std::vector<StudyChanges> all = compare_databases(Reader(folder / "older"), Reader(folder / "newer"));
  EXPECT_EQ(all.size(), 1U);
  EXPECT_EQ(all.at(0).other_seed, 2);
  return all.at(0);
}

// With 38 degrees of freedom 2.0244 standard deviations have p = 0.05 for both sides together, with 18 degrees 2.1009.
TEST(OtherSeeds, AMeanDisagreesBelowTheLevel) {
  for (const auto& [count, least] : {std::pair(20, 2.0244), std::pair(10, 2.1009)}) {
    const Columns older{{"XY2", with_mean(7, 1, count)}};
    EXPECT_EQ(under_two_seeds(older, {{"XY2", with_mean(7 - least + 0.001, 1, count)}}).agreeing, 1);
    const StudyChanges found = under_two_seeds(older, {{"XY2", with_mean(7 - least - 0.001, 1, count)}});
    EXPECT_EQ(found.agreeing, 0);
    ASSERT_EQ(found.changes.size(), 1U);
    EXPECT_NEAR(found.changes[0].p_value.value(), 0.05, 1e-3);
    EXPECT_EQ(found.changes[0].older.mean, 7);
  }
}

// Welch's degrees of freedom: of variances 0.9 and 0.1 of means of 10 samples 1 / (0.81 / 9 + 0.01 / 9) = 10.976.
TEST(OtherSeeds, ThePreciseSideAddsLittleFreedom) {
  const StudyChanges found = under_two_seeds({{"XY2", with_mean(7, 1.8, 10)}}, {{"XY2", with_mean(7 + 2.5, 0.2, 10)}});
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_NEAR(found.changes[0].p_value.value(), 0.02955, 1e-4);
}

// p = 0.0164 for each of three, 2.512 standard deviations with 38 degrees of freedom: each would disagree alone;
// together 3 * 0.0164 = 0.0492 still does, four do not.
TEST(OtherSeeds, ManyMeansAreJudgedTogether) {
  for (const int series : {1, 3, 4}) {
    SCOPED_TRACE(series);
    Columns older;
    Columns newer;
    for (int i = 0; i < series; ++i) {
      older["A" + std::to_string(i)] = with_mean(i, 1);
      newer["A" + std::to_string(i)] = with_mean(i + 2.512, 1);
    }
    const StudyChanges found = under_two_seeds(older, newer);
    EXPECT_EQ(found.agreeing, series == 4 ? 4 : 0);
    ASSERT_EQ(found.changes.size(), series == 4 ? 0U : older.size());
    for (const Difference& change : found.changes)
      EXPECT_NEAR(change.p_value.value(), 0.01640 * series, 1e-4) << change.key.algorithm;
  }
}

TEST(OtherSeeds, FewSamplesAreNotJudgedUnlessTheyCannotDiffer) {
  const StudyChanges found = under_two_seeds({{"few", with_mean(1, 1, 9)},
                                              {"enough", with_mean(1, 1, 10)},
                                              {"constant", with_mean(5, 0, 2)},
                                              {"moved", with_mean(5, 0, 2)},
                                              {"shifted", with_mean(5, 0, 10)},
                                              {"gone", with_mean(1, 1)}},
                                             {{"few", with_mean(1, 1)},
                                              {"enough", with_mean(1, 1)},
                                              {"constant", with_mean(5, 0, 2)},
                                              {"moved", with_mean(6, 0, 2)},
                                              {"shifted", with_mean(6, 0, 10)},
                                              {"new", with_mean(1, 1)}});
  EXPECT_EQ(found.too_few, 2) << "few and moved";
  EXPECT_EQ(found.one_sided, 2) << "gone and new";
  EXPECT_EQ(found.agreeing, 2) << "constant and enough";
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0].key.algorithm, "shifted");
}

}  // namespace
}  // namespace apportion::results
