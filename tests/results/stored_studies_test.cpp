// What a database says of its studies to programs that do not know its tables.
#include "results/database/stored_studies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/records.hpp"
#include "tests/results/sample_store.hpp"

namespace apportion::results {
namespace {

const StudyKey toy{"toy/grid", 7};

class StoredStudiesTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
  Store store_ = Store(file_);
};

TEST_F(StoredStudiesTest, AreListedOnce) {
  const SmallStudy small(store_);
  StudyRecord study = small_study();
  study.definition = "second";
  store_.study(study);
  study.seed = 8;
  store_.study(study);
  const Reader reader(file_);
  EXPECT_EQ(stored_studies(reader), (std::vector<StudyKey>{toy, {"toy/grid", 8}}));
  EXPECT_TRUE(has_results_of(reader, "toy/grid"));
  EXPECT_FALSE(has_results_of(reader, "toy"));
}

TEST_F(StoredStudiesTest, ShowAlgorithmsAndMetricsWithNumbers) {
  const SmallStudy small(store_);
  UnitResult unit = small.unit(small.xy2, 0, 10);
  unit.moments.pop_back();
  const Id pair = store_.column({"XY2", 1, "RecursiveBisection2", 1});
  store_.write({unit, small.unit(pair, 0, 3)}, {small.point});
  store_.point(small.study, place(500, 2));
  const Reader reader(file_);
  const std::optional<ShownStudy> shown = shown_study(reader, toy);
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->axes, (std::vector<std::string>{"columns", "processors", "sampler"}));
  EXPECT_EQ(shown->algorithms, (std::vector<std::string>{"XY2"}));
  ASSERT_EQ(shown->metrics.size(), 1U);
  EXPECT_EQ(shown->metrics.front().name, "total");
  EXPECT_EQ(shown->metrics.front().better, "less");
  EXPECT_FALSE(shown_study(reader, {"toy/grid", 1}));
}

TEST_F(StoredStudiesTest, HaveTheValuesOfCompletePoints) {
  const SmallStudy small(store_);
  std::vector<Id> points{small.point};
  std::vector<UnitResult> units{small.unit(small.xy2, 0, 10)};
  for (const int columns : {200, 3000}) {
    points.push_back(store_.point(small.study, place(columns, 4)));
    units.push_back(units.front());
    units.back().point = points.back();
  }
  store_.point(small.study, place(77, 4));
  store_.write(units, points);
  const Reader reader(file_);
  EXPECT_EQ(shown_values(reader, toy, "columns"), (std::vector<std::string>{"200", "1000", "3000"}));
  EXPECT_EQ(shown_values(reader, toy, "sampler"), (std::vector<std::string>{"max-set"}));
  EXPECT_TRUE(shown_values(reader, {"toy/grid", 1}, "columns").empty());
}

// Points at the value of an axis that was added do not name it.
TEST_F(StoredStudiesTest, HaveTheAxesThatWereAdded) {
  const SmallStudy small(store_);
  StudyRecord grown = small_study();
  grown.added_axes = {{"block", "8", 8}};
  const Id study = store_.study(grown);
  std::vector<Coordinate> elsewhere = place(1000, 4);
  elsewhere.push_back({"block", "16", 16});
  UnitResult unit = small.unit(small.xy2, 0, 10);
  unit.point = store_.point(study, elsewhere);
  store_.write({small.unit(small.xy2, 0, 10), unit}, {small.point, unit.point});
  const Reader reader(file_);
  EXPECT_EQ(shown_study(reader, toy)->axes, (std::vector<std::string>{"columns", "processors", "sampler", "block"}));
  EXPECT_EQ(shown_values(reader, toy, "block"), (std::vector<std::string>{"8", "16"}));
}

TEST_F(StoredStudiesTest, HaveTheirUnitsByNaturalKeys) {
  const SmallStudy small(store_);
  UnitResult failed = small.unit(small.bisection, 2, 0);
  failed.moments.clear();
  failed.failure = Failure{1, "no answer"};
  UnitResult kept = small.unit(small.xy2, 0, 10);
  kept.values = {{0, small.total, 9.0}};
  store_.write({kept, failed}, {});
  const Reader reader(file_);
  std::vector<StoredUnit> units = stored_units(reader, toy, "first", {"total", "profit"});
  std::ranges::sort(units, {}, &StoredUnit::column);
  ASSERT_EQ(units.size(), 2U);
  EXPECT_EQ(units[0].coordinates, coordinates_json(place(1000, 4)));
  EXPECT_EQ(units[0].column, (ColumnRecord{"RecursiveBisection2", 1}));
  EXPECT_EQ(units[0].state.chunk, 2);
  EXPECT_TRUE(units[0].state.failed);
  EXPECT_EQ(units[1].column, (ColumnRecord{"XY2", 1}));
  EXPECT_EQ(units[1].state.samples, 3);
  EXPECT_TRUE(units[1].state.has_values);
  EXPECT_FALSE(units[1].state.failed);
  EXPECT_EQ(units[1].state.metrics, 1U);
  EXPECT_TRUE(stored_units(reader, toy, "second", {"total"}).empty());
}

}  // namespace
}  // namespace apportion::results
