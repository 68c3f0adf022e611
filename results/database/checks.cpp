// The checks of a database that is open: what verification.hpp promises.
#include "results/database/checks.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/program.hpp"
#include "results/database/schema.hpp"
#include "results/database/table_sums.hpp"
#include "results/database/unit_hashes.hpp"
#include "results/database/unit_scan.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

// A summary's column and metric.
using Key = std::pair<Id, Id>;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) { throw damaged(file, what); }

// Not the quick check, which does not compare indexes with their tables: a query that uses a damaged one lacks rows.
void check_integrity(SQLite::Database& database, const std::filesystem::path& file) {
  const std::string answer = database.execAndGet("PRAGMA main.integrity_check(1)").getString();
  if (answer != "ok") refuse(file, printable(answer));
}

void check_foreign_keys(SQLite::Database& database, const std::filesystem::path& file) {
  SQLite::Statement row(database, "PRAGMA main.foreign_key_check");
  if (row.executeStep())
    refuse(file, fmt::format("a row of {} belongs to a row of {} that does not exist", row.getColumn(0).getString(),
                             row.getColumn(2).getString()));
}

void check_sums(SQLite::Database& database, const std::filesystem::path& file) {
  if (!has_hashes(database)) return;
  if (const std::optional<std::string> table = table_with_other_sum(database))
    refuse(file, fmt::format("rows of the table {} are not those that were written", *table));
}

// "XY2 at {"columns":1000} in kaddoura/grid"
std::string name_of(SQLite::Database& database, Id point, Id column) {
  SQLite::Statement row(
      database,
      "SELECT e.name, p.coordinates, a.name FROM point AS p "
      "JOIN experiment AS e ON e.id = p.experiment_id JOIN algorithm AS a WHERE p.id = ? AND a.id = ?");
  if (!bound(row, point, column).executeStep()) return "an unknown column";
  const auto text = [&row](int index) { return printable(row.getColumn(index).getString()); };
  return fmt::format("{} at {} in {}", text(2), text(1), text(0));
}

/// Compares the units, as they come, with what is stored of them elsewhere.
class UnitCheck {
 public:
  UnitCheck(SQLite::Database& database, const std::filesystem::path& file, bool hashed)
      : database_(database),
        file_(file),
        hashes_(database),
        hash_(database, hashed ? "SELECT hash FROM main.unit_hash WHERE unit_id = ?" : "SELECT NULL WHERE ? IS NULL"),
        summaries_(database,
                   "SELECT algorithm_id, metric_id, count, mean, m2, min, max FROM main.summary WHERE point_id = ?") {
    found_.hashed = hashed;
  }

  Verification all() {
    UnitScan scan(database_);
    std::optional<Id> point;
    while (scan.next()) {
      const UnitResult& unit = scan.unit();
      if (point && point != unit.point) check_summaries(*point);
      point = unit.point;
      if (found_.hashed) check_hash(scan);
      for (const auto& [metric, moments] : unit.moments) folded_[{unit.column, metric}].merge(moments);
      ++found_.units;
    }
    if (point) check_summaries(*point);
    check_strays();
    return found_;
  }

 private:
  void check_hash(const UnitScan& scan) {
    const bool is_there = bound(hash_, scan.id()).executeStep();
    if (is_there && hash_.getColumn(0).getInt64() == hashes_.of(scan.unit(), scan.run())) return;
    const UnitResult& unit = scan.unit();
    refuse(file_, fmt::format("chunk {} of {} {}", unit.chunk, name_of(database_, unit.point, unit.column),
                              is_there ? "does not match its hash" : "has no hash"));
  }

  // Summaries of other counts wait for the run that completes the point.
  void check_summaries(Id point) {
    std::int64_t equal = 0;
    static_cast<void>(bound(summaries_, point));
    while (summaries_.executeStep()) {
      const auto fold = folded_.find({summaries_.getColumn(0).getInt64(), summaries_.getColumn(1).getInt64()});
      const Moments stored = moments_at(summaries_, 2);
      if (fold == folded_.end() || fold->second.count != stored.count) continue;
      if (!(fold->second == stored))
        refuse(file_, fmt::format("a summary of {} is not what its units add up to",
                                  name_of(database_, point, fold->first.first)));
      ++equal;
    }
    found_.summaries += equal;
    found_.waiting += static_cast<std::int64_t>(folded_.size()) - equal;
    folded_.clear();
  }

  void check_strays() {
    SQLite::Statement row(database_,
                          "SELECT 1 FROM main.summary AS s WHERE NOT EXISTS (SELECT 1 FROM main.unit AS u "
                          "WHERE u.point_id = s.point_id AND u.algorithm_id = s.algorithm_id) LIMIT 1");
    if (row.executeStep()) refuse(file_, "a summary has no units");
  }

  SQLite::Database& database_;
  const std::filesystem::path& file_;
  UnitHashes hashes_;
  SQLite::Statement hash_;
  SQLite::Statement summaries_;
  std::map<Key, Moments> folded_;
  Verification found_;
};

}  // namespace

Verification check(SQLite::Database& database, const std::filesystem::path& file) {
  const SQLite::Transaction one_state(database);
  check_integrity(database, file);
  check_foreign_keys(database, file);
  check_sums(database, file);
  return UnitCheck(database, file, has_hashes(database)).all();
}

Verification verify(const std::filesystem::path& file) {
  return in_our_words(file, [&] {
    SQLite::Database database = open_for_reading(file);
    Verification found = check(database, file);
    write_log_on_closing(database, true);
    require_distinct_views(database, file);
    found.altered_views = altered_views(database);
    return found;
  });
}

}  // namespace apportion::results
