// Queries on some points of a study, and the removal of studies.
#include <gtest/gtest.h>

#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/results/sample_store.hpp"

namespace apportion::results {
namespace {

// Columns 1000 and 2000, each with 4 processors.
class RestrictionTest : public ::testing::Test {
 protected:
  RestrictionTest() {
    Store store(file_);
    const SmallStudy small(store);
    const Id beside = store.point(small.study, place(2000, 4));
    UnitResult other = small.unit(small.xy2, 0, 20);
    other.point = beside;
    store.write({small.unit(small.xy2, 0, 10), small.unit(small.bisection, 0, 12), other}, {small.point, beside});
  }

  [[nodiscard]] static StudyGrid columns(const std::vector<double>& wanted) {
    StudyGrid grid{"toy/grid", {{"columns", {}}}};
    for (const double each : wanted)
      grid.axes.front().values.push_back({"columns", std::to_string(static_cast<int>(each)), each});
    return grid;
  }

  [[nodiscard]] static std::string answer(const Rows& rows) {
    std::string text;
    for (const auto& row : rows.rows) text += std::to_string(std::get<std::int64_t>(row.at(0))) + " ";
    return text;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(RestrictionTest, EveryViewHasTheWantedPointsOnly) {
  const Reader reader(file_);
  const std::string wide = R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)";
  const std::string general =
      "SELECT json_extract(coordinates, '$.columns') FROM measurements WHERE metric = 'total' AND algorithm = 'XY2' "
      "ORDER BY 1";
  for (const std::string& sql :
       {wide, general, std::string(R"(SELECT "columns" FROM toy_grid_chunks WHERE algorithm = 'XY2' ORDER BY 1)")}) {
    EXPECT_EQ(answer(reader.query(sql)), "1000 2000 ") << sql;
    EXPECT_EQ(answer(reader.query_on({columns({1000, 3000})}, sql)), "1000 ") << sql;
    EXPECT_EQ(answer(reader.query_on({columns({2000})}, sql)), "2000 ") << sql;
    EXPECT_EQ(answer(reader.query_on({columns({1000, 2000})}, sql)), "1000 2000 ") << sql;
    EXPECT_EQ(answer(reader.query_on({columns({7})}, sql)), "") << sql;
    // And nothing of it stays.
    EXPECT_EQ(answer(reader.query(sql)), "1000 2000 ") << sql;
  }
}

TEST_F(RestrictionTest, OtherExperimentsAndOtherAxesKeepAllPoints) {
  const Reader reader(file_);
  const std::string sql = R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)";
  StudyGrid other = columns({1000});
  other.experiment = "toy/other";
  EXPECT_EQ(answer(reader.query_on({other}, sql)), "1000 2000 ");
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {{"sampler", {{"sampler", "max-set", std::nullopt}}}}}}, sql)),
            "1000 2000 ");
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {{"sampler", {{"sampler", "uniform", std::nullopt}}}}}}, sql)), "");
  // An axis that these points lack, of another definition, rules none of them out.
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {{"unheard-of", {{"unheard-of", "1", 1.0}}}}}}, sql)), "1000 2000 ");
}

// A point that leaves an added axis out stands at the axis's default.
TEST_F(RestrictionTest, AnOmittedAxisStandsAtItsDefault) {
  const Reader reader(file_);
  const std::string sql = R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)";
  AxisValues added{"loads", {{"loads", "none", std::nullopt}}, Coordinate{"loads", "none", std::nullopt}};
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {added}}}, sql)), "1000 2000 ");
  added.omitted = Coordinate{"loads", "ocean", std::nullopt};
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {added}}}, sql)), "");
}

// The revision that an exhibit shows is the newest of its own points.
TEST_F(RestrictionTest, ANewerRevisionElsewhereHidesNothing) {
  {
    Store store(file_);
    const SmallStudy small(store);
    UnitResult newer = small.unit(store.column({"XY2", 2}), 0, 30);
    newer.point = store.point(small.study, place(2000, 4));
    store.write({newer}, {newer.point});
  }
  const Reader reader(file_);
  const std::string sql = R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)";
  EXPECT_EQ(answer(reader.query(sql)), "2000 ");
  EXPECT_EQ(answer(reader.query_on({columns({1000})}, sql)), "1000 ");
}

TEST_F(RestrictionTest, WorksWithinAHeldState) {
  Reader reader(file_);
  reader.hold_state();
  const std::string sql = R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)";
  EXPECT_EQ(answer(reader.query_on({columns({1000})}, sql)), "1000 ");
  EXPECT_EQ(answer(reader.query(sql)), "1000 2000 ");
}

class RemovalTest : public RestrictionTest {
 protected:
  [[nodiscard]] std::string digest() const { return Reader(file_).digest(); }

  // Another experiment that shares the column XY2 and has one of its own, with a sample kept, a failure and a time.
  void add_other() const {
    Store store(file_);
    StudyRecord record = small_study();
    record.experiment = "toy/other";
    const Id study = store.study(record);
    const Id point = store.point(study, place(1000, 4));
    const Id metric = store.metric(study, "total");
    UnitResult unit{point, store.column({"XY2", 1}), 0, 3, {{metric, moments_from({1, 2, 3})}}, {}, {}};
    unit.values = {{0, metric, 1}, {1, metric, 2}, {2, metric, 3}};
    const UnitResult failed{point, store.column({"TILE", 1}), 0, 3, {}, {}, Failure{1, "no"}};
    store.write({unit, failed}, {point});
    store.write_timings({{point, unit.column, 1, 1, 1, 3}});
  }
};

TEST_F(RemovalTest, LeavesTheDigestOfADatabaseInWhichItNeverRan) {
  const std::string before = digest();
  add_other();
  EXPECT_NE(digest(), before);
  Store(file_).forget({"toy/other"});
  EXPECT_EQ(digest(), before);
  const Reader reader(file_);
  EXPECT_EQ(answer(reader.query("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'toy\\_other%' ESCAPE '\\'")),
            "0 ");
  EXPECT_EQ(answer(reader.query("SELECT count(*) FROM timing")), "0 ");
  EXPECT_EQ(answer(reader.query("SELECT count(*) FROM algorithm")), "2 ");
  EXPECT_EQ(answer(reader.query(R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)")), "1000 2000 ");
}

TEST_F(RemovalTest, RunsAgainAsIfForTheFirstTime) {
  add_other();
  const std::string both = digest();
  Store(file_).forget({"toy/other"});
  add_other();
  EXPECT_EQ(digest(), both);
  EXPECT_EQ(answer(Reader(file_).query("SELECT samples FROM toy_other")), "3 ");
}

}  // namespace
}  // namespace apportion::results
