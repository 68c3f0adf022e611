// Reading a database: the digest of its content, restriction to grids of points, and queries.
#include "results/database/reader.hpp"

#include <SQLiteCpp/Savepoint.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "results/database/digest.hpp"
#include "results/database/prepared.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/views.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// Returns whether there is a row.
bool step(SQLite::Database& database, sqlite3_stmt* statement) {
  const int answer = sqlite3_step(statement);
  if (answer == SQLITE_ROW || answer == SQLITE_DONE) return answer == SQLITE_ROW;
  throw SQLite::Exception(database.getHandle(), answer);
}

std::string text_at(sqlite3_stmt* row, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
  return text == nullptr ? "" : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(row, column)));
}

/// Hashes rows: a value is a letter for its type (N, I, R, T for NULL, integer, real, text), then for integers and
/// reals their 8 bytes, least significant first, for texts the length as 8 such bytes and the text.
class ContentHash {
 public:
  void text(std::string_view text) {
    append('T', text.size());
    buffer_ += text;
  }

  // Adds the columns of a row from `first` on.
  void row(sqlite3_stmt* row, int first = 0) {
    for (int i = first; i < sqlite3_column_count(row); ++i) {
      const int type = sqlite3_column_type(row, i);
      if (type == SQLITE_NULL)
        buffer_ += 'N';
      else if (type == SQLITE_INTEGER)
        append('I', static_cast<std::uint64_t>(sqlite3_column_int64(row, i)));
      else if (type == SQLITE_FLOAT)
        append('R', std::bit_cast<std::uint64_t>(sqlite3_column_double(row, i)));
      else
        text(text_at(row, i));
    }
    if (buffer_.size() > most_buffered) flush();
  }

  std::string hex() {
    flush();
    return hash_.hex();
  }

 private:
  static constexpr std::size_t most_buffered = 1U << 16U;

  void append(char type, std::uint64_t value) {
    std::array<char, 1 + sizeof(value)> bytes{type};
    for (std::size_t i = 1; i < bytes.size(); ++i, value >>= 8U) bytes.at(i) = static_cast<char>(value & 0xffU);
    buffer_.append(bytes.data(), bytes.size());
  }

  void flush() {
    hash_.add(buffer_);
    buffer_.clear();
  }

  Sha256 hash_;
  std::string buffer_;
};

/// A table's name in the digest, and the query for its rows.
struct Content {
  const char* table;
  const char* sql;
};

constexpr Content whole_tables[] = {
    {"experiment", "SELECT name, seed, definition, chunk_size, axes FROM experiment ORDER BY name, seed, definition"},
    {"algorithm",
     "SELECT name, revision, rival, rival_revision FROM algorithm ORDER BY name, revision, rival, rival_revision"},
    {"published",
     "SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule FROM published "
     "ORDER BY exhibit, algorithm, quantity, coordinates"}};

constexpr Content own_algorithms = {
    "own_algorithm",
    "SELECT e.name, e.seed, e.definition, o.name, o.revision, o.command, o.files FROM own_algorithm AS o "
    "JOIN experiment AS e ON e.id = o.experiment_id ORDER BY e.name, e.seed, e.definition, o.name, o.revision"};

// The row numbers of point, column and study, whether the point has samples, and the natural keys of point and column.
constexpr const char* stored_columns =
    "SELECT p.id, a.id, e.id, p.id IN (SELECT point_id FROM unit WHERE id IN (SELECT unit_id FROM sample)), e.name, "
    "e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, a.rival_revision "
    "FROM (SELECT DISTINCT point_id, algorithm_id FROM unit) AS u JOIN point AS p ON p.id = u.point_id "
    "JOIN experiment AS e ON e.id = p.experiment_id JOIN algorithm AS a ON a.id = u.algorithm_id "
    "ORDER BY e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, a.rival_revision";

// The rows of one column at one point, by natural keys. The parameters are the first columns above, in their order.
// Joins are in the order of indexes, so that moments, which are most rows, need no sorting.
constexpr Content content_of_column[] = {
    {"unit", "SELECT chunk, samples FROM unit WHERE (point_id, algorithm_id) = (:point, :column) ORDER BY chunk"},
    {"moment",
     "SELECT chunk, name, samples, mean, m2, coalesce(moment.min, mean), coalesce(moment.max, mean) FROM unit "
     "CROSS JOIN metric CROSS JOIN moment ON (unit_id, metric_id) = (unit.id, metric.id) "
     "WHERE (point_id, algorithm_id, experiment_id) = (:point, :column, :study) ORDER BY chunk, name"},
    {"summary",
     "SELECT name, count, mean, m2, min, max FROM summary JOIN metric ON metric.id = metric_id "
     "WHERE (point_id, algorithm_id) = (:point, :column) ORDER BY name"},
    {"sample",
     "SELECT chunk, sample, name, value FROM unit CROSS JOIN sample_value ON unit_id = unit.id "
     "CROSS JOIN metric ON metric.id = metric_id "
     "WHERE (point_id, algorithm_id, experiment_id) = (:point, :column, :study) AND :kept ORDER BY chunk, sample, "
     "name"},
    {"failure",
     "SELECT chunk, sample, message FROM unit CROSS JOIN failure ON unit_id = unit.id "
     "WHERE (point_id, algorithm_id) = (:point, :column) ORDER BY chunk"}};

// Reads within one transaction. A query's rows are preceded by its table's name as a text.
std::string content_digest(SQLite::Database& database) {
  SQLite::Savepoint one_state(database, "one_state");
  ContentHash content;
  const auto add = [&](const char* table, const PreparedQuery& query) {
    content.text(table);
    while (step(database, query.statement.get())) content.row(query.statement.get());
  };
  for (const auto& [table, sql] : whole_tables) add(table, prepared(database, sql));
  std::vector<PreparedQuery> queries;
  for (const Content& each : content_of_column) queries.push_back(prepared(database, each.sql));
  const auto column = prepared(database, stored_columns).statement;
  constexpr int first_key = 4;
  while (step(database, column.get())) {
    content.text("column of a point");
    content.row(column.get(), first_key);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      sqlite3_reset(queries[i].statement.get());
      for (int key = 0; key < std::ssize(queries[i].parameters); ++key)
        sqlite3_bind_int64(queries[i].statement.get(), key + 1, sqlite3_column_int64(column.get(), key));
      add(content_of_column[i].table, queries[i]);
    }
  }
  if (database.execAndGet("SELECT EXISTS (SELECT 1 FROM own_algorithm)").getInt() != 0)
    add(own_algorithms.table, prepared(database, own_algorithms.sql));
  one_state.release();
  return content.hex();
}

std::string literal(const Coordinate& value) { return value.number ? value.text : sql_literal(value.text); }

std::string condition(const AxisValues& axis) {
  std::string place = fmt::format("json_extract(coordinates, {})", sql_literal("$." + sql_identifier(axis.axis)));
  if (axis.omitted) place = fmt::format("coalesce({}, {})", place, literal(*axis.omitted));
  std::string values;
  for (const Coordinate& value : axis.values) values = joined(values, ", ", literal(value));
  return fmt::format("{} IN ({})", place, values);
}

// The view without the rows for which the condition holds.
View without_rows(const View& view, const std::string& condition) {
  if (condition.empty()) return view;
  const std::size_t begin = view.sql.find('\n') + 1;
  return {view.name, fmt::format("{}SELECT * FROM ({}) WHERE NOT ({})", view.sql.substr(0, begin),
                                 view.sql.substr(begin), condition)};
}

/// The points and columns outside of grids.
struct Unwanted {
  std::string points = {};  ///< a query for their row numbers
  /// [experiment that has any of these] a condition for its columns; "" if only points are unwanted.
  std::map<std::string, std::string> columns = {};
};

// `has_rows` tells whether a query has any. For a point of an older definition, without one of the axes, the condition
// is NULL, so that the point is kept.
Unwanted unwanted_by(const std::vector<StudyGrid>& grids, const std::function<bool(const std::string&)>& has_rows) {
  Unwanted unwanted;
  for (const StudyGrid& grid : grids) {
    std::string wanted = "1";
    for (const AxisValues& axis : grid.axes) {
      if (axis.axis != "algorithm") {  // which has the selected algorithms, and their rivals
        wanted += " AND " + condition(axis);
        continue;
      }
      std::string names = "''";
      for (const Coordinate& name : axis.values) names += ", " + sql_literal(name.text);
      if (has_rows(fmt::format("SELECT 1 FROM main.algorithm WHERE name NOT IN ({})", names)))
        unwanted.columns[grid.experiment] = fmt::format("(algorithm NOT IN ({0}) OR rival NOT IN ({0}))", names);
    }
    const std::string points = fmt::format(
        "SELECT id FROM main.point WHERE experiment_id IN (SELECT id FROM main.experiment WHERE name = {}) AND NOT "
        "({})",
        sql_literal(grid.experiment), wanted);
    if (grid.axes.empty() || !has_rows(points)) continue;
    unwanted.points = joined(unwanted.points, " UNION ALL ", points);
    unwanted.columns.try_emplace(grid.experiment);
  }
  return unwanted;
}

// Makes temporary views without these points and columns, general ones and those of each experiment: stored views would
// still show all points.
void leave_out(SQLite::Database& database, const Unwanted& unwanted) {
  database.exec("CREATE TEMP TABLE unwanted_point (id INTEGER PRIMARY KEY)");
  if (!unwanted.points.empty()) database.exec("INSERT INTO temp.unwanted_point " + unwanted.points);
  database.exec(
      "CREATE TEMP VIEW point AS SELECT id, experiment_id, coordinates FROM main.point "
      "WHERE id NOT IN (SELECT id FROM temp.unwanted_point)");
  std::string columns;
  for (const auto& [experiment, condition] : unwanted.columns)
    if (!condition.empty())
      columns = joined(columns, " OR ", fmt::format("experiment = {} AND {}", sql_literal(experiment), condition));
  for (const View& view : general_views())
    create_temporary(database, without_rows(view, view.name == "shown_columns" ? columns : ""));
  for (const auto& [experiment, condition] : unwanted.columns)
    for (const View& view : experiment_views(database, experiment))
      create_temporary(database, without_rows(view, condition));
}

void bind_value(sqlite3_stmt* statement, int index, const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    sqlite3_bind_int64(statement, index, *integer);
  else if (const auto* real = std::get_if<double>(&value))
    sqlite3_bind_double(statement, index, *real);
  else if (const auto* text = std::get_if<std::string>(&value))
    sqlite3_bind_text(statement, index, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
  else
    sqlite3_bind_null(statement, index);
}

Value value_at(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
      return std::monostate();
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(row, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(row, column);
    default:
      return text_at(row, column);
  }
}

void bind_all(const PreparedQuery& query, const std::map<std::string, Value>& parameters) {
  for (std::size_t i = 0; i < query.parameters.size(); ++i) {
    const auto given = parameters.find(query.parameters[i]);
    if (given == parameters.end())
      throw QueryError(fmt::format("the query's parameter :{} is not given", query.parameters[i]));
    bind_value(query.statement.get(), static_cast<int>(i) + 1, given->second);
  }
}

void ask(SQLite::Database& database, const std::string& sql, const std::map<std::string, Value>& parameters,
         const std::function<void(const Rows&)>& take) {
  constexpr std::size_t rows_a_batch = 4096;
  const ReadingOnly rights(database);
  const PreparedQuery query = prepared(database, sql);
  sqlite3_stmt* statement = query.statement.get();
  bind_all(query, parameters);
  Rows batch;
  const int columns = sqlite3_column_count(statement);
  for (int i = 0; i < columns; ++i) batch.columns.emplace_back(sqlite3_column_name(statement, i));
  bool taken = false;
  while (step(database, statement)) {
    std::vector<Value>& row = batch.rows.emplace_back();
    for (int i = 0; i < columns; ++i) row.push_back(value_at(statement, i));
    if (batch.rows.size() < rows_a_batch) continue;
    take(batch);
    taken = true;
    batch.rows.clear();
  }
  if (!taken || !batch.rows.empty()) take(batch);
}

Rows all_rows(SQLite::Database& database, const std::string& sql, const std::map<std::string, Value>& parameters) {
  Rows all;
  ask(database, sql, parameters, [&all](const Rows& batch) {
    all.columns = batch.columns;
    all.rows.insert(all.rows.end(), batch.rows.begin(), batch.rows.end());
  });
  return all;
}

constexpr std::string_view once_begin = "/* once: */ ";
constexpr std::string_view once_end = " /* :once */";
constexpr std::string_view copy_word = "MATERIALIZED ";
constexpr std::string_view alone_begin = "/* alone: */";
constexpr std::string_view alone_end = "/* :alone */";

// Writes the relation into a temporary table; QueryError if it is not a query that only reads.
void keep(SQLite::Database& database, const std::string& table, const std::string& relation,
          const std::map<std::string, Value>& parameters) {
  const ReadingOnly rights(database, table);
  const PreparedQuery query =
      prepared(database, fmt::format("CREATE TEMP TABLE {} AS SELECT * FROM {}", table, relation), true);
  bind_all(query, parameters);
  step(database, query.statement.get());
}

}  // namespace

struct Reader::State {
  std::filesystem::path file;
  SQLite::Database database;
  std::unique_ptr<SQLite::Transaction> held = nullptr;
  bool for_many = false;
  /// [relation with the values of its parameters] its temporary table.
  std::map<std::string, std::string> kept = {};
  /// [query] whether it has a row, in the state that is held.
  std::map<std::string, bool> known = {};

  /// work(), with SQLite's exceptions in our words.
  template <typename Work>
  auto asked(Work work) const {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      if (is_of_query(error.getErrorCode())) throw QueryError(fmt::format("the query is wrong: {}", error.what()));
      fail(file, error);
    }
  }

  bool holds(const std::string& query) {
    if (const auto found = known.find(query); found != known.end()) return found->second;
    const bool answer = database.execAndGet(fmt::format("SELECT EXISTS ({})", query)).getInt() == 1;
    if (held) known[query] = answer;
    return answer;
  }

  /// Keeps the columns of all experiments, which reading all summaries takes, for the general views.
  void keep_columns();
  /// The query with its once() relations replaced by tables.
  std::string with_kept(std::string sql, const std::map<std::string, Value>& parameters);
};

void Reader::State::keep_columns() {
  if (!kept.emplace("shown_columns", "kept_columns").second) return;
  database.exec("CREATE TEMP TABLE kept_columns AS SELECT * FROM shown_columns");
  for (View view : general_views()) {
    if (view.name == "shown_columns") view.sql = "CREATE VIEW shown_columns AS\nSELECT * FROM temp.kept_columns";
    create_temporary(database, view);
  }
}

std::string Reader::State::with_kept(std::string sql, const std::map<std::string, Value>& parameters) {
  if (sql.find("measure") != std::string::npos) keep_columns();
  // Innermost relations are replaced first.
  for (std::size_t end = sql.find(once_end); end != std::string::npos; end = sql.find(once_end)) {
    const std::size_t begin = sql.rfind(once_begin, end);
    if (begin == std::string::npos) return sql;
    std::string relation = sql.substr(begin + once_begin.size(), end - begin - once_begin.size());
    // Several queries share the form without what is for one alone.
    for (std::size_t at = relation.find(alone_begin); for_many && at != std::string::npos;
         at = relation.find(alone_begin))
      relation.erase(at, relation.find(alone_end, at) + alone_end.size() - at);
    std::string key = relation;
    for (const auto& [name, value] : parameters)
      if (relation.find(":" + name) != std::string::npos)
        key += fmt::format("\n{} {} {}", name, value.index(), cell_text(value));
    auto found = kept.find(key);
    if (found == kept.end()) {
      const std::string table = fmt::format("kept_{}", kept.size());
      keep(database, table, relation, parameters);
      found = kept.emplace(key, table).first;
    }
    // Copying the table would cost more than reading it twice.
    const std::size_t copied = sql.substr(0, begin).ends_with(copy_word) ? copy_word.size() : 0;
    sql.replace(begin - copied, end + once_end.size() - begin + copied,
                fmt::format("(SELECT * FROM temp.{})", found->second));
  }
  return sql;
}

std::string once(const std::string& query) { return fmt::format("{}({}){}", once_begin, query, once_end); }

Reader::Reader(const std::filesystem::path& file)
    : state_(std::make_shared<State>(State{file, open_for_reading(file)})) {
  in_our_words(file, [&] {
    // Pages are read in place: copies of them take a third of the time of a query that reads most of a file.
    // SignalWatch ends the program where another one makes the file shorter meanwhile.
    state_->database.exec("PRAGMA cache_size=-65536; PRAGMA mmap_size=1073741824");
    provide_statistics(state_->database);
  });
}

Rows Reader::query(const std::string& sql, const std::map<std::string, Value>& parameters) const {
  return state_->asked([&] { return all_rows(state_->database, sql, parameters); });
}

Rows Reader::query_on(const std::vector<StudyGrid>& grids, const std::string& sql,
                      const std::map<std::string, Value>& parameters) const {
  return state_->asked([&] {
    const Unwanted unwanted = unwanted_by(grids, [this](const std::string& query) { return state_->holds(query); });
    std::optional<SQLite::Savepoint> restriction;  // its rollback removes the views
    if (!unwanted.columns.empty()) {
      restriction.emplace(state_->database, "restriction");
      leave_out(state_->database, unwanted);
    }
    const std::string statement = restriction || !state_->held ? sql : state_->with_kept(sql, parameters);
    return all_rows(state_->database, statement, parameters);
  });
}

void Reader::query_in_batches(const std::string& sql, const std::map<std::string, Value>& parameters,
                              const std::function<void(const Rows&)>& take) const {
  state_->asked([&] { ask(state_->database, sql, parameters, take); });
}

void Reader::hold_state(bool for_many) {
  state_->for_many = for_many;
  in_our_words(state_->file, [this] {
    state_->held = std::make_unique<SQLite::Transaction>(state_->database);
    // A transaction takes its snapshot at the first read.
    SQLite::Statement(state_->database, "SELECT 1 FROM sqlite_schema").executeStep();
  });
}

std::string Reader::digest() const {
  return in_our_words(state_->file, [&] { return content_digest(state_->database); });
}

}  // namespace apportion::results
