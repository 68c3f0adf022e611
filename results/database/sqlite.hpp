// SQLite for the .cpp files of this folder; no header that the rest of the program includes includes this one.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <filesystem>
#include <string>

#include "results/error.hpp"

namespace apportion::results {

/// SQLite's error as one line that names `file` and says what to do.
[[nodiscard]] StoreError store_error(const std::filesystem::path& file, const SQLite::Exception& error);

/// The error for a file that does not hold what was written into it.
[[nodiscard]] StoreError damaged(const std::filesystem::path& file, const std::string& what);

/// work(), with SQLite's exceptions turned into StoreError.
template <typename Work>
auto in_our_words(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw store_error(file, error);
  }
}

/// The prepared statement at its start, with its parameters set. A statement whose last execution failed reports that
/// failure again when it is reset, so the result of the reset is ignored.
template <typename... Values>
SQLite::Statement& bound(SQLite::Statement& statement, const Values&... values) {
  static_cast<void>(statement.tryReset());
  SQLite::bind(statement, values...);
  return statement;
}

}  // namespace apportion::results
