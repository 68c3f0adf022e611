// The tables that a sweep fills: unit, moment, sample, failure and, computed from them, summary.
#include "results/database/unit_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace apportion::results {
namespace {

// The moments of a unit, as five columns of the tables `unit` and `moment`.
constexpr const char* moment_columns =
    "samples, mean, m2, coalesce(moment.min, mean) AS min, coalesce(moment.max, mean) AS max";

std::string json_list(const std::vector<Id>& ids) { return fmt::format("[{}]", fmt::join(ids, ",")); }

}  // namespace

Moments moments_at(const SQLite::Statement& row, int first) {
  return {row.getColumn(first).getInt64(), row.getColumn(first + 1).getDouble(), row.getColumn(first + 2).getDouble(),
          row.getColumn(first + 3).getDouble(), row.getColumn(first + 4).getDouble()};
}

UnitTables::UnitTables(SQLite::Database& database)
    : database_(&database),
      delete_unit_(database, "DELETE FROM unit WHERE point_id = ? AND algorithm_id = ? AND chunk = ?"),
      insert_unit_(database,
                   "INSERT INTO unit (point_id, algorithm_id, chunk, samples, run_id) "
                   "VALUES (?, ?, ?, ?, nullif(?, 0))"),
      insert_moment_(database,
                     "INSERT INTO moment (unit_id, metric_id, mean, m2, min, max) "
                     "VALUES (?1, ?2, ?3, ?4, nullif(?5, ?3), nullif(?6, ?3))"),
      insert_sample_(database, "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_failure_(database, "INSERT INTO failure (unit_id, sample, message) VALUES (?, ?, ?)") {}

void UnitTables::write(const UnitResult& unit, std::optional<Id> run) {
  // Moments, samples and a failure are deleted with an existing unit.
  bound(delete_unit_, unit.point, unit.column, unit.chunk).exec();
  bound(insert_unit_, unit.point, unit.column, unit.chunk, unit.samples, run.value_or(0)).exec();
  const Id id = database_->getLastInsertRowid();
  for (const auto& [metric, m] : unit.moments) {
    if (m.count != unit.samples) throw std::logic_error("the moments of a unit are of all its samples");
    bound(insert_moment_, id, metric, m.mean, m.m2, m.min, m.max).exec();
  }
  write_samples(id, unit.values);
  if (unit.failure) bound(insert_failure_, id, unit.failure->sample, unit.failure->message).exec();
}

void UnitTables::write_samples(Id unit, std::vector<SampleValue> values) {
  constexpr int a_row = 10;
  constexpr int first_value = 4;  // the place of v0 among the parameters
  std::ranges::sort(values, [](const SampleValue& a, const SampleValue& b) {
    return std::tie(a.metric, a.sample) < std::tie(b.metric, b.sample);
  });
  for (auto first = values.begin(); first != values.end();) {
    bound(insert_sample_, unit, first->sample, first->metric);
    auto next = first;
    for (int place = 0; place < a_row; ++place) {
      const bool follows =
          next != values.end() && next->metric == first->metric && next->sample == first->sample + place;
      follows ? insert_sample_.bind(first_value + place, (next++)->value) : insert_sample_.bind(first_value + place);
    }
    insert_sample_.exec();
    first = next;
  }
}

std::map<std::pair<Id, Id>, Moments> UnitTables::folded(Id point) {
  std::map<std::pair<Id, Id>, Moments> folded;
  SQLite::Statement row = bound(*database_,
                                fmt::format("SELECT algorithm_id, metric_id, {} "
                                            "FROM unit CROSS JOIN moment ON moment.unit_id = unit.id "
                                            "WHERE point_id = ? ORDER BY algorithm_id, chunk, metric_id",
                                            moment_columns),
                                point);
  while (row.executeStep())
    folded[{row.getColumn(0).getInt64(), row.getColumn(1).getInt64()}].merge(moments_at(row, 2));
  return folded;
}

void UnitTables::summarise(Id point) {
  bound(*database_, "DELETE FROM summary WHERE point_id = ?", point).exec();
  SQLite::Statement insert(*database_,
                           "INSERT INTO summary (point_id, algorithm_id, metric_id, count, mean, m2, min, max) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [key, m] : folded(point))
    bound(insert, point, key.first, key.second, m.count, m.mean, m.m2, m.min, m.max).exec();
}

std::map<Id, std::int64_t> UnitTables::summarised_samples(Id point, const std::vector<Id>& metrics) {
  std::map<Id, std::int64_t> result;
  SQLite::Statement row = bound(*database_,
                                "SELECT algorithm_id, sum(count) FROM summary WHERE point_id = ? AND metric_id IN"
                                " (SELECT value FROM json_each(?)) GROUP BY algorithm_id",
                                point, json_list(metrics));
  while (row.executeStep()) result[row.getColumn(0).getInt64()] = row.getColumn(1).getInt64();
  return result;
}

std::vector<UnitState> UnitTables::units(Id point, const std::vector<Id>& metrics) {
  std::vector<UnitState> result;
  SQLite::Statement row = bound(*database_,
                                "SELECT algorithm_id, chunk, samples,"
                                " EXISTS (SELECT 1 FROM failure WHERE unit_id = unit.id),"
                                " EXISTS (SELECT 1 FROM sample WHERE unit_id = unit.id),"
                                " (SELECT count(*) FROM moment WHERE unit_id = unit.id AND metric_id IN"
                                " (SELECT value FROM json_each(?))) "
                                "FROM unit WHERE point_id = ? ORDER BY algorithm_id, chunk",
                                json_list(metrics), point);
  while (row.executeStep()) {
    result.push_back({row.getColumn(0).getInt64(), row.getColumn(1).getInt64(), row.getColumn(2).getInt64(),
                      row.getColumn(3).getInt() != 0, row.getColumn(4).getInt() != 0,
                      static_cast<std::size_t>(row.getColumn(5).getInt64())});
  }
  return result;
}

std::vector<MetricMoments> UnitTables::moments(Id point, Id column, std::int64_t chunk) {
  std::vector<MetricMoments> result;
  SQLite::Statement row = bound(*database_,
                                fmt::format("SELECT metric_id, {} FROM unit JOIN moment ON unit_id = unit.id "
                                            "WHERE point_id = ? AND algorithm_id = ? AND chunk = ? ORDER BY metric_id",
                                            moment_columns),
                                point, column, chunk);
  while (row.executeStep()) result.push_back({row.getColumn(0).getInt64(), moments_at(row, 1)});
  return result;
}

}  // namespace apportion::results
