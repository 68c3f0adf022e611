// Stored units, one after the other, with all that belongs to them.
#include "results/database/unit_scan.hpp"

#include <fmt/format.h>

namespace apportion::results {

Moments moments_at(const SQLite::Statement& row, int first) {
  return {row.getColumn(first).getInt64(), row.getColumn(first + 1).getDouble(), row.getColumn(first + 2).getDouble(),
          row.getColumn(first + 3).getDouble(), row.getColumn(first + 4).getDouble()};
}

UnitScan::UnitScan(SQLite::Database& database, const std::string& condition)
    : units_(database,
             fmt::format("SELECT u.id, u.point_id, u.algorithm_id, u.chunk, u.samples, u.run_id, f.sample, f.message "
                         "FROM main.unit AS u LEFT JOIN main.failure AS f ON f.unit_id = u.id WHERE {} "
                         "ORDER BY u.point_id, u.algorithm_id, u.chunk",
                         condition)),
      moments_(database,
               "SELECT metric_id, count, mean, m2, min, max FROM main.moment WHERE unit_id = ? ORDER BY metric_id"),
      values_(database,
              "SELECT sample, metric_id, value FROM main.sample WHERE unit_id = ? ORDER BY sample, metric_id"),
      has_values_(database.execAndGet("SELECT EXISTS (SELECT 1 FROM main.sample)").getInt() != 0) {}

bool UnitScan::next() {
  if (!units_.executeStep()) return false;
  id_ = units_.getColumn(0).getInt64();
  unit_.point = units_.getColumn(1).getInt64();
  unit_.column = units_.getColumn(2).getInt64();
  unit_.chunk = units_.getColumn(3).getInt64();
  unit_.samples = units_.getColumn(4).getInt64();
  run_.reset();
  if (!units_.getColumn(5).isNull()) run_ = units_.getColumn(5).getInt64();
  unit_.failure.reset();
  if (!units_.getColumn(6).isNull()) unit_.failure = {units_.getColumn(6).getInt64(), units_.getColumn(7).getString()};
  read_moments();
  read_values();
  return true;
}

void UnitScan::read_moments() {
  unit_.moments.clear();
  static_cast<void>(bound(moments_, id_));
  while (moments_.executeStep()) unit_.moments.push_back({moments_.getColumn(0).getInt64(), moments_at(moments_, 1)});
}

void UnitScan::read_values() {
  unit_.values.clear();
  if (!has_values_) return;
  static_cast<void>(bound(values_, id_));
  while (values_.executeStep())
    unit_.values.push_back(
        {values_.getColumn(0).getInt64(), values_.getColumn(1).getInt64(), values_.getColumn(2).getDouble()});
}

}  // namespace apportion::results
