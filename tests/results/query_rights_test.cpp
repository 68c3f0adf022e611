// What statements of users may touch: a refusal is one line.
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

class QueryRightsTest : public ::testing::Test {
 protected:
  QueryRightsTest() {
    Store store(file_);
    const SmallStudy small(store);
    store.write({small.unit(small.xy2, 0, 10)}, {small.point});
  }

  // The one line that ends the query; the reader answers the next one.
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

TEST_F(QueryRightsTest, HasTablesOfJson) {
  const Reader reader(file_);
  EXPECT_EQ(reader.query_on({}, "SELECT value FROM json_each('[7, 8]')").rows.size(), 2U);
  EXPECT_EQ(reader.query_on({}, "SELECT value FROM json_tree('[7, [8]]')").rows.size(), 4U);
  EXPECT_THAT(refusal("SELECT * FROM pragma_table_info('unit')"), HasSubstr("the query is wrong"));
  EXPECT_THAT(refusal("SELECT * FROM dbstat"), HasSubstr("the query is wrong"));
}

}  // namespace
}  // namespace apportion::results
