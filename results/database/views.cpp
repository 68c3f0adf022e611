// The views as SQL, and their renewal.
#include "results/database/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// The places in a row of ten samples, and the value at one of them.
constexpr const char* tenths = "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS tenth";

std::string value_in_ten(const std::string& row) {
  return fmt::format(
      "CASE tenth.column1 WHEN 0 THEN {0}.v0 WHEN 1 THEN {0}.v1 WHEN 2 THEN {0}.v2 WHEN 3 THEN {0}.v3 "
      "WHEN 4 THEN {0}.v4 WHEN 5 THEN {0}.v5 WHEN 6 THEN {0}.v6 WHEN 7 THEN {0}.v7 WHEN 8 THEN {0}.v8 ELSE {0}.v9 END",
      row);
}

// The newest revision of each column that has a summary or a timing at one of the points (a table or a relation `p`).
constexpr const char* columns_of_points = R"sql((
  SELECT e.id AS experiment_id, e.name AS experiment, e.seed, a.id AS algorithm_id, a.name AS algorithm, a.revision,
         a.rival, a.rival_revision,
         row_number() OVER (PARTITION BY e.id, a.name, a.rival
                            ORDER BY a.revision DESC, a.rival_revision DESC) AS age
  FROM (SELECT p.experiment_id, s.algorithm_id FROM {0} AS p CROSS JOIN summary AS s ON s.point_id = p.id
        UNION
        SELECT p.experiment_id, t.algorithm_id FROM {0} AS p CROSS JOIN timing AS t ON t.point_id = p.id) AS c
  JOIN experiment AS e ON e.id = c.experiment_id
  JOIN algorithm AS a ON a.id = c.algorithm_id
  WHERE e.id = (SELECT max(id) FROM experiment AS newest WHERE newest.name = e.name AND newest.seed = e.seed)
) AS shown_columns
WHERE age = 1)sql";

constexpr std::pair<const char*, const char*> general_bodies[] = {
    {"runs",
     R"sql(SELECT uuid, command, revision, compiler, flags, libraries, cpu, cores, threads, started, finished, outcome
FROM run)sql"},
    {"published_numbers",
     R"sql(SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule
FROM published)sql"},
    // Joins begin with the few failures: SQLite has no statistics for the order of joins.
    {"failures",
     R"sql(SELECT e.name AS experiment, e.seed, e.definition, p.coordinates, a.name AS algorithm, a.revision, a.rival,
       u.chunk, f.sample, f.message
FROM failure AS f
CROSS JOIN unit AS u ON u.id = f.unit_id
CROSS JOIN point AS p ON p.id = u.point_id
CROSS JOIN experiment AS e ON e.id = p.experiment_id
CROSS JOIN algorithm AS a ON a.id = u.algorithm_id)sql"},
    // The columns are materialized: they are few, but finding them reads all summaries.
    {"measurements",
     R"sql(WITH shown AS MATERIALIZED (SELECT * FROM shown_columns)
SELECT shown.experiment, shown.seed, point.coordinates, shown.algorithm, shown.revision, shown.rival,
       metric.name AS metric, metric.position, summary.count, summary.mean,
       sqrt(summary.m2 / nullif(summary.count - 1, 0)) AS sd,
       sqrt(summary.m2 / nullif(summary.count - 1, 0) / summary.count) AS se, summary.min, summary.max
FROM shown
JOIN point ON point.experiment_id = shown.experiment_id
JOIN summary ON summary.point_id = point.id AND summary.algorithm_id = shown.algorithm_id
JOIN metric ON metric.id = summary.metric_id)sql"},
    {"measured_times",
     R"sql(WITH shown AS MATERIALIZED (SELECT * FROM shown_columns)
SELECT shown.experiment, shown.seed, point.coordinates, shown.algorithm, shown.revision, shown.rival,
       timing.median_seconds, timing.min_seconds, timing.max_seconds, timing.measured, run.cpu
FROM shown
JOIN point ON point.experiment_id = shown.experiment_id
JOIN timing ON timing.id = (SELECT max(id) FROM timing AS newest
                            WHERE newest.point_id = point.id AND newest.algorithm_id = shown.algorithm_id)
LEFT JOIN run ON run.id = timing.run_id)sql"},
    // Each column is a subquery, so that a query computes only those that it selects.
    {"stored_experiments",
     R"sql(SELECT e.name AS experiment, e.seed, e.definition,
       (SELECT count(*) FROM experiment AS o WHERE o.name = e.name AND o.seed = e.seed AND o.id <= e.id) AS generation,
       e.chunk_size, e.axes,
       (SELECT count(*) FROM point AS p WHERE p.experiment_id = e.id) AS points,
       (SELECT count(DISTINCT s.point_id) FROM summary AS s JOIN point AS p ON p.id = s.point_id
        WHERE p.experiment_id = e.id) AS complete_points,
       (SELECT max(s.count) FROM summary AS s JOIN point AS p ON p.id = s.point_id WHERE p.experiment_id = e.id)
         AS samples,
       (SELECT count(*) FROM unit AS u JOIN point AS p ON p.id = u.point_id WHERE p.experiment_id = e.id) AS units,
       (SELECT count(*) FROM failure AS f CROSS JOIN unit AS u ON u.id = f.unit_id
        CROSS JOIN point AS p ON p.id = u.point_id WHERE p.experiment_id = e.id) AS failed_units,
       (SELECT count(*) FROM timing AS t JOIN point AS p ON p.id = t.point_id WHERE p.experiment_id = e.id) AS timings,
       (SELECT max(r.started) FROM timing AS t JOIN point AS p ON p.id = t.point_id JOIN run AS r ON r.id = t.run_id
        WHERE p.experiment_id = e.id) AS latest_timing
FROM experiment AS e)sql"},
};

std::string shown_columns_of(const char* points) { return fmt::format(fmt::runtime(columns_of_points), points); }

std::vector<std::string> axes_of(const StudyRecord& study) {
  std::vector<std::string> axes = study.axes;
  for (const Coordinate& added : study.added_axes) axes.push_back(added.axis);
  return axes;
}

// The slash is in no other name of a view.
std::string common_name(const std::string& experiment) { return experiment + "/columns"; }

// What the views of an experiment select from, in a view of its own, since SQLite parses the texts of all views
// whenever it opens a file: the axes of the points, read from their JSON once per query, and the shown columns with
// their metrics' row numbers; materialized, so that joins on axes use a temporary index instead of reading JSON for
// every pair of rows.
std::string common_view(const StudyRecord& study) {
  std::string axes;
  const std::vector<std::string> names = axes_of(study);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string place =
        fmt::format("json_extract(coordinates, {})", sql_literal("$." + sql_identifier(names[i])));
    const auto added = std::ranges::find(study.added_axes, names[i], &Coordinate::axis);
    axes += fmt::format(
        ",\n         {} AS axis{}",
        added == study.added_axes.end()
            ? place
            : fmt::format("coalesce({}, {})", place, added->number ? added->text : sql_literal(added->text)),
        i);
  }
  std::string metrics;
  for (std::size_t i = 0; i < study.metrics.size(); ++i)
    metrics += fmt::format(
        ",\n         (SELECT id FROM metric WHERE metric.experiment_id = shown_columns.experiment_id AND name = {}) AS "
        "metric{}",
        sql_literal(study.metrics[i].name), i);
  return fmt::format(R"sql(WITH
  place AS MATERIALIZED (
  SELECT id, experiment_id{1}
  FROM point
  WHERE experiment_id IN (SELECT id FROM experiment WHERE name = {0})),
  shown AS MATERIALIZED (
  SELECT experiment_id, seed, algorithm_id, algorithm, rival{2}
  FROM {3})
SELECT *, id AS point_id
FROM shown
CROSS JOIN place USING (experiment_id))sql",
                     sql_literal(study.experiment), axes, metrics, shown_columns_of("place"));
}

// The view's column of a metric: its name, unless an axis has the same.
std::string metric_column(const StudyRecord& study, const std::string& metric) {
  return contains(axes_of(study), metric) ? metric + "_measured" : metric;
}

// The joins of metrics, with a line break before each, not behind: SQLite stores a statement without blanks at its end.
std::string metric_joins(const StudyRecord& study, std::string_view table, std::string_view condition) {
  std::string joins;
  for (std::size_t i = 0; i < study.metrics.size(); ++i)
    joins += fmt::format("\nLEFT JOIN {0} AS m{2} ON {1} AND m{2}.metric_id = shown.metric{2}", table,
                         fmt::format(fmt::runtime(condition), fmt::arg("m", fmt::format("m{}", i))), i);
  return joins;
}

// A view with a row for each shown column at each point.
std::string of_points(const StudyRecord& study, const std::string& columns, const std::string& joins) {
  std::string axes;
  const std::vector<std::string> names = axes_of(study);
  for (std::size_t i = 0; i < names.size(); ++i)
    axes += fmt::format("shown.axis{} AS {}, ", i, sql_identifier(names[i]));
  return fmt::format("SELECT shown.seed, {}shown.algorithm, shown.rival, {}\nFROM {} AS shown{}", axes, columns,
                     sql_identifier(common_name(study.experiment)), joins);
}

constexpr const char* units_of_points =
    "\nCROSS JOIN unit ON unit.point_id = shown.point_id AND unit.algorithm_id = shown.algorithm_id";

std::string summary_view(const StudyRecord& study) {
  std::string counts;  // an added metric may have fewer
  std::string values;
  for (std::size_t i = 0; i < study.metrics.size(); ++i) {
    const std::string name = metric_column(study, study.metrics[i].name);
    counts += fmt::format(", coalesce(m{}.count, 0)", i);
    values += fmt::format(
        ",\n       m{0}.mean AS {1}, sqrt(m{0}.m2 / nullif(m{0}.count - 1, 0)) AS {2},\n"
        "       sqrt(m{0}.m2 / nullif(m{0}.count - 1, 0) / m{0}.count) AS {3}, m{0}.min AS {4}, m{0}.max AS {5}",
        i, sql_identifier(name), sql_identifier(name + "_sd"), sql_identifier(name + "_se"),
        sql_identifier(name + "_min"), sql_identifier(name + "_max"));
  }
  return of_points(
      study, fmt::format("max(0{}) AS samples{}", counts, values),
      fmt::format(
          R"sql({}
WHERE EXISTS (SELECT 1 FROM summary AS s
              WHERE s.point_id = shown.point_id AND s.algorithm_id = shown.algorithm_id))sql",
          metric_joins(study, "summary", "{m}.point_id = shown.point_id AND {m}.algorithm_id = shown.algorithm_id")));
}

std::string chunks_view(const StudyRecord& study) {
  std::string values;
  for (std::size_t i = 0; i < study.metrics.size(); ++i)
    values += fmt::format(", m{}.mean AS {}", i, sql_identifier(metric_column(study, study.metrics[i].name)));
  return of_points(study, "unit.chunk, unit.samples" + values,
                   units_of_points + metric_joins(study, "moment", "{m}.unit_id = unit.id"));
}

// The view of samples: rows of ten samples of the unit's first metric, joined with the same rows of the others
// before they are divided.
std::string samples_view(const StudyRecord& study) {
  std::string values;
  for (std::size_t i = 0; i < study.metrics.size(); ++i)
    values += fmt::format(",\n       {} AS {}", value_in_ten(fmt::format("m{}", i)),
                          sql_identifier(metric_column(study, study.metrics[i].name)));
  return of_points(
      study, "ten.first + tenth.column1 AS sample" + values,
      units_of_points + fmt::format(R"sql(
CROSS JOIN sample AS ten ON ten.unit_id = unit.id
       AND ten.metric_id = (SELECT metric_id FROM sample AS one WHERE one.unit_id = unit.id LIMIT 1){}
CROSS JOIN {} ON {} IS NOT NULL)sql",
                                    metric_joins(study, "sample", "{m}.unit_id = unit.id AND {m}.first = ten.first"),
                                    tenths, value_in_ten("ten")));
}

std::string timings_view(const StudyRecord& study) {
  return of_points(study, R"sql(timing.median_seconds,
       timing.min_seconds, timing.max_seconds, timing.measured, run.cpu)sql",
                   R"sql(
JOIN timing ON timing.id = (SELECT max(id) FROM timing AS newest
                            WHERE newest.point_id = shown.point_id AND newest.algorithm_id = shown.algorithm_id)
LEFT JOIN run ON run.id = timing.run_id)sql");
}

// The newest study of each experiment, of any seed, from which its views are made.
std::vector<StudyRecord> newest_studies(SQLite::Database& database, const std::optional<std::string>& experiment) {
  std::map<Id, StudyRecord> studies;
  SQLite::Statement axis(database,
                         "SELECT e.id, e.name, a.value FROM main.experiment AS e LEFT JOIN json_each(e.axes) AS a "
                         "WHERE e.id IN (SELECT max(id) FROM main.experiment GROUP BY name) AND coalesce(e.name = ?, "
                         "true) ORDER BY e.id, a.key");
  if (experiment) axis.bind(1, *experiment);
  while (axis.executeStep()) {
    StudyRecord& study = studies[axis.getColumn(0).getInt64()];
    study.experiment = axis.getColumn(1).getString();
    if (!axis.getColumn(2).isNull()) study.axes.push_back(axis.getColumn(2).getString());
  }
  SQLite::Statement metric(database, "SELECT experiment_id, name FROM main.metric ORDER BY position, id");
  while (metric.executeStep())
    if (const auto study = studies.find(metric.getColumn(0).getInt64()); study != studies.end())
      study->second.metrics.push_back({.name = metric.getColumn(1).getString(), .title = {}, .unit = {}, .better = {}});
  SQLite::Statement added(database, "SELECT experiment_id, name, value FROM main.added_axis ORDER BY position");
  while (added.executeStep())
    if (const auto study = studies.find(added.getColumn(0).getInt64()); study != studies.end())
      study->second.added_axes.push_back(coordinate(added.getColumn(1).getString(), added.getColumn(2).getString()));
  std::vector<StudyRecord> records;
  for (auto& [id, study] : studies) records.push_back(std::move(study));
  return records;
}

// The views that users read, and the one below them.
std::vector<std::string> all_view_names(const std::string& experiment) {
  std::vector<std::string> names = view_names(experiment);
  names.push_back(common_name(experiment));
  return names;
}

}  // namespace

View sample_values(const std::string& view, const std::string& table) {
  return {view,
          fmt::format("CREATE VIEW {} AS\nSELECT unit_id, first + tenth.column1 AS sample, metric_id, {} AS value\n"
                      "FROM {}\nCROSS JOIN {}\nWHERE value IS NOT NULL",
                      view, value_in_ten(table), table, tenths)};
}

std::vector<View> general_views() {
  std::vector<View> views{sample_values("sample_value", "sample")};
  views.push_back({"shown_columns",
                   "CREATE VIEW shown_columns AS\nSELECT experiment_id, experiment, seed, algorithm_id, algorithm, "
                   "revision, rival, rival_revision\nFROM " +
                       shown_columns_of("point")});
  for (const auto& [name, body] : general_bodies)
    views.push_back({name, fmt::format("CREATE VIEW {} AS\n{}", name, body)});
  return views;
}

std::vector<std::string> view_names(const std::string& experiment) {
  std::vector<std::string> names;
  for (const char* ending : {"", "_chunks", "_samples", "_timings"}) names.push_back(view_name(experiment) + ending);
  return names;
}

std::optional<std::string> shared_view(const std::vector<std::string>& experiments) {
  std::map<std::string, std::string> owners;
  for (const std::string& experiment : experiments)
    for (const std::string& view : view_names(experiment)) {
      const auto [owner, is_new] = owners.emplace(in_lower_case(view), experiment);
      if (!is_new && owner->second != experiment)
        return fmt::format("{} and {} cannot be in one database, where both would have the view {}",
                           printable(owner->second), printable(experiment), printable(view));
    }
  return std::nullopt;
}

std::vector<View> views_of(const StudyRecord& study) {
  const std::vector<std::string> bodies{summary_view(study), chunks_view(study), samples_view(study),
                                        timings_view(study), common_view(study)};
  std::vector<View> views;
  for (const std::string& name : all_view_names(study.experiment))
    views.push_back({name, fmt::format("CREATE VIEW {} AS\n{}", sql_identifier(name), bodies[views.size()])});
  return views;
}

std::vector<View> experiment_views(SQLite::Database& database, const std::optional<std::string>& experiment) {
  std::vector<View> views;
  for (const StudyRecord& study : newest_studies(database, experiment))
    std::ranges::move(views_of(study), std::back_inserter(views));
  return views;
}

void write_views(SQLite::Database& database, const std::optional<std::string>& experiment) {
  SQLite::Statement find(database, "SELECT sql FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE");
  for (const View& view : experiment_views(database, experiment)) {
    if (bound(find, view.name).executeStep() && find.getColumn(0).getString() == view.sql) continue;
    find.reset();
    // The view of main: an attached database may have one of the same name.
    database.exec(fmt::format("DROP VIEW IF EXISTS main.{}", sql_identifier(view.name)));
    SQLite::Statement(database, view.sql).exec();
  }
}

void create_temporary(SQLite::Database& database, const View& view) {
  database.exec("DROP VIEW IF EXISTS temp." + sql_identifier(view.name));
  SQLite::Statement(database, "CREATE TEMP" + view.sql.substr(std::string_view("CREATE").size())).exec();
}

void require_distinct_views(SQLite::Database& database, const std::filesystem::path& file) {
  std::vector<std::string> experiments;
  SQLite::Statement row(database, "SELECT DISTINCT name FROM main.experiment ORDER BY id");
  while (row.executeStep()) experiments.push_back(row.getColumn(0).getString());
  if (const std::optional<std::string> shared = shared_view(experiments))
    throw StoreError(fmt::format(
        "{}: {} (SQL ignores case); name another database or rename one of them; `apportion forget` removes one that "
        "is there",
        file.string(), *shared));
}

void drop_views(SQLite::Database& database, const std::string& experiment) {
  for (const std::string& name : all_view_names(experiment))
    database.exec(fmt::format("DROP VIEW IF EXISTS main.{}", sql_identifier(name)));
}

}  // namespace apportion::results
