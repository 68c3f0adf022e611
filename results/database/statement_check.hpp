// Checks of users' statements before there is a database.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/records.hpp"

namespace SQLite {  // NOLINT(readability-identifier-naming): of SQLiteCpp
class Database;
}

namespace apportion::results {

/// An error of a statement, and its place in bytes.
struct StatementFault {
  std::string what;
  std::size_t at = 0;
  std::string missing_table = {};  ///< the unknown table, if that is the error
};

/// An empty database in memory with the views and functions that users' statements may use.
class StatementCheck {
 public:
  StatementCheck();

  /// The views of the study, unless an experiment of that name has been added.
  void add(const StudyRecord& study);

  /// Prepares the statement as Reader::query_on(), without running it. Unlike there, a name in double quotes is never a
  /// text. `parameters` are the names that it may use as :name.
  [[nodiscard]] std::optional<StatementFault> fault_of(const std::string& sql,
                                                       const std::vector<std::string>& parameters) const;

 private:
  std::shared_ptr<SQLite::Database> database_;
};

}  // namespace apportion::results
