// The views that do not depend on an experiment.
#include "results/database/general_views.hpp"

#include <fmt/format.h>

#include <array>

namespace apportion::results {
namespace {

struct GeneralView {
  const char* name;
  const char* body;
};

constexpr GeneralView runs = {
    "runs",
    R"sql(SELECT uuid, command, revision, compiler, flags, libraries, cpu, cores, threads, started, finished, outcome
FROM run)sql"};

constexpr GeneralView published_numbers_view = {
    "published_numbers",
    R"sql(SELECT exhibit, algorithm, quantity, coordinates, printed, value, rule
FROM published)sql"};

constexpr GeneralView failures = {
    "failures",
    R"sql(SELECT e.name AS experiment, e.seed, e.definition, p.coordinates, a.name AS algorithm, a.revision, a.rival,
       u.chunk, f.sample, f.message
FROM failure AS f
JOIN unit AS u ON u.id = f.unit_id
JOIN point AS p ON p.id = u.point_id
JOIN experiment AS e ON e.id = p.experiment_id
JOIN algorithm AS a ON a.id = u.algorithm_id)sql"};

constexpr GeneralView shown_columns = {
    "shown_columns",
    R"sql(SELECT experiment_id, experiment, seed, algorithm_id, algorithm, revision, rival, rival_revision
FROM (
  SELECT e.id AS experiment_id, e.name AS experiment, e.seed, a.id AS algorithm_id, a.name AS algorithm, a.revision,
         a.rival, a.rival_revision,
         row_number() OVER (PARTITION BY e.id, a.name, a.rival
                            ORDER BY a.revision DESC, a.rival_revision DESC) AS age
  FROM (SELECT p.experiment_id, s.algorithm_id FROM summary AS s JOIN point AS p ON p.id = s.point_id
        UNION
        SELECT p.experiment_id, t.algorithm_id FROM timing AS t JOIN point AS p ON p.id = t.point_id) AS c
  JOIN experiment AS e ON e.id = c.experiment_id
  JOIN algorithm AS a ON a.id = c.algorithm_id
  WHERE e.id = (SELECT max(id) FROM experiment AS newest WHERE newest.name = e.name AND newest.seed = e.seed)
)
WHERE age = 1)sql"};

// The columns of each study are few, but finding them reads all summaries: once is enough.
constexpr GeneralView measurements = {"measurements", R"sql(WITH shown AS MATERIALIZED (SELECT * FROM shown_columns)
SELECT shown.experiment, shown.seed, point.coordinates, shown.algorithm, shown.revision, shown.rival,
       metric.name AS metric, metric.position, summary.count, summary.mean,
       sqrt(summary.m2 / nullif(summary.count - 1, 0)) AS sd,
       sqrt(summary.m2 / nullif(summary.count - 1, 0) / summary.count) AS se, summary.min, summary.max
FROM shown
JOIN point ON point.experiment_id = shown.experiment_id
JOIN summary ON summary.point_id = point.id AND summary.algorithm_id = shown.algorithm_id
JOIN metric ON metric.id = summary.metric_id)sql"};

constexpr GeneralView measured_times = {"measured_times", R"sql(WITH shown AS MATERIALIZED (SELECT * FROM shown_columns)
SELECT shown.experiment, shown.seed, point.coordinates, shown.algorithm, shown.revision, shown.rival,
       timing.median_seconds, timing.min_seconds, timing.max_seconds, timing.measured, run.cpu
FROM shown
JOIN point ON point.experiment_id = shown.experiment_id
JOIN timing ON timing.id = (SELECT max(id) FROM timing AS newest
                            WHERE newest.point_id = point.id AND newest.algorithm_id = shown.algorithm_id)
LEFT JOIN run ON run.id = timing.run_id)sql"};

// Subqueries for each column, so that a query pays for those alone that it asks for.
constexpr GeneralView stored_experiments = {"stored_experiments",
                                            R"sql(SELECT e.name AS experiment, e.seed, e.definition,
       (SELECT count(*) FROM experiment AS o WHERE o.name = e.name AND o.seed = e.seed AND o.id <= e.id) AS generation,
       e.chunk_size, e.axes,
       (SELECT count(*) FROM point AS p WHERE p.experiment_id = e.id) AS points,
       (SELECT count(DISTINCT s.point_id) FROM summary AS s JOIN point AS p ON p.id = s.point_id
        WHERE p.experiment_id = e.id) AS complete_points,
       (SELECT max(s.count) FROM summary AS s JOIN point AS p ON p.id = s.point_id WHERE p.experiment_id = e.id)
         AS samples,
       (SELECT count(*) FROM unit AS u JOIN point AS p ON p.id = u.point_id WHERE p.experiment_id = e.id) AS units,
       (SELECT count(*) FROM failure AS f JOIN unit AS u ON u.id = f.unit_id JOIN point AS p ON p.id = u.point_id
        WHERE p.experiment_id = e.id) AS failed_units,
       (SELECT count(*) FROM timing AS t JOIN point AS p ON p.id = t.point_id WHERE p.experiment_id = e.id) AS timings,
       (SELECT max(r.started) FROM timing AS t JOIN point AS p ON p.id = t.point_id JOIN run AS r ON r.id = t.run_id
        WHERE p.experiment_id = e.id) AS latest_timing
FROM experiment AS e)sql"};

constexpr std::array bodies = {runs,         published_numbers_view, failures,          shown_columns,
                               measurements, measured_times,         stored_experiments};

}  // namespace

// The names stand without quotes, as older files have them.
std::vector<View> general_views() {
  std::vector<View> views;
  for (const auto& [name, body] : bodies) views.push_back({name, fmt::format("CREATE VIEW {} AS\n{}", name, body)});
  return views;
}

}  // namespace apportion::results
