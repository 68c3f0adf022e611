// The stored studies of a database, for code that does not use its tables.
#include "results/database/stored_studies.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/text.hpp"
#include "results/database/reader.hpp"
#include "results/database/views.hpp"

namespace apportion::results {
namespace {

constexpr const char* units_sql = R"sql(
SELECT p.coordinates, a.name, a.revision, a.rival, a.rival_revision, a.id, u.chunk, u.samples,
       EXISTS (SELECT 1 FROM failure AS f WHERE f.unit_id = u.id) AS failed,
       EXISTS (SELECT 1 FROM sample AS s WHERE s.unit_id = u.id) AS has_values,
       (SELECT count(*) FROM moment AS m WHERE m.unit_id = u.id AND m.metric_id IN
         (SELECT id FROM metric WHERE name IN (SELECT value FROM json_each(:metrics)))) AS metrics
FROM unit AS u
JOIN algorithm AS a ON a.id = u.algorithm_id
JOIN point AS p ON p.id = u.point_id
JOIN experiment AS e ON e.id = p.experiment_id
WHERE e.name = :name AND e.seed = :seed AND e.definition = :definition)sql";

constexpr const char* metrics_sql = R"sql(
SELECT name, title, unit, better, digits FROM metric
WHERE experiment_id = :id AND EXISTS (
  SELECT 1 FROM shown_columns JOIN summary USING (algorithm_id)
  WHERE shown_columns.experiment_id = :id AND rival = '' AND metric_id = metric.id)
ORDER BY position)sql";

std::vector<std::string> first_texts(const Rows& rows) {
  return collected(rows.rows, [](const std::vector<Value>& row) { return cell_text(row.front()); });
}

constexpr const char* runs_sql = R"sql(
SELECT r.uuid, r.started, r.revision, max(s.samples)
FROM (SELECT u.run_id, sum(u.samples) AS samples FROM unit AS u JOIN point AS p ON p.id = u.point_id
      JOIN experiment AS e ON e.id = p.experiment_id WHERE e.name = :name AND e.seed = :seed
      GROUP BY u.run_id, u.point_id, u.algorithm_id) AS s
JOIN run AS r ON r.id = s.run_id
GROUP BY r.id ORDER BY r.started, r.uuid)sql";

// All summaries, with a column for each axis of any study. An axis that a point lacks has its default.
std::string tidy_sql(const Reader& reader) {
  const std::set<std::string> others{"experiment", "seed", "algorithm", "revision", "rival", "metric",
                                     "count",      "mean", "sd",        "se",       "min",   "max"};
  std::string axes;
  for (const std::string& name : first_texts(
           reader.query("SELECT DISTINCT axis.value AS name FROM experiment, json_each(experiment.axes) AS axis "
                        "UNION SELECT name FROM added_axis ORDER BY name"))) {
    axes += fmt::format(
        "coalesce(json_extract(coordinates, {}), (SELECT a.value FROM added_axis AS a JOIN experiment AS e "
        "ON e.id = a.experiment_id WHERE e.name = m.experiment AND e.seed = m.seed AND a.name = {})) AS {}, ",
        sql_literal("$." + sql_identifier(name)), sql_literal(name),
        sql_identifier(others.contains(name) ? "axis_" + name : name));
  }
  return fmt::format(
      "SELECT experiment, seed, {}algorithm, revision, rival, metric, count, mean, sd, se, min, max "
      "FROM measurements AS m ORDER BY experiment, seed, coordinates, algorithm, rival, position",
      axes);
}

// The views of the stored experiments, and the general ones. Names with control characters are not the program's own,
// and none may be that of a file elsewhere.
std::set<std::string> own_views(const Reader& reader) {
  std::set<std::string> own{"failures", "published_numbers", "runs"};
  for (const StudyKey& study : stored_studies(reader))
    for (const std::string& name : view_names(study.experiment))
      if (printable(name, name.size()) == name && name.find('/') == std::string::npos) own.insert(name);
  return own;
}

}  // namespace

std::vector<StudyKey> stored_studies(const Reader& reader) {
  std::vector<StudyKey> keys;
  for (const auto& row : reader.query("SELECT DISTINCT name, seed FROM experiment ORDER BY name, seed").rows)
    keys.push_back({text_at(row, 0), whole_at(row, 1)});
  return keys;
}

bool has_results_of(const Reader& reader, const std::string& experiment) {
  return !reader.query("SELECT 1 FROM experiment WHERE name = :name LIMIT 1", {{"name", experiment}}).rows.empty();
}

std::optional<ShownStudy> shown_study(const Reader& reader, const StudyKey& key) {
  const Rows newest = reader.query(
      "SELECT id, axes, definition FROM experiment WHERE name = :name AND seed = :seed ORDER BY id DESC LIMIT 1",
      {{"name", key.experiment}, {"seed", key.seed}});
  if (newest.rows.empty()) return std::nullopt;
  const std::map<std::string, Value> id{{"id", newest.rows.front().front()}};
  ShownStudy study;
  study.definition = text_at(newest.rows.front(), 2);
  study.axes = nlohmann::json::parse(text_at(newest.rows.front(), 1)).get<std::vector<std::string>>();
  for (const auto& row :
       reader.query("SELECT name, value FROM added_axis WHERE experiment_id = :id ORDER BY position", id).rows) {
    study.axes.push_back(text_at(row, 0));
    study.added_axes.push_back(coordinate(text_at(row, 0), text_at(row, 1)));
  }
  study.algorithms = first_texts(
      reader.query("SELECT algorithm FROM shown_columns WHERE experiment_id = :id AND rival = '' ORDER BY 1", id));
  if (!study.algorithms.empty())
    for (const std::string& algorithm : first_texts(
             reader.query("SELECT DISTINCT algorithm FROM failures WHERE experiment = :name AND seed = :seed AND "
                          "rival = '' ORDER BY algorithm",
                          {{"name", key.experiment}, {"seed", key.seed}})))
      if (!contains(study.algorithms, algorithm)) study.algorithms.push_back(algorithm);
  for (const auto& row : reader.query(metrics_sql, id).rows)
    study.metrics.push_back(
        {text_at(row, 0), text_at(row, 1), text_at(row, 2), text_at(row, 3), static_cast<int>(whole_at(row, 4))});
  return study;
}

std::vector<std::string> shown_values(const Reader& reader, const StudyKey& key, const std::string& axis) {
  // Points with the default of an added axis lack it.
  constexpr const char* sql = R"sql(
SELECT DISTINCT coalesce(json_extract(coordinates, :place),
  (SELECT a.value FROM added_axis AS a WHERE a.experiment_id = point.experiment_id AND name = :axis)) AS value
FROM point
WHERE experiment_id = (SELECT max(id) FROM experiment WHERE name = :name AND seed = :seed)
  AND EXISTS (SELECT 1 FROM summary WHERE point_id = point.id)
ORDER BY CAST(value AS REAL), value)sql";
  return first_texts(reader.query(
      sql, {{"place", "$." + sql_identifier(axis)}, {"axis", axis}, {"name", key.experiment}, {"seed", key.seed}}));
}

std::vector<std::string> stored_papers(const Reader& reader) {
  return first_texts(
      reader.query("SELECT DISTINCT substr(name, 1, instr(name, '/') - 1) FROM sweep_text "
                   "JOIN experiment ON id = experiment_id WHERE name NOT LIKE 'sweeps/%' ORDER BY 1"));
}

std::optional<StoredText> stored_text(const Reader& reader, const std::string& name, std::optional<std::int64_t> seed) {
  const Rows found = reader.query(
      "SELECT seed, file, text FROM sweep_text JOIN experiment ON id = experiment_id "
      "WHERE :name IN (name, substr(name, 1, instr(name, '/') - 1)) AND coalesce(seed = :seed, true) "
      "AND id IN (SELECT max(id) FROM experiment GROUP BY name, seed) "
      "ORDER BY written DESC, text DESC, id DESC LIMIT 1",
      {{"name", name}, {"seed", seed ? Value(*seed) : Value()}});
  if (found.rows.empty()) return std::nullopt;
  const std::vector<Value>& row = found.rows.front();
  return StoredText{whole_at(row, 0), {text_at(row, 1), text_at(row, 2)}};
}

std::vector<StoredUnit> stored_units(const Reader& reader, const StudyKey& key, const std::string& definition,
                                     const std::vector<std::string>& metrics) {
  const Rows answer = reader.query(units_sql, {{"name", key.experiment},
                                               {"seed", key.seed},
                                               {"definition", definition},
                                               {"metrics", nlohmann::json(metrics).dump()}});
  std::vector<StoredUnit> units;
  for (const std::vector<Value>& row : answer.rows) {
    const ColumnRecord column{text_at(row, 1), static_cast<int>(whole_at(row, 2)), text_at(row, 3),
                              static_cast<int>(whole_at(row, 4))};
    const UnitState state{whole_at(row, 5),      whole_at(row, 6),      whole_at(row, 7),
                          whole_at(row, 8) != 0, whole_at(row, 9) != 0, static_cast<std::size_t>(whole_at(row, 10))};
    units.push_back({text_at(row, 0), column, state});
  }
  return units;
}

std::optional<double> seconds_per_unit(const Reader& reader, const std::string& experiment) {
  const Rows found = reader.query(
      "SELECT sum(r.threads * 86400 * (julianday(r.finished) - julianday(r.started))) / sum(of_run.units) "
      "FROM (SELECT u.run_id, count(*) AS units, sum(e.name = :name) AS own FROM unit AS u "
      "JOIN point AS p ON p.id = u.point_id JOIN experiment AS e ON e.id = p.experiment_id GROUP BY u.run_id) AS "
      "of_run "
      "JOIN run AS r ON r.id = of_run.run_id WHERE own = units AND r.finished IS NOT NULL",
      {{"name", experiment}});
  const auto* const seconds = std::get_if<double>(&found.rows.front().front());
  return seconds != nullptr && *seconds > 0 ? std::optional(*seconds) : std::nullopt;
}

Rows runs_of(const Reader& reader, const StudyKey& key) {
  return reader.query(runs_sql, {{"name", key.experiment}, {"seed", key.seed}});
}

std::vector<ExportTable> export_tables(const Reader& reader) {
  std::vector<ExportTable> tables;
  for (const std::string& view : own_views(reader)) {
    const Rows empty = reader.query(fmt::format("SELECT * FROM {} LIMIT 0", sql_identifier(view)));
    // The first columns of other views are a key.
    const std::vector<std::string> order =
        view == "runs" ? std::vector<std::string>{"started", "uuid"} : collected(empty.columns, sql_identifier);
    tables.push_back({view, fmt::format("SELECT * FROM {} ORDER BY {}", sql_identifier(view), fmt::join(order, ", "))});
  }
  tables.push_back({"tidy", tidy_sql(reader)});
  return tables;
}

}  // namespace apportion::results
