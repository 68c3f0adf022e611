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

/// In the table own_algorithm, of rows `before` and `now` for one revision of an algorithm: the first difference
/// between their programs, such as "mine.py is new among its files"; NULL if they are the same.
inline constexpr const char* difference_of_programs = R"sql(
CASE WHEN before.command <> now.command
     THEN format('its command was ''%s'' and is ''%s''', before.command, now.command)
     ELSE (SELECT CASE WHEN n.key IS NULL THEN format('%s is no longer among its files', b.key)
                       WHEN b.key IS NULL THEN format('%s is new among its files', n.key)
                       ELSE format('%s has changed (its SHA-256 was %.12s..., it is %.12s...)', b.key, b.value, n.value)
                       END
           FROM json_each(before.files) AS b FULL JOIN json_each(now.files) AS n ON n.key = b.key
           WHERE b.value IS NOT n.value ORDER BY b.key IS NULL, b.key, n.key LIMIT 1) END)sql";

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
