// What shows damage: values as bytes, units read back, a hash per unit, sums of tables kept by triggers, and the check
// of a database that is open.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/database/sqlite.hpp"
#include "results/database/verification.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// Appends a value, with its type and, for a text, its length: two different sequences of values never give the same
/// bytes. Reals go in by their bits.
void append_null(std::string& bytes);
void append_integer(std::string& bytes, std::int64_t value);
void append_real(std::string& bytes, double value);
void append_text(std::string& bytes, std::string_view value);

/// Appends all columns of the statement's current row.
void append_row(std::string& bytes, const SQLite::Statement& row);

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
  void read_values();

  SQLite::Statement rows_;  ///< a row for each of a unit's moments
  SQLite::Statement values_;
  bool has_values_;
  bool has_row_;
  Id id_ = 0;
  UnitResult unit_;
  std::optional<Id> run_;
};

/// The moments in five columns from `first` on.
[[nodiscard]] Moments moments_at(const SQLite::Statement& row, int first);

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

/// The tables of a results database: whether a file has others is how one knows that it is not ours.
[[nodiscard]] const std::vector<std::string>& own_tables();

/// Makes the function that the triggers call known to a connection. Without it nothing can be written.
void provide_row_sums(SQLite::Database& database);

/// Makes the table `table_sum` with the sums of all rows that there are, and the triggers that keep them. Every table
/// of own_tables() but those of moments, samples and failures has a sum: what these hold goes into the hash of their
/// unit. The caller opens the transaction, in which all tables exist.
void create_table_sums(SQLite::Database& database);

/// Brings the sum of the views up to date: those that belong to no experiment and those of
/// its experiments. To be called in the transaction that made or removed one.
void sum_views(SQLite::Database& database);

/// Checks the schema, views included, and the tables one after the other. The first one that is not what was written;
/// nothing if all are.
[[nodiscard]] std::optional<std::string> table_with_other_sum(SQLite::Database& database);

/// What verify() does but for the views. Tables and sums are checked beside the units, each on one state of the file; a
/// run that writes meanwhile may have added to the one that is read second. Throws StoreError; SQLite's exceptions pass
/// through.
Verification check(SQLite::Database& database, const std::filesystem::path& file);

}  // namespace apportion::results
