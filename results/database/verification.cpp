// Checking a database: SQLite's own checks, and recomputation of everything that was computed from other data.
#include "results/database/merge.hpp"

#include <fmt/format.h>

#include <cstdint>
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

// The joins that name a column at a point, and that name: "XY2 at columns=1000 in kaddoura/grid".
constexpr const char* column_joins = R"sql(
JOIN main.point AS p ON p.id = point_id JOIN main.experiment AS e ON e.id = p.experiment_id
JOIN main.algorithm AS a ON a.id = algorithm_id)sql";

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

std::string named(const char* query) {
  return fmt::format(fmt::runtime(query), column_joins,
                     fmt::format("a.name || ' at ' || {} || ' in ' || e.name", point_words));
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  constexpr std::size_t most = 600;
  throw damaged(file, printable(what, most));
}

// Checks that each unit with samples has all samples of all its metrics, which give its moments. Returns the number of
// values.
std::int64_t check_samples(SQLite::Database& database, const std::filesystem::path& file) {
  SQLite::Statement value(database,
                          "SELECT metric_id, sample, value FROM sample_value WHERE unit_id = ? ORDER BY metric_id, "
                          "sample");
  SQLite::Statement unit(database, named(units_with_samples));
  std::int64_t values = 0;
  while (unit.executeStep()) {
    const std::int64_t chunk = unit.getColumn(2).getInt64();
    const std::int64_t chunk_size = unit.getColumn(4).getInt64();
    const std::string name = unit.getColumn(5).getString();
    std::map<Id, Moments> folded;
    static_cast<void>(bound(value, unit.getColumn(3).getInt64()));
    while (value.executeStep()) {
      Moments& moments = folded[value.getColumn(0).getInt64()];
      const std::int64_t sample = value.getColumn(1).getInt64();
      if (chunk_size < 1 || sample % chunk_size != moments.count || sample / chunk_size != chunk)
        refuse(file, name + " lacks a sample, or has one too many");
      moments.add(value.getColumn(2).getDouble());
      ++values;
    }
    std::map<Id, Moments> stored;
    for (const auto& [metric, moments] :
         moments_of_unit(database, unit.getColumn(0).getInt64(), unit.getColumn(1).getInt64(), chunk))
      stored[metric] = moments;
    if (folded != stored) refuse(file, name + " has moments that are not those of its samples");
  }
  return values;
}

bool may_be_older(const Moments& stored, const Moments& now) {
  return stored.count < now.count && stored.min >= now.min && stored.max <= now.max &&
         (now.m2 == 0 || stored.mean != now.mean || stored.m2 != now.m2);
}

// Checks and counts summaries. After a killed run a point may have units that are not in its summaries, which then have
// fewer samples.
void check_summaries(SQLite::Database& database, const std::filesystem::path& file, Verification& found) {
  const bool unfinished_run =
      database.execAndGet("SELECT EXISTS (SELECT 1 FROM run WHERE outcome IS NOT 'finished')").getInt() != 0;
  SQLite::Statement summary(database, named(stored_summaries));
  SQLite::Statement point(database, "SELECT point_id FROM main.unit UNION SELECT point_id FROM main.summary");
  while (point.executeStep()) {
    const Id id = point.getColumn(0).getInt64();
    const std::map<std::pair<Id, Id>, Moments> folds = folded(database, id);
    found.waiting += static_cast<std::int64_t>(folds.size());
    static_cast<void>(bound(summary, id));
    while (summary.executeStep()) {
      const auto fold = folds.find({summary.getColumn(0).getInt64(), summary.getColumn(1).getInt64()});
      const auto complain = [&](const char* what) {
        refuse(file, fmt::format("a summary of {} {}", summary.getColumn(7).getString(), what));
      };
      const Moments stored = moments_at(summary, 2);
      if (fold == folds.end()) {
        complain("has no units");
      } else if (fold->second == stored) {
        ++found.summaries;
        --found.waiting;
      } else if (!unfinished_run || !may_be_older(stored, fold->second)) {
        complain("is not what its units add up to");
      }
    }
  }
}

}  // namespace

Verification verify(const std::filesystem::path& file) {
  return in_our_words(file, [&] {
    SQLite::Database database = open_for_reading(file);
    const SQLite::Transaction one_state(database);
    check_integrity(database, file);
    SQLite::Statement wrong(database, named(wrong_units));
    if (wrong.executeStep()) refuse(file, wrong.getColumn(0).getString());
    Verification found;
    found.samples = check_samples(database, file);
    check_summaries(database, file, found);
    found.units = database.execAndGet("SELECT count(*) FROM main.unit").getInt64();
    found.foreign = require_own_schema(database, file).foreign;
    return found;
  });
}

}  // namespace apportion::results
