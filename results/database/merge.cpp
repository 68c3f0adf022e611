// Merging databases: what units belong to, matched by natural keys; units and timings; the order of work.
#include "results/database/merge.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string>
#include <system_error>
#include <vector>

#include "base/text.hpp"
#include "results/database/hashes.hpp"
#include "results/database/own_algorithms.hpp"
#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/store.hpp"
#include "results/database/unit_tables.hpp"
#include "results/database/verification.hpp"
#include "results/database/views.hpp"
#include "results/error.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// How messages call the two databases. In SQL they are `main` and `input`.
struct MergeNames {
  std::string out;
  std::string input;
};

constexpr const char* owner_tables = R"sql(
CREATE TEMP TABLE study_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);
CREATE TEMP TABLE metric_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);
CREATE TEMP TABLE column_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);
CREATE TEMP TABLE point_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);
CREATE TEMP TABLE run_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);
)sql";

// The same study, but not made in the same way: its definition should differ.
constexpr const char* other_shape = R"sql(
SELECT t.name, t.seed, t.chunk_size, t.axes, o.chunk_size, o.axes
FROM input.experiment AS t
JOIN main.experiment AS o ON o.name = t.name AND o.seed = t.seed AND o.definition = t.definition
WHERE t.chunk_size <> o.chunk_size OR t.axes <> o.axes
ORDER BY t.name, t.seed)sql";

constexpr const char* other_metrics = R"sql(
SELECT *
FROM (SELECT t.name, t.seed,
             (SELECT group_concat(name, ', ') FROM (SELECT name FROM input.metric WHERE experiment_id = t.id ORDER BY 1)) AS theirs,
             (SELECT group_concat(name, ', ') FROM (SELECT name FROM main.metric WHERE experiment_id = o.id ORDER BY 1)) AS ours
      FROM input.experiment AS t
      JOIN main.experiment AS o ON o.name = t.name AND o.seed = t.seed AND o.definition = t.definition)
WHERE theirs IS NOT ours
ORDER BY name, seed)sql";

// An axis that both added, at another default.
constexpr const char* other_default = R"sql(
SELECT t.name, t.seed, a.name, a.value, b.value
FROM input.experiment AS t
JOIN main.experiment AS o ON o.name = t.name AND o.seed = t.seed AND o.definition = t.definition
JOIN input.added_axis AS a ON a.experiment_id = t.id
JOIN main.added_axis AS b ON b.experiment_id = o.id AND b.name = a.name AND b.value <> a.value
ORDER BY t.name, t.seed, a.name)sql";

// An experiment of both databases without a study of both.
constexpr const char* other_sweep = R"sql(
SELECT t.name, t.seed, t.definition, o.seed, o.definition
FROM input.experiment AS t
JOIN main.experiment AS o ON o.name = t.name
WHERE t.name NOT IN (SELECT name FROM (SELECT name, seed, definition FROM input.experiment
                                       INTERSECT
                                       SELECT name, seed, definition FROM main.experiment))
ORDER BY t.name, t.seed, o.seed)sql";

// A column that both databases have units of in one study, without a revision of both. Whether a study has units of a
// column is looked up point by point through the index of unit; only other revisions are looked up.
constexpr const char* other_revision = R"sql(
WITH changed AS (
  SELECT t.id AS theirs, o.id AS ours, t.name, t.rival, t.revision, t.rival_revision,
         o.revision AS our_revision, o.rival_revision AS our_rival_revision
  FROM input.algorithm AS t
  JOIN main.algorithm AS o ON o.name = t.name AND o.rival = t.rival
  WHERE (t.revision, t.rival_revision) <> (o.revision, o.rival_revision))
SELECT e.name, e.seed, c.name, c.rival, c.revision, c.rival_revision, c.our_revision, c.our_rival_revision
FROM changed AS c
JOIN input.experiment AS e
JOIN main.experiment AS o ON o.name = e.name AND o.seed = e.seed AND o.definition = e.definition
WHERE EXISTS (SELECT 1 FROM input.point AS p CROSS JOIN input.unit AS u ON u.point_id = p.id AND u.algorithm_id = c.theirs
              WHERE p.experiment_id = e.id)
  AND EXISTS (SELECT 1 FROM main.point AS p CROSS JOIN main.unit AS u ON u.point_id = p.id AND u.algorithm_id = c.ours
              WHERE p.experiment_id = o.id)
  AND NOT EXISTS (
    SELECT 1
    FROM input.algorithm AS t
    JOIN main.algorithm AS same ON (same.name, same.revision, same.rival, same.rival_revision) =
                                   (t.name, t.revision, t.rival, t.rival_revision)
    WHERE t.name = c.name AND t.rival = c.rival
      AND EXISTS (SELECT 1 FROM input.point AS p CROSS JOIN input.unit AS u ON u.point_id = p.id AND u.algorithm_id = t.id
                  WHERE p.experiment_id = e.id)
      AND EXISTS (SELECT 1 FROM main.point AS p CROSS JOIN main.unit AS u ON u.point_id = p.id AND u.algorithm_id = same.id
                  WHERE p.experiment_id = o.id))
ORDER BY e.name, e.seed, c.name, c.rival)sql";

constexpr const char* add_owners = R"sql(
INSERT INTO main.metric (experiment_id, name, title, unit, better, digits, position)
SELECT s.here, m.name, m.title, m.unit, m.better, m.digits, m.position
FROM input.metric AS m JOIN temp.study_here AS s ON s.there = m.experiment_id
WHERE true ORDER BY m.id ON CONFLICT DO NOTHING;
INSERT INTO temp.metric_here
SELECT m.id, o.id
FROM input.metric AS m JOIN temp.study_here AS s ON s.there = m.experiment_id
JOIN main.metric AS o ON o.experiment_id = s.here AND o.name = m.name;

INSERT INTO main.algorithm (name, revision, rival, rival_revision)
SELECT name, revision, rival, rival_revision FROM input.algorithm WHERE true ORDER BY id ON CONFLICT DO NOTHING;
INSERT INTO temp.column_here
SELECT t.id, o.id
FROM input.algorithm AS t
JOIN main.algorithm AS o ON o.name = t.name AND o.revision = t.revision AND o.rival = t.rival AND
                            o.rival_revision = t.rival_revision;

INSERT INTO main.point (experiment_id, coordinates)
SELECT s.here, p.coordinates
FROM input.point AS p JOIN temp.study_here AS s ON s.there = p.experiment_id
WHERE true ORDER BY p.id ON CONFLICT DO NOTHING;
INSERT INTO temp.point_here
SELECT p.id, o.id
FROM input.point AS p JOIN temp.study_here AS s ON s.there = p.experiment_id
JOIN main.point AS o ON o.experiment_id = s.here AND o.coordinates = p.coordinates;

-- A run that was still going on when it was first merged may have ended since.
INSERT INTO main.run (uuid, command, revision, compiler, flags, libraries, cpu, cores, threads, started, finished, outcome)
SELECT uuid, command, revision, compiler, flags, libraries, cpu, cores, threads, started, finished, outcome
FROM input.run WHERE true ORDER BY id
ON CONFLICT (uuid) DO UPDATE SET finished = excluded.finished, outcome = excluded.outcome WHERE outcome IS NULL;
INSERT INTO temp.run_here SELECT t.id, o.id FROM input.run AS t JOIN main.run AS o ON o.uuid = t.uuid;
)sql";

std::string text(const SQLite::Statement& row, int column) { return row.getColumn(column).getString(); }

void check_shape(SQLite::Database& database, const MergeNames& names) {
  SQLite::Statement shape(database, other_shape);
  if (shape.executeStep()) {
    throw MergeRefused(fmt::format("{}: {} (seed {}) has chunks of {} samples and axes {}; {} has it with {} and {}",
                                   names.input, text(shape, 0), text(shape, 1), text(shape, 2), text(shape, 3),
                                   names.out, text(shape, 4), text(shape, 5)));
  }
  SQLite::Statement metrics(database, other_metrics);
  if (metrics.executeStep()) {
    throw MergeRefused(fmt::format("{}: {} (seed {}) has the metrics {}; {} has it with {}", names.input,
                                   text(metrics, 0), text(metrics, 1), text(metrics, 2), names.out, text(metrics, 3)));
  }
}

void check_defaults(SQLite::Database& database, const MergeNames& names) {
  SQLite::Statement row(database, other_default);
  if (!row.executeStep()) return;
  throw MergeRefused(fmt::format("{}: points of {} (seed {}) without {} stand for {}; those of {} for {}", names.input,
                                 text(row, 0), text(row, 1), text(row, 2), text(row, 3), names.out, text(row, 4)));
}

void check_sweep(SQLite::Database& database, const MergeNames& names) {
  SQLite::Statement row(database, other_sweep);
  if (!row.executeStep()) return;
  throw MergeRefused(
      fmt::format("{} is of another sweep: it has {} with seed {} ({}), {} with seed {} ({}); --mixed keeps both",
                  names.input, text(row, 0), text(row, 1), text(row, 2), names.out, text(row, 3), text(row, 4)));
}

std::string revision_text(const SQLite::Statement& row, int first) {
  return row.getColumn(first + 1).getInt64() == 0 ? text(row, first) : text(row, first) + " : " + text(row, first + 1);
}

void check_revisions(SQLite::Database& database, const MergeNames& names) {
  SQLite::Statement row(database, other_revision);
  if (!row.executeStep()) return;
  const std::string column = text(row, 3).empty() ? text(row, 2) : text(row, 2) + " : " + text(row, 3);
  throw MergeRefused(fmt::format(
      "{} is of another sweep: {} (seed {}) has {} at revision {}, {} has it at revision {}; --mixed keeps both",
      names.input, text(row, 0), text(row, 1), column, revision_text(row, 4), names.out, revision_text(row, 6)));
}

struct Study {
  Id there = 0;
  Id here = 0;
  bool is_new = false;
};

Study merged_study(SQLite::Database& database, Id there) {
  SQLite::Statement find(database,
                         "SELECT o.id FROM main.experiment AS o JOIN input.experiment AS t ON o.name = t.name AND "
                         "o.seed = t.seed AND o.definition = t.definition WHERE t.id = ?");
  if (bound(find, there).executeStep()) return {there, find.getColumn(0).getInt64(), false};
  SQLite::Statement insert(database,
                           "INSERT INTO main.experiment (name, seed, definition, chunk_size, axes) "
                           "SELECT name, seed, definition, chunk_size, axes FROM input.experiment WHERE id = ?");
  bound(insert, there).exec();
  return {there, database.getLastInsertRowid(), true};
}

std::vector<Study> merged_studies(SQLite::Database& database) {
  std::vector<Study> studies;
  SQLite::Statement each(database, "SELECT id FROM input.experiment ORDER BY id");
  while (each.executeStep()) studies.push_back({each.getColumn(0).getInt64()});
  for (Study& study : studies) study = merged_study(database, study.there);
  return studies;
}

void merge_added_axes(SQLite::Database& database, const Study& study) {
  SQLite::Statement copy(database,
                         "INSERT INTO main.added_axis (experiment_id, name, value, position) "
                         "SELECT ?, name, value, position FROM input.added_axis WHERE experiment_id = ? "
                         "ON CONFLICT DO NOTHING");
  bound(copy, study.here, study.there).exec();
}

// The text that was run last; of two of one second the greater, so that the order of the inputs does not matter.
void merge_sweep_text(SQLite::Database& database, const Study& study) {
  SQLite::Statement copy(database,
                         "INSERT INTO main.sweep_text (experiment_id, file, text, written) "
                         "SELECT ?, file, text, written FROM input.sweep_text WHERE experiment_id = ? "
                         "ON CONFLICT (experiment_id) DO UPDATE SET file = excluded.file, text = excluded.text, "
                         "written = excluded.written "
                         "WHERE (excluded.written, excluded.text, excluded.file) > (written, text, file)");
  bound(copy, study.here, study.there).exec();
}

// Makes the temporary tables of this step: study_here, metric_here, column_here, point_here and run_here, each with
// the row numbers `there` (input) and `here` (main) of what is the same.
void create_owner_tables(SQLite::Database& database) { database.exec(owner_tables); }

// Throws MergeRefused if a study of both has other chunks, axes or metrics in the input or, unless `mixed`, if the
// input knows an experiment only by other seeds or definitions, or a column only by other revisions.
void check_owners(SQLite::Database& database, const MergeNames& names, bool mixed) {
  check_shape(database, names);
  check_defaults(database, names);
  check_own_algorithms(database, names.input, names.out);
  if (mixed) return;
  check_sweep(database, names);
  check_revisions(database, names);
}

// Adds to `main` what only the input has, with the views of new studies, and fills the temporary tables.
void merge_owners(SQLite::Database& database) {
  for (const char* table : {"study_here", "metric_here", "column_here", "point_here", "run_here"})
    database.exec(fmt::format("DELETE FROM temp.{}", table));
  const std::vector<Study> studies = merged_studies(database);
  SQLite::Statement insert(database, "INSERT INTO temp.study_here VALUES (?, ?)");
  for (const Study& study : studies) bound(insert, study.there, study.here).exec();
  database.exec(add_owners);
  for (const Study& study : studies) {
    merge_added_axes(database, study);
    merge_sweep_text(database, study);
    merge_own_algorithms(database, study.there, study.here);
    if (study.is_new) create_views(database, study.here);
  }
  // A study may have got axes.
  renew_views(database);
}

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

// Makes the temporary tables `incoming`, the input's units with what is to become of each, and `difference`.
void create_unit_tables(SQLite::Database& database) { database.exec(tables_of_units_sql); }

// Copies the input's units into `main` after merge_owners(), and counts them in `report`. Throws MergeRefused, which
// names the first unit by its natural key, where the two databases disagree.
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

// Copies the timings that `main` lacks.
void merge_timings(SQLite::Database& database) {
  database.exec(copy_timings);
  database.exec(copy_working_times);
}

namespace fs = std::filesystem;

// A database that can be read as `input` while this lives.
class Attached {
 public:
  Attached(SQLite::Database& database, const fs::path& file) : database_(database) {
    attach_for_reading(database, file, "input");
  }
  ~Attached() { static_cast<void>(database_.tryExec("DETACH input")); }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  SQLite::Database& database_;
};

// Points whose summaries do not have all samples and metrics of their units: new units, or a merge that was killed.
constexpr const char* stale_points = R"sql(
WITH
  held AS (SELECT point_id, algorithm_id, sum(samples * (SELECT count(*) FROM moment WHERE unit_id = unit.id)) AS counts
           FROM unit GROUP BY point_id, algorithm_id HAVING counts > 0),
  summarised AS (SELECT point_id, algorithm_id, sum(count) AS counts FROM summary GROUP BY point_id, algorithm_id)
SELECT point_id FROM (SELECT * FROM held EXCEPT SELECT * FROM summarised)
UNION
SELECT point_id FROM (SELECT * FROM summarised EXCEPT SELECT * FROM held))sql";

void summarise_stale_points(SQLite::Database& database) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  std::vector<Id> points;
  {
    SQLite::Statement row(database, stale_points);
    while (row.executeStep()) points.push_back(row.getColumn(0).getInt64());
  }
  UnitTables tables(database);
  for (const Id point : points) tables.summarise(point);
  transaction.commit();
}

void check_files(const fs::path& out, const std::vector<fs::path>& inputs) {
  static_cast<void>(inspect(out));
  for (const fs::path& input : inputs) {
    std::error_code absent;
    if (fs::equivalent(out, input, absent))
      throw MergeRefused(fmt::format("{} is the output as well as an input; name another output", input.string()));
    static_cast<void>(verify(input));
  }
}

// SQLite does not say which of the files is damaged.
const fs::path& culprit(SQLite::Database& database, const SQLite::Exception& error, const fs::path& out,
                        const fs::path& input) {
  const int code = error.getErrorCode();
  if (code == SQLITE_CANTOPEN) return input;
  if (code != SQLITE_CORRUPT && code != SQLITE_NOTADB) return out;
  try {
    return database.execAndGet("PRAGMA main.quick_check(1)").getString() == "ok" ? input : out;
  } catch (const SQLite::Exception&) {
    return out;
  }
}

void merge_input(SQLite::Database& database, const fs::path& out, const fs::path& input, bool mixed,
                 MergeReport& report) {
  try {
    const MergeNames names{out.string(), input.string()};
    const Attached attached(database, input);
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    check_owners(database, names, mixed);
    merge_owners(database);
    require_distinct_views(database, out);
    merge_units(database, names, report);
    merge_timings(database);
    transaction.commit();
    ++report.merged;
  } catch (const SQLite::Exception& error) {
    throw store_error(culprit(database, error, out, input), error);
  }
}

}  // namespace

MergeReport merge(const fs::path& out, const std::vector<fs::path>& inputs, const MergeSettings& settings) {
  check_files(out, inputs);
  // Makes the database, and keeps other writers away as long as this takes.
  const Store store(out);
  SQLite::Database database = open_for_writing(out, Check::none);
  return in_our_words(out, [&] {
    create_owner_tables(database);
    create_unit_tables(database);
    MergeReport report;
    try {
      for (const fs::path& input : inputs) {
        merge_input(database, out, input, settings.mixed, report);
      }
    } catch (const MergeRefused&) {
      summarise_stale_points(database);
      throw;
    }
    summarise_stale_points(database);
    return report;
  });
}

}  // namespace apportion::results
