// A hash per unit: what its results were when they were stored.
#include "results/database/unit_hashes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "results/database/digest.hpp"
#include "results/database/row_bytes.hpp"
#include "results/database/unit_scan.hpp"

namespace apportion::results {
namespace {

constexpr const char* create_table = R"sql(
-- The first 64 bits of SHA-256 of a unit with all that belongs to it.
CREATE TABLE unit_hash (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id) ON DELETE CASCADE,
  hash INTEGER NOT NULL
) STRICT;
)sql";

// The bytes of the one row; foreign keys promise that there is one.
std::string key_of(SQLite::Statement& statement, Id id) {
  std::string bytes;
  if (bound(statement, id).executeStep()) append_row(bytes, statement);
  statement.reset();
  return bytes;
}

bool by_sample_and_metric(const SampleValue& a, const SampleValue& b) {
  return std::tie(a.sample, a.metric) < std::tie(b.sample, b.metric);
}

}  // namespace

UnitHashes::UnitHashes(SQLite::Database& database)
    : select_point_(database,
                    "SELECT e.name, e.seed, e.definition, p.coordinates FROM main.point AS p "
                    "JOIN main.experiment AS e ON e.id = p.experiment_id WHERE p.id = ?"),
      select_column_(database, "SELECT name, revision, rival, rival_revision FROM main.algorithm WHERE id = ?"),
      select_metric_(database, "SELECT name FROM main.metric WHERE id = ?") {}

const std::string& UnitHashes::point_key(Id point) {
  if (last_point_ != point) {
    last_point_key_ = key_of(select_point_, point);
    last_point_ = point;
  }
  return last_point_key_;
}

const std::string& UnitHashes::column_key(Id column) {
  const auto [key, is_new] = columns_.try_emplace(column);
  if (is_new) key->second = key_of(select_column_, column);
  return key->second;
}

const std::string& UnitHashes::metric_name(Id metric) {
  const auto [name, is_new] = metrics_.try_emplace(metric);
  if (is_new) name->second = key_of(select_metric_, metric);
  return name->second;
}

std::int64_t UnitHashes::of(const UnitResult& unit, std::optional<Id> run) {
  bytes_ = point_key(unit.point) + column_key(unit.column);
  append_integer(bytes_, unit.chunk);
  append_integer(bytes_, unit.samples);
  if (run)
    append_integer(bytes_, *run);
  else
    append_null(bytes_);
  std::vector<MetricMoments> moments = unit.moments;
  std::ranges::sort(moments, {}, &MetricMoments::metric);
  for (const auto& [metric, m] : moments) {
    bytes_ += metric_name(metric);
    append_integer(bytes_, m.count);
    for (const double value : {m.mean, m.m2, m.min, m.max}) append_real(bytes_, value);
  }
  std::vector<SampleValue> values = unit.values;
  std::ranges::sort(values, by_sample_and_metric);
  for (const SampleValue& each : values) {
    append_integer(bytes_, each.sample);
    bytes_ += metric_name(each.metric);
    append_real(bytes_, each.value);
  }
  if (unit.failure) {
    append_integer(bytes_, unit.failure->sample);
    append_text(bytes_, unit.failure->message);
  }
  return hash64(bytes_);
}

void UnitHashes::forget_keys() {
  last_point_.reset();
  columns_.clear();
  metrics_.clear();
}

void create_unit_hashes(SQLite::Database& database) { database.exec(create_table); }

void hash_units(SQLite::Database& database, Id after) {
  UnitHashes hashes(database);
  std::vector<std::pair<Id, std::int64_t>> found;
  UnitScan scan(database, fmt::format("u.id > {}", after));
  while (scan.next()) found.emplace_back(scan.id(), hashes.of(scan.unit(), scan.run()));
  std::ranges::sort(found);
  SQLite::Statement write(database, write_unit_hash);
  for (const auto& [unit, hash] : found) bound(write, unit, hash).exec();
}

}  // namespace apportion::results
