// Stored units, one after the other, with all that belongs to them.
#pragma once

#include <optional>
#include <string>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// Reads the units that an SQL condition on `u`, a row of unit, chooses, in the order of points, columns and chunks.
/// SQLite's exceptions pass through.
class UnitScan {
 public:
  explicit UnitScan(SQLite::Database& database, const std::string& condition = "true");

  /// Goes on to the next unit; false after the last.
  [[nodiscard]] bool next();

  [[nodiscard]] Id id() const { return id_; }
  [[nodiscard]] const UnitResult& unit() const { return unit_; }
  [[nodiscard]] std::optional<Id> run() const { return run_; }

 private:
  void read_moments();
  void read_values();

  SQLite::Statement units_;
  SQLite::Statement moments_;
  SQLite::Statement values_;
  bool has_values_;
  Id id_ = 0;
  UnitResult unit_;
  std::optional<Id> run_;
};

/// The moments in five columns from `first` on.
[[nodiscard]] Moments moments_at(const SQLite::Statement& row, int first);

}  // namespace apportion::results
