// Checking a database: SQLite's own checks, and recomputation of everything that was computed from other data.
#include "results/database/merge.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/unit_tables.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// Runs SQLite's full check, and that of foreign keys: the quick one does not compare indexes with their tables, and a
// query that uses a damaged index lacks rows.
void check_integrity(SQLite::Database& database, const std::filesystem::path& file) {
  const std::string answer = database.execAndGet("PRAGMA main.integrity_check(1)").getString();
  if (answer != "ok") throw damaged(file, printable(answer));
  SQLite::Statement row(database, "PRAGMA main.foreign_key_check");
  if (row.executeStep())
    throw damaged(file, fmt::format("a row of {} belongs to a row of {} that does not exist",
                                    row.getColumn(0).getString(), row.getColumn(2).getString()));
}

// The joins that name a column at a point, and that name: "XY2 at {"columns":1000} in kaddoura/grid".
constexpr const char* column_joins = R"sql(
JOIN main.point AS p ON p.id = point_id JOIN main.experiment AS e ON e.id = p.experiment_id
JOIN main.algorithm AS a ON a.id = algorithm_id)sql";
constexpr const char* column_name = "a.name || ' at ' || p.coordinates || ' in ' || e.name";

// Units that have no moments although they did not fail, or moments of a wrong number of samples. That number is
// limited, so that sums of damaged ones do not overflow.
constexpr const char* wrong_units = R"sql(
SELECT format('chunk %d of %s has %s', chunk, {1},
              iif(measured, 'moments of a number of samples that it cannot have', 'no moments'))
FROM (SELECT *, EXISTS (SELECT 1 FROM main.moment WHERE unit_id = u.id) AS measured FROM main.unit AS u) AS u {0}
WHERE iif(measured, samples NOT BETWEEN 1 AND min(chunk_size, 1000000000000),
          NOT EXISTS (SELECT 1 FROM main.failure WHERE unit_id = u.id)))sql";

constexpr const char* units_with_samples = R"sql(
SELECT point_id, algorithm_id, chunk, u.id, chunk_size, format('chunk %d of %s', chunk, {1})
FROM (SELECT DISTINCT unit_id FROM main.sample) CROSS JOIN main.unit AS u ON u.id = unit_id {0})sql";

constexpr const char* stored_summaries = R"sql(
SELECT algorithm_id, metric_id, count, mean, m2, min, max, {1} FROM main.summary {0} WHERE point_id = ?)sql";

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
        summaries_(database, named(stored_summaries)) {}

  Verification all() {
    SQLite::Statement wrong(database_, named(wrong_units));
    if (wrong.executeStep()) refuse(wrong.getColumn(0).getString());
    SQLite::Statement unit(database_, named(units_with_samples));
    while (unit.executeStep()) check_samples(unit);
    SQLite::Statement point(database_, "SELECT point_id FROM main.unit UNION SELECT point_id FROM main.summary");
    while (point.executeStep()) check_summaries(point.getColumn(0).getInt64());
    found_.units = database_.execAndGet("SELECT count(*) FROM main.unit").getInt64();
    return found_;
  }

 private:
  static std::string named(const char* query) { return fmt::format(fmt::runtime(query), column_joins, column_name); }

  [[noreturn]] void refuse(const std::string& what) const {
    constexpr std::size_t most = 600;
    throw damaged(file_, printable(what, most));
  }

  // Checks that a unit with samples has all samples of all its metrics.
  void check_samples(const SQLite::Statement& unit) {
    const std::int64_t chunk = unit.getColumn(2).getInt64();
    const std::int64_t chunk_size = unit.getColumn(4).getInt64();
    std::map<Id, Moments> folded;
    static_cast<void>(bound(values_, unit.getColumn(3).getInt64()));
    while (values_.executeStep()) {
      Moments& moments = folded[values_.getColumn(0).getInt64()];
      const std::int64_t sample = values_.getColumn(1).getInt64();
      if (chunk_size < 1 || sample % chunk_size != moments.count || sample / chunk_size != chunk)
        refuse(unit.getColumn(5).getString() + " lacks a sample, or has one too many");
      moments.add(values_.getColumn(2).getDouble());
      ++found_.samples;
    }
    std::map<Id, Moments> stored;
    for (const auto& [metric, moments] :
         moments_of_unit(database_, unit.getColumn(0).getInt64(), unit.getColumn(1).getInt64(), chunk))
      stored[metric] = moments;
    if (folded != stored) refuse(unit.getColumn(5).getString() + " has moments that are not those of its samples");
  }

  // Checks summaries. After a killed run a point may have units that are not in its summaries, which then have fewer
  // samples.
  void check_summaries(Id point) {
    const std::map<std::pair<Id, Id>, Moments> folds = folded(database_, point);
    std::int64_t equal = 0;
    static_cast<void>(bound(summaries_, point));
    while (summaries_.executeStep()) {
      const auto fold = folds.find({summaries_.getColumn(0).getInt64(), summaries_.getColumn(1).getInt64()});
      const auto name_of = [this] { return summaries_.getColumn(7).getString(); };
      const Moments stored = moments_at(summaries_, 2);
      if (fold == folds.end()) refuse(fmt::format("a summary of {} has no units", name_of()));
      if (fold->second == stored)
        ++equal;
      else if (!unfinished_run_ || !may_be_older(stored, fold->second))
        refuse(fmt::format("a summary of {} is not what its units add up to", name_of()));
    }
    found_.summaries += equal;
    found_.waiting += static_cast<std::int64_t>(folds.size()) - equal;
  }

  static bool may_be_older(const Moments& stored, const Moments& now) {
    return stored.count < now.count && stored.min >= now.min && stored.max <= now.max &&
           (now.m2 == 0 || stored.mean != now.mean || stored.m2 != now.m2);
  }

  SQLite::Database& database_;
  const std::filesystem::path& file_;
  bool unfinished_run_;
  SQLite::Statement values_;
  SQLite::Statement summaries_;
  Verification found_;
};

}  // namespace

Verification verify(const std::filesystem::path& file) {
  return in_our_words(file, [&] {
    SQLite::Database database = open_for_reading(file);
    const SQLite::Transaction one_state(database);
    check_integrity(database, file);
    Verification found = FoldCheck(database, file).all();
    found.foreign = require_own_schema(database, file).foreign;
    return found;
  });
}

}  // namespace apportion::results
