// A sum over the rows of each table, kept by triggers, that shows rows which were changed, lost or doubled by damage.
#include "results/database/table_sums.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

#include "base/text.hpp"
#include "results/database/digest.hpp"
#include "results/database/general_views.hpp"
#include "results/database/row_bytes.hpp"
#include "results/database/schema.hpp"

namespace apportion::results {
namespace {

const std::vector<std::string>& tables_without_sum() {
  static const std::vector<std::string> tables{"failure", "moment", "sample", "table_sum", "unit"};
  return tables;
}

constexpr const char* create_sums = R"sql(
-- The sum, modulo 2^64, of the first 64 bits of SHA-256 of each row of a table; of sqlite_schema: tables and triggers.
CREATE TABLE table_sum (
  name TEXT PRIMARY KEY,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// What the schema says of our tables; an index or a trigger that users add is theirs.
constexpr const char* schema_rows =
    "SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE tbl_name IN ({}) AND (type = 'table' OR "
    "name = 'timing_of_point' OR name IN (tbl_name || '_added', tbl_name || '_removed', tbl_name || '_changed'))";

// Views of ours; others may have been added.
constexpr const char* view_rows =
    R"sql(SELECT name, sql FROM main.sqlite_schema WHERE type = 'view' AND (name IN ({}) OR name IN
(SELECT replace(e.name, '/', '_') || endings.value FROM main.experiment AS e,
json_each('["", "_chunks", "_samples", "_timings"]') AS endings)))sql";

std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  return std::bit_cast<std::int64_t>(std::bit_cast<std::uint64_t>(a) + std::bit_cast<std::uint64_t>(b));
}

std::int64_t difference_of(std::int64_t a, std::int64_t b) {
  return std::bit_cast<std::int64_t>(std::bit_cast<std::uint64_t>(a) - std::bit_cast<std::uint64_t>(b));
}

void append_sqlite_value(std::string& bytes, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
      return append_null(bytes);
    case SQLITE_INTEGER:
      return append_integer(bytes, sqlite3_value_int64(value));
    case SQLITE_FLOAT:
      return append_real(bytes, sqlite3_value_double(value));
    default: {
      const void* text = sqlite3_value_blob(value);
      const auto length = static_cast<std::size_t>(sqlite3_value_bytes(value));
      return append_text(bytes, {static_cast<const char*>(text), length});
    }
  }
}

// with_row(SUM, TABLE, VALUE...) and, for a row that goes, without_row(SUM, TABLE, VALUE...)
template <std::int64_t (*combine)(std::int64_t, std::int64_t)>
void row_sum(sqlite3_context* context, int count, sqlite3_value** values) {
  try {
    std::string bytes;
    for (int i = 1; i < count; ++i) append_sqlite_value(bytes, values[i]);
    sqlite3_result_int64(context, combine(sqlite3_value_int64(values[0]), hash64(bytes)));
  } catch (...) {
    sqlite3_result_error_nomem(context);
  }
}

std::vector<std::string> texts_of(SQLite::Database& database, const std::string& sql) {
  std::vector<std::string> texts;
  SQLite::Statement row(database, sql);
  while (row.executeStep()) texts.push_back(row.getColumn(0).getString());
  return texts;
}

std::vector<std::string> columns_of(SQLite::Database& database, const std::string& table) {
  return texts_of(database, fmt::format("SELECT name FROM pragma_table_info({}) ORDER BY cid", sql_literal(table)));
}

// 'a', 'b'
std::string literals(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + sql_literal(name);
  return list;
}

std::vector<std::string> summed_tables() {
  std::vector<std::string> tables;
  std::ranges::set_difference(own_tables(), tables_without_sum(), std::back_inserter(tables));
  return tables;
}

std::string views_query() {
  std::vector<std::string> names;
  for (const View& view : general_views()) names.push_back(view.name);
  return fmt::format(fmt::runtime(view_rows), literals(names));
}

std::string schema_query() { return fmt::format(fmt::runtime(schema_rows), literals(own_tables())); }

// 'name', NEW."a", NEW."b"
std::string arguments_of(const std::string& table, const std::vector<std::string>& columns, const char* row) {
  std::string list = sql_literal(table);
  for (const std::string& column : columns) list += fmt::format(", {}.{}", row, sql_identifier(column));
  return list;
}

void create_triggers(SQLite::Database& database, const std::string& table) {
  const std::vector<std::string> columns = columns_of(database, table);
  const std::string added = arguments_of(table, columns, "NEW");
  const std::string removed = arguments_of(table, columns, "OLD");
  const auto create = [&](const char* ending, const char* event, const std::string& sum) {
    database.exec(
        fmt::format("CREATE TRIGGER {0}_{1} AFTER {2} ON {0} BEGIN UPDATE table_sum SET sum = {3} "
                    "WHERE name = '{0}'; END",
                    table, ending, event, sum));
  };
  create("added", "INSERT", fmt::format("with_row(sum, {})", added));
  create("removed", "DELETE", fmt::format("without_row(sum, {})", removed));
  create("changed", "UPDATE", fmt::format("with_row(without_row(sum, {}), {})", removed, added));
}

std::int64_t sum_of_rows(SQLite::Database& database, const std::string& table, const std::string& query) {
  std::int64_t sum = 0;
  std::string bytes;
  SQLite::Statement row(database, query);
  while (row.executeStep()) {
    bytes.clear();
    append_text(bytes, table);
    append_row(bytes, row);
    sum = sum_of(sum, hash64(bytes));
  }
  return sum;
}

std::int64_t sum_of_table(SQLite::Database& database, const std::string& table) {
  std::vector<std::string> names;
  for (const std::string& column : columns_of(database, table)) names.push_back(sql_identifier(column));
  return sum_of_rows(database, table, fmt::format("SELECT {} FROM main.{}", fmt::join(names, ", "), table));
}

void insert_sum(SQLite::Database& database, const std::string& name, std::int64_t sum) {
  SQLite::Statement insert(database, "INSERT INTO table_sum (name, sum) VALUES (?, ?)");
  bound(insert, name, sum).exec();
}

constexpr const char* schema_name = "sqlite_schema";
constexpr const char* views_name = "views";

}  // namespace

const std::vector<std::string>& own_tables() {
  static const std::vector<std::string> tables{"added_axis", "algorithm",     "experiment",  "failure",   "metric",
                                               "moment",     "own_algorithm", "point",       "published", "run",
                                               "sample",     "summary",       "sweep_text",  "table_sum", "timing",
                                               "unit",       "unit_hash",     "working_time"};
  return tables;
}

void provide_row_sums(SQLite::Database& database) {
  constexpr int any_number = -1;
  database.createFunction("with_row", any_number, true, nullptr, &row_sum<sum_of>);
  database.createFunction("without_row", any_number, true, nullptr, &row_sum<difference_of>);
}

void create_table_sums(SQLite::Database& database) {
  database.exec(create_sums);
  for (const std::string& table : summed_tables()) {
    insert_sum(database, table, sum_of_table(database, table));
    create_triggers(database, table);
  }
  insert_sum(database, schema_name, sum_of_rows(database, schema_name, schema_query()));
  insert_sum(database, views_name, sum_of_rows(database, views_name, views_query()));
}

void add_table_sums(SQLite::Database& database) {
  SQLite::Statement known(database, "SELECT 1 FROM main.table_sum WHERE name = ?");
  for (const std::string& table : summed_tables()) {
    if (bound(known, table).executeStep()) continue;
    insert_sum(database, table, sum_of_table(database, table));
    create_triggers(database, table);
  }
  SQLite::Statement update(database, "UPDATE main.table_sum SET sum = ? WHERE name = ?");
  bound(update, sum_of_rows(database, schema_name, schema_query()), schema_name).exec();
}

void sum_views(SQLite::Database& database) {
  if (!has_hashes(database)) return;
  SQLite::Statement update(database, "UPDATE main.table_sum SET sum = ? WHERE name = ?");
  bound(update, sum_of_rows(database, views_name, views_query()), views_name).exec();
}

std::optional<std::string> table_with_other_sum(SQLite::Database& database) {
  SQLite::Statement stored(database, "SELECT sum FROM main.table_sum WHERE name = ?");
  const auto is_other = [&](const std::string& name, std::int64_t sum) {
    return !bound(stored, name).executeStep() || stored.getColumn(0).getInt64() != sum;
  };
  if (is_other(schema_name, sum_of_rows(database, schema_name, schema_query()))) return schema_name;
  if (is_other(views_name, sum_of_rows(database, views_name, views_query()))) return schema_name;
  for (const std::string& table : summed_tables())
    if ((table != "working_time" || has_working_times(database)) && is_other(table, sum_of_table(database, table)))
      return table;
  return std::nullopt;
}

}  // namespace apportion::results
