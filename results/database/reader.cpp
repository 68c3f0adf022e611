// Reading a database: the digest of its content, restriction to grids of points, and queries.
#include "results/database/reader.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "results/database/digest.hpp"
#include "results/database/functions.hpp"
#include "results/database/own_algorithms.hpp"
#include "results/database/prepared.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/views.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// A value: a letter for its type, then 8 bytes, least significant first, of a number or of a text's length.
void append_bits(std::string& bytes, char type, std::uint64_t value) {
  bytes += type;
  for (int i = 0; i < 8; ++i, value >>= 8U) bytes += static_cast<char>(value & 0xffU);
}

void append_text(std::string& bytes, std::string_view text) {
  append_bits(bytes, 'T', text.size());
  bytes += text;
}

void append_value(std::string& bytes, const SQLite::Column& column) {
  if (column.isNull())
    bytes += 'N';
  else if (column.isInteger())
    append_bits(bytes, 'I', static_cast<std::uint64_t>(column.getInt64()));
  else if (column.isFloat())
    append_bits(bytes, 'R', std::bit_cast<std::uint64_t>(column.getDouble()));
  else
    append_text(bytes, column.getString());
}

class ContentWriter {
 public:
  void text(std::string_view text) { append_text(buffer_, text); }

  void row(const SQLite::Statement& row) {
    for (int i = 0; i < row.getColumnCount(); ++i) append_value(buffer_, row.getColumn(i));
    if (buffer_.size() > most_buffered) flush();
  }

  std::string digest() {
    flush();
    return hash_.hex();
  }

 private:
  static constexpr std::size_t most_buffered = 1U << 16U;

  void flush() {
    hash_.add(buffer_);
    buffer_.clear();
  }

  Sha256 hash_;
  std::string buffer_;
};

void add_rows(ContentWriter& content, std::string_view table, SQLite::Statement& rows) {
  content.text(table);
  while (rows.executeStep()) content.row(rows);
}

void add_table(ContentWriter& content, SQLite::Database& database, std::string_view table, const char* sql) {
  SQLite::Statement rows(database, sql);
  add_rows(content, table, rows);
}

// The tables of units, by (point, column): within one of these pairs little has to be sorted, and the index of unit
// gives the order of the chunks. A parameter each: point, algorithm.
struct UnitTable {
  const char* name;
  const char* sql;
};
constexpr UnitTable unit_tables[] = {
    {"unit", "SELECT chunk, samples FROM unit WHERE point_id = ? AND algorithm_id = ? ORDER BY chunk"},
    {"moment",
     "SELECT u.chunk, k.name, u.samples, m.mean, m.m2, coalesce(m.min, m.mean), coalesce(m.max, m.mean) "
     "FROM unit AS u CROSS JOIN moment AS m "
     "ON m.unit_id = u.id CROSS JOIN metric AS k ON k.id = m.metric_id "
     "WHERE u.point_id = ? AND u.algorithm_id = ? ORDER BY u.chunk, k.name"},
    {"summary",
     "SELECT k.name, s.count, s.mean, s.m2, s.min, s.max FROM summary AS s JOIN metric AS k ON k.id = s.metric_id "
     "WHERE s.point_id = ? AND s.algorithm_id = ? ORDER BY k.name"},
    {"sample",
     "SELECT u.chunk, s.sample, k.name, s.value FROM unit AS u CROSS JOIN sample_value AS s ON s.unit_id = u.id "
     "CROSS JOIN metric AS k ON k.id = s.metric_id "
     "WHERE u.point_id = ? AND u.algorithm_id = ? ORDER BY u.chunk, s.sample, k.name"},
    {"failure",
     "SELECT u.chunk, f.sample, f.message FROM unit AS u CROSS JOIN failure AS f ON f.unit_id = u.id "
     "WHERE u.point_id = ? AND u.algorithm_id = ? ORDER BY u.chunk"},
};

// What a unit belongs to, by natural keys; the first two columns are for the tables' parameters only.
constexpr const char* unit_owners =
    "SELECT p.id, a.id, e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, a.rival_revision "
    "FROM (SELECT DISTINCT point_id, algorithm_id FROM unit) AS u JOIN point AS p ON p.id = u.point_id "
    "JOIN experiment AS e ON e.id = p.experiment_id JOIN algorithm AS a ON a.id = u.algorithm_id "
    "ORDER BY e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, a.rival_revision";

void add_units(ContentWriter& content, SQLite::Database& database) {
  std::vector<SQLite::Statement> statements;
  for (const UnitTable& table : unit_tables) statements.emplace_back(database, table.sql);
  SQLite::Statement pair(database, unit_owners);
  SQLite::Statement key(database,
                        "SELECT e.name, e.seed, e.definition, p.coordinates, a.name, a.revision, a.rival, "
                        "a.rival_revision FROM point AS p JOIN experiment AS e ON e.id = p.experiment_id, "
                        "algorithm AS a WHERE p.id = ? AND a.id = ?");
  while (pair.executeStep()) {
    const Id point = pair.getColumn(0).getInt64();
    const Id algorithm = pair.getColumn(1).getInt64();
    add_rows(content, "column of a point", bound(key, point, algorithm));
    for (std::size_t i = 0; i < statements.size(); ++i) {
      add_rows(content, unit_tables[i].name, bound(statements[i], point, algorithm));
    }
  }
}

// SHA-256 of the rows of experiment, algorithm, unit, moment, summary, sample, failure, published and, where there are
// any, own_algorithm, each by its natural key and in the order of those. Reads within one transaction.
//
// A value is a letter (N, I, R, T for NULL, integer, real, text), then for integers and reals their 8 bytes, least
// significant first, for texts the length as 8 such bytes and the text; a query's rows are preceded by its table's
// name as a text.
std::string content_digest(SQLite::Database& database) {
  SQLite::Transaction one_state(database);
  ContentWriter content;
  add_table(content, database, "experiment",
            "SELECT name, seed, definition, chunk_size, axes FROM experiment ORDER BY name, seed, definition");
  add_table(content, database, "algorithm",
            "SELECT name, revision, rival, rival_revision FROM algorithm ORDER BY name, revision, rival, "
            "rival_revision");
  add_table(content, database, "published",
            "SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule FROM published "
            "ORDER BY exhibit, algorithm, quantity, coordinates");
  add_units(content, database);
  if (database.execAndGet("SELECT EXISTS (SELECT 1 FROM own_algorithm)").getInt() != 0)
    add_table(content, database, "own_algorithm",
              "SELECT e.name, e.seed, e.definition, o.name, o.revision, o.command, o.files FROM own_algorithm AS o "
              "JOIN experiment AS e ON e.id = o.experiment_id "
              "ORDER BY e.name, e.seed, e.definition, o.name, o.revision");
  return content.digest();
}

// As long as it lives, all views of this connection are over the points that the grids want; of experiments without a
// grid, over all points. The file stays as it is, and the state of the database that queries see does not change.
// SQLite's exceptions pass through.
class Restriction {
 public:
  Restriction(SQLite::Database& database, const std::vector<StudyGrid>& grids);
  ~Restriction();
  Restriction(const Restriction&) = delete;
  Restriction& operator=(const Restriction&) = delete;

 private:
  void apply(const std::vector<StudyGrid>& grids);

  SQLite::Database& database_;
};

std::string literal(const Coordinate& value) { return value.number ? value.text : sql_literal(value.text); }

std::string condition(const AxisValues& axis) {
  std::string place = fmt::format("json_extract(coordinates, {})", sql_literal("$." + sql_identifier(axis.axis)));
  if (axis.omitted) place = fmt::format("coalesce({}, {})", place, literal(*axis.omitted));
  std::string values;
  for (const Coordinate& value : axis.values) values += (values.empty() ? "" : ", ") + literal(value);
  return fmt::format("{} IN ({})", place, values);
}

// What a grid calls the algorithms that are wanted, and their rivals, beside its axes.
constexpr const char* algorithm_axis = "algorithm";

// A point without one of the axes, of an older definition, makes the condition NULL and stays.
std::string unwanted_points(const StudyGrid& grid) {
  std::string wanted;
  for (const AxisValues& axis : grid.axes)
    if (axis.axis != algorithm_axis) wanted += (wanted.empty() ? "" : " AND ") + condition(axis);
  if (wanted.empty()) wanted = "1";
  return fmt::format(
      "INSERT INTO temp.unwanted_point SELECT id FROM main.point "
      "WHERE experiment_id IN (SELECT id FROM main.experiment WHERE name = {}) AND NOT ({})",
      sql_literal(grid.experiment), wanted);
}

std::set<std::string> stored_experiment_names(SQLite::Database& database) {
  std::set<std::string> names;
  SQLite::Statement rows(database, "SELECT name FROM main.experiment");
  while (rows.executeStep()) names.insert(rows.getColumn(0).getString());
  return names;
}

// Of shown_columns, by experiment; empty where all stored algorithms are wanted.
std::map<std::string, std::string> unwanted_columns(SQLite::Database& database, const std::vector<StudyGrid>& grids) {
  std::map<std::string, std::string> conditions;
  for (const StudyGrid& grid : grids)
    for (const AxisValues& axis : grid.axes) {
      if (axis.axis != algorithm_axis) continue;
      std::string names = "''";
      for (const Coordinate& name : axis.values) names += ", " + sql_literal(name.text);
      const std::string others =
          fmt::format("SELECT EXISTS (SELECT 1 FROM main.algorithm WHERE name NOT IN ({}))", names);
      if (database.execAndGet(others).getInt() == 1)
        conditions[grid.experiment] =
            fmt::format("(experiment = {0} AND (algorithm NOT IN ({1}) OR rival NOT IN ({1})))",
                        sql_literal(grid.experiment), names);
    }
  return conditions;
}

// The view without those columns.
View without_columns(const View& view, const std::map<std::string, std::string>& unwanted) {
  if (view.name != "shown_columns" || unwanted.empty()) return view;
  std::string conditions;
  for (const auto& [experiment, condition] : unwanted) conditions += (conditions.empty() ? "" : " OR ") + condition;
  const std::string begin = fmt::format("CREATE VIEW {} AS\n", view.name);
  return {view.name,
          fmt::format("{}SELECT * FROM ({}) WHERE NOT ({})", begin, view.sql.substr(begin.size()), conditions)};
}

std::set<std::string> experiments_with_unwanted_points(SQLite::Database& database) {
  std::set<std::string> names;
  SQLite::Statement rows(database,
                         "SELECT DISTINCT e.name FROM temp.unwanted_point AS u JOIN main.point AS p ON p.id = u.id "
                         "JOIN main.experiment AS e ON e.id = p.experiment_id");
  while (rows.executeStep()) names.insert(rows.getColumn(0).getString());
  return names;
}

Restriction::Restriction(SQLite::Database& database, const std::vector<StudyGrid>& grids) : database_(database) {
  database_.exec("SAVEPOINT restriction");
  try {
    apply(grids);
  } catch (...) {
    database_.tryExec("ROLLBACK TO restriction; RELEASE restriction");
    throw;
  }
}

Restriction::~Restriction() { database_.tryExec("ROLLBACK TO restriction; RELEASE restriction"); }

void Restriction::apply(const std::vector<StudyGrid>& grids) {
  if (grids.empty()) return;
  const std::set<std::string> stored = stored_experiment_names(database_);
  database_.exec("CREATE TEMP TABLE unwanted_point (id INTEGER PRIMARY KEY)");
  for (const StudyGrid& grid : grids)
    if (!grid.axes.empty() && stored.contains(grid.experiment)) database_.exec(unwanted_points(grid));
  const std::map<std::string, std::string> unwanted = unwanted_columns(database_, grids);
  std::set<std::string> changed = experiments_with_unwanted_points(database_);
  for (const auto& [experiment, condition] : unwanted)
    if (stored.contains(experiment)) changed.insert(experiment);
  if (changed.empty()) return;
  database_.exec(
      "CREATE TEMP VIEW point AS SELECT id, experiment_id, coordinates FROM main.point "
      "WHERE id NOT IN (SELECT id FROM temp.unwanted_point)");
  // Stored views would go on seeing all points.
  for (const View& view : general_views()) create_temporary(database_, without_columns(view, unwanted));
  for (const std::string& experiment : changed)
    for (const View& view : experiment_views(database_, experiment)) create_temporary(database_, view);
}

QueryError wrong_query(const std::string& what) { return QueryError("the query is wrong: " + what); }

// The names of the parameters, without their colon.
std::vector<std::string> checked_parameters(SQLite::Database& database, const std::string& sql) {
  PreparedNames names = prepared(database, sql);
  if (!names.fault) return std::move(names.parameters);
  throw names.fault->is_of_sqlite ? wrong_query(names.fault->what) : QueryError(names.fault->what);
}

void bind_value(SQLite::Statement& statement, int index, const Value& value) {
  struct Binder {
    SQLite::Statement& statement;
    int index;
    void operator()(std::monostate /*unused*/) const { statement.bind(index); }
    void operator()(std::int64_t integer) const { statement.bind(index, integer); }
    void operator()(double real) const { statement.bind(index, real); }
    void operator()(const std::string& text) const { statement.bind(index, text); }
  };
  std::visit(Binder{statement, index}, value);
}

Value value_of(const SQLite::Column& column) {
  if (column.isNull()) return std::monostate();
  if (column.isInteger()) return std::int64_t{column.getInt64()};
  if (column.isFloat()) return column.getDouble();
  return column.getString();
}

constexpr std::size_t rows_a_batch = 4096;

void in_batches(SQLite::Statement& statement, const std::function<void(const Rows&)>& take) {
  Rows batch;
  for (int i = 0; i < statement.getColumnCount(); ++i) batch.columns.emplace_back(statement.getColumnName(i));
  bool taken = false;
  while (statement.executeStep()) {
    std::vector<Value>& row = batch.rows.emplace_back();
    for (int i = 0; i < statement.getColumnCount(); ++i) row.push_back(value_of(statement.getColumn(i)));
    if (batch.rows.size() < rows_a_batch) continue;
    take(batch);
    taken = true;
    batch.rows.clear();
  }
  if (!taken || !batch.rows.empty()) take(batch);
}

void ask(SQLite::Database& database, const std::string& sql, const std::map<std::string, Value>& parameters,
         const std::function<void(const Rows&)>& take) {
  const ReadingOnly rights(database);
  const std::vector<std::string> names = checked_parameters(database, sql);
  SQLite::Statement statement(database, sql);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto given = parameters.find(names[i]);
    if (given == parameters.end()) throw QueryError(fmt::format("the query's parameter :{} is not given", names[i]));
    bind_value(statement, static_cast<int>(i) + 1, given->second);
  }
  in_batches(statement, take);
}

Rows all_rows(const std::function<void(const std::function<void(const Rows&)>& take)>& ask_in_batches) {
  Rows all;
  ask_in_batches([&all](const Rows& batch) {
    all.columns = batch.columns;
    all.rows.insert(all.rows.end(), batch.rows.begin(), batch.rows.end());
  });
  return all;
}

}  // namespace

struct Reader::State {
  std::filesystem::path file;
  SQLite::Database database;
  std::unique_ptr<SQLite::Transaction> held = nullptr;
};

Reader::Reader(const std::filesystem::path& file)
    : state_(std::make_unique<State>(State{file, open_for_reading(file), nullptr})) {
  in_our_words(file, [&] {
    state_->database.exec("PRAGMA cache_size=-65536");
    provide_statistics(state_->database);
  });
}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Rows Reader::query(const std::string& sql, const std::map<std::string, Value>& parameters) const {
  return all_rows([&](const auto& take) { query_in_batches(sql, parameters, take); });
}

Rows Reader::query_on(const std::vector<StudyGrid>& grids, const std::string& sql,
                      const std::map<std::string, Value>& parameters) const {
  const auto restriction =
      in_our_words(state_->file, [&] { return std::make_unique<Restriction>(state_->database, grids); });
  return query(sql, parameters);
}

void Reader::query_in_batches(const std::string& sql, const std::map<std::string, Value>& parameters,
                              const std::function<void(const Rows&)>& take) const {
  try {
    ask(state_->database, sql, parameters, take);
  } catch (const SQLite::Exception& error) {
    if (is_of_query(error.getErrorCode())) throw wrong_query(error.what());
    throw store_error(state_->file, error);
  }
}

void Reader::hold_state() {
  in_our_words(state_->file, [this] {
    state_->held = std::make_unique<SQLite::Transaction>(state_->database);
    // A transaction's snapshot is taken by its first read.
    SQLite::Statement(state_->database, "SELECT 1 FROM sqlite_schema").executeStep();
  });
}

std::string Reader::digest() const {
  return in_our_words(state_->file, [&] { return content_digest(state_->database); });
}

}  // namespace apportion::results
