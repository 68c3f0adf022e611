// What a connection may do while a statement of a user is prepared and runs on it.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/database/memory.hpp"
#include "results/database/query_limits.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/statement_check.hpp"
#include "results/error.hpp"

namespace apportion::results {

class QueryGuard;

/// As long as it lives, statements can only read, and call functions that do nothing else. SQLite looks at the clock of
/// `guard` while it prepares one as well; nullptr: there is none.
class ReadingOnly {
 public:
  explicit ReadingOnly(SQLite::Database& database, QueryGuard* guard = nullptr);
  ~ReadingOnly();
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;

 private:
  sqlite3* handle_;
};

/// As long as it lives, SQLite ends what takes more time or memory than the limits say, or has longer texts.
class QueryGuard {
 public:
  QueryGuard(SQLite::Database& database, const QueryLimits& limits);
  ~QueryGuard();
  QueryGuard(const QueryGuard&) = delete;
  QueryGuard& operator=(const QueryGuard&) = delete;

  /// The error for a limit that was reached; nothing where there was none.
  [[nodiscard]] std::optional<QueryError> reached() const;
  /// Counts bytes of the answer; QueryError where they become too many.
  void answer(std::size_t bytes);
  /// Whether the time is over.
  bool is_late();
  /// The same of the query that this thread runs: SQLite looks at the clock between steps, and a function of many rows
  /// can be one. False where there is no guard.
  [[nodiscard]] static bool time_is_over();

 private:
  static int must_end(void* guard);

  sqlite3* handle_;
  QueryGuard* outer_;
  QueryLimits limits_;
  MemoryBudget budget_;
  std::vector<std::pair<int, int>> limits_before_;
  double start_;
  timespec last_look_{};
  std::size_t answered_ = 0;
  bool late_ = false;
};

/// Whether a failure is one of the statement, and not of the file. It may show only when it runs, such as a text that
/// is no JSON.
[[nodiscard]] bool is_of_query(int code);

/// The names of the statement's parameters, without their colon, or what is wrong with it: besides SQLite's findings, a
/// statement that is no query, a second one, and parameters without names. To be called under ReadingOnly. SQLite's
/// exception for what is wrong with the file.
struct PreparedNames {
  std::vector<std::string> parameters = {};
  std::optional<StatementFault> fault = std::nullopt;
};
[[nodiscard]] PreparedNames prepared(SQLite::Database& database, const std::string& sql);

}  // namespace apportion::results
