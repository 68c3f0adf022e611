// The wide views of an experiment, and the global views.
#include <gtest/gtest.h>

#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/changed_database.hpp"

namespace apportion::results {
namespace {
using Table = std::vector<std::vector<Value>>;

class ViewsTest : public ::testing::Test {
 protected:
  [[nodiscard]] Table query(const std::string& sql) const { return Reader(file_).query(sql).rows; }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(ViewsTest, HaveAColumnForEachAxisAndMetric) {
  Store store(file_);
  const SmallStudy small(store);
  store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  EXPECT_EQ(Reader(file_).query("SELECT * FROM toy_grid").columns,
            (std::vector<std::string>{"seed", "columns", "processors", "sampler", "algorithm", "rival", "samples",
                                      "total", "total_sd", "total_se", "total_min", "total_max", "edges", "edges_sd",
                                      "edges_se", "edges_min", "edges_max"}));
  EXPECT_EQ(query("SELECT seed, columns, processors, sampler, algorithm, rival, samples, total, total_min, total_max "
                  "FROM toy_grid"),
            (Table{{std::int64_t{7}, std::int64_t{1000}, std::int64_t{4}, "max-set", "XY2", "", std::int64_t{3}, 11.0,
                    9.0, 14.0}}));
  // 9, 10, 14: variance 14 / 2.
  EXPECT_EQ(query("SELECT round(total_sd * total_sd, 9), round(total_se * total_se, 9) FROM toy_grid"),
            (Table{{7.0, 2.333333333}}));
}

TEST_F(ViewsTest, HaveNoDeviationOfASingleSample) {
  Store store(file_);
  const SmallStudy small(store);
  UnitResult unit = small.unit(small.xy2, 0, 10);
  unit.samples = 1;
  unit.moments = {{small.total, moments_from({10})}};
  store.write({unit}, {small.point});
  EXPECT_EQ(query("SELECT samples, total, total_sd, total_se, edges FROM toy_grid"),
            (Table{{std::int64_t{1}, 10.0, std::monostate(), std::monostate(), std::monostate()}}));
}

TEST_F(ViewsTest, ShowTheChunksOfEachColumn) {
  Store store(file_);
  const SmallStudy small(store);
  const Id pair = store.column({"XY2", 1, "RecursiveBisection2", 1});
  store.write({small.unit(small.xy2, 1, 4), small.unit(small.xy2, 0, 1), small.unit(pair, 0, 7)}, {small.point});
  EXPECT_EQ(query("SELECT columns, algorithm, rival, chunk, samples, total, edges > 4 FROM toy_grid_chunks "
                  "ORDER BY algorithm, rival, chunk"),
            (Table{{std::int64_t{1000}, "XY2", "", std::int64_t{0}, std::int64_t{3}, 2.0, std::int64_t{1}},
                   {std::int64_t{1000}, "XY2", "", std::int64_t{1}, std::int64_t{3}, 5.0, std::int64_t{1}},
                   {std::int64_t{1000}, "XY2", "RecursiveBisection2", std::int64_t{0}, std::int64_t{3}, 8.0,
                    std::int64_t{1}}}));
}

TEST_F(ViewsTest, ShowOnlyTheNewestRevision) {
  Store store(file_);
  const SmallStudy small(store);
  const Id newer = store.column({"XY2", 2});
  const Id unused = store.column({"XY2", 3});
  EXPECT_NE(newer, unused);
  store.write({small.unit(small.xy2, 0, 1), small.unit(newer, 0, 7), small.unit(small.bisection, 0, 4)}, {small.point});
  const std::string sql = "SELECT algorithm, total FROM toy_grid ORDER BY algorithm";
  EXPECT_EQ(query(sql), (Table{{"RecursiveBisection2", 5.0}, {"XY2", 8.0}}));
  EXPECT_EQ(query("SELECT count(*) FROM toy_grid_chunks"), (Table{{std::int64_t{2}}}));
}

TEST_F(ViewsTest, ShowTheDefinitionOfEachSeedThatWasRunLast) {
  Store store(file_);
  for (const auto& [seed, definition, mean] : {std::tuple{7U, "first", 1.0}, std::tuple{7U, "second", 2.0},
                                               std::tuple{8U, "first", 3.0}, std::tuple{7U, "first", 1.0}}) {
    StudyRecord record = small_study();
    record.seed = seed;
    record.definition = definition;
    const Id study = store.study(record);
    const Id point = store.point(study, place(1000, 4));
    store.write(
        {{point, store.column({"XY2", 1}), 0, 1, {{store.metric(study, "total"), moments_from({mean})}}, {}, {}}},
        {point});
  }
  EXPECT_EQ(query("SELECT seed, total FROM toy_grid ORDER BY seed"),
            (Table{{std::int64_t{7}, 1.0}, {std::int64_t{8}, 3.0}}));
}

TEST_F(ViewsTest, FollowAStudyThatGetsAnotherMetric) {
  Store store(file_);
  store.study(small_study());
  StudyRecord wider = small_study();
  wider.metrics.push_back({"it's \"odd\"", "", "", "", 0});
  const Id study = store.study(wider);
  const Id point = store.point(study, place(1000, 4));
  const Id odd = store.metric(study, "it's \"odd\"");
  store.write({{point, store.column({"XY2", 1}), 0, 1, {{odd, moments_from({6})}}, {}, {}}}, {point});
  EXPECT_EQ(query(R"(SELECT "it's ""odd""" FROM toy_grid)"), (Table{{6.0}}));
}

TEST_F(ViewsTest, ShowTheNewestTiming) {
  Store store(file_);
  const SmallStudy small(store);
  store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 9}, {small.point, small.bisection, 4, 3, 5, 2}});
  store.begin_run({"", "", "", "", "", "a cpu", 2, 1});
  store.write_timings({{small.point, small.xy2, 0.75, 0.5, 2, 8}});
  EXPECT_EQ(query("SELECT processors, algorithm, median_seconds, min_seconds, max_seconds, measured, cpu "
                  "FROM toy_grid_timings ORDER BY algorithm"),
            (Table{{std::int64_t{4}, "RecursiveBisection2", 4.0, 3.0, 5.0, std::int64_t{2}, std::monostate()},
                   {std::int64_t{4}, "XY2", 0.75, 0.5, 2.0, std::int64_t{8}, "a cpu"}}));
  EXPECT_TRUE(query("SELECT * FROM toy_grid").empty());
}

using Table = std::vector<std::vector<Value>>;

constexpr const char* here = R"({"columns":1000,"processors":4,"sampler":"max-set"})";

class GeneralViewsTest : public ::testing::Test {
 protected:
  [[nodiscard]] Table query(const std::string& sql) const { return Reader(file_).query(sql).rows; }

  void make_results() const {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10), small.unit(small.xy2, 1, 20)}, {small.point});
  }

  // Makes the file as a program without the newer views left it.
  void make_old() const {
    testing_support::change(file_, "DROP VIEW measurements; DROP VIEW measured_times; DROP VIEW stored_experiments");
  }

  [[nodiscard]] Table views_in_file() const {
    return query("SELECT name FROM main.sqlite_schema WHERE type = 'view' AND name LIKE '%measure%' ORDER BY name");
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(GeneralViewsTest, MeasurementsAreTheNumbersOfTheWideViews) {
  make_results();
  EXPECT_EQ(
      query("SELECT experiment, seed, coordinates, algorithm, revision, rival, metric, position, count, round(mean, 6) "
            "FROM measurements ORDER BY position"),
      (Table{{"toy/grid", std::int64_t{7}, here, "XY2", std::int64_t{1}, "", "total", std::int64_t{0}, std::int64_t{6},
              16.0},
             {"toy/grid", std::int64_t{7}, here, "XY2", std::int64_t{1}, "", "edges", std::int64_t{1}, std::int64_t{6},
              4.666667}}));
  EXPECT_EQ(query("SELECT count, mean, sd, se, min, max FROM measurements WHERE metric = 'total'"),
            query("SELECT samples, total, total_sd, total_se, total_min, total_max FROM toy_grid"));
}

TEST_F(GeneralViewsTest, MeasurementsShowTheNewestRevisionAndDefinition) {
  Store store(file_);
  const SmallStudy small(store);
  store.write({small.unit(small.xy2, 0, 10), small.unit(store.column({"XY2", 2}), 0, 30)}, {small.point});
  EXPECT_EQ(query("SELECT revision, mean FROM measurements WHERE metric = 'total'"), (Table{{std::int64_t{2}, 31.0}}));
  StudyRecord redefined = small_study();
  redefined.definition = "second";
  store.study(redefined);
  EXPECT_EQ(query("SELECT * FROM measurements"), Table());
}

TEST_F(GeneralViewsTest, MeasuredTimesAreTheNewest) {
  Store store(file_);
  const SmallStudy small(store);
  store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 3}});
  store.write_timings({{small.point, small.xy2, 0.75, 0.5, 2, 5}});
  EXPECT_EQ(query("SELECT experiment, coordinates, algorithm, median_seconds, max_seconds, measured, cpu "
                  "FROM measured_times"),
            (Table{{"toy/grid", here, "XY2", 0.75, 2.0, std::int64_t{5}, std::monostate()}}));
}

TEST_F(GeneralViewsTest, StoredExperimentsCountWhatIsThere) {
  Store store(file_);
  const SmallStudy small(store);
  UnitResult failed = small.unit(small.bisection, 0, 0);
  failed.moments.clear();
  failed.failure = Failure{1, "no answer"};
  store.write({small.unit(small.xy2, 0, 10), small.unit(small.xy2, 1, 10), failed}, {small.point});
  store.point(small.study, place(2000, 4));
  store.begin_run(RunRecord());
  store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 3}});
  StudyRecord redefined = small_study();
  redefined.definition = "second";
  store.study(redefined);
  EXPECT_EQ(query("SELECT experiment, seed, definition, generation, points, complete_points, samples, units, "
                  "failed_units, timings, latest_timing = (SELECT started FROM runs) FROM stored_experiments "
                  "ORDER BY generation"),
            (Table{{"toy/grid", std::int64_t{7}, "first", std::int64_t{1}, std::int64_t{2}, std::int64_t{1},
                    std::int64_t{6}, std::int64_t{3}, std::int64_t{1}, std::int64_t{1}, std::int64_t{1}},
                   {"toy/grid", std::int64_t{7}, "second", std::int64_t{2}, std::int64_t{0}, std::int64_t{0},
                    std::monostate(), std::int64_t{0}, std::int64_t{0}, std::int64_t{0}, std::monostate()}}));
}

TEST_F(GeneralViewsTest, ReadersOfOlderFilesHaveThemAndLeaveTheFileAlone) {
  make_results();
  const Table new_numbers = query("SELECT * FROM measurements");
  make_old();
  const std::string before = bytes_of(file_);
  EXPECT_EQ(query("SELECT * FROM measurements"), new_numbers);
  EXPECT_EQ(query("SELECT * FROM measured_times"), Table());
  EXPECT_EQ(query("SELECT points FROM stored_experiments"), (Table{{std::int64_t{1}}}));
  EXPECT_EQ(views_in_file(), Table());
  EXPECT_EQ(bytes_of(file_), before);
}

TEST_F(GeneralViewsTest, WritersAddThemToOlderFiles) {
  make_results();
  const std::string digest = Reader(file_).digest();
  make_old();
  EXPECT_EQ(Reader(file_).digest(), digest);
  { const Store store(file_); }
  EXPECT_EQ(views_in_file(), (Table{{"measured_times"}, {"measurements"}}));
  EXPECT_EQ(Reader(file_).digest(), digest);
}

}  // namespace
}  // namespace apportion::results
