// A hash per unit: what its results were when they were stored.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// The first 64 bits of SHA-256 of a unit: study, point and column by their natural keys, chunk, number of samples,
/// run, moments and single samples by their metrics' names, failure. Every change of one of these shows, and so does a
/// unit that ended up at another point. Statements are prepared once; SQLite's exceptions pass through.
class UnitHashes {
 public:
  explicit UnitHashes(SQLite::Database& database);

  /// The hash of a unit that is or will be stored; its point, column and metrics are in the database.
  [[nodiscard]] std::int64_t of(const UnitResult& unit, std::optional<Id> run);

  /// To be called where rows of studies, points or columns were removed: others may get their row numbers.
  void forget_keys();

 private:
  [[nodiscard]] const std::string& point_key(Id point);
  [[nodiscard]] const std::string& column_key(Id column);
  [[nodiscard]] const std::string& metric_name(Id metric);

  SQLite::Statement select_point_;
  SQLite::Statement select_column_;
  SQLite::Statement select_metric_;
  std::optional<Id> last_point_;  ///< units come point by point
  std::string last_point_key_;
  std::map<Id, std::string> columns_;
  std::map<Id, std::string> metrics_;
  std::string bytes_;
};

/// Stores the hash, the second parameter, of a unit, the first one, in place of an earlier hash.
inline constexpr const char* write_unit_hash =
    "INSERT INTO main.unit_hash (unit_id, hash) VALUES (?, ?) ON CONFLICT (unit_id) DO UPDATE SET hash = excluded.hash";

/// Makes the table of the hashes, empty.
void create_unit_hashes(SQLite::Database& database);

/// Stores the hashes of all units whose row numbers are greater than `after`, such as units that SQL copied.
void hash_units(SQLite::Database& database, Id after);

}  // namespace apportion::results
