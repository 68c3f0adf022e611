// The tables that a sweep fills: unit, moment, sample, failure and, computed from them, summary.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// The moments of a unit, as five columns of the tables `unit` and `moment`.
inline constexpr const char* moment_columns =
    "samples, mean, m2, coalesce(moment.min, mean) AS min, coalesce(moment.max, mean) AS max";

/// The moments in five columns from `first` on.
[[nodiscard]] Moments moments_at(const SQLite::Statement& row, int first);

/// Statements for each unit are prepared once. The caller opens the transactions; SQLite's exceptions pass through.
class UnitTables {
 public:
  explicit UnitTables(SQLite::Database& database);

  /// Writes a unit, replacing a stored one.
  void write(const UnitResult& unit, std::optional<Id> run);

  /// [column, metric] the moments of a point's units, merged in the order of chunks; failed units have none.
  [[nodiscard]] std::map<std::pair<Id, Id>, Moments> folded(Id point);

  /// Rewrites the summaries of a point by its folded() moments.
  void summarise(Id point);

  /// [column] the number of samples in the summaries of a point, summed over these metrics.
  [[nodiscard]] std::map<Id, std::int64_t> summarised_samples(Id point, const std::vector<Id>& metrics);

  [[nodiscard]] std::vector<UnitState> units(Id point, const std::vector<Id>& metrics);
  [[nodiscard]] std::vector<MetricMoments> moments(Id point, Id column, std::int64_t chunk);

 private:
  void write_samples(Id unit, std::vector<SampleValue> values);

  SQLite::Database* database_;
  SQLite::Statement delete_unit_;
  SQLite::Statement insert_unit_;
  SQLite::Statement insert_moment_;
  SQLite::Statement insert_sample_;
  SQLite::Statement insert_failure_;
};

}  // namespace apportion::results
