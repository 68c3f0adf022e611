// Merging databases: owners of units, matched by natural keys; conflicts; copies.
#include "results/database/merge.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <string>
#include <system_error>
#include <vector>

#include "base/text.hpp"
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

namespace fs = std::filesystem;

// In SQL the output is `main`, its name :out, and an input is `input`. Messages are made in SQL: each of these queries
// returns a text for each conflict, which follows the input's name.

// Conflicts of one study with different chunks or axes; its definition should differ.
constexpr const char* other_shapes = R"sql(
WITH both AS (
  SELECT t.id AS there, o.id AS here, format('%s (seed %d)', t.name, t.seed) AS study, t.chunk_size, t.axes,
         o.chunk_size AS our_size, o.axes AS our_axes,
         (SELECT group_concat(name, ', ') FROM (SELECT name FROM input.metric WHERE experiment_id = t.id ORDER BY 1))
           AS metrics,
         (SELECT group_concat(name, ', ') FROM (SELECT name FROM main.metric WHERE experiment_id = o.id ORDER BY 1))
           AS our_metrics
  FROM input.experiment AS t
  JOIN main.experiment AS o ON (o.name, o.seed, o.definition) = (t.name, t.seed, t.definition)
  ORDER BY t.name, t.seed)
SELECT format(': %s has chunks of %d samples and axes %s; %s has it with %d and %s',
              study, chunk_size, axes, :out, our_size, our_axes)
FROM both WHERE (chunk_size, axes) <> (our_size, our_axes)
UNION ALL
SELECT format(': %s has the metrics %s; %s has it with %s', study, metrics, :out, our_metrics)
FROM both WHERE metrics IS NOT our_metrics
UNION ALL
SELECT format(': points of %s without %s stand for %s; those of %s for %s', study, a.name, a.value, :out, b.value)
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
SELECT format(' is of another sweep: it has %s with seed %d (%s), %s with seed %d (%s); --mixed keeps both',
              t.name, t.seed, t.definition, :out, o.seed, o.definition)
FROM input.experiment AS t
JOIN main.experiment AS o ON o.name = t.name
WHERE t.name NOT IN (SELECT t.name FROM input.experiment AS t JOIN main.experiment AS o
                     ON (o.name, o.seed, o.definition) = (t.name, t.seed, t.definition))
UNION ALL
SELECT format(' is of another sweep: %s (seed %d) has %s%s at revision %d, %s has it at revision %d; '
              || '--mixed keeps both',
              study, seed, name, iif(rival = '', '', ' : ' || rival), t.revision, :out, o.revision)
FROM theirs AS t JOIN ours AS o USING (study, seed, definition, name, rival)
WHERE (study, seed, definition, name, rival) NOT IN (
  SELECT study, seed, definition, name, rival FROM (SELECT * FROM theirs INTERSECT SELECT * FROM ours)))sql";

/// A table of owners of units, or, without row numbers, of other data of a study. Owners get a table TABLE_here with
/// the row numbers `there` (input) and `here` (main) of their rows.
struct Owner {
  const char* table;
  bool of_study;                  ///< whether its rows belong to a study
  const char* key;                ///< the columns that identify rows within a study
  const char* others;             ///< the other columns
  const char* again = "NOTHING";  ///< what to do with an existing row
  bool has_numbers = true;
};

constexpr std::array<Owner, 8> owners{{
    {"experiment", false, "name, seed, definition", ", chunk_size, axes"},
    {"metric", true, "name", ", title, unit, better, digits, position"},
    {"algorithm", false, "name, revision, rival, rival_revision", ""},
    {"point", true, "coordinates", ""},
    // A run that had not ended when it was first merged may have ended since.
    {"run", false, "uuid",
     ", command, revision, compiler, flags, libraries, cpu, cores, threads, started, finished, outcome",
     "UPDATE SET finished = excluded.finished, outcome = excluded.outcome WHERE outcome IS NULL"},
    {"added_axis", true, "name", ", value, position", "NOTHING", false},
    {"own_algorithm", true, "name, revision", ", command, files", "NOTHING", false},
    // The text that was run last is kept; of two from the same second the greater, so that the order of inputs does not
    // matter.
    {"sweep_text", true, "file", ", text, written",
     "UPDATE SET file = excluded.file, text = excluded.text, written = excluded.written "
     "WHERE (excluded.written, excluded.text, excluded.file) > (written, text, file)",
     false},
}};

// The input's units with a verdict on each. A unit replaces ours if it has more samples, or as many and either no
// failure while ours has one, or single samples or metrics that ours lacks. The order of joins is chosen by hand, since
// SQLite has no statistics.
constexpr const char* find_incoming = R"sql(
CREATE TEMP TABLE incoming (
  there INTEGER PRIMARY KEY, point_id, algorithm_id, chunk, run, samples, failed, kept, measured,
  here, our_samples, our_failed, our_kept, our_measured,
  verdict AS (CASE
    WHEN here IS NULL THEN 'new'
    WHEN samples > our_samples THEN 'better'
    WHEN samples = our_samples AND NOT failed AND (our_failed OR (kept, measured) > (our_kept, our_measured))
      THEN 'better'
    ELSE 'known' END));
INSERT INTO temp.incoming
SELECT u.id, p.here, a.here, u.chunk, u.run_id, u.samples,
       EXISTS (SELECT 1 FROM input.failure WHERE unit_id = u.id), EXISTS (SELECT 1 FROM input.sample WHERE unit_id = u.id),
       (SELECT count(*) FROM input.moment WHERE unit_id = u.id),
       o.id, o.samples,
       EXISTS (SELECT 1 FROM main.failure WHERE unit_id = o.id), EXISTS (SELECT 1 FROM main.sample WHERE unit_id = o.id),
       (SELECT count(*) FROM main.moment WHERE unit_id = o.id)
FROM input.unit AS u
CROSS JOIN temp.point_here AS p ON p.there = u.point_id
CROSS JOIN temp.algorithm_here AS a ON a.there = u.algorithm_id
LEFT JOIN main.unit AS o ON (o.point_id, o.algorithm_id, o.chunk) = (p.here, a.here, u.chunk)
ORDER BY u.id;
)sql";

// Conflicts of units. With equal numbers of samples everything must be equal to the bit; a longer chunk must have at
// least the range of a shorter one.
constexpr const char* unit_conflicts = R"sql(
WITH
  both AS (SELECT there, here, samples = our_samples AS alike, samples > our_samples AS longer
           FROM temp.incoming WHERE here IS NOT NULL),
  difference AS (
    SELECT b.there, CASE WHEN NOT alike OR t.mean = o.mean THEN iif((t.min, t.max) <> (o.min, o.max) OR NOT alike,
                                                                    'the range of ', 'the sum of squared deviations of ')
                         ELSE 'the mean of ' END || k.name AS what,
           CASE WHEN alike AND t.mean <> o.mean THEN t.mean
                WHEN alike AND (t.min, t.max) = (o.min, o.max) THEN t.m2 ELSE t.min || ' to ' || t.max END AS theirs,
           CASE WHEN alike AND t.mean <> o.mean THEN o.mean
                WHEN alike AND (t.min, t.max) = (o.min, o.max) THEN o.m2 ELSE o.min || ' to ' || o.max END AS ours
    FROM both AS b
    CROSS JOIN (SELECT unit_id, metric_id, mean, m2, coalesce(min, mean) AS min, coalesce(max, mean) AS max
                FROM input.moment) AS t ON t.unit_id = b.there
    CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
    CROSS JOIN (SELECT unit_id, metric_id, mean, m2, coalesce(min, mean) AS min, coalesce(max, mean) AS max
                FROM main.moment) AS o ON (o.unit_id, o.metric_id) = (b.here, h.here)
    CROSS JOIN main.metric AS k ON k.id = h.here
    WHERE CASE WHEN alike THEN (t.mean, t.m2, t.min, t.max) <> (o.mean, o.m2, o.min, o.max)
               WHEN longer THEN t.min > o.min OR t.max < o.max
               ELSE o.min > t.min OR o.max < t.max END
    UNION ALL
    SELECT b.there, format('%s of sample %d', k.name, t.sample), t.value, o.value
    FROM both AS b
    CROSS JOIN temp.their_value AS t ON t.unit_id = b.there
    CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id
    CROSS JOIN main.sample_value AS o ON (o.unit_id, o.sample, o.metric_id) = (b.here, t.sample, h.here)
    CROSS JOIN main.metric AS k ON k.id = h.here
    WHERE t.value <> o.value
    UNION ALL
    SELECT b.there, 'its failure', format('sample %d: %s', t.sample, t.message),
           format('sample %d: %s', o.sample, o.message)
    FROM both AS b
    CROSS JOIN input.failure AS t ON t.unit_id = b.there
    CROSS JOIN main.failure AS o ON o.unit_id = b.here
    WHERE (t.sample, t.message) <> (o.sample, o.message))
SELECT (SELECT count(DISTINCT there) FROM difference), format('%s (seed %d) at %s, %s%s, chunk %d: %s is ', e.name, e.seed, p.coordinates,
       a.name, iif(a.rival = '', '', ' : ' || a.rival), i.chunk, d.what), d.theirs, d.ours
FROM difference AS d
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
SELECT i.there + {0}, i.point_id, i.algorithm_id, i.chunk, i.samples, r.here
FROM temp.incoming AS i
LEFT JOIN temp.run_here AS r ON r.there = i.run
WHERE i.verdict <> 'known' ORDER BY i.there;

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
)sql";

// Copies a table whose rows belong to units.
constexpr const char* copy_of_unit = R"sql(
INSERT INTO main.{1} SELECT i.there + {0}, {2}
FROM temp.incoming AS i
CROSS JOIN input.{1} AS t ON t.unit_id = i.there {3}
WHERE i.verdict <> 'known')sql";
constexpr const char* of_our_metric = "CROSS JOIN temp.metric_here AS h ON h.there = t.metric_id";

std::vector<std::string> texts_of(SQLite::Database& database, const std::string& sql, const std::string& out = "") {
  std::vector<std::string> texts;
  SQLite::Statement row(database, sql);
  if (!out.empty()) row.bind(":out", out);
  while (row.executeStep()) texts.push_back(row.getColumn(0).getString());
  return texts;
}

/// One input, attached as `input` during the lifetime of this object.
class Input {
 public:
  Input(SQLite::Database& database, const fs::path& out, const fs::path& input)
      : database_(database), out_(out.string()), input_(input.string()) {
    attach_for_reading(database, input, "input");
  }
  ~Input() { static_cast<void>(database_.tryExec("DETACH input")); }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Merges everything or nothing, in one transaction.
  void merge_into(UnitTables& tables, bool mixed, MergeReport& report) {
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    refuse_conflicts(other_shapes);
    check_own_algorithms(database_, input_, out_);
    if (!mixed) refuse_conflicts(other_sweeps);
    for (const Owner& owner : owners) copy_owner(owner);
    for (const std::string& name : texts_of(database_, "SELECT DISTINCT name FROM input.experiment"))
      write_views(database_, name);
    require_distinct_views(database_, out_);
    database_.exec(find_incoming);
    create_temporary(database_, sample_values("their_value", "input.sample"));
    require_equal_units();
    const Id last = database_.execAndGet("SELECT coalesce(max(id), 0) FROM main.unit").getInt64();
    database_.exec(fmt::format(fmt::runtime(copy_units), last));
    const auto copy = [&](const char* table, const char* columns, const char* joined) {
      database_.exec(fmt::format(fmt::runtime(copy_of_unit), last, table, columns, joined));
    };
    copy("moment", "h.here, mean, m2, min, max", of_our_metric);
    copy("sample", "first, h.here, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9", of_our_metric);
    copy("failure", "sample, message", "");
    for (const std::string& point :
         texts_of(database_, "SELECT DISTINCT point_id FROM temp.incoming WHERE verdict <> 'known'"))
      tables.summarise(std::stoll(point));
    count(report);
    for (const Owner& owner : owners) database_.exec(fmt::format("DROP TABLE IF EXISTS temp.{}_here", owner.table));
    database_.exec("DROP VIEW temp.their_value; DROP TABLE temp.incoming");
    transaction.commit();
  }

 private:
  void refuse_conflicts(const char* sql) {
    const std::vector<std::string> conflicts = texts_of(database_, sql, out_);
    if (!conflicts.empty()) throw MergeRefused(input_ + conflicts.front());
  }

  void copy_owner(const Owner& owner) {
    const std::string columns = fmt::format("{}{}", owner.key, owner.others);
    const std::string from =
        fmt::format("FROM input.{} AS t {}", owner.table,
                    owner.of_study ? "JOIN temp.experiment_here AS e ON e.there = t.experiment_id" : "");
    database_.exec(fmt::format(
        "INSERT INTO main.{0} ({1}{3}) SELECT {2}{3} {4} WHERE true ORDER BY t.rowid ON CONFLICT DO {5}", owner.table,
        owner.of_study ? "experiment_id, " : "", owner.of_study ? "e.here, " : "", columns, from, owner.again));
    if (owner.has_numbers)
      database_.exec(
          fmt::format("CREATE TEMP TABLE {0}_here (there INTEGER PRIMARY KEY, here INTEGER NOT NULL);"
                      "INSERT INTO temp.{0}_here SELECT t.id, o.id {1} JOIN main.{0} AS o USING ({2}) WHERE {3}",
                      owner.table, from, owner.key, owner.of_study ? "o.experiment_id = e.here" : "true"));
  }

  void require_equal_units() {
    SQLite::Statement row(database_, unit_conflicts);
    if (!row.executeStep()) return;
    const std::int64_t units = row.getColumn(0).getInt64();
    const auto spelled = [&row](int column) {
      const SQLite::Column value = row.getColumn(column);
      return value.isFloat() ? fmt::format("{}", value.getDouble()) : value.getString();
    };
    throw MergeRefused(fmt::format("{0} and {1} differ in {2}; nothing of {0} is merged. {3} {4}{5} in {0}, {6} in {1}",
                                   input_, out_, counted(units, "unit"), units == 1 ? "It is" : "The first is",
                                   spelled(1), spelled(2), spelled(3)));
  }

  void count(MergeReport& report) {
    SQLite::Statement row(database_,
                          "SELECT count(*) FILTER (WHERE verdict = 'new'), count(*) FILTER (WHERE verdict = 'better'), "
                          "count(*) FILTER (WHERE verdict = 'known') FROM temp.incoming");
    row.executeStep();
    report.added += row.getColumn(0).getInt64();
    report.replaced += row.getColumn(1).getInt64();
    report.present += row.getColumn(2).getInt64();
    ++report.merged;
  }

  SQLite::Database& database_;
  std::string out_;
  std::string input_;
};

void check_inputs(const fs::path& out, const std::vector<fs::path>& inputs) {
  for (const fs::path& input : inputs) {
    std::error_code absent;
    if (fs::equivalent(out, input, absent))
      throw MergeRefused(fmt::format("{} is the output as well as an input; name another output", input.string()));
    static_cast<void>(verify(input));
  }
}

}  // namespace

MergeReport merge(const fs::path& out, const std::vector<fs::path>& inputs, const MergeSettings& settings) {
  check_inputs(out, inputs);
  // The Store makes the database, and keeps other writers away.
  const Store store(out);
  SQLite::Database database = open_for_writing(out);
  return in_our_words(out, [&] {
    const std::int64_t pages = page_count(database);
    MergeReport report;
    UnitTables tables(database);
    for (const fs::path& input : inputs) {
      Input(database, out, input).merge_into(tables, settings.mixed, report);
    }
    pack_if_doubled(database, pages);
    return report;
  });
}

}  // namespace apportion::results
