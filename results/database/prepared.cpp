// Queries with named parameters, their rights, and their check without a database.
#include "results/database/prepared.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "results/database/schema.hpp"
#include "results/database/stored_studies.hpp"
#include "results/database/views.hpp"
#include "results/error.hpp"

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

// The message for a refused statement: SQLite's own names functions only.
const char* denial(const char* message) {
  const bool is_function = std::string_view(message).find("function") != std::string_view::npos;
  return is_function ? message : "only queries are allowed here, and this statement is not one";
}

// An error at a place of the statement, in bytes.
struct PlacedQueryError : QueryError {
  PlacedQueryError(const std::string& what, std::size_t place) : QueryError(what), at(place) {}
  std::size_t at;
};

// SQLite's error in preparing the statement. The unknown table is the name in "no such table: sweeps_x" or "no such
// table: main.sweeps_x".
StatementFault last_fault(SQLite::Database& database, const std::string& sql) {
  constexpr std::string_view begin = "no such table: ";
  StatementFault fault{database.getErrorMsg()};
  if (fault.what.starts_with(begin)) fault.missing_table = fault.what.substr(begin.size());
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
  if (const std::size_t nul = sql.find('\0'); nul != std::string::npos)
    throw PlacedQueryError("there is a NUL byte", nul);
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int answer = sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &statement, &rest);
  PreparedQuery query{{statement, &sqlite3_finalize}};
  if (answer == SQLITE_NOMEM) throw QueryError("the query needs more than 1 GiB of memory");
  if (answer == SQLITE_AUTH) throw QueryError(denial(database.getErrorMsg()));
  if (answer != SQLITE_OK) throw SQLite::Exception(database.getHandle(), answer);
  if (statement == nullptr) throw QueryError("the query is empty");
  if (!makes_table && sqlite3_stmt_readonly(statement) == 0)
    throw QueryError("the statement would write; only queries are allowed here");
  const std::size_t second = sql.find_first_not_of(" \t\r\n;", static_cast<std::size_t>(rest - sql.c_str()));
  if (second != std::string::npos)
    throw PlacedQueryError("one query at a time: there is text after the first one", second);
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    if (name == nullptr || *name != ':') throw QueryError("parameters of a query must be named, such as :seed");
    query.parameters.emplace_back(name + 1);
  }
  return query;
}

StatementCheck::StatementCheck() : database_(std::make_shared<SQLite::Database>(empty_in_memory())) {
  provide_statistics(*database_);
  sqlite3_db_config(database_->getHandle(), SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
}

void StatementCheck::add(const StudyRecord& study) {
  for (const View& view : views_of(study)) create_temporary(*database_, view);
}

std::optional<StatementFault> StatementCheck::fault_of(const std::string& sql,
                                                       const std::vector<std::string>& parameters) const {
  const ReadingOnly rights(*database_);
  try {
    for (const std::string& name : prepared(*database_, sql).parameters)
      if (!contains(parameters, name))
        return StatementFault{fmt::format("the query's parameter :{} is not given", name), sql.find(":" + name)};
    return std::nullopt;
  } catch (const PlacedQueryError& error) {
    return StatementFault{error.what(), error.at};
  } catch (const QueryError& error) {
    return StatementFault{error.what()};
  } catch (const SQLite::Exception&) {
    return last_fault(*database_, sql);
  }
}

}  // namespace apportion::results
