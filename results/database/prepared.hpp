// SQL from outside of this folder: one query with named parameters, which only reads, and the functions that it has.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "results/database/sqlite.hpp"

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

/// A prepared statement with the names of its parameters, without colons.
struct PreparedQuery {
  std::shared_ptr<sqlite3_stmt> statement = nullptr;
  std::vector<std::string> parameters = {};
};
/// With `makes_table` the statement may make the table that a ReadingOnly allows. QueryError for a statement that is
/// not a query, a second statement, and parameters without names; other errors are SQLite's exceptions.
[[nodiscard]] PreparedQuery prepared(SQLite::Database& database, const std::string& sql, bool makes_table = false);

/// Adds the functions listed in docs/sweeps.md, such as slope(x, y) and student(t, n), to this connection. Functions of
/// one row are NULL if an argument is; functions of many rows ignore such rows, like those of SQL. Arguments that are
/// texts, and numbers without a result, end the statement with an error that names the function.
void provide_statistics(SQLite::Database& database);

}  // namespace apportion::results
