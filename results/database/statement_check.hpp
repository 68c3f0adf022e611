// Statements of users, prepared before there is anything to ask.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/records.hpp"

namespace apportion::results {

/// What is wrong with a statement, and at which of its bytes.
struct StatementFault {
  std::string what;
  std::size_t at = 0;
  std::string missing_table = {};  ///< the table that there is not, where that is what is wrong
  bool is_of_sqlite = false;       ///< `what` is in SQLite's words
};

/// A database in memory without a row, with the views and functions that statements of users may use.
class StatementCheck {
 public:
  StatementCheck();
  ~StatementCheck();
  StatementCheck(StatementCheck&&) noexcept;
  StatementCheck& operator=(StatementCheck&&) noexcept;

  /// The views of the study, unless an experiment of that name has been added.
  void add(const StudyRecord& study);

  /// Prepares the statement as Reader::query_on() does, and does not run it. Unlike there, a name in double quotes is
  /// never a text. `parameters`: which :name it may use.
  [[nodiscard]] std::optional<StatementFault> fault_of(const std::string& sql,
                                                       const std::vector<std::string>& parameters) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apportion::results
