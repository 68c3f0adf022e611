// Merging databases: owners of units, matched by natural keys; conflicts; copies.
#include "results/database/merge.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <vector>

#include "results/database/schema.hpp"
#include "results/database/sqlite.hpp"
#include "results/database/store.hpp"
#include "results/database/unit_tables.hpp"
#include "results/database/views.hpp"
#include "results/error.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

namespace fs = std::filesystem;

// In SQL the output is `main`, its name :out, and an input is `input`, its name :in. Messages are made in SQL: each of
// the queries for conflicts returns a text for each conflict.

// Conflicts of one study with different chunks or axes; its definition should differ.
constexpr const char* other_shapes = R"sql(
WITH both AS (
  SELECT t.id AS there, o.id AS here, format('%s (seed %d)', t.name, t.seed) AS study,
         format('chunks of %d samples, axes %s and the metrics %s', t.chunk_size, t.axes, (
           SELECT group_concat(name, ', ') FROM (SELECT name FROM input.metric WHERE experiment_id = t.id ORDER BY 1)))
           AS shape,
         format('chunks of %d samples, axes %s and the metrics %s', o.chunk_size, o.axes, (
           SELECT group_concat(name, ', ') FROM (SELECT name FROM main.metric WHERE experiment_id = o.id ORDER BY 1)))
           AS our_shape
  FROM input.experiment AS t
  JOIN main.experiment AS o ON (o.name, o.seed, o.definition) = (t.name, t.seed, t.definition)
  ORDER BY t.name, t.seed)
SELECT format('%s: %s has %s; %s has it with %s', :in, study, shape, :out, our_shape) FROM both WHERE shape <> our_shape
UNION ALL
SELECT format('%s: points of %s without %s stand for %s; those of %s for %s', :in, study, a.name, a.value, :out, b.value)
FROM both
JOIN input.added_axis AS a ON a.experiment_id = there
JOIN main.added_axis AS b ON b.experiment_id = here AND b.name = a.name AND b.value <> a.value)sql";

// Conflicts of an experiment without a common study, and of a column with units in a common study but without a common
// revision.
constexpr const char* other_sweeps = R"sql(
WITH
  theirs AS MATERIALIZED (
    SELECT DISTINCT e.name AS study, seed, definition, a.name, rival, revision, rival_revision
    FROM (SELECT DISTINCT point_id, algorithm_id FROM input.unit) JOIN input.point AS p ON p.id = point_id
    JOIN input.experiment AS e ON e.id = experiment_id JOIN input.algorithm AS a ON a.id = algorithm_id),
  ours AS MATERIALIZED (
    SELECT DISTINCT e.name AS study, seed, definition, a.name, rival, revision, rival_revision
    FROM (SELECT DISTINCT point_id, algorithm_id FROM main.unit) JOIN main.point AS p ON p.id = point_id
    JOIN main.experiment AS e ON e.id = experiment_id JOIN main.algorithm AS a ON a.id = algorithm_id)
SELECT format('%s is of another sweep: it has %s with seed %d (%s), %s with seed %d (%s); --mixed keeps both',
              :in, t.name, t.seed, t.definition, :out, o.seed, o.definition)
FROM input.experiment AS t
JOIN main.experiment AS o ON o.name = t.name
WHERE t.name NOT IN (SELECT t.name FROM input.experiment AS t JOIN main.experiment AS o
                     ON (o.name, o.seed, o.definition) = (t.name, t.seed, t.definition))
UNION ALL
SELECT format('%s is of another sweep: %s (seed %d) has %s%s at revision %d, %s has it at revision %d; '
              || '--mixed keeps both',
              :in, study, seed, name, iif(rival = '', '', ' : ' || rival), t.revision, :out, o.revision)
FROM theirs AS t JOIN ours AS o USING (study, seed, definition, name, rival)
WHERE (study, seed, definition, name, rival) NOT IN (
  SELECT study, seed, definition, name, rival FROM (SELECT * FROM theirs INTERSECT SELECT * FROM ours)))sql";

// Conflicts of one revision of a user's own algorithm that was two programs; {} is difference_of_programs.
constexpr const char* other_programs = R"sql(
SELECT format('%s: %s of %s is another program than in %s at the same revision %d: %s', :in, name, study, :out,
              revision, difference)
FROM (SELECT now.name, now.revision, e.name AS study, {} AS difference
      FROM input.own_algorithm AS now JOIN input.experiment AS e ON e.id = now.experiment_id
      JOIN main.experiment AS same ON (same.name, same.seed, same.definition) = (e.name, e.seed, e.definition)
      JOIN main.own_algorithm AS before
      ON (before.experiment_id, before.name, before.revision) = (same.id, now.name, now.revision))
WHERE difference IS NOT NULL ORDER BY study, name)sql";

/// A table of owners of units, or of other data of a study. A table TABLE_here gets the row numbers `there` (input) and
/// `here` (main) of its rows.
struct Owner {
  const char* table;
  bool of_study;                  ///< whether its rows belong to a study
  const char* key;                ///< the columns that identify rows within a study
  const char* others;             ///< the other columns
  const char* again = "NOTHING";  ///< what to do with an existing row
};

constexpr Owner owners[] = {
    {"experiment", false, "name, seed, definition", ", chunk_size, axes"},
    {"metric", true, "name", ", title, unit, better, digits, position"},
    {"algorithm", false, "name, revision, rival, rival_revision", ""},
    {"point", true, "coordinates", ""},
    // A run that had not ended when it was first merged may have ended since.
    {"run", false, "uuid",
     ", command, revision, compiler, flags, libraries, cpu, cores, threads, started, finished, outcome",
     "UPDATE SET finished = excluded.finished, outcome = excluded.outcome WHERE outcome IS NULL"},
    {"added_axis", true, "name", ", value, position"},
    {"own_algorithm", true, "name, revision", ", command, files"},
    // The text that was run last is kept; of two from the same second the greater, so that the order of inputs does not
    // matter.
    {"sweep_text", true, "file", ", text, written",
     "UPDATE SET file = excluded.file, text = excluded.text, written = excluded.written "
     "WHERE (excluded.written, excluded.text, excluded.file) > (written, text, file)"},
};

// The input's units with a verdict on each. A unit replaces ours if it has more samples, or as many and either no
// failure while ours has one, or single samples or metrics that ours lacks; `copy` is its row number then. The order of
// joins is chosen by hand, since SQLite has no statistics.
constexpr const char* find_incoming = R"sql(
CREATE TEMP TABLE incoming AS
SELECT *, CASE
    WHEN here IS NULL THEN 'new'
    WHEN samples > our_samples OR (samples = our_samples AND NOT failed AND
                                   (our_failed OR (kept, measured) > (our_kept, our_measured))) THEN 'better'
    ELSE 'known' END AS verdict
FROM (
  SELECT u.id AS there, u.id + (SELECT coalesce(max(id), 0) FROM main.unit) AS copy, p.here AS point_id,
         a.here AS algorithm_id, u.chunk, u.run_id AS run, u.samples,
         EXISTS (SELECT 1 FROM input.failure WHERE unit_id = u.id) AS failed,
         EXISTS (SELECT 1 FROM input.sample WHERE unit_id = u.id) AS kept,
         (SELECT count(*) FROM input.moment WHERE unit_id = u.id) AS measured, o.id AS here, o.samples AS our_samples,
         EXISTS (SELECT 1 FROM main.failure WHERE unit_id = o.id) AS our_failed,
         EXISTS (SELECT 1 FROM main.sample WHERE unit_id = o.id) AS our_kept,
         (SELECT count(*) FROM main.moment WHERE unit_id = o.id) AS our_measured
  FROM input.unit AS u
  CROSS JOIN temp.point_here AS p ON p.there = u.point_id
  CROSS JOIN temp.algorithm_here AS a ON a.there = u.algorithm_id
  LEFT JOIN main.unit AS o ON (o.point_id, o.algorithm_id, o.chunk) = (p.here, a.here, u.chunk)
  ORDER BY u.id);

CREATE TEMP VIEW taken AS SELECT * FROM incoming WHERE verdict <> 'known';
)sql";

// Conflicts of units. With equal numbers of samples everything must be equal to the bit; a longer chunk must have at
// least the range of a shorter one.
constexpr const char* unit_conflicts = R"sql(
WITH
  theirs AS (SELECT *, coalesce(min, mean) AS least, coalesce(max, mean) AS most FROM input.moment),
  ours AS (SELECT *, coalesce(min, mean) AS least, coalesce(max, mean) AS most FROM main.moment),
  difference AS (
    SELECT b.there, 'the mean of ' || k.name AS what,
           format('%!.17g (%!.17g to %!.17g, sum of squared deviations %!.17g)', t.mean, t.least, t.most, t.m2) AS theirs,
           format('%!.17g (%!.17g to %!.17g, sum of squared deviations %!.17g)', o.mean, o.least, o.most, o.m2) AS ours
    FROM temp.incoming AS b
    CROSS JOIN theirs AS t ON t.unit_id = b.there
    CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
    CROSS JOIN ours AS o ON (o.unit_id, o.metric_id) = (b.here, h.here)
    CROSS JOIN main.metric AS k ON k.id = h.here
    WHERE CASE WHEN samples = our_samples THEN (t.mean, t.m2, t.least, t.most) <> (o.mean, o.m2, o.least, o.most)
               WHEN samples > our_samples THEN t.least > o.least OR t.most < o.most
               ELSE o.least > t.least OR o.most < t.most END
    UNION ALL
    SELECT b.there, format('%s of sample %d', k.name, t.sample), format('%!.17g', t.value), format('%!.17g', o.value)
    FROM temp.incoming AS b
    CROSS JOIN temp.their_value AS t ON t.unit_id = b.there
    CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
    CROSS JOIN main.sample_value AS o ON (o.unit_id, o.sample, o.metric_id) = (b.here, t.sample, h.here)
    CROSS JOIN main.metric AS k ON k.id = h.here
    WHERE t.value <> o.value
    UNION ALL
    SELECT b.there, 'its failure', format('sample %d: %s', t.sample, t.message),
           format('sample %d: %s', o.sample, o.message)
    FROM temp.incoming AS b
    CROSS JOIN input.failure AS t ON t.unit_id = b.there
    CROSS JOIN main.failure AS o ON o.unit_id = b.here
    WHERE (t.sample, t.message) <> (o.sample, o.message))
SELECT format('%s and %s differ in %d unit%s; nothing of %s is merged. %s %s (seed %d) at %s, %s%s, chunk %d: '
              || '%s is %s in %s, %s in %s',
              :in, :out, units, iif(units = 1, '', 's'), :in, iif(units = 1, 'It is', 'The first is'), e.name, e.seed,
              {}, a.name, iif(a.rival = '', '', ' : ' || a.rival), i.chunk, d.what, d.theirs, :in, d.ours, :out)
FROM (SELECT *, (SELECT count(DISTINCT there) FROM difference) AS units FROM difference) AS d
JOIN temp.incoming AS i USING (there)
JOIN main.point AS p ON p.id = i.point_id
JOIN main.experiment AS e ON e.id = p.experiment_id
JOIN main.algorithm AS a ON a.id = i.algorithm_id
ORDER BY e.name, e.seed, p.coordinates, a.name, a.rival, i.chunk)sql";

// Copies units. The input's row numbers are shifted behind ours: gaps do not matter, and all tables are appended in
// order.
constexpr const char* copy_units = R"sql(
DELETE FROM main.unit WHERE id IN (SELECT here FROM temp.incoming WHERE verdict = 'better');

INSERT INTO main.unit (id, point_id, algorithm_id, chunk, samples, run_id)
SELECT i.copy, i.point_id, i.algorithm_id, i.chunk, i.samples, r.here
FROM temp.taken AS i
LEFT JOIN temp.run_here AS r ON r.there = i.run
ORDER BY i.there;

INSERT INTO main.timing (point_id, algorithm_id, run_id, median_seconds, min_seconds, max_seconds, measured)
SELECT p.here, a.here, r.here, t.median_seconds, t.min_seconds, t.max_seconds, t.measured
FROM input.timing AS t
CROSS JOIN temp.point_here AS p ON p.there = t.point_id
CROSS JOIN temp.algorithm_here AS a ON a.there = t.algorithm_id
LEFT JOIN temp.run_here AS r ON r.there = t.run_id
WHERE NOT EXISTS (
  SELECT 1 FROM main.timing AS o
  WHERE o.point_id = p.here AND o.algorithm_id = a.here AND o.run_id IS r.here AND
        (o.median_seconds, o.min_seconds, o.max_seconds, o.measured) =
        (t.median_seconds, t.min_seconds, t.max_seconds, t.measured))
ORDER BY t.id;

INSERT INTO main.moment SELECT i.copy, h.here, t.mean, t.m2, t.min, t.max
FROM temp.taken AS i
CROSS JOIN input.moment AS t ON t.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id;

INSERT INTO main.sample SELECT i.copy, first, h.here, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9
FROM temp.taken AS i
CROSS JOIN input.sample AS t ON t.unit_id = i.there
CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id;

INSERT INTO main.failure SELECT i.copy, t.sample, t.message
FROM temp.taken AS i
CROSS JOIN input.failure AS t ON t.unit_id = i.there;
)sql";

void copy_owner(SQLite::Database& database, const Owner& owner) {
  const std::string columns = fmt::format("{}{}", owner.key, owner.others);
  const std::string rows =
      fmt::format("input.{} AS t {}", owner.table,
                  owner.of_study ? "JOIN temp.experiment_here AS e ON e.there = t.experiment_id" : "");
  database.exec(
      fmt::format("INSERT INTO main.{0} ({1}{3}) SELECT {2}{3} FROM {4} WHERE true ORDER BY t.rowid ON CONFLICT DO {5};"
                  "CREATE TEMP TABLE {0}_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);"
                  "INSERT INTO temp.{0}_here SELECT t.rowid, o.rowid FROM {4} JOIN main.{0} AS o USING ({6}) WHERE {7}",
                  owner.table, owner.of_study ? "experiment_id, " : "", owner.of_study ? "e.here, " : "", columns, rows,
                  owner.again, owner.key, owner.of_study ? "o.experiment_id = e.here" : "true"));
}

// In one transaction: all of the input is merged, or nothing. The connection is of no use afterwards.
void merge_input(SQLite::Database database, const fs::path& out, const fs::path& input, bool mixed,
                 MergeReport& report) {
  attach_for_reading(database, input, "input");
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  const auto refuse = [&](const std::string& conflicts) {
    SQLite::Statement row(database, conflicts);
    row.bind(":in", input.string());
    row.bind(":out", out.string());
    if (row.executeStep()) throw MergeRefused(row.getColumn(0).getString());
  };
  refuse(other_shapes);
  refuse(fmt::format(fmt::runtime(other_programs), difference_of_programs));
  if (!mixed) refuse(other_sweeps);
  for (const Owner& owner : owners) copy_owner(database, owner);
  write_views(database);
  require_distinct_views(database, out);
  database.exec(find_incoming);
  create_temporary(database, sample_values("their_value", "input.sample"));
  refuse(fmt::format(fmt::runtime(unit_conflicts), point_words));
  database.exec(copy_units);
  SQLite::Statement point(database, "SELECT DISTINCT point_id FROM temp.taken");
  while (point.executeStep()) summarise(database, point.getColumn(0).getInt64());
  SQLite::Statement row(database,
                        "SELECT sum(verdict = 'new'), sum(verdict = 'better'), sum(verdict = 'known') FROM incoming");
  row.executeStep();
  report.added += row.getColumn(0).getInt64();
  report.replaced += row.getColumn(1).getInt64();
  report.present += row.getColumn(2).getInt64();
  transaction.commit();
}

}  // namespace

MergeReport merge(const fs::path& out, const std::vector<fs::path>& inputs, bool mixed) {
  for (const fs::path& input : inputs) {
    std::error_code absent;
    if (fs::equivalent(out, input, absent))
      throw MergeRefused(fmt::format("{} is the output as well as an input; name another output", input.string()));
    static_cast<void>(verify(input));
  }
  // The Store makes the database, and keeps other writers away.
  const Store store(out);
  SQLite::Database database = open_for_writing(out);
  return in_our_words(out, [&] {
    const std::int64_t pages = page_count(database);
    MergeReport report;
    for (const fs::path& input : inputs) merge_input(open_for_writing(out), out, input, mixed, report);
    pack_if_grown(database, pages);
    return report;
  });
}

}  // namespace apportion::results
