// The store: data are written, replaced and summarised.
#include "results/database/store.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "results/database/reader.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"

namespace apportion::results {
namespace {

class StoreTest : public ::testing::Test {
 protected:
  [[nodiscard]] Rows query(const std::string& sql) const { return Reader(file_).query(sql); }
  [[nodiscard]] std::int64_t count(const std::string& table) const {
    return std::get<std::int64_t>(query("SELECT count(*) FROM " + table).rows.at(0).at(0));
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(StoreTest, KeepsItsIdsWhenItIsOpenedAgain) {
  Id study = 0;
  Id point = 0;
  {
    Store store(file_);
    const SmallStudy small(store);
    study = small.study;
    point = small.point;
  }
  Store store(file_);
  const SmallStudy again(store);
  EXPECT_EQ(again.study, study);
  EXPECT_EQ(again.point, point);
  EXPECT_NE(store.point(study, place(2000, 4)), point);
  EXPECT_NE(again.xy2, again.bisection);
  EXPECT_NE(store.column({"XY2", 2}), again.xy2);
  EXPECT_NE(store.column({"XY2", 1, "RecursiveBisection2", 1}), again.xy2);
  StudyRecord other_seed = small_study();
  other_seed.seed = 8;
  EXPECT_NE(store.study(other_seed), study);
}

TEST_F(StoreTest, WritesAnEmptyFileThatIsThere) {
  const auto file = folder_ / "empty.sqlite";
  write_bytes(file, "");
  { Store store(file); }
  EXPECT_TRUE(Reader(file).query("SELECT * FROM experiment").rows.empty());
}

TEST_F(StoreTest, KeepsCoordinatesAsJson) {
  Store store(file_);
  const SmallStudy small(store);
  EXPECT_EQ(query("SELECT coordinates FROM point").rows.at(0).at(0),
            Value(R"({"columns":1000,"processors":4,"sampler":"max-set"})"));
}

TEST_F(StoreTest, RefusesAChangeOfChunksUnderOneDefinition) {
  Store store(file_);
  StudyRecord study = small_study();
  store.study(study);
  study.chunk_size = 30;
  EXPECT_THROW(store.study(study), StoreError);
  study.definition = "second";
  store.study(study);
  study.seed = std::uint64_t{1} << 63U;
  EXPECT_THROW(store.study(study), std::invalid_argument);
}

TEST_F(StoreTest, FindsMetricsByName) {
  Store store(file_);
  const SmallStudy small(store);
  EXPECT_NE(small.total, small.edges);
  EXPECT_THROW(store.metric(small.study, "profit"), std::invalid_argument);
}

TEST_F(StoreTest, ListsUnitsByColumnAndChunk) {
  Store store(file_);
  const SmallStudy small(store);
  UnitResult kept = small.unit(small.bisection, 0, 10);
  kept.values = {{0, small.total, 9}, {1, small.total, 10}, {2, small.total, 14}};
  UnitResult failed{small.point, small.bisection, 1, 3, {}, {}, Failure{21, "no room"}};
  store.write({failed, kept, small.unit(small.xy2, 1, 5), small.unit(small.xy2, 0, 4)}, {});
  const std::vector<UnitState> units = store.units(small.point);
  ASSERT_EQ(units.size(), 4U);
  EXPECT_EQ(units[0].column, small.xy2);
  EXPECT_EQ(units[0].chunk, 0);
  EXPECT_EQ(units[0].samples, 3);
  EXPECT_EQ(units[1].chunk, 1);
  EXPECT_EQ(units[2].column, small.bisection);
  EXPECT_TRUE(units[2].has_values);
  EXPECT_FALSE(units[2].failed);
  EXPECT_TRUE(units[3].failed);
  EXPECT_FALSE(units[3].has_values);
  EXPECT_TRUE(store.units(store.point(small.study, place(2000, 4))).empty());
}

TEST_F(StoreTest, AnswersTheMomentsOfAUnitToTheLastBit) {
  Store store(file_);
  const SmallStudy small(store);
  UnitResult unit = small.unit(small.xy2, 3, 1.0 / 3);
  store.write({unit}, {});
  const std::vector<MetricMoments> moments = store.moments(small.point, small.xy2, 3);
  ASSERT_EQ(moments.size(), 2U);
  EXPECT_EQ(moments[0].metric, small.total);
  EXPECT_EQ(moments[0].moments, unit.moments[0].moments);
  EXPECT_EQ(moments[1].moments, unit.moments[1].moments);
  EXPECT_TRUE(store.moments(small.point, small.xy2, 4).empty());
}

TEST_F(StoreTest, ReplacesAShortChunk) {
  Store store(file_);
  const SmallStudy small(store);
  UnitResult unit = small.unit(small.xy2, 0, 10);
  unit.values = {{0, small.total, 9}, {1, small.total, 10}, {2, small.total, 14}};
  store.write({unit}, {small.point});
  unit.samples = 4;
  unit.moments = {{small.total, moments_from({9, 10, 14, 11})}};
  unit.values = {{0, small.total, 9}};
  store.write({unit}, {small.point});
  EXPECT_EQ(store.units(small.point).at(0).samples, 4);
  EXPECT_EQ(count("unit"), 1);
  EXPECT_EQ(count("moment"), 1);
  EXPECT_EQ(count("sample"), 1);
  EXPECT_EQ(query("SELECT count, mean FROM summary").rows, (std::vector<std::vector<Value>>{{std::int64_t{4}, 11.0}}));
}

TEST_F(StoreTest, ReplacesAFailureByAResultAndBack) {
  Store store(file_);
  const SmallStudy small(store);
  const UnitResult failed{small.point, small.xy2, 0, 3, {}, {}, Failure{2, "it's too large"}};
  store.write({failed}, {small.point});
  const Rows failures = query("SELECT experiment, algorithm, chunk, sample, message FROM failures");
  ASSERT_EQ(failures.rows.size(), 1U);
  EXPECT_EQ(failures.rows[0],
            (std::vector<Value>{"toy/grid", "XY2", std::int64_t{0}, std::int64_t{2}, std::string("it's too large")}));
  store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  EXPECT_EQ(count("failure"), 0);
  EXPECT_EQ(count("summary"), 2);
  store.write({failed}, {small.point});
  EXPECT_TRUE(store.units(small.point).at(0).failed);
  EXPECT_EQ(count("moment"), 0);
  EXPECT_EQ(count("summary"), 0);
}

TEST_F(StoreTest, FoldsSummariesInTheOrderOfChunks) {
  Store store(file_);
  const SmallStudy small(store);
  Moments folded;
  std::vector<UnitResult> units;
  for (std::int64_t chunk = 0; chunk < 12; ++chunk) {
    units.push_back(small.unit(small.xy2, chunk, 1.0 / static_cast<double>(3 + chunk)));
    folded.merge(units.back().moments[0].moments);
  }
  std::swap(units.front(), units.back());
  store.write(units, {});
  EXPECT_EQ(count("summary"), 0);
  store.write({}, {small.point});
  const Rows rows = query("SELECT count, mean, m2, min, max FROM summary ORDER BY metric_id LIMIT 1");
  EXPECT_EQ(rows.rows.at(0), (std::vector<Value>{folded.count, folded.mean, folded.m2, folded.min, folded.max}));
}

TEST_F(StoreTest, WritesAllOfATransactionOrNothing) {
  Store store(file_);
  const SmallStudy small(store);
  UnitResult nowhere = small.unit(small.xy2, 1, 3);
  nowhere.point = 4711;
  EXPECT_THROW(store.write({small.unit(small.xy2, 0, 3), nowhere}, {}), StoreError);
  EXPECT_EQ(count("unit"), 0);
  store.write({small.unit(small.xy2, 0, 3)}, {});
  EXPECT_EQ(count("unit"), 1);
}

TEST_F(StoreTest, ClearsOneStudyOnly) {
  Store store(file_);
  const SmallStudy small(store);
  StudyRecord other = small_study();
  other.seed = 8;
  const Id other_study = store.study(other);
  UnitResult elsewhere = small.unit(small.xy2, 0, 10);
  elsewhere.point = store.point(other_study, place(1000, 4));
  elsewhere.samples = 1;
  elsewhere.moments = {{store.metric(other_study, "total"), moments_from({1})}};
  store.write({small.unit(small.xy2, 0, 10), elsewhere}, {small.point, elsewhere.point});
  store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 9}});
  store.clear(small.study);
  EXPECT_TRUE(store.units(small.point).empty());
  EXPECT_EQ(store.units(elsewhere.point).size(), 1U);
  EXPECT_EQ(count("moment"), 1);
  EXPECT_EQ(count("summary"), 1);
  EXPECT_EQ(count("timing"), 0);
}

TEST_F(StoreTest, TellsWhoRanWhat) {
  Store store(file_);
  const SmallStudy small(store);
  const std::string uuid = store.begin_run({"apportion run", "abc", "g++", "-O2", "SQLite", "a cpu", 2, 1});
  store.write({small.unit(small.xy2, 0, 10)}, {});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(query("SELECT outcome FROM runs").rows.at(0).at(0)));
  store.finish_run("interrupted");
  store.write({small.unit(small.xy2, 1, 10)}, {});
  EXPECT_EQ(uuid.size(), 36U);
  const Rows rows =
      query("SELECT uuid, command, threads, outcome, started <= finished, chunk FROM run JOIN unit ON run_id = run.id");
  EXPECT_EQ(rows.rows, (std::vector<std::vector<Value>>{
                           {uuid, "apportion run", std::int64_t{1}, "interrupted", std::int64_t{1}, std::int64_t{0}}}));
  EXPECT_THROW(store.finish_run("finished"), std::logic_error);
}

}  // namespace
}  // namespace apportion::results
