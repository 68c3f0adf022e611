// Users' statements are checked when they are read, and errors have line numbers.
#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::sweeps {
namespace {

class StatementsTest : public ::testing::Test {
 protected:
  static OwnStatement own(const std::string& sql, const results::Settings& parameters = {}) {
    const auto place = [sql](std::size_t byte) {
      return fmt::format("mine.ini:{}", 10 + std::ranges::count(sql.substr(0, byte), '\n'));
    };
    return {.sql = sql, .place = place, .parameters = parameters};
  }
  static void check(const std::string& sql, const results::Settings& parameters = {}) {
    require_statements({own(sql, parameters)}, {});
  }
  [[nodiscard]] static std::string refusal(const std::string& sql) {
    return message_of([&] { check(sql); });
  }
};

TEST_F(StatementsTest, PassWhereAllNamesAreKnown) {
  check("SELECT processors, slope(columns, total) FROM kaddoura_grid WHERE seed = :seed GROUP BY 1");
  check("SELECT * FROM Kaddoura_Grid_chunks JOIN measurements USING (seed)");
  check("SELECT * FROM kaddoura_grid WHERE latency = :latency", {{"latency", ""}});
  check(R"(SELECT "columns" AS "of any name" FROM kaddoura_grid)");
  check("SELECT anything FROM sweeps_other");  // exists only in the database
  check("SELECT value FROM json_each('[1, 2]') UNION SELECT value FROM json_tree('[3]')");
  check("SELECT 1;\n ");
}

TEST_F(StatementsTest, NameTheLine) {
  EXPECT_EQ(refusal("SELECT processors,\n  profit\nFROM kaddoura_grid"), "mine.ini:11: no such column: profit");
  EXPECT_EQ(refusal("SELECT processors,\n  total\nFROM\n kaddoura_gird"), "mine.ini:13: no such table: kaddoura_gird");
  EXPECT_EQ(refusal("SELECT 1,\n\n  slop(1, 2)"), "mine.ini:12: no such function: slop");
  EXPECT_EQ(refusal("SELECT\n slope(1)"), "mine.ini:11: wrong number of arguments to function slope()");
  EXPECT_EQ(refusal("SELECT 1\nFORM unit\n"), "mine.ini:11: near \"unit\": syntax error");
  EXPECT_EQ(refusal("SELECT 1 FROM unit WHERE\n"), "mine.ini:10: incomplete input");
  EXPECT_EQ(refusal("SELECT 1\nWHERE :seed = :speed"), "mine.ini:11: the query's parameter :speed is not given");
  EXPECT_EQ(refusal("SELECT 1;\nSELECT 2"), "mine.ini:11: one query at a time: there is text after the first one");
  EXPECT_EQ(refusal(" "), "mine.ini:10: the query is empty");
}

// SQLite takes "x" for the text x if there is no such column.
TEST_F(StatementsTest, TakeNoMisspeltColumnForAText) {
  EXPECT_THAT(refusal("SELECT \"colums\" FROM kaddoura_grid"), HasSubstr("no such column: colums"));
}

TEST_F(StatementsTest, RefuseWhatIsNoQuery) {
  for (const char* sql : {"DELETE FROM unit", "ATTACH 'x' AS y", "PRAGMA user_version", "CREATE VIEW v AS SELECT 1",
                          "INSERT INTO unit SELECT * FROM unit", "WITH a AS (SELECT 1) DELETE FROM unit"})
    EXPECT_EQ(refusal(sql), "mine.ini:10: only queries are allowed here, and this statement is not one") << sql;
  EXPECT_THAT(refusal("SELECT load_extension('x')"), HasSubstr("not authorized"));
  EXPECT_THAT(refusal(std::string("SELECT 1\0, 2", 12)), HasSubstr("NUL byte"));
}

TEST_F(StatementsTest, RefuseWhatCannotBePrepared) {
  std::string doubled = "WITH a0 AS (SELECT 1)";
  for (int i = 1; i <= 60; ++i)
    doubled += ", a" + std::to_string(i) + " AS (SELECT * FROM a" + std::to_string(i - 1) +
               " UNION ALL SELECT * FROM a" + std::to_string(i - 1) + ")";
  EXPECT_THAT(refusal(doubled + " SELECT * FROM a60"), HasSubstr("needs more than 1 GiB of memory"));
  check("SELECT 1");  // the next statement is checked as usual
}

TEST_F(StatementsTest, AllOfTheCatalogueAreRight) {
  std::vector<OwnStatement> all;
  for (const results::Exhibit& entry : engine::Catalogue::instance().exhibits())
    if (!entry.sql.empty()) all.push_back(own(entry.sql, entry.parameters));
  EXPECT_NO_THROW(require_statements(all, {}));
}

}  // namespace
}  // namespace apportion::sweeps
