// The views of each experiment: readable, wide tables over the narrow ones.
#include "results/database/views.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "results/database/general_views.hpp"
#include "results/database/table_sums.hpp"

namespace apportion::results {

namespace {

// The axes of the points, read from their JSON once a query, and the columns to show with their metrics' row numbers;
// materialized, so that joins on axes get an index of the moment instead of reading JSON for every pair of rows.
std::string common_tables(const StudyRecord& study) {
  std::string axes;
  for (const std::string& axis : study.axes) {
    axes += fmt::format(",\n         json_extract(coordinates, {}) AS {}", sql_literal("$." + sql_identifier(axis)),
                        sql_identifier(axis));
  }
  for (const Coordinate& added : study.added_axes) {
    axes += fmt::format(",\n         coalesce(json_extract(coordinates, {}), {}) AS {}",
                        sql_literal("$." + sql_identifier(added.axis)),
                        added.number ? added.text : sql_literal(added.text), sql_identifier(added.axis));
  }
  std::string metrics;
  for (std::size_t i = 0; i < study.metrics.size(); ++i) {
    metrics += fmt::format(
        ",\n         (SELECT id FROM metric WHERE metric.experiment_id = shown_columns.experiment_id AND name = {}) AS "
        "metric{}",
        sql_literal(study.metrics[i].name), i);
  }
  return fmt::format(R"sql(WITH
  place AS MATERIALIZED (
  SELECT id, experiment_id{1}
  FROM point
  WHERE experiment_id IN (SELECT id FROM experiment WHERE name = {0})),
  shown AS MATERIALIZED (
  SELECT experiment_id, seed, algorithm_id, algorithm, rival{2}
  FROM shown_columns
  WHERE experiment = {0})
)sql",
                     sql_literal(study.experiment), axes, metrics);
}

std::string axis_columns(const StudyRecord& study) {
  std::string list;
  for (const std::string& axis : study.axes) list += fmt::format("place.{}, ", sql_identifier(axis));
  for (const Coordinate& added : study.added_axes) list += fmt::format("place.{}, ", sql_identifier(added.axis));
  return list;
}

// The view's column of a metric: its name, unless an axis has that.
std::string metric_column(const StudyRecord& study, const std::string& metric) {
  const bool is_axis = std::ranges::find(study.axes, metric) != study.axes.end() ||
                       std::ranges::find(study.added_axes, metric, &Coordinate::axis) != study.added_axes.end();
  return is_axis ? metric + "_measured" : metric;
}

std::string metric_joins(const StudyRecord& study, std::string_view table, std::string_view condition) {
  std::string joins;
  for (std::size_t i = 0; i < study.metrics.size(); ++i) {
    joins += fmt::format("LEFT JOIN {0} AS m{2} ON {1} AND m{2}.metric_id = shown.metric{2}\n", table,
                         fmt::format(fmt::runtime(condition), fmt::arg("m", fmt::format("m{}", i))), i);
  }
  return joins;
}

std::string summary_view(const StudyRecord& study) {
  std::string counts;  // a metric that was added may have fewer
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
  return fmt::format(
      R"sql({}SELECT shown.seed, {}shown.algorithm, shown.rival, max(0{}) AS samples{}
FROM shown
JOIN place ON place.experiment_id = shown.experiment_id
{}WHERE EXISTS (SELECT 1 FROM summary AS s
              WHERE s.point_id = place.id AND s.algorithm_id = shown.algorithm_id))sql",
      common_tables(study), axis_columns(study), counts, values,
      metric_joins(study, "summary", "{m}.point_id = place.id AND {m}.algorithm_id = shown.algorithm_id"));
}

std::string chunks_view(const StudyRecord& study) {
  std::string values;
  for (std::size_t i = 0; i < study.metrics.size(); ++i) {
    values += fmt::format(", m{}.mean AS {}", i, sql_identifier(metric_column(study, study.metrics[i].name)));
  }
  return fmt::format(R"sql({}SELECT shown.seed, {}shown.algorithm, shown.rival, unit.chunk, unit.samples{}
FROM shown
JOIN place ON place.experiment_id = shown.experiment_id
JOIN unit ON unit.point_id = place.id AND unit.algorithm_id = shown.algorithm_id
{})sql",
                     common_tables(study), axis_columns(study), values,
                     metric_joins(study, "moment", "{m}.unit_id = unit.id"));
}

std::string samples_view(const StudyRecord& study) {
  std::string values;
  for (std::size_t i = 0; i < study.metrics.size(); ++i) {
    values += fmt::format(",\n       max(sample.value) FILTER (WHERE sample.metric_id = shown.metric{}) AS {}", i,
                          sql_identifier(metric_column(study, study.metrics[i].name)));
  }
  return fmt::format(R"sql({}SELECT shown.seed, {}shown.algorithm, shown.rival, sample.sample{}
FROM shown
JOIN place ON place.experiment_id = shown.experiment_id
JOIN unit ON unit.point_id = place.id AND unit.algorithm_id = shown.algorithm_id
JOIN sample ON sample.unit_id = unit.id
GROUP BY unit.id, sample.sample)sql",
                     common_tables(study), axis_columns(study), values);
}

std::string timings_view(const StudyRecord& study) {
  return fmt::format(R"sql({}SELECT shown.seed, {}shown.algorithm, shown.rival, timing.median_seconds,
       timing.min_seconds, timing.max_seconds, timing.measured, run.cpu
FROM shown
JOIN place ON place.experiment_id = shown.experiment_id
JOIN timing ON timing.id = (SELECT max(id) FROM timing AS newest
                            WHERE newest.point_id = place.id AND newest.algorithm_id = shown.algorithm_id)
LEFT JOIN run ON run.id = timing.run_id)sql",
                     common_tables(study), axis_columns(study));
}

void drop_view(SQLite::Database& database, const std::string& name) {
  // In main: an attached database may have one of the same name.
  database.exec(fmt::format("DROP VIEW IF EXISTS main.{}", sql_identifier(name)));
}

void create_view(SQLite::Database& database, const std::string& name, const std::string& body) {
  const std::string sql = fmt::format("CREATE VIEW {} AS\n{}", sql_identifier(name), body);
  if (stored_view(database, name) == sql) return;
  drop_view(database, name);
  database.exec(sql);
}

}  // namespace

void create_views(SQLite::Database& database, const StudyRecord& study) {
  const std::string name = view_name(study.experiment);
  create_view(database, name, summary_view(study));
  create_view(database, name + "_chunks", chunks_view(study));
  create_view(database, name + "_samples", samples_view(study));
  create_view(database, name + "_timings", timings_view(study));
  sum_views(database);
}

void drop_views(SQLite::Database& database, const std::string& experiment) {
  for (const char* ending : {"", "_chunks", "_samples", "_timings"})
    drop_view(database, view_name(experiment) + ending);
  sum_views(database);
}

}  // namespace apportion::results
