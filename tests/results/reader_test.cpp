// Queries: results, refusals, the limits of users' statements, the names of views, and parts of a study.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/engine/catalogue.hpp"
#include "results/database/prepared.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/database/views.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

class ReaderTest : public ::testing::Test {
 protected:
  ReaderTest() {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }

  // The message of a refused query; the file is unchanged.
  [[nodiscard]] std::string refusal(const std::string& sql) const {
    const std::string before = bytes_of(file_);
    std::string message = message_of<QueryError>([&] { static_cast<void>(Reader(file_).query(sql)); });
    EXPECT_EQ(bytes_of(file_), before) << sql;
    return message;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(ReaderTest, AnswersEveryKindOfValue) {
  const Rows rows = Reader(file_).query("SELECT NULL AS unknown, 7 AS seven, 0.1 AS tenth, 'it''s' AS said");
  EXPECT_EQ(rows.columns, (std::vector<std::string>{"unknown", "seven", "tenth", "said"}));
  EXPECT_EQ(rows.rows,
            (std::vector<std::vector<Value>>{{std::monostate(), std::int64_t{7}, 0.1, std::string("it's")}}));
}

TEST_F(ReaderTest, NamesTheColumnsOfAnEmptyAnswer) {
  const Rows rows = Reader(file_).query("SELECT chunk, samples FROM unit WHERE chunk > 3");
  EXPECT_EQ(rows.columns, (std::vector<std::string>{"chunk", "samples"}));
  EXPECT_TRUE(rows.rows.empty());
}

TEST_F(ReaderTest, FillsParametersByName) {
  const Reader reader(file_);
  const Rows rows =
      reader.query("SELECT :seed, :name, :seed", {{"seed", std::int64_t{7}}, {"name", "x"}, {"other", 1.0}});
  EXPECT_EQ(rows.rows.at(0), (std::vector<Value>{std::int64_t{7}, "x", std::int64_t{7}}));
  EXPECT_THAT(message_of<QueryError>([&] { static_cast<void>(reader.query("SELECT :seed")); }),
              HasSubstr(":seed is not given"));
  EXPECT_THAT(refusal("SELECT ?"), HasSubstr("must be named"));
}

TEST_F(ReaderTest, RefusesWhatWouldWrite) {
  const std::string elsewhere = (folder_ / "copy.sqlite").string();
  for (const std::string& sql :
       {std::string("DELETE FROM unit"), std::string("INSERT INTO run (uuid) VALUES ('x')"),
        std::string("DROP TABLE unit"), std::string("PRAGMA user_version=5"), std::string("CREATE TEMP TABLE t (x)"),
        std::string("BEGIN"), "ATTACH '" + elsewhere + "' AS other", "VACUUM INTO '" + elsewhere + "'"}) {
    EXPECT_THAT(refusal(sql), HasSubstr("only queries are allowed")) << sql;
  }
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
}

TEST_F(ReaderTest, RefusesMoreThanOneStatement) {
  EXPECT_THAT(refusal("SELECT 1; DELETE FROM unit"), HasSubstr("one query at a time"));
  EXPECT_THAT(refusal("  "), HasSubstr("empty"));
  EXPECT_EQ(Reader(file_).query("SELECT 1;\n ").rows.size(), 1U);
}

TEST_F(ReaderTest, PassesSqlitesMessageOn) {
  EXPECT_THAT(refusal("SELECT profit FROM unit"), HasSubstr("no such column: profit"));
  EXPECT_THAT(refusal("SELEC 1"), HasSubstr("syntax error"));
}

TEST_F(ReaderTest, SeesWhatARunHasCommitted) {
  Store store(file_);
  const SmallStudy small(store);
  const Reader reader(file_);
  store.write({small.unit(small.xy2, 1, 10)}, {});
  EXPECT_EQ(reader.query("SELECT * FROM unit").rows.size(), 2U);
}

class QueryRightsTest : public ::testing::Test {
 protected:
  QueryRightsTest() {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }

  // The message that ends the query; the reader can run the next one.
  [[nodiscard]] std::string refusal(const std::string& sql) const {
    const Reader reader(file_);
    std::string message = message_of<QueryError>([&] { static_cast<void>(reader.query_on({}, sql)); });
    EXPECT_EQ(reader.query_on({}, "SELECT count(*) FROM unit").rows.front().front(), Value(std::int64_t{1})) << sql;
    return message;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(QueryRightsTest, TouchesNothingElse) {
  const std::string elsewhere = (folder_ / "copy.sqlite").string();
  for (const std::string& sql :
       {"ATTACH '" + elsewhere + "' AS other", "VACUUM INTO '" + elsewhere + "'", std::string("PRAGMA wal_checkpoint"),
        std::string("PRAGMA user_version"), std::string("PRAGMA query_only = OFF"), std::string("DELETE FROM unit"),
        std::string("CREATE TEMP VIEW v AS SELECT 1"), std::string("SAVEPOINT s")})
    EXPECT_THAT(refusal(sql), HasSubstr("only queries are allowed")) << sql;
  EXPECT_FALSE(std::filesystem::exists(elsewhere));
  EXPECT_THAT(refusal("SELECT load_extension('x')"), HasSubstr("not authorized to use function: load_extension"));
  EXPECT_THAT(refusal("SELECT LOAD_EXTENSION('x')"), HasSubstr("not authorized"));
  EXPECT_THAT(refusal("SELECT writefile('" + elsewhere + "', 'x')"), HasSubstr("no such function: writefile"));
}

TEST_F(QueryRightsTest, MakesTheNamedTemporaryTableOnly) {
  const std::string before = bytes_of(file_);
  SQLite::Database database(file_.string(), SQLite::OPEN_READWRITE);
  const ReadingOnly rights(database, "kept");
  for (const char* sql :
       {"CREATE TABLE kept (x)", "CREATE TEMP TABLE other (x)", "CREATE TEMP VIEW kept AS SELECT 1", "DELETE FROM unit",
        "INSERT INTO unit SELECT * FROM unit", "UPDATE unit SET samples = 1", "UPDATE sqlite_schema SET sql = ''",
        "INSERT INTO sqlite_temp_schema VALUES (1, 2, 3, 4, 5)", "UPDATE sqlite_temp_schema SET sql = ''",
        "PRAGMA writable_schema = ON", "ATTACH ':memory:' AS other", "CREATE INDEX i ON unit (samples)",
        "CREATE TEMP TABLE kept AS SELECT load_extension('x')", "CREATE TEMP TABLE kept AS DELETE FROM unit"})
    EXPECT_THROW(database.exec(sql), SQLite::Exception) << sql;
  database.exec("CREATE TEMP TABLE kept AS SELECT * FROM unit");
  EXPECT_THROW(database.exec("INSERT INTO kept SELECT * FROM unit"), SQLite::Exception);
  EXPECT_THROW(database.exec("DROP TABLE kept"), SQLite::Exception);
  EXPECT_EQ(bytes_of(file_), before);
}

TEST_F(QueryRightsTest, HasTablesOfJson) {
  const Reader reader(file_);
  EXPECT_EQ(reader.query_on({}, "SELECT value FROM json_each('[7, 8]')").rows.size(), 2U);
  EXPECT_EQ(reader.query_on({}, "SELECT value FROM json_tree('[7, [8]]')").rows.size(), 4U);
  EXPECT_THAT(refusal("SELECT * FROM pragma_table_info('unit')"), HasSubstr("the query is wrong"));
  EXPECT_THAT(refusal("SELECT * FROM dbstat"), HasSubstr("the query is wrong"));
}

TEST(ViewNames, AreToldApartAsSqlDoes) {
  EXPECT_FALSE(shared_view({"sweeps/a", "sweeps/b", "sweeps/a-b", "sweeps/a_b", "sweeps/a"}));
  for (const auto& [first, second] : {std::pair{"sweeps/pilot", "sweeps/Pilot"},
                                      {"sweeps/x", "sweeps/x_chunks"},
                                      {"sweeps/x_Samples", "sweeps/X"},
                                      {"sweeps/x_timings", "sweeps/x"},
                                      {"a/b_c", "a_b/c"}})
    EXPECT_TRUE(shared_view({first, "sweeps/other", second})) << first << ", " << second;
}

TEST(ViewNames, OfTheCatalogueAreAllDifferent) {
  std::vector<std::string> experiments;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    experiments.push_back(experiment.name);
  EXPECT_FALSE(shared_view(experiments));
}

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
    // Nothing of it remains.
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
  // An axis that these points lack, from another definition, excludes none of them.
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {{"unheard-of", {{"unheard-of", "1", 1.0}}}}}}, sql)), "1000 2000 ");
}

// A point that omits an added axis has the axis's default.
TEST_F(RestrictionTest, AnOmittedAxisStandsAtItsDefault) {
  const Reader reader(file_);
  const std::string sql = R"(SELECT "columns" FROM toy_grid WHERE algorithm = 'XY2' ORDER BY 1)";
  AxisValues added{"loads", {{"loads", "none", std::nullopt}}, Coordinate{"loads", "none", std::nullopt}};
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {added}}}, sql)), "1000 2000 ");
  added.omitted = Coordinate{"loads", "ocean", std::nullopt};
  EXPECT_EQ(answer(reader.query_on({{"toy/grid", {added}}}, sql)), "");
}

// An exhibit shows the newest revision of its own points.
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

TEST_F(RestrictionTest, KeepsWhatIsAskedOnceAndForManyLeavesOutTheirConditions) {
  const std::string sql =
      R"(SELECT "columns" FROM )" +
      once(R"(SELECT DISTINCT "columns" FROM toy_grid /* alone: */ WHERE "columns" > 1000 /* :alone */)") +
      " ORDER BY 1";
  for (const bool for_many : {false, true}) {
    Reader reader(file_);
    EXPECT_EQ(answer(reader.query_on({}, sql)), "2000 ");
    reader.hold_state(for_many);
    for (int time = 0; time < 2; ++time) EXPECT_EQ(answer(reader.query_on({}, sql)), for_many ? "1000 2000 " : "2000 ");
    EXPECT_EQ(answer(reader.query("SELECT count(*) FROM temp.kept_0")), for_many ? "2 " : "1 ");
    EXPECT_THROW(static_cast<void>(reader.query_on({}, "SELECT * FROM " + once("SELECT 1); DELETE FROM unit; --"))),
                 QueryError);
    EXPECT_THROW(static_cast<void>(reader.query_on({}, "SELECT * FROM " + once("SELECT load_extension('x')"))),
                 QueryError);
  }
}

class RemovalTest : public RestrictionTest {
 protected:
  [[nodiscard]] std::string digest() const { return Reader(file_).digest(); }

  // Adds another experiment that shares the column XY2 and has one of its own, with a sample, a failure and a time.
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
