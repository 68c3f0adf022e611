// Matching of studies, metrics, columns, points and runs by their natural keys.
#include "results/database/merge_owners.hpp"

#include <fmt/format.h>

#include <vector>

#include "results/database/own_algorithms.hpp"
#include "results/database/views.hpp"
#include "results/error.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

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

// Files of earlier programs lack the tables that came later.
bool input_has(SQLite::Database& database, const std::string& table) {
  SQLite::Statement find(database, "SELECT 1 FROM input.sqlite_schema WHERE name = ?");
  return bound(find, table).executeStep();
}

void check_defaults(SQLite::Database& database, const MergeNames& names) {
  if (!input_has(database, "added_axis")) return;
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
  if (!input_has(database, "added_axis")) return;
  SQLite::Statement copy(database,
                         "INSERT INTO main.added_axis (experiment_id, name, value, position) "
                         "SELECT ?, name, value, position FROM input.added_axis WHERE experiment_id = ? "
                         "ON CONFLICT DO NOTHING");
  bound(copy, study.here, study.there).exec();
}

// The text that was run last; of two of one second the greater, so that the order of the inputs does not matter.
void merge_sweep_text(SQLite::Database& database, const Study& study) {
  if (!input_has(database, "sweep_text")) return;
  SQLite::Statement copy(database,
                         "INSERT INTO main.sweep_text (experiment_id, file, text, written) "
                         "SELECT ?, file, text, written FROM input.sweep_text WHERE experiment_id = ? "
                         "ON CONFLICT (experiment_id) DO UPDATE SET file = excluded.file, text = excluded.text, "
                         "written = excluded.written "
                         "WHERE (excluded.written, excluded.text, excluded.file) > (written, text, file)");
  bound(copy, study.here, study.there).exec();
}

}  // namespace

void create_owner_tables(SQLite::Database& database) { database.exec(owner_tables); }

void check_owners(SQLite::Database& database, const MergeNames& names, bool mixed) {
  check_shape(database, names);
  check_defaults(database, names);
  check_own_algorithms(database, names.input, names.out);
  if (mixed) return;
  check_sweep(database, names);
  check_revisions(database, names);
}

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

}  // namespace apportion::results
