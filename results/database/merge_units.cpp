// Copying of units in sets, and the comparison of those that both databases have.
#include "results/database/merge_units.hpp"

#include <fmt/format.h>

#include <string>

#include "base/text.hpp"
#include "results/database/schema.hpp"
#include "results/database/unit_hashes.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// A unit of both databases: the input's takes the place of ours if it has more samples, or as many and either no
// failure where ours has one, the single samples that ours lacks, or metrics that ours lacks.
constexpr const char* tables_of_units_sql = R"sql(
CREATE TEMP TABLE incoming (
  there INTEGER PRIMARY KEY,
  point_id INTEGER NOT NULL,
  algorithm_id INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  run INTEGER,
  samples INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  measured INTEGER NOT NULL,
  here INTEGER,
  our_samples INTEGER,
  our_failed INTEGER,
  our_kept INTEGER,
  our_measured INTEGER,
  verdict TEXT GENERATED ALWAYS AS (CASE
    WHEN here IS NULL THEN 'new'
    WHEN samples > our_samples THEN 'better'
    WHEN samples = our_samples AND NOT failed AND (our_failed OR (kept, measured) > (our_kept, our_measured)) THEN 'better'
    ELSE 'known' END) STORED
);
CREATE TEMP TABLE difference (there INTEGER NOT NULL, what TEXT NOT NULL, theirs, ours);
)sql";

// The order of the joins is the cheap one; SQLite has no statistics to find it by.
constexpr const char* find_incoming = R"sql(
INSERT INTO temp.incoming
SELECT u.id, p.here, a.here, u.chunk, u.run_id, u.samples,
       EXISTS (SELECT 1 FROM input.failure WHERE unit_id = u.id), EXISTS (SELECT 1 FROM input.sample WHERE unit_id = u.id),
       (SELECT count(*) FROM input.moment WHERE unit_id = u.id),
       o.id, o.samples,
       EXISTS (SELECT 1 FROM main.failure WHERE unit_id = o.id), EXISTS (SELECT 1 FROM main.sample WHERE unit_id = o.id),
       (SELECT count(*) FROM main.moment WHERE unit_id = o.id)
FROM input.unit AS u
CROSS JOIN temp.point_here AS p ON p.there = u.point_id
CROSS JOIN temp.column_here AS a ON a.there = u.algorithm_id
LEFT JOIN main.unit AS o ON o.point_id = p.here AND o.algorithm_id = a.here AND o.chunk = u.chunk
ORDER BY u.id)sql";

// Moments of as many samples are the same to the bit; a longer chunk reaches at least as far as a shorter one.
constexpr const char* find_differences = R"sql(
INSERT INTO temp.difference
SELECT i.there,
       CASE WHEN i.samples <> i.our_samples OR t.mean = o.mean THEN 'the range of ' ELSE 'the mean of ' END || k.name,
       CASE WHEN i.samples <> i.our_samples OR t.mean = o.mean THEN t.min || ' to ' || t.max ELSE t.mean END,
       CASE WHEN i.samples <> i.our_samples OR t.mean = o.mean THEN o.min || ' to ' || o.max ELSE o.mean END
FROM temp.incoming AS i
CROSS JOIN input.moment AS t ON t.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
CROSS JOIN main.moment AS o ON o.unit_id = i.here AND o.metric_id = h.here
CROSS JOIN main.metric AS k ON k.id = h.here
WHERE i.here IS NOT NULL AND
      CASE WHEN i.samples > i.our_samples THEN t.min > o.min OR t.max < o.max
           WHEN i.samples < i.our_samples THEN o.min > t.min OR o.max < t.max
           ELSE (t.count, t.mean, t.min, t.max) <> (o.count, o.mean, o.min, o.max) END;

INSERT INTO temp.difference
SELECT i.there, 'the sum of squared deviations of ' || k.name, t.m2, o.m2
FROM temp.incoming AS i
CROSS JOIN input.moment AS t ON t.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
CROSS JOIN main.moment AS o ON o.unit_id = i.here AND o.metric_id = h.here
CROSS JOIN main.metric AS k ON k.id = h.here
WHERE i.here IS NOT NULL AND i.samples = i.our_samples AND t.m2 <> o.m2;

INSERT INTO temp.difference
SELECT i.there, k.name || ' of sample ' || t.sample, t.value, o.value
FROM temp.incoming AS i
CROSS JOIN input.sample AS t ON t.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
CROSS JOIN main.sample AS o ON o.unit_id = i.here AND o.sample = t.sample AND o.metric_id = h.here
CROSS JOIN main.metric AS k ON k.id = h.here
WHERE i.here IS NOT NULL AND i.kept AND i.our_kept AND t.value <> o.value;

INSERT INTO temp.difference
SELECT i.there, 'its failure', 'sample ' || t.sample || ': ' || t.message, 'sample ' || o.sample || ': ' || o.message
FROM temp.incoming AS i
CROSS JOIN input.failure AS t ON t.unit_id = i.there
CROSS JOIN main.failure AS o ON o.unit_id = i.here
WHERE (t.sample, t.message) <> (o.sample, o.message);
)sql";

constexpr const char* first_difference = R"sql(
SELECT e.name, e.seed, p.coordinates, a.name, a.rival, i.chunk, d.what, d.theirs, d.ours,
       (SELECT count(DISTINCT there) FROM temp.difference)
FROM temp.difference AS d
JOIN temp.incoming AS i ON i.there = d.there
JOIN main.point AS p ON p.id = i.point_id
JOIN main.experiment AS e ON e.id = p.experiment_id
JOIN main.algorithm AS a ON a.id = i.algorithm_id
ORDER BY e.name, e.seed, p.coordinates, a.name, a.rival, i.chunk, d.rowid
LIMIT 1)sql";

// The input's row numbers are moved past ours: gaps do not matter, and all tables are appended to in their order.
constexpr const char* copy_units = R"sql(
DELETE FROM main.unit WHERE id IN (SELECT here FROM temp.incoming WHERE verdict = 'better');

INSERT INTO main.unit (id, point_id, algorithm_id, chunk, samples, run_id)
SELECT i.there + {0}, i.point_id, i.algorithm_id, i.chunk, i.samples, r.here
FROM temp.incoming AS i
LEFT JOIN temp.run_here AS r ON r.there = i.run
WHERE i.verdict <> 'known' ORDER BY i.there;

INSERT INTO main.moment (unit_id, metric_id, count, mean, m2, min, max)
SELECT i.there + {0}, h.here, m.count, m.mean, m.m2, m.min, m.max
FROM temp.incoming AS i
CROSS JOIN input.moment AS m ON m.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = m.metric_id
WHERE i.verdict <> 'known';

INSERT INTO main.sample (unit_id, sample, metric_id, value)
SELECT i.there + {0}, s.sample, h.here, s.value
FROM temp.incoming AS i
CROSS JOIN input.sample AS s ON s.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = s.metric_id
WHERE i.verdict <> 'known';

INSERT INTO main.failure (unit_id, sample, message)
SELECT i.there + {0}, f.sample, f.message
FROM temp.incoming AS i
CROSS JOIN input.failure AS f ON f.unit_id = i.there
WHERE i.verdict <> 'known';
)sql";

constexpr const char* copy_timings = R"sql(
INSERT INTO main.timing (point_id, algorithm_id, run_id, median_seconds, min_seconds, max_seconds, measured)
SELECT p.here, a.here, r.here, t.median_seconds, t.min_seconds, t.max_seconds, t.measured
FROM input.timing AS t
CROSS JOIN temp.point_here AS p ON p.there = t.point_id
CROSS JOIN temp.column_here AS a ON a.there = t.algorithm_id
LEFT JOIN temp.run_here AS r ON r.there = t.run_id
WHERE NOT EXISTS (
  SELECT 1 FROM main.timing AS o
  WHERE o.point_id = p.here AND o.algorithm_id = a.here AND o.run_id IS r.here AND
        (o.median_seconds, o.min_seconds, o.max_seconds, o.measured) =
        (t.median_seconds, t.min_seconds, t.max_seconds, t.measured))
ORDER BY t.id)sql";

// Not added up, so that a second merge changes nothing: the file that solved more knows better.
constexpr const char* copy_working_times = R"sql(
INSERT INTO main.working_time (point_id, algorithm_id, samples, seconds)
SELECT p.here, a.here, t.samples, t.seconds
FROM input.working_time AS t
CROSS JOIN temp.point_here AS p ON p.there = t.point_id
CROSS JOIN temp.column_here AS a ON a.there = t.algorithm_id
WHERE true
ON CONFLICT (point_id, algorithm_id) DO UPDATE SET samples = excluded.samples,
  seconds = excluded.seconds
WHERE excluded.samples > samples)sql";

std::string spelled(const SQLite::Column& value) {
  return value.isFloat() ? fmt::format("{}", value.getDouble()) : value.getString();
}

void check_differences(SQLite::Database& database, const MergeNames& names) {
  database.exec(find_differences);
  SQLite::Statement row(database, first_difference);
  if (!row.executeStep()) return;
  const auto text = [&row](int column) { return spelled(row.getColumn(column)); };
  const std::int64_t units = row.getColumn(9).getInt64();
  const std::string column = text(4).empty() ? text(3) : text(3) + " : " + text(4);
  throw MergeRefused(
      fmt::format("{0} and {1} differ in {2}; nothing of {0} is merged. "
                  "{3} {4} (seed {5}) at {6}, {7}, chunk {8}: {9} is {10} in {0}, {11} in {1}",
                  names.input, names.out, counted(units, "unit"), units == 1 ? "It is" : "The first is", text(0),
                  text(1), text(2), column, text(5), text(6), text(7), text(8)));
}

}  // namespace

void create_unit_tables(SQLite::Database& database) { database.exec(tables_of_units_sql); }

void merge_units(SQLite::Database& database, const MergeNames& names, MergeReport& report) {
  database.exec("DELETE FROM temp.incoming; DELETE FROM temp.difference");
  database.exec(find_incoming);
  check_differences(database, names);
  const Id last = database.execAndGet("SELECT coalesce(max(id), 0) FROM main.unit").getInt64();
  database.exec(fmt::format(fmt::runtime(copy_units), last));
  hash_units(database, last);
  SQLite::Statement count(database, "SELECT verdict, count(*) FROM temp.incoming GROUP BY verdict");
  while (count.executeStep()) {
    const std::string verdict = count.getColumn(0).getString();
    (verdict == "new"      ? report.added
     : verdict == "better" ? report.replaced
                           : report.present) += count.getColumn(1).getInt64();
  }
}

void merge_timings(SQLite::Database& database) {
  database.exec(copy_timings);
  if (has_working_times(database, "input")) database.exec(copy_working_times);
}

}  // namespace apportion::results
