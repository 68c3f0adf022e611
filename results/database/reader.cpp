// Read access to a results database.
#include "results/database/reader.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string_view>

#include "results/database/checks.hpp"
#include "results/database/content.hpp"
#include "results/database/restriction.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

// Only what a SELECT does; also refused are ATTACH and VACUUM INTO, which make files, and changes of settings.
int allow_reading(void* /*unused*/, int action, const char* /*unused*/, const char* second, const char* /*unused*/,
                  const char* /*unused*/) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_PRAGMA:
      return second == nullptr ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

// What a connection may do, as long as a query of the user runs on it.
class ReadingOnly {
 public:
  explicit ReadingOnly(SQLite::Database& database) : handle_(database.getHandle()) {
    static_cast<void>(database.tryExec("PRAGMA query_only = ON"));
    sqlite3_set_authorizer(handle_, &allow_reading, nullptr);
  }
  ~ReadingOnly() {
    sqlite3_set_authorizer(handle_, nullptr, nullptr);
    sqlite3_exec(handle_, "PRAGMA query_only = OFF", nullptr, nullptr, nullptr);
  }
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;

 private:
  sqlite3* handle_;
};

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// What is wrong with a query may show only when it runs, such as a text that is no JSON.
bool is_of_query(const SQLite::Exception& error) {
  const int code = error.getErrorCode();
  return code == SQLITE_ERROR || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH || code == SQLITE_RANGE;
}

QueryError wrong_query(const char* message) { return QueryError(fmt::format("the query is wrong: {}", message)); }

bool only_blanks(std::string_view text) { return text.find_first_not_of(" \t\r\n;") == std::string_view::npos; }

// The names of the parameters, without their colon. SQLiteCpp shows neither these nor what follows the statement, so
// the statement is prepared here once more.
std::vector<std::string> checked_parameters(SQLite::Database& database, const std::string& sql) {
  sqlite3_stmt* prepared = nullptr;
  const char* rest = nullptr;
  const int answer = sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &prepared, &rest);
  const std::unique_ptr<sqlite3_stmt, Finalize> owner(prepared);
  if (answer == SQLITE_AUTH) throw QueryError("only queries are allowed here, and this statement is not one");
  if (answer != SQLITE_OK) throw SQLite::Exception(database.getHandle(), answer);
  if (prepared == nullptr) throw QueryError("the query is empty");
  if (sqlite3_stmt_readonly(prepared) == 0)
    throw QueryError("the statement would write; only queries are allowed here");
  if (!only_blanks(rest)) throw QueryError("one query at a time: there is text after the first one");
  std::vector<std::string> names;
  for (int i = 1; i <= sqlite3_bind_parameter_count(prepared); ++i) {
    const char* name = sqlite3_bind_parameter_name(prepared, i);
    if (name == nullptr || *name != ':') throw QueryError("parameters of a query must be named, such as :seed");
    names.emplace_back(name + 1);
  }
  return names;
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

}  // namespace

struct Reader::State {
  std::filesystem::path file;
  SQLite::Database database;
  std::unique_ptr<SQLite::Transaction> held = nullptr;
};

Reader::Reader(const std::filesystem::path& file, Check check_first)
    : state_(std::make_unique<State>(State{file, open_for_reading(file), nullptr})) {
  in_our_words(file, [&] {
    if (check_first == Check::full) {
      static_cast<void>(check(state_->database, file));
      require_distinct_views(state_->database, file);
    }
    provide_views(state_->database);
    write_log_on_closing(state_->database, true);
  });
}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Rows Reader::query(const std::string& sql, const std::map<std::string, Value>& parameters) const {
  Rows all;
  query_in_batches(sql, parameters, [&all](const Rows& batch) {
    all.columns = batch.columns;
    all.rows.insert(all.rows.end(), batch.rows.begin(), batch.rows.end());
  });
  return all;
}

Rows Reader::query_on(const std::vector<StudyGrid>& grids, const std::string& sql,
                      const std::map<std::string, Value>& parameters) const {
  const auto restriction =
      in_our_words(state_->file, [&] { return std::make_unique<Restriction>(state_->database, grids); });
  return query(sql, parameters);
}

void Reader::query_in_batches(const std::string& sql, const std::map<std::string, Value>& parameters,
                              const std::function<void(const Rows&)>& take) const {
  const auto ask = [&] {
    const ReadingOnly guard(state_->database);
    const std::vector<std::string> names = checked_parameters(state_->database, sql);
    SQLite::Statement statement(state_->database, sql);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto given = parameters.find(names[i]);
      if (given == parameters.end()) throw QueryError(fmt::format("the query's parameter :{} is not given", names[i]));
      bind_value(statement, static_cast<int>(i) + 1, given->second);
    }
    in_batches(statement, take);
  };
  try {
    ask();
  } catch (const SQLite::Exception& error) {
    if (is_of_query(error)) throw wrong_query(error.what());
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
