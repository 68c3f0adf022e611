// Moments of units and, computed from them, summaries; and the programs of users' own algorithms.
#pragma once

#include <cstdint>
#include <map>
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

/// [column, metric] the moments of a point's units, merged in the order of chunks; failed units have none. Here and
/// below SQLite's exceptions pass through, and the caller opens the transactions.
[[nodiscard]] std::map<std::pair<Id, Id>, Moments> folded(SQLite::Database& database, Id point);

/// Rewrites the summaries of a point by its folded() moments.
void summarise(SQLite::Database& database, Id point);

/// The stored moments of a unit; empty if the unit is not stored.
[[nodiscard]] std::vector<MetricMoments> moments_of_unit(SQLite::Database& database, Id point, Id column,
                                                         std::int64_t chunk);

}  // namespace apportion::results
