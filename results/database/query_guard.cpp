// The rights and limits of users' statements: SQLite's authorizer, its limits, and clocks.
#include "results/database/query_guard.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace apportion::results {
namespace {

// SQLite looks at the clock after so many steps. A step may be a function that takes the square of a text's length.
constexpr int steps_between_looks = 16;

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

// Names are compared as SQLite does.
bool is_forbidden(const char* function) {
  constexpr std::array forbidden = {"load_extension", "fts3_tokenizer"};
  return function != nullptr &&
         std::ranges::any_of(forbidden, [&](const char* name) { return sqlite3_stricmp(function, name) == 0; });
}

// Only what a SELECT does; also refused are ATTACH and VACUUM INTO, which make files, and settings.
int allow_reading(void* guard, int action, const char* /*unused*/, const char* second, const char* /*unused*/,
                  const char* /*unused*/) {
  if (guard != nullptr && static_cast<QueryGuard*>(guard)->is_late()) return SQLITE_DENY;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return is_forbidden(second) ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

thread_local QueryGuard* guard_of_thread = nullptr;

double seconds_of(const timespec& time) {
  constexpr double nanosecond = 1e-9;
  return static_cast<double>(time.tv_sec) + nanosecond * static_cast<double>(time.tv_nsec);
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return seconds_of(now);
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// "no such table: sweeps_x" or "no such table: main.sweeps_x"
std::string table_missing_in(std::string_view message) {
  constexpr std::string_view begin = "no such table: ";
  return message.starts_with(begin) ? std::string(message.substr(begin.size())) : "";
}

// "not authorized to use function: load_extension"; of other statements SQLite says less.
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

ReadingOnly::ReadingOnly(SQLite::Database& database, QueryGuard* guard) : handle_(database.getHandle()) {
  // SQLite declares these tables when they are first named, which the rights below would forbid.
  static_cast<void>(database.tryExec("SELECT 1 FROM json_each('[]'), json_tree('[]')"));
  static_cast<void>(database.tryExec("PRAGMA query_only = ON"));
  sqlite3_set_authorizer(handle_, &allow_reading, guard);
}

ReadingOnly::~ReadingOnly() {
  sqlite3_set_authorizer(handle_, nullptr, nullptr);
  sqlite3_exec(handle_, "PRAGMA query_only = OFF", nullptr, nullptr, nullptr);
}

QueryGuard::QueryGuard(SQLite::Database& database, const QueryLimits& limits)
    : handle_(database.getHandle()),
      outer_(guard_of_thread),
      limits_(limits),
      budget_(limits.memory),
      start_(processor_seconds()) {
  constexpr std::array<std::pair<int, int>, 7> most = {{{SQLITE_LIMIT_LENGTH, longest_text},
                                                        {SQLITE_LIMIT_SQL_LENGTH, 1'000'000},
                                                        {SQLITE_LIMIT_EXPR_DEPTH, 500},
                                                        {SQLITE_LIMIT_VDBE_OP, 1'000'000},
                                                        {SQLITE_LIMIT_ATTACHED, 0},
                                                        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
                                                        {SQLITE_LIMIT_WORKER_THREADS, 0}}};
  for (const auto& [limit, value] : most) limits_before_.emplace_back(limit, sqlite3_limit(handle_, limit, value));
  sqlite3_progress_handler(handle_, steps_between_looks, &QueryGuard::must_end, this);
  guard_of_thread = this;
}

QueryGuard::~QueryGuard() {
  guard_of_thread = outer_;
  sqlite3_progress_handler(handle_, 0, nullptr, nullptr);
  for (const auto& [limit, value] : limits_before_) sqlite3_limit(handle_, limit, value);
}

bool QueryGuard::time_is_over() { return guard_of_thread != nullptr && guard_of_thread->is_late(); }

int QueryGuard::must_end(void* guard) { return static_cast<QueryGuard*>(guard)->is_late() ? 1 : 0; }

// The coarse clock costs next to nothing, and the processor's time is asked for only when that has gone on.
bool QueryGuard::is_late() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  if (now.tv_nsec == last_look_.tv_nsec && now.tv_sec == last_look_.tv_sec) return late_;
  last_look_ = now;
  late_ = processor_seconds() - start_ > limits_.seconds;
  return late_;
}

std::optional<QueryError> QueryGuard::reached() const {
  if (late_)
    return QueryError(fmt::format("the query takes more than {} s of processor time, and was ended", limits_.seconds));
  if (MemoryBudget::was_exceeded())
    return QueryError(
        fmt::format("the query needs more than {} MiB of memory, and was ended", limits_.memory / mebibyte));
  return std::nullopt;
}

void QueryGuard::answer(std::size_t bytes) {
  answered_ += bytes;
  if (answered_ > limits_.answer)
    throw QueryError(
        fmt::format("the query's answer has more than {} MiB; take fewer rows or columns, or let "
                    "`apportion export` write whole views",
                    limits_.answer / mebibyte));
}

bool is_of_query(int code) {
  return code == SQLITE_ERROR || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH || code == SQLITE_RANGE;
}

PreparedNames prepared(SQLite::Database& database, const std::string& sql) {
  PreparedNames names;
  const auto refused = [&names](const char* what, std::size_t at = 0) {
    names.fault = StatementFault{what, at};
    return names;
  };
  if (const std::size_t nul = sql.find('\0'); nul != std::string::npos) return refused("there is a NUL byte", nul);
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int answer = sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &statement, &rest);
  const std::unique_ptr<sqlite3_stmt, Finalize> owner(statement);
  if (answer == SQLITE_AUTH) return refused(denial(database.getErrorMsg()));
  if (answer == SQLITE_TOOBIG) return refused("the statement has more than a million bytes, or a text in it 200000");
  if (is_of_query(answer)) {
    names.fault = fault_of(database, sql);
    return names;
  }
  if (answer != SQLITE_OK) throw SQLite::Exception(database.getHandle(), answer);
  if (statement == nullptr) return refused("the query is empty");
  if (sqlite3_stmt_readonly(statement) == 0) return refused("the statement would write; only queries are allowed here");
  const std::size_t second = sql.find_first_not_of(" \t\r\n;", static_cast<std::size_t>(rest - sql.c_str()));
  if (second != std::string::npos) return refused("one query at a time: there is text after the first one", second);
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    if (name == nullptr || *name != ':') return refused("parameters of a query must be named, such as :seed");
    names.parameters.emplace_back(name + 1);
  }
  return names;
}

}  // namespace apportion::results
