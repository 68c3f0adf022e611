// Errors of the results database and of SQL statements on it.
#pragma once

#include <string>

#include "base/error.hpp"

namespace apportion::results {

/// The database cannot be used or written: locked, disk full, damaged, read-only. what() has the file's name; nothing
/// that was committed is lost. Exit status 1.
struct StoreError : UserError {
  explicit StoreError(const std::string& message) : UserError(message, 1) {}
};

/// An SQL statement is wrong: it is not a query, names something that does not exist, or would write. Exit status 2.
struct QueryError : UserError {
  explicit QueryError(const std::string& message) : UserError(message, 2) {}
};

/// The file is not a results database, or its schema is not that of the program. Exit status 2.
struct ForeignFile : UserError {
  explicit ForeignFile(const std::string& message) : UserError(message, 2) {}
};

/// The databases to merge are not of one sweep, or disagree about a unit. Exit status 2.
struct MergeRefused : UserError {
  explicit MergeRefused(const std::string& message) : UserError(message, 2) {}
};

}  // namespace apportion::results
