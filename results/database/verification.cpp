// Checking a database: SQLite's own checks, and recomputation of everything that was computed from other data.
#include "results/database/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/program.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/unit_tables.hpp"
#include "results/moments.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// Runs SQLite's full check: the quick one does not compare indexes with their tables, and a query that uses a damaged
// index lacks rows.
void check_integrity(SQLite::Database& database, const std::filesystem::path& file) {
  const std::string answer = database.execAndGet("PRAGMA main.integrity_check(1)").getString();
  if (answer != "ok") throw damaged(file, printable(answer));
}

void check_foreign_keys(SQLite::Database& database, const std::filesystem::path& file) {
  SQLite::Statement row(database, "PRAGMA main.foreign_key_check");
  if (row.executeStep())
    throw damaged(file, fmt::format("a row of {} belongs to a row of {} that does not exist",
                                    row.getColumn(0).getString(), row.getColumn(2).getString()));
}

/// Compares moments with the kept samples and the summaries with the moments.
class FoldCheck {
 public:
  FoldCheck(SQLite::Database& database, const std::filesystem::path& file)
      : database_(database),
        file_(file),
        unfinished_run_(
            database.execAndGet("SELECT EXISTS (SELECT 1 FROM run WHERE outcome IS NOT 'finished')").getInt() != 0),
        values_(database,
                "SELECT metric_id, sample, value FROM sample_value WHERE unit_id = ? ORDER BY metric_id, sample"),
        summaries_(database,
                   "SELECT algorithm_id, metric_id, count, mean, m2, min, max FROM main.summary WHERE point_id = ?") {}

  Verification all() {
    SQLite::Statement row(
        database_,
        fmt::format(
            "SELECT unit.id, point_id, algorithm_id, chunk, samples, e.chunk_size, metric_id, {} FROM main.unit "
            "JOIN main.point AS p ON p.id = point_id JOIN main.experiment AS e ON e.id = p.experiment_id "
            "LEFT JOIN main.moment ON unit_id = unit.id ORDER BY point_id, algorithm_id, chunk, metric_id",
            moment_columns));
    while (row.executeStep()) {
      if (const Id unit = row.getColumn(0).getInt64(); !unit_ || unit_->id != unit) {
        end_unit();
        if (unit_ && unit_->point != row.getColumn(1).getInt64()) check_summaries();
        unit_ = {unit,
                 row.getColumn(1).getInt64(),
                 row.getColumn(2).getInt64(),
                 row.getColumn(3).getInt64(),
                 row.getColumn(4).getInt64(),
                 row.getColumn(5).getInt64()};
      }
      if (!row.getColumn(6).isNull()) add(row.getColumn(6).getInt64(), moments_at(row, 7));
    }
    end_unit();
    if (unit_) check_summaries();
    check_strays();
    return found_;
  }

 private:
  struct Unit {
    Id id = 0;
    Id point = 0;
    Id column = 0;
    std::int64_t chunk = 0;
    std::int64_t samples = 0;
    std::int64_t chunk_size = 0;
  };

  [[noreturn]] void refuse(const std::string& what) const { throw damaged(file_, what); }

  // "XY2 at {"columns":1000} in kaddoura/grid"
  [[nodiscard]] std::string name_of(Id point, Id column) const {
    SQLite::Statement row(database_,
                          "SELECT e.name, p.coordinates, a.name FROM main.point AS p "
                          "JOIN main.experiment AS e ON e.id = p.experiment_id JOIN main.algorithm AS a "
                          "WHERE p.id = ? AND a.id = ?");
    if (!bound(row, point, column).executeStep()) return "an unknown column";
    const auto text = [&row](int index) { return printable(row.getColumn(index).getString()); };
    return fmt::format("{} at {} in {}", text(2), text(1), text(0));
  }

  [[noreturn]] void refuse_unit(const std::string& what) const {
    refuse(fmt::format("chunk {} of {} {}", unit_->chunk, name_of(unit_->point, unit_->column), what));
  }

  // Limits counts, so that sums of damaged ones do not overflow.
  void add(Id metric, const Moments& moments) {
    constexpr std::int64_t most = 1'000'000'000'000;
    if (unit_->samples < 1 || unit_->samples > std::min(unit_->chunk_size, most))
      refuse_unit("has moments of a number of samples that it cannot have");
    moments_[metric] = moments;
    folded_[{unit_->column, metric}].merge(moments);
  }

  void end_unit() {
    if (!unit_) return;
    ++found_.units;
    check_samples();
    if (moments_.empty() && !has_failed(unit_->id)) refuse_unit("has no moments");
    moments_.clear();
  }

  [[nodiscard]] bool has_failed(Id unit) const {
    SQLite::Statement find(database_, "SELECT 1 FROM main.failure WHERE unit_id = ?");
    return bound(find, unit).executeStep();
  }

  // Checks that a unit has all samples of all its metrics, or none.
  void check_samples() {
    std::map<Id, Moments> folded;
    static_cast<void>(bound(values_, unit_->id));
    while (values_.executeStep()) {
      Moments& moments = folded[values_.getColumn(0).getInt64()];
      if (unit_->chunk_size < 1 || values_.getColumn(1).getInt64() % unit_->chunk_size != moments.count ||
          values_.getColumn(1).getInt64() / unit_->chunk_size != unit_->chunk)
        refuse_unit("lacks a sample, or has one too many");
      moments.add(values_.getColumn(2).getDouble());
      ++found_.samples;
    }
    if (!folded.empty() && folded != moments_) refuse_unit("has moments that are not those of its samples");
  }

  // Checks summaries. After a killed run a point may have units that are not in its summaries, which then have fewer
  // samples.
  void check_summaries() {
    std::int64_t equal = 0;
    static_cast<void>(bound(summaries_, unit_->point));
    while (summaries_.executeStep()) {
      const Id column = summaries_.getColumn(0).getInt64();
      const auto fold = folded_.find({column, summaries_.getColumn(1).getInt64()});
      const Moments stored = moments_at(summaries_, 2);
      if (fold == folded_.end()) refuse(fmt::format("a summary of {} has no units", name_of(unit_->point, column)));
      if (fold->second == stored)
        ++equal;
      else if (!unfinished_run_ || !may_be_older(stored, fold->second))
        refuse(fmt::format("a summary of {} is not what its units add up to", name_of(unit_->point, column)));
    }
    found_.summaries += equal;
    found_.waiting += static_cast<std::int64_t>(folded_.size()) - equal;
    folded_.clear();
  }

  static bool may_be_older(const Moments& stored, const Moments& now) {
    return stored.count < now.count && stored.min >= now.min && stored.max <= now.max &&
           (now.m2 == 0 || stored.mean != now.mean || stored.m2 != now.m2);
  }

  void check_strays() {
    SQLite::Statement row(database_,
                          "SELECT point_id, algorithm_id FROM main.summary AS s WHERE NOT EXISTS (SELECT 1 FROM "
                          "main.unit AS u WHERE u.point_id = s.point_id AND u.algorithm_id = s.algorithm_id) LIMIT 1");
    if (row.executeStep())
      refuse(fmt::format("a summary of {} has no units",
                         name_of(row.getColumn(0).getInt64(), row.getColumn(1).getInt64())));
  }

  SQLite::Database& database_;
  const std::filesystem::path& file_;
  bool unfinished_run_;
  SQLite::Statement values_;
  SQLite::Statement summaries_;
  std::optional<Unit> unit_;
  std::map<Id, Moments> moments_;                // [metric] of the unit
  std::map<std::pair<Id, Id>, Moments> folded_;  // [column, metric] of the point
  Verification found_;
};

}  // namespace

Verification verify(const std::filesystem::path& file) {
  return in_our_words(file, [&] {
    SQLite::Database database = open_for_reading(file);
    const SQLite::Transaction one_state(database);
    check_integrity(database, file);
    check_foreign_keys(database, file);
    Verification found = FoldCheck(database, file).all();
    found.foreign = require_own_schema(database, file).foreign;
    return found;
  });
}

}  // namespace apportion::results
