// SQLite for the .cpp files of this folder; headers for the rest of the program do not include it.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <filesystem>
#include <string>

#include "results/error.hpp"

namespace apportion::results {

/// The error for a file that is no results database but, for instance, "a folder".
[[nodiscard]] ForeignFile not_ours(const std::filesystem::path& file, const std::string& what);

/// The error for a file whose content is not what was written.
[[nodiscard]] StoreError damaged(const std::filesystem::path& file, const std::string& what);

/// Throws SQLite's error as one line with `file` and advice: a StoreError, or not_ours().
[[noreturn]] void fail(const std::filesystem::path& file, const SQLite::Exception& error);

/// work(), with SQLite's exceptions as by fail().
template <typename Work>
auto in_our_words(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    fail(file, error);
  }
}

/// The prepared statement, reset and with its parameters set. The result of the reset is ignored, since it repeats the
/// failure of the last execution.
template <typename... Values>
SQLite::Statement& bound(SQLite::Statement& statement, const Values&... values) {
  static_cast<void>(statement.tryReset());
  SQLite::bind(statement, values...);
  return statement;
}

/// A new statement with its parameters set.
template <typename... Values>
SQLite::Statement bound(SQLite::Database& database, const std::string& sql, const Values&... values) {
  SQLite::Statement statement(database, sql);
  SQLite::bind(statement, values...);
  return statement;
}

}  // namespace apportion::results
