// Cells with loads at several tolerances: methods of our own beside every setting of the libraries.
#include <algorithm>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/loads_grid.hpp"

namespace apportion::frontier {
namespace {

engine::Study tolerance_study(const std::string& name) {
  engine::Study study = load_study(name);
  problems::set_axes(study.axes, {{"rows", {200}},
                                  {"columns", {300}},
                                  {"processors", {10, 64}},
                                  {"ratio", {1, 8}},
                                  {"tolerance", {0, 0.1, 1, 3}}});
  const std::vector<std::string> rectangles = rectangle_load_methods();
  std::erase_if(study.algorithms,
                [&](const std::string& method) { return std::ranges::find(rectangles, method) != rectangles.end(); });
  study.algorithms.insert(study.algorithms.begin(), {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  study.stored_metrics = {"boundary", "imbalance", "neighbours", "fragments", "empty", "within", "volume", "fill"};
  study.samples = 2;
  study.chunk_size = 1;
  return study;
}

engine::Experiment tolerance_experiment() {
  engine::Study study = tolerance_study("frontier/tolerance");
  study.title = "Cells with loads by tolerance: five models on 200 x 300 cells, 10 and 64 processors";
  study.claim = "none; the question is what each method makes of a tolerance";
  return engine::erase(std::move(study));
}

engine::Experiment tolerance_times_experiment() {
  return engine::erase(timed(tolerance_study("frontier/tolerance-times"),
                             "Time of a division of cells with loads by tolerance and method", 1));
}

engine::CatalogueExhibit tolerance() {
  results::Exhibit exhibit{.name = "frontier/tolerance"};
  exhibit.title = "On how many arrays BEST is shorter, equal or longer than each other method, by tolerance";
  exhibit.sql = R"sql(WITH solved AS MATERIALIZED (
  SELECT * FROM frontier_tolerance_samples
  WHERE seed = :seed AND rival = '' AND latency = 0 AND (ratio > 1 OR sample = 0 OR loads <> 'none')),
mine AS (
  SELECT "rows", "columns", ratio, processors, loads, tolerance, sample, boundary AS best, imbalance AS by_best
  FROM solved WHERE algorithm = 'BEST'),
times AS (
  SELECT algorithm, coalesce(json_extract(coordinates, '$.tolerance'), 0) AS tolerance, avg(median_seconds) AS seconds
  FROM measured_times WHERE experiment = 'frontier/tolerance-times' AND seed = :seed
  GROUP BY algorithm, coalesce(json_extract(coordinates, '$.tolerance'), 0)),
judged AS (
  SELECT *, "empty" = 0 AND imbalance <= max(by_best, tolerance) + 1e-9 AS comparable
  FROM solved JOIN mine USING ("rows", "columns", ratio, processors, loads, tolerance, sample)
  WHERE algorithm <> 'BEST')
SELECT tolerance AS "tolerance, %", algorithm AS against, count(*) AS arrays, sum(comparable) AS comparable,
       sum(comparable AND best < boundary) AS shorter, sum(comparable AND best = boundary) AS equal,
       sum(comparable AND best > boundary) AS longer,
       round(avg(1.0 * best / boundary) FILTER (WHERE comparable), 3) AS "BEST over it",
       round(max(1.0 * best / boundary) FILTER (WHERE comparable), 3) AS greatest,
       round(1000 * seconds, 1) AS "its time, ms"
FROM judged LEFT JOIN times USING (algorithm, tolerance)
GROUP BY tolerance, algorithm
ORDER BY tolerance, avg(1.0 * best / boundary) FILTER (WHERE comparable) DESC, algorithm)sql";
  exhibit.note = note_on_methods(
      "Comparable: the answer leaves no part empty, and its greatest load over its share is within the tolerance, or "
      "no greater than that of BEST where one cell is more than the tolerance. What it leaves below a share is not "
      "looked at. Times: frontier/tolerance-times.");
  return {"frontier/tolerance", exhibit};
}

std::vector<engine::ReferenceGrid> tolerance_references() {
  return {{.name = "frontier-tolerance",
           .experiment = "frontier/tolerance",
           .axes = {{"rows", "60"}, {"columns", "90"}, {"ratio", "8"}, {"processors", "7"}, {"tolerance", "0,1,3"}},
           .samples = 1,
           .algorithms = {"BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"}}};
}

const engine::Registration tolerance_study_registration{tolerance_experiment, tolerance_times_experiment, tolerance,
                                                        tolerance_references};

}  // namespace
}  // namespace apportion::frontier
