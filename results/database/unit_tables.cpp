// Moments of units, and summaries.
#include "results/database/unit_tables.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace apportion::results {
namespace {

// The moments of a unit, as five columns of the tables `unit` and `moment`.
constexpr const char* moment_columns =
    "samples, mean, m2, coalesce(moment.min, mean) AS min, coalesce(moment.max, mean) AS max";

}  // namespace

Moments moments_at(const SQLite::Statement& row, int first) {
  return {row.getColumn(first).getInt64(), row.getColumn(first + 1).getDouble(), row.getColumn(first + 2).getDouble(),
          row.getColumn(first + 3).getDouble(), row.getColumn(first + 4).getDouble()};
}

std::map<std::pair<Id, Id>, Moments> folded(SQLite::Database& database, Id point) {
  std::map<std::pair<Id, Id>, Moments> folded;
  SQLite::Statement row = bound(database,
                                fmt::format("SELECT algorithm_id, metric_id, {} "
                                            "FROM unit CROSS JOIN moment ON moment.unit_id = unit.id "
                                            "WHERE point_id = ? ORDER BY algorithm_id, chunk, metric_id",
                                            moment_columns),
                                point);
  while (row.executeStep())
    folded[{row.getColumn(0).getInt64(), row.getColumn(1).getInt64()}].merge(moments_at(row, 2));
  return folded;
}

void summarise(SQLite::Database& database, Id point) {
  bound(database, "DELETE FROM summary WHERE point_id = ?", point).exec();
  SQLite::Statement insert(database,
                           "INSERT INTO summary (point_id, algorithm_id, metric_id, count, mean, m2, min, max) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [key, m] : folded(database, point))
    bound(insert, point, key.first, key.second, m.count, m.mean, m.m2, m.min, m.max).exec();
}

std::vector<MetricMoments> moments_of_unit(SQLite::Database& database, Id point, Id column, std::int64_t chunk) {
  std::vector<MetricMoments> result;
  SQLite::Statement row = bound(database,
                                fmt::format("SELECT metric_id, {} FROM unit JOIN moment ON unit_id = unit.id "
                                            "WHERE point_id = ? AND algorithm_id = ? AND chunk = ? ORDER BY metric_id",
                                            moment_columns),
                                point, column, chunk);
  while (row.executeStep()) result.push_back({row.getColumn(0).getInt64(), moments_at(row, 1)});
  return result;
}

}  // namespace apportion::results
