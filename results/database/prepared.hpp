// SQL from outside of this folder: one query with named parameters, which only reads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/database/sqlite.hpp"
#include "results/database/statement_check.hpp"

namespace apportion::results {

/// During its lifetime statements of this connection can only read, and call functions that only read, or make `table`
/// in SQLite's temporary schema. Statements of exhibits and sweeps may come from strangers.
class ReadingOnly {
 public:
  explicit ReadingOnly(SQLite::Database& database, std::string table = "");
  ~ReadingOnly();
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;

 private:
  sqlite3* handle_;
  std::string table_;
};

/// Whether a failure is an error of the statement, not of the file. It may occur at run time only, as for text that is
/// not JSON.
[[nodiscard]] bool is_of_query(int code);

/// A prepared statement with the names of its parameters, without colons, or its error: besides SQLite's errors, a
/// statement that is not a query, a second statement, and parameters without names. Errors of the file are SQLite's
/// exceptions.
struct PreparedQuery {
  std::shared_ptr<sqlite3_stmt> statement = nullptr;
  std::vector<std::string> parameters = {};
  std::optional<StatementFault> fault = std::nullopt;
};
/// With `makes_table` the statement may make the table that a ReadingOnly allows.
[[nodiscard]] PreparedQuery prepared(SQLite::Database& database, const std::string& sql, bool makes_table = false);

}  // namespace apportion::results
