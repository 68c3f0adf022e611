// The views that exist once for all experiments, in new files and in those of programs with other views.
#include <gtest/gtest.h>

#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/changed_database.hpp"

namespace apportion::results {
namespace {

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

  // The file as a program without the newer views left it.
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
