// Queries with named parameters, and their rights.
#include "results/database/prepared.hpp"

#include <sqlite3.h>

#include <string_view>
#include <utility>

namespace apportion::results {
namespace {

// Whether a function is forbidden; names are compared as by SQLite.
bool is_forbidden(const char* function) {
  return sqlite3_stricmp(function, "load_extension") == 0 || sqlite3_stricmp(function, "fts3_tokenizer") == 0;
}

// Allows the actions of SELECT, and those that make the temporary table with the given name, if there is one; ATTACH
// and VACUUM INTO, which make files, and settings are also refused.
int allow_reading(void* table, int action, const char* first, const char* second, const char* /*database*/,
                  const char* /*view*/) {
  const auto& made = *static_cast<const std::string*>(table);
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_CREATE_TEMP_TABLE:
      return made == first ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_INSERT:
    case SQLITE_UPDATE:  // of the schema, as a part of that
      return !made.empty() && std::string_view(first) == "sqlite_temp_master" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_FUNCTION:
      return is_forbidden(second) ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

// The name in "no such table: sweeps_x" or "no such table: main.sweeps_x".
std::string table_missing_in(std::string_view message) {
  constexpr std::string_view begin = "no such table: ";
  return message.starts_with(begin) ? std::string(message.substr(begin.size())) : "";
}

constexpr const char* too_much = "the query needs more than 1 GiB of memory";

// The message for a refused statement: SQLite's own names functions only.
const char* denial(const char* message) {
  const bool is_function = std::string_view(message).find("function") != std::string_view::npos;
  return is_function ? message : "only queries are allowed here, and this statement is not one";
}

StatementFault fault_of(SQLite::Database& database, const std::string& sql) {
  StatementFault fault{.what = database.getErrorMsg(), .is_of_sqlite = true};
  fault.missing_table = table_missing_in(fault.what);
  const int offset = sqlite3_error_offset(database.getHandle());
  if (offset >= 0)
    fault.at = static_cast<std::size_t>(offset);
  else if (const std::size_t found = sql.find(fault.missing_table); found != std::string::npos)
    fault.at = found;
  return fault;
}

}  // namespace

ReadingOnly::ReadingOnly(SQLite::Database& database, std::string table)
    : handle_(database.getHandle()), table_(std::move(table)) {
  // SQLite declares these tables on first use, which the rights below would forbid.
  static_cast<void>(database.tryExec("SELECT 1 FROM json_each('[]'), json_tree('[]')"));
  if (table_.empty()) static_cast<void>(database.tryExec("PRAGMA query_only = ON"));
  sqlite3_set_authorizer(handle_, &allow_reading, &table_);
}

ReadingOnly::~ReadingOnly() {
  sqlite3_set_authorizer(handle_, nullptr, nullptr);
  sqlite3_exec(handle_, "PRAGMA query_only = OFF", nullptr, nullptr, nullptr);
}

bool is_of_query(int code) {
  return code == SQLITE_ERROR || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH || code == SQLITE_RANGE ||
         code == SQLITE_NOMEM;
}

PreparedQuery prepared(SQLite::Database& database, const std::string& sql, bool makes_table) {
  PreparedQuery query;
  const auto refused = [&query](const char* what, std::size_t at = 0) {
    query.fault = StatementFault{what, at};
    return std::move(query);
  };
  if (const std::size_t nul = sql.find('\0'); nul != std::string::npos) return refused("there is a NUL byte", nul);
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int answer = sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &statement, &rest);
  query.statement.reset(statement, &sqlite3_finalize);
  if (answer == SQLITE_NOMEM) return refused(too_much);
  if (answer == SQLITE_AUTH) return refused(denial(database.getErrorMsg()));
  if (is_of_query(answer)) {
    query.fault = fault_of(database, sql);
    return query;
  }
  if (answer != SQLITE_OK) throw SQLite::Exception(database.getHandle(), answer);
  if (statement == nullptr) return refused("the query is empty");
  if (!makes_table && sqlite3_stmt_readonly(statement) == 0)
    return refused("the statement would write; only queries are allowed here");
  const std::size_t second = sql.find_first_not_of(" \t\r\n;", static_cast<std::size_t>(rest - sql.c_str()));
  if (second != std::string::npos) return refused("one query at a time: there is text after the first one", second);
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    if (name == nullptr || *name != ':') return refused("parameters of a query must be named, such as :seed");
    query.parameters.emplace_back(name + 1);
  }
  return query;
}

}  // namespace apportion::results
