// What statements of users may take and touch, and that they are ended by one line.
#include <fmt/format.h>

#include "results/database/memory.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

const std::string endless = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) ";

class QueryLimitsTest : public ::testing::Test {
 protected:
  QueryLimitsTest() {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }

  // The one line that ends the query; the reader answers the next one.
  [[nodiscard]] std::string refusal(const std::string& sql, const QueryLimits& limits = {}) const {
    const Reader reader(file_);
    std::string message = message_of<QueryError>([&] { static_cast<void>(reader.query_on({}, sql, {}, limits)); });
    EXPECT_EQ(reader.query_on({}, "SELECT count(*) FROM unit").rows.front().front(), Value(std::int64_t{1})) << sql;
    return message;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "apportion.sqlite";
};

TEST_F(QueryLimitsTest, EndsAQueryThatNeverEnds) {
  const QueryLimits limits{.seconds = 0.2};
  for (const char* rest : {"SELECT count(*) FROM c", "SELECT x FROM c WHERE x < 0",
                           "SELECT 1 FROM c WHERE instr(printf('%0*d', 20000, x), printf('%0*d', 9999, 0)) = 0"})
    EXPECT_THAT(refusal(endless + rest, limits), HasSubstr("takes more than 0.2 s of processor time")) << rest;
}

// Long work in few steps.
TEST_F(QueryLimitsTest, EndsFunctionsOfManyRows) {
  std::string sql = endless + "SELECT 1";
  for (int i = 0; i < 300; ++i) sql += fmt::format(", kendall(x, x + {})", i);
  EXPECT_THAT(refusal(sql + " FROM (SELECT x FROM c LIMIT 3000)", {.seconds = 0.2}),
              HasSubstr("takes more than 0.2 s"));
}

TEST_F(QueryLimitsTest, EndsAQueryThatTakesAllMemory) {
  const QueryLimits limits{.memory = 8'000'000};
  std::string doubled = "WITH a0 AS (SELECT 1)";  // takes its memory before it runs
  for (int i = 1; i <= 40; ++i)
    doubled += fmt::format(", a{0} AS (SELECT * FROM a{1} UNION ALL SELECT * FROM a{1})", i, i - 1);
  for (const std::string& sql :
       {endless + "SELECT json_group_array(printf('%1000d', x)) FROM c", endless + "SELECT x FROM c ORDER BY x",
        endless + "SELECT slope(x, x) FROM c", endless + "SELECT count(*) FROM (SELECT DISTINCT x FROM c)",
        std::string("WITH RECURSIVE c (x) AS (SELECT 1 UNION SELECT x + 1 FROM c) SELECT count(*) FROM c"),
        doubled + "SELECT count(*) FROM a40"})
    EXPECT_THAT(refusal(sql, limits), HasSubstr("needs more than 7 MiB of memory")) << sql;
}

TEST_F(QueryLimitsTest, GivesItsMemoryBack) {
  const Reader reader(file_);
  const QueryLimits limits{.memory = 8'000'000};
  for (int i = 0; i < 30; ++i) {
    const Rows rows = reader.query_on(
        {}, "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 50000) SELECT slope(x, x) FROM c",
        {}, limits);
    EXPECT_EQ(rows.rows.front().front(), Value(1.0));
  }
  const MemoryBudget budget(1000);
  EXPECT_TRUE(MemoryBudget::take(1000));
  EXPECT_FALSE(MemoryBudget::was_exceeded());
  EXPECT_FALSE(MemoryBudget::take(1));
  EXPECT_TRUE(MemoryBudget::was_exceeded());
  EXPECT_TRUE(MemoryBudget::take(-1));
}

TEST_F(QueryLimitsTest, EndsAnAnswerThatIsTooLarge) {
  const QueryLimits limits{.answer = std::size_t{2} << 20U};
  EXPECT_THAT(refusal(endless + "SELECT x FROM c", limits), HasSubstr("answer has more than 2 MiB"));
  EXPECT_THAT(refusal(endless + "SELECT printf('%100000d', x) FROM c", limits), HasSubstr("answer has more than"));
}

TEST_F(QueryLimitsTest, HasNoLongTexts) {
  for (const char* sql : {"SELECT zeroblob(1000000000)", "SELECT randomblob(1000000)",
                          "SELECT replace(printf('%0*d', 9999, 0), '0', printf('%0*d', 9999, 0))"})
    EXPECT_THAT(refusal(sql), HasSubstr("a text of more than 200000 bytes")) << sql;
  EXPECT_THAT(refusal(endless + "SELECT group_concat(x) FROM (SELECT x FROM c LIMIT 100000)"),
              HasSubstr("a text of more than 200000 bytes"));
}

TEST_F(QueryLimitsTest, HasNoDeepStatements) {
  std::string sum = "SELECT 1";
  for (int i = 0; i < 30000; ++i) sum += "+1";
  EXPECT_THAT(refusal(sum), HasSubstr("Expression tree is too large"));
  EXPECT_THAT(refusal("SELECT " + std::string(30000, '(') + "1" + std::string(30000, ')')),
              HasSubstr("stack overflow"));
  std::string many = "SELECT 1";
  for (int i = 0; i < 6000; ++i) many += " UNION ALL SELECT 1";
  EXPECT_THAT(refusal(many), HasSubstr("too many terms in compound SELECT"));
}

TEST_F(QueryLimitsTest, TouchesNothingElse) {
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

TEST_F(QueryLimitsTest, HasTablesOfJson) {
  const Reader reader(file_);
  EXPECT_EQ(reader.query_on({}, "SELECT value FROM json_each('[7, 8]')").rows.size(), 2U);
  EXPECT_EQ(reader.query_on({}, "SELECT value FROM json_tree('[7, [8]]')").rows.size(), 4U);
  EXPECT_THAT(refusal("SELECT * FROM pragma_table_info('unit')"), HasSubstr("the query is wrong"));
  EXPECT_THAT(refusal("SELECT * FROM dbstat"), HasSubstr("the query is wrong"));
}

TEST_F(QueryLimitsTest, LeavesTheProgramsOwnQueriesFree) {
  const Reader reader(file_);
  static_cast<void>(reader.query_on({}, "SELECT 1"));
  EXPECT_EQ(reader.query("SELECT length(printf('%1000000d', 1))").rows.front().front(), Value(std::int64_t{1000000}));
}

}  // namespace
}  // namespace apportion::results
