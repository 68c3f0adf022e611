// What may be asked of a database by SQL that is not of this folder: one query with named parameters, which only reads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/database/sqlite.hpp"
#include "results/database/statement_check.hpp"

namespace apportion::results {

/// As long as it lives, statements of this connection can only read, and call functions that do nothing else. Nobody
/// can tell whose the statements of exhibits and sweeps are.
class ReadingOnly {
 public:
  explicit ReadingOnly(SQLite::Database& database);
  ~ReadingOnly();
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;

 private:
  sqlite3* handle_;
};

/// Whether a failure is one of the statement, and not of the file. It may show only when it runs, such as a text that
/// is no JSON.
[[nodiscard]] bool is_of_query(int code);

/// A prepared statement with the names of its parameters, without their colon, or what is wrong with it: besides
/// SQLite's findings, a statement that is no query, a second one, and parameters without names. SQLite's exception for
/// what is wrong with the file.
struct PreparedQuery {
  std::shared_ptr<sqlite3_stmt> statement = nullptr;
  std::vector<std::string> parameters = {};
  std::optional<StatementFault> fault = std::nullopt;
};
[[nodiscard]] PreparedQuery prepared(SQLite::Database& database, const std::string& sql);

}  // namespace apportion::results
