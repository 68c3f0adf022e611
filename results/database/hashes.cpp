// Hashing units and tables, and checking them.
#include "results/database/hashes.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <exception>
#include <future>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/program.hpp"
#include "base/text.hpp"
#include "results/database/digest.hpp"
#include "results/database/schema.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

void append_bits(std::string& bytes, std::uint64_t value) {
  std::array<char, 8> little_endian{};
  for (char& byte : little_endian) {
    byte = static_cast<char>(value & 0xffU);
    value >>= 8U;
  }
  bytes.append(little_endian.data(), little_endian.size());
}

void append_value(std::string& bytes, const SQLite::Column& column) {
  if (column.isNull())
    append_null(bytes);
  else if (column.isInteger())
    append_integer(bytes, column.getInt64());
  else if (column.isFloat())
    append_real(bytes, column.getDouble());
  else
    append_text(bytes, column.getString());
}

}  // namespace

void append_null(std::string& bytes) { bytes += 'N'; }

void append_integer(std::string& bytes, std::int64_t value) {
  bytes += 'I';
  append_bits(bytes, static_cast<std::uint64_t>(value));
}

// SQLite stores -0 as 0: what is about to be stored must give the bytes of what will be read.
void append_real(std::string& bytes, double value) {
  bytes += 'R';
  append_bits(bytes, std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
}

void append_text(std::string& bytes, std::string_view value) {
  bytes += 'T';
  append_bits(bytes, value.size());
  bytes += value;
}

void append_row(std::string& bytes, const SQLite::Statement& row) {
  for (int i = 0; i < row.getColumnCount(); ++i) append_value(bytes, row.getColumn(i));
}

Moments moments_at(const SQLite::Statement& row, int first) {
  return {row.getColumn(first).getInt64(), row.getColumn(first + 1).getDouble(), row.getColumn(first + 2).getDouble(),
          row.getColumn(first + 3).getDouble(), row.getColumn(first + 4).getDouble()};
}

// Moments come by the same statement: one for each of half a million units takes longer than all else.
UnitScan::UnitScan(SQLite::Database& database, const std::string& condition)
    : rows_(database,
            fmt::format("SELECT u.id, u.point_id, u.algorithm_id, u.chunk, u.samples, u.run_id, f.sample, f.message, "
                        "m.metric_id, m.count, m.mean, m.m2, m.min, m.max "
                        "FROM main.unit AS u LEFT JOIN main.failure AS f ON f.unit_id = u.id "
                        "LEFT JOIN main.moment AS m ON m.unit_id = u.id WHERE {} "
                        "ORDER BY u.point_id, u.algorithm_id, u.chunk, m.metric_id",
                        condition)),
      values_(database,
              "SELECT sample, metric_id, value FROM main.sample WHERE unit_id = ? ORDER BY sample, metric_id"),
      has_values_(database.execAndGet("SELECT EXISTS (SELECT 1 FROM main.sample)").getInt() != 0),
      has_row_(rows_.executeStep()) {}

bool UnitScan::next() {
  if (!has_row_) return false;
  id_ = rows_.getColumn(0).getInt64();
  unit_.point = rows_.getColumn(1).getInt64();
  unit_.column = rows_.getColumn(2).getInt64();
  unit_.chunk = rows_.getColumn(3).getInt64();
  unit_.samples = rows_.getColumn(4).getInt64();
  run_.reset();
  if (!rows_.getColumn(5).isNull()) run_ = rows_.getColumn(5).getInt64();
  unit_.failure.reset();
  if (!rows_.getColumn(6).isNull()) unit_.failure = {rows_.getColumn(6).getInt64(), rows_.getColumn(7).getString()};
  read_values();
  unit_.moments.clear();
  do {
    if (!rows_.getColumn(8).isNull()) unit_.moments.push_back({rows_.getColumn(8).getInt64(), moments_at(rows_, 9)});
    has_row_ = rows_.executeStep();
  } while (has_row_ && rows_.getColumn(0).getInt64() == id_);
  return true;
}

void UnitScan::read_values() {
  unit_.values.clear();
  if (!has_values_) return;
  static_cast<void>(bound(values_, id_));
  while (values_.executeStep())
    unit_.values.push_back(
        {values_.getColumn(0).getInt64(), values_.getColumn(1).getInt64(), values_.getColumn(2).getDouble()});
}

namespace {

constexpr const char* create_table = R"sql(
-- The first 64 bits of SHA-256 of a unit with all that belongs to it.
CREATE TABLE unit_hash (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id) ON DELETE CASCADE,
  hash INTEGER NOT NULL
) STRICT;
)sql";

// The bytes of the one row; foreign keys promise that there is one.
std::string key_of(SQLite::Statement& statement, Id id) {
  std::string bytes;
  if (bound(statement, id).executeStep()) append_row(bytes, statement);
  statement.reset();
  return bytes;
}

bool by_sample_and_metric(const SampleValue& a, const SampleValue& b) {
  return std::tie(a.sample, a.metric) < std::tie(b.sample, b.metric);
}

}  // namespace

UnitHashes::UnitHashes(SQLite::Database& database)
    : select_point_(database,
                    "SELECT e.name, e.seed, e.definition, p.coordinates FROM main.point AS p "
                    "JOIN main.experiment AS e ON e.id = p.experiment_id WHERE p.id = ?"),
      select_column_(database, "SELECT name, revision, rival, rival_revision FROM main.algorithm WHERE id = ?"),
      select_metric_(database, "SELECT name FROM main.metric WHERE id = ?") {}

const std::string& UnitHashes::point_key(Id point) {
  if (last_point_ != point) {
    last_point_key_ = key_of(select_point_, point);
    last_point_ = point;
  }
  return last_point_key_;
}

const std::string& UnitHashes::column_key(Id column) {
  const auto [key, is_new] = columns_.try_emplace(column);
  if (is_new) key->second = key_of(select_column_, column);
  return key->second;
}

const std::string& UnitHashes::metric_name(Id metric) {
  const auto [name, is_new] = metrics_.try_emplace(metric);
  if (is_new) name->second = key_of(select_metric_, metric);
  return name->second;
}

std::int64_t UnitHashes::of(const UnitResult& unit, std::optional<Id> run) {
  bytes_ = point_key(unit.point) + column_key(unit.column);
  append_integer(bytes_, unit.chunk);
  append_integer(bytes_, unit.samples);
  if (run)
    append_integer(bytes_, *run);
  else
    append_null(bytes_);
  std::vector<MetricMoments> moments = unit.moments;
  std::ranges::sort(moments, {}, &MetricMoments::metric);
  for (const auto& [metric, m] : moments) {
    bytes_ += metric_name(metric);
    append_integer(bytes_, m.count);
    for (const double value : {m.mean, m.m2, m.min, m.max}) append_real(bytes_, value);
  }
  std::vector<SampleValue> values = unit.values;
  std::ranges::sort(values, by_sample_and_metric);
  for (const SampleValue& each : values) {
    append_integer(bytes_, each.sample);
    bytes_ += metric_name(each.metric);
    append_real(bytes_, each.value);
  }
  if (unit.failure) {
    append_integer(bytes_, unit.failure->sample);
    append_text(bytes_, unit.failure->message);
  }
  return hash64(bytes_);
}

void UnitHashes::forget_keys() {
  last_point_.reset();
  columns_.clear();
  metrics_.clear();
}

void create_unit_hashes(SQLite::Database& database) { database.exec(create_table); }

void hash_units(SQLite::Database& database, Id after) {
  UnitHashes hashes(database);
  std::vector<std::pair<Id, std::int64_t>> found;
  UnitScan scan(database, fmt::format("u.id > {}", after));
  while (scan.next()) found.emplace_back(scan.id(), hashes.of(scan.unit(), scan.run()));
  std::ranges::sort(found);
  SQLite::Statement write(database, write_unit_hash);
  for (const auto& [unit, hash] : found) bound(write, unit, hash).exec();
}

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

void sum_views(SQLite::Database& database) {
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
    if (is_other(table, sum_of_table(database, table))) return table;
  return std::nullopt;
}

namespace {

// A summary's column and metric.
using Key = std::pair<Id, Id>;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) { throw damaged(file, what); }

// Not the quick check, which does not compare indexes with their tables: a query that uses a damaged one lacks rows.
void check_integrity(SQLite::Database& database, const std::filesystem::path& file) {
  const std::string answer = database.execAndGet("PRAGMA main.integrity_check(1)").getString();
  if (answer != "ok") refuse(file, printable(answer));
}

void check_foreign_keys(SQLite::Database& database, const std::filesystem::path& file) {
  SQLite::Statement row(database, "PRAGMA main.foreign_key_check");
  if (row.executeStep())
    refuse(file, fmt::format("a row of {} belongs to a row of {} that does not exist", row.getColumn(0).getString(),
                             row.getColumn(2).getString()));
}

void check_sums(SQLite::Database& database, const std::filesystem::path& file) {
  if (const std::optional<std::string> table = table_with_other_sum(database))
    refuse(file, fmt::format("rows of the table {} are not those that were written", *table));
}

// "XY2 at {"columns":1000} in kaddoura/grid"
std::string name_of(SQLite::Database& database, Id point, Id column) {
  SQLite::Statement row(
      database,
      "SELECT e.name, p.coordinates, a.name FROM point AS p "
      "JOIN experiment AS e ON e.id = p.experiment_id JOIN algorithm AS a WHERE p.id = ? AND a.id = ?");
  if (!bound(row, point, column).executeStep()) return "an unknown column";
  const auto text = [&row](int index) { return printable(row.getColumn(index).getString()); };
  return fmt::format("{} at {} in {}", text(2), text(1), text(0));
}

/// Compares the units, as they come, with what is stored of them elsewhere.
class UnitCheck {
 public:
  UnitCheck(SQLite::Database& database, const std::filesystem::path& file)
      : database_(database),
        file_(file),
        hashes_(database),
        hash_(database, "SELECT hash FROM main.unit_hash WHERE unit_id = ?"),
        summaries_(database,
                   "SELECT algorithm_id, metric_id, count, mean, m2, min, max FROM main.summary WHERE point_id = ?") {}

  Verification all() {
    UnitScan scan(database_);
    std::optional<Id> point;
    while (scan.next()) {
      const UnitResult& unit = scan.unit();
      if (point && point != unit.point) check_summaries(*point);
      point = unit.point;
      check_hash(scan);
      for (const auto& [metric, moments] : unit.moments) folded_[{unit.column, metric}].merge(moments);
      ++found_.units;
    }
    if (point) check_summaries(*point);
    check_strays();
    return found_;
  }

 private:
  void check_hash(const UnitScan& scan) {
    const bool is_there = bound(hash_, scan.id()).executeStep();
    if (is_there && hash_.getColumn(0).getInt64() == hashes_.of(scan.unit(), scan.run())) return;
    const UnitResult& unit = scan.unit();
    refuse(file_, fmt::format("chunk {} of {} {}", unit.chunk, name_of(database_, unit.point, unit.column),
                              is_there ? "does not match its hash" : "has no hash"));
  }

  // Summaries of other counts wait for the run that completes the point.
  void check_summaries(Id point) {
    std::int64_t equal = 0;
    static_cast<void>(bound(summaries_, point));
    while (summaries_.executeStep()) {
      const auto fold = folded_.find({summaries_.getColumn(0).getInt64(), summaries_.getColumn(1).getInt64()});
      const Moments stored = moments_at(summaries_, 2);
      if (fold == folded_.end() || fold->second.count != stored.count) continue;
      if (!(fold->second == stored))
        refuse(file_, fmt::format("a summary of {} is not what its units add up to",
                                  name_of(database_, point, fold->first.first)));
      ++equal;
    }
    found_.summaries += equal;
    found_.waiting += static_cast<std::int64_t>(folded_.size()) - equal;
    folded_.clear();
  }

  void check_strays() {
    SQLite::Statement row(database_,
                          "SELECT 1 FROM main.summary AS s WHERE NOT EXISTS (SELECT 1 FROM main.unit AS u "
                          "WHERE u.point_id = s.point_id AND u.algorithm_id = s.algorithm_id) LIMIT 1");
    if (row.executeStep()) refuse(file_, "a summary has no units");
  }

  SQLite::Database& database_;
  const std::filesystem::path& file_;
  UnitHashes hashes_;
  SQLite::Statement hash_;
  SQLite::Statement summaries_;
  std::map<Key, Moments> folded_;
  Verification found_;
};

}  // namespace

Verification check(SQLite::Database& database, const std::filesystem::path& file) {
  // Half of the work is SQLite's own check and the sums: a connection of its own does it beside the units. What that
  // finds is said first, since damage that SQLite sees explains the rest.
  std::future<void> tables = std::async(std::launch::async, [&file] {
    in_our_words(file, [&file] {
      SQLite::Database beside = open_for_reading(file);
      const SQLite::Transaction one_state(beside);
      check_integrity(beside, file);
      check_foreign_keys(beside, file);
      check_sums(beside, file);
    });
  });
  Verification found;
  std::exception_ptr failure;
  try {
    const SQLite::Transaction one_state(database);
    found = UnitCheck(database, file).all();
  } catch (...) {
    failure = std::current_exception();
  }
  tables.get();
  if (failure) std::rethrow_exception(failure);
  return found;
}

Verification verify(const std::filesystem::path& file) {
  return in_our_words(file, [&] {
    SQLite::Database database = open_for_reading(file);
    Verification found = check(database, file);
    write_log_on_closing(database, true);
    require_distinct_views(database, file);
    found.altered_views = altered_views(database);
    return found;
  });
}

}  // namespace apportion::results
