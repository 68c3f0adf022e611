// Queries: what they answer and what they refuse.
#include "results/database/reader.hpp"

#include "results/database/store.hpp"
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

  // The message of a refused query; the file stays as it was.
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

}  // namespace
}  // namespace apportion::results
