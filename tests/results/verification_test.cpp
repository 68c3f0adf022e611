// Whatever is written, the hashes and sums go with it: a sound database is never called damaged.
#include "results/database/verification.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "results/database/hashes.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/changed_database.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

class VerificationTest : public ::testing::Test {
 protected:
  // All is sound while the store is open, and as many units are there.
  void expect_units(std::int64_t units) const { EXPECT_EQ(verify(file_).units, units); }

  // Behind the program's back, but not behind the triggers' where the tables have some.
  void sql(const std::string& statement) const {
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(statement);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(VerificationTest, EveryWriteKeepsHashesAndSums) {
  Store store(file_);
  expect_units(0);
  const SmallStudy small(store);
  static_cast<void>(store.begin_run({"run", "0", "c", "", "", "cpu", 2, 2}));
  UnitResult kept = small.unit(small.xy2, 0, 10);
  kept.values = {{1, small.edges, -0.0}, {0, small.total, 9}, {0, small.edges, 4}};
  store.write({kept, small.unit(small.xy2, 1, 20)}, {small.point});
  expect_units(2);
  store.write({{small.point, small.xy2, 1, 3, {}, {}, Failure{1, "no"}}}, {});
  expect_units(2);
  store.write({small.unit(small.xy2, 1, -0.0)}, {small.point});
  store.write_timings({{small.point, small.xy2, 0.5, 0.25, 1, 3}});
  for (int time = 1; time <= 2; ++time) {
    SCOPED_TRACE(time);
    store.write({}, {}, {{small.point, small.xy2, 3, 2}});
    ASSERT_EQ(store.working_times(small.study).size(), 1U);
    EXPECT_EQ(store.working_times(small.study)[0].samples, 3 * time);
    EXPECT_EQ(store.working_times(small.study)[0].seconds, 2.0 * time);
  }
  for (const char* command : {"first", "second"}) store.own_algorithm(small.study, {"mine", 1, command, {{"a", "b"}}});
  store.finish_run("finished");
  expect_units(2);
  StudyRecord more = small_study();
  more.metrics.push_back({"extra", "Extra", "", "more", 2});
  more.sweep = SweepText{"a.ini", "family = toy\n"};
  store.study(more);
  expect_units(2);
  store.clear(small.study);
  expect_units(0);
  EXPECT_TRUE(store.working_times(small.study).empty());
}

// What is removed leaves its row numbers to others.
TEST_F(VerificationTest, AfterForgettingAsWell) {
  Store store(file_);
  const SmallStudy small(store);
  store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  store.forget({"toy/grid"});
  expect_units(0);
  StudyRecord other = small_study();
  other.experiment = "toy/other";
  const Id study = store.study(other);
  const Id point = store.point(study, place(2000, 9));
  const Id column = store.column({"TILE", 2});
  store.write({{point, column, 0, 1, {{store.metric(study, "total"), moments_from({1})}}, {}, {}}}, {point});
  expect_units(1);
}

TEST_F(VerificationTest, AMergeWritesHashesOfWhatItCopies) {
  const std::filesystem::path other = folder_ / "other.sqlite";
  {
    Store store(other);
    const SmallStudy small(store);
    UnitResult kept = small.unit(small.xy2, 0, 10);
    kept.values = {{0, small.total, 9}};
    store.write({kept, small.unit(small.bisection, 0, 30)}, {small.point});
  }
  {
    Store store(file_);
    StudyRecord first = small_study();
    first.experiment = "toy/first";
    store.study(first);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10), small.unit(small.xy2, 1, 20)}, {small.point});
  }
  EXPECT_EQ(merge(file_, {other}, {}).replaced, 1);
  expect_units(3);
}

TEST_F(VerificationTest, EachLossAndChangeIsSeen) {
  {
    Store store(file_);
    const SmallStudy small(store);
    UnitResult kept = small.unit(small.xy2, 0, 10);
    kept.values = {{0, small.total, 9}};
    store.write({kept, {small.point, small.bisection, 0, 3, {}, {}, Failure{1, "no"}}}, {small.point});
  }
  const std::string sound = bytes_of(file_);
  for (const char* change :
       {"UPDATE moment SET max = max + 1 WHERE metric_id = 1", "DELETE FROM moment WHERE metric_id = 2",
        "UPDATE sample SET value = 10", "DELETE FROM sample", "UPDATE failure SET message = 'yes'",
        "UPDATE unit SET samples = 4 WHERE id = 1", "UPDATE unit SET chunk = 7 WHERE id = 2",
        "DROP TRIGGER metric_changed; UPDATE metric SET digits = 3",
        "DROP TRIGGER summary_removed; DELETE FROM summary", "DROP VIEW toy_grid", "DROP VIEW runs",
        "DROP INDEX timing_of_point"}) {
    write_bytes(file_, sound);
    sql(change);
    EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(verify(file_)); }), HasSubstr("is damaged (")) << change;
  }
}

// What users add for queries of their own.
TEST_F(VerificationTest, AnIndexAndAViewOfAUserAreNoDamage) {
  {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }
  sql("CREATE INDEX mine ON moment (mean); CREATE VIEW view_of_mine AS SELECT mean FROM moment; ANALYZE");
  expect_units(1);
  { const Store store(file_); }
  expect_units(1);
}

// Whose text decides is the program's: an altered one is not used, is told of, and goes with the next run.
TEST_F(VerificationTest, AnAlteredViewDecidesNothing) {
  {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }
  const Rows right = Reader(file_).query("SELECT algorithm, total FROM toy_grid");
  for (const char* view : {"toy_grid", "toy_grid_chunks", "measurements"}) {
    SCOPED_TRACE(view);
    const std::string altered =
        fmt::format("DROP VIEW {0}; CREATE VIEW {0} AS SELECT 'XY2' AS algorithm, 1 AS total;", view);
    sql(altered);
    EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(verify(file_)); }), HasSubstr("is damaged ("));
    testing_support::change_soundly(file_, altered);
    EXPECT_EQ(verify(file_).altered_views, std::vector<std::string>{view});
    EXPECT_EQ(Reader(file_).query("SELECT algorithm, total FROM toy_grid").rows, right.rows);
    { const Store store(file_); }
    EXPECT_TRUE(verify(file_).altered_views.empty());
    EXPECT_EQ(Reader(file_).query("SELECT algorithm, total FROM main.toy_grid").rows, right.rows);
  }
}

// Metrics that a later run of the same study leaves out stay in the views.
TEST_F(VerificationTest, ViewsFollowFromWhatTheFileHas) {
  Store store(file_);
  static_cast<void>(store.study(small_study()));
  StudyRecord fewer = small_study();
  fewer.metrics.erase(fewer.metrics.begin());
  static_cast<void>(store.study(fewer));
  StudyRecord other = small_study();
  other.definition = "second";
  other.axes.emplace_back("latency");
  static_cast<void>(store.study(other));
  static_cast<void>(store.study(small_study()));
  EXPECT_TRUE(verify(file_).altered_views.empty());
}

TEST_F(VerificationTest, TwoExperimentsWithOneViewAreRefused) {
  Store store(file_);
  const SmallStudy small(store);
  for (const char* name : {"toy/Grid", "Toy/grid", "toy/grid_samples"}) {
    SCOPED_TRACE(name);
    StudyRecord other = small_study();
    other.experiment = name;
    EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(store.study(other)); }), HasSubstr(name));
    const std::filesystem::path input = folder_ / "input.sqlite";
    std::filesystem::remove(input);
    { static_cast<void>(Store(input).study(other)); }
    const std::filesystem::path out = folder_ / "out.sqlite";
    std::filesystem::remove(out);
    { static_cast<void>(Store(out).study(small_study())); }
    EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(merge(out, {input}, {.mixed = true})); }),
                HasSubstr("cannot be in one database"));
    EXPECT_EQ(Reader(out).query("SELECT * FROM experiment").rows.size(), 1U);
  }
  expect_units(0);
}

// However they came to be in one file: either can be removed, and the other one has its views again.
TEST_F(VerificationTest, OneOfTwoExperimentsWithOneViewCanBeForgotten) {
  {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }
  testing_support::change_soundly(
      file_, "INSERT INTO experiment SELECT 2, 'toy/Grid', seed, definition, chunk_size, axes FROM experiment");
  EXPECT_THAT(message_of<StoreError>([&] { const Reader reader(file_); }), HasSubstr("toy/grid and toy/Grid"));
  EXPECT_THAT(message_of<StoreError>([&] { static_cast<void>(verify(file_)); }), HasSubstr("toy/grid and toy/Grid"));
  Store(file_).forget({"toy/Grid"});
  EXPECT_EQ(Reader(file_).query("SELECT * FROM main.toy_grid").rows.size(), 1U);
  expect_units(1);
}

// A change of moments whose units have the hashes to match shows in the summaries.
TEST_F(VerificationTest, SummariesAreFoldedAgain) {
  {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10), small.unit(small.xy2, 1, 20)}, {small.point});
  }
  EXPECT_EQ(verify(file_).summaries, 2);
  testing_support::change_soundly(file_, "UPDATE moment SET mean = mean + 1");
  EXPECT_THAT(message_of<StoreError>([&] { Store store(file_); }), HasSubstr("is not what its units add up to"));
}

}  // namespace
}  // namespace apportion::results
