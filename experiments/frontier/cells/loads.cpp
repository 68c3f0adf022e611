// Cells that differ: rectangles by loads beside partitions of the graph of active cells, at one tolerance and at
// several, and what each takes.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/grid.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::frontier {
namespace {

// The methods that take loads: straight cuts through boxes, with a jog each where it says so.
std::vector<std::string> rectangle_load_methods() {
  return {"BEST[shapes=rectangles]", "HIER-RB", "HIER-RELAXED", "HIER-RELAXED[jogs]", "JAG-M", "JAG-M[jogs]", "JAG-PQ",
          "JOGGED[of=ROLLOUT]",      "RCB",     "RCB[jogs]",    "RECTILINEAR"};
}

// A study of these and of all libraries that are built in, on 1000 x 1000 cells with loads of five models, for 64
// processors whose speeds differ 8 times; its samples are kept.
engine::Study load_study(const std::string& name) {
  engine::Study study = frontier_cell_study(name);
  problems::set_axes(study.axes, {{"rows", {1000}}, {"columns", {1000}}, {"processors", {64}}, {"ratio", {8}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "loads", engine::name_values({"uniform", "diagonal", "peak", "multi-peak", "coast"}));
  study.stored_metrics = {"boundary", "imbalance", "neighbours", "fragments", "halo", "empty", "within"};
  replace_methods(study, own_cell_methods(), rectangle_load_methods());
  study.samples = 2;
  study.chunk_size = 1;  // a sample holds a million cells
  return study;
}

// The names of rectangle_load_methods() as a list in SQL.
std::string rectangle_load_methods_sql() {
  std::vector<std::string> literals;
  for (const std::string& method : rectangle_load_methods()) literals.push_back(sql_literal(method));
  return fmt::format("{}", fmt::join(literals, ", "));
}

// Methods side by side, and what each takes.

engine::Experiment loads_experiment() {
  engine::Study study = load_study("frontier/loads");
  study.title = "Cells with loads: five models on 1000 x 1000 cells, 64 processors, max/min speed 8";
  study.claim = "none; the question is where partitions of the graph beat rectangles, and by how much";
  return engine::erase(std::move(study));
}

engine::Experiment loads_times_experiment() {
  return engine::erase(
      timed(load_study("frontier/loads-times"), "Time of a division of cells with loads by method", 1));
}

results::Exhibit loads() {
  results::Exhibit exhibit{
      .name = "frontier/loads",
      .study = "frontier/loads",
      .parameters = {
          {"rows", "1000"}, {"columns", "1000"}, {"processors", "64"}, {"ratio", "8"}, {"sampling", "extremes"}}};
  exhibit.title = "Imbalance and boundary of divisions of cells with loads, by method and model of the loads";
  exhibit.sql = R"sql(WITH points AS (
  SELECT * FROM frontier_loads
  WHERE seed = :seed AND rival = '' AND latency = 0 AND "rows" = :rows AND "columns" = :columns
    AND processors = :processors AND ratio = :ratio AND sampling = :sampling),
times AS (
  SELECT algorithm, json_extract(coordinates, '$.loads') AS loads, max(median_seconds) AS seconds FROM measured_times
  WHERE experiment = 'frontier/loads-times' AND seed = :seed AND json_extract(coordinates, '$.processors') = :processors
    AND json_extract(coordinates, '$.rows') = :rows AND json_extract(coordinates, '$.columns') = :columns
  GROUP BY algorithm, json_extract(coordinates, '$.loads'))
SELECT algorithm, loads, imbalance, imbalance_max AS greatest, boundary, halo, neighbours, fragments, "empty", within,
       1000 * seconds AS milliseconds
FROM points LEFT JOIN times USING (algorithm, loads)
ORDER BY algorithm, loads)sql";
  exhibit.layout = {
      .row = "algorithm",
      .column = "loads",
      .row_title = "method",
      .values = {{"imbalance", "imbalance, %", 2},
                 {"greatest", "greatest imbalance, %", 2},
                 {"boundary", "boundary, cell edges", 0},
                 {"halo", "greatest halo, cells", 0},
                 {"neighbours", "pairs of neighbours", 0},
                 {"fragments", "fragments", 1},
                 {"empty", "empty parts", 1},
                 {"within", "share of samples with parts all nonempty, connected and within one greatest cell", 2},
                 {"milliseconds", "milliseconds", 1}}};
  exhibit.note = note_on_methods(
      "Means over samples. Imbalance: the greatest load over its share, minus 1. "
      "Boundary: sides between active cells of two parts. Fragments: connected pieces beyond one per part; "
      "the sea of `coast` may itself be in several pieces, which no division can join. "
      "Milliseconds: frontier/loads-times, without reading or drawing the loads, "
      "with a library's building of the graph.");
  return exhibit;
}

// Sample by sample: the shortest rectangular answer that balances no worse than the library's.
results::Exhibit loads_wins() {
  results::Exhibit exhibit{.name = "frontier/loads-wins", .study = "frontier/loads"};
  exhibit.title = "Where a library's boundary is shorter than that of all rectangular methods that balance no worse";
  exhibit.sql = fmt::format(R"sql(WITH solved AS MATERIALIZED (
  SELECT *, algorithm IN ({}) AS ours FROM frontier_loads_samples
  WHERE seed = :seed AND rival = '' AND latency = 0),
judged AS (
  SELECT library.*, min(mine.boundary) AS ours_boundary
  FROM solved AS library LEFT JOIN solved AS mine
    ON mine.ours AND mine.loads = library.loads AND mine."rows" = library."rows" AND mine."columns" = library."columns"
    AND mine.processors = library.processors AND mine.ratio = library.ratio AND mine.sampling = library.sampling
    AND mine.sample = library.sample AND mine."empty" = 0 AND mine.imbalance <= library.imbalance + 1e-9
  WHERE NOT library.ours
  GROUP BY library.loads, library."rows", library."columns", library.processors, library.ratio, library.sampling,
           library.sample, library.algorithm),
compared AS (SELECT *, ours_boundary IS NOT NULL AND "empty" = 0 AS comparable FROM judged)
SELECT loads, algorithm AS library, count(*) AS problems, round(avg(imbalance), 2) AS "imbalance, %",
       sum(comparable) AS comparable, round(avg(boundary) FILTER (WHERE comparable)) AS boundary,
       round(avg(ours_boundary) FILTER (WHERE comparable)) AS "ours, no worse balanced",
       sum("empty" = 0 AND boundary < coalesce(ours_boundary, boundary + 1)) AS "library shorter",
       sum(ours_boundary IS NULL) AS "none of ours as balanced",
       round(avg(100.0 * (ours_boundary - boundary) / ours_boundary) FILTER (WHERE comparable), 1) AS "shorter by, %",
       round(avg(fragments), 1) AS fragments, round(avg("empty"), 1) AS "empty parts"
FROM compared
GROUP BY loads, algorithm
ORDER BY loads, avg(100.0 * (ours_boundary - boundary) / ours_boundary) FILTER (WHERE comparable) DESC, algorithm)sql",
                            rectangle_load_methods_sql());
  exhibit.note = note_on_methods(
      "Each answer of a library stands beside the shortest rectangular answer to the same problem "
      "whose imbalance is no greater and that leaves no part empty. "
      "Comparable: there is one, and the library leaves no part empty either; "
      "both boundaries and what follows from them are of these problems only. "
      "Shorter by: the mean of what the library saves of that boundary, in percent; "
      "negative where the rectangles are shorter. Library shorter: also where none of ours is as balanced; "
      "an answer with empty parts never counts.");
  return exhibit;
}

std::vector<engine::ReferenceGrid> loads_references() {
  return {{.name = "frontier-loads",
           .experiment = "frontier/loads",
           .axes = {{"rows", "60"}, {"columns", "90"}, {"processors", "7,20"}},
           .samples = 2,
           .algorithms = rectangle_load_methods()}};
}

const engine::Registration loads_study_registration{loads_experiment, loads_times_experiment, loads, loads_wins,
                                                    loads_references};

// Cells with loads at several tolerances: methods of our own beside every setting of the libraries.

engine::Study tolerance_study(const std::string& name) {
  engine::Study study = load_study(name);
  problems::set_axis(study.axes, "loads", engine::name_values(load_models()));
  problems::set_axes(study.axes, {{"rows", {200}},
                                  {"columns", {300}},
                                  {"processors", {10, 64}},
                                  {"ratio", {1, 8}},
                                  {"tolerance", {0, 0.1, 1, 3}}});
  replace_methods(study, rectangle_load_methods(), {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  study.stored_metrics = {"boundary", "imbalance", "neighbours", "fragments", "empty", "within", "volume", "fill"};
  study.samples = 2;
  study.chunk_size = 1;
  return study;
}

engine::Experiment tolerance_experiment() {
  engine::Study study = tolerance_study("frontier/tolerance");
  study.title = "Cells with loads by tolerance: six models on 200 x 300 cells, 10 and 64 processors";
  study.claim = "none; the question is what each method makes of a tolerance";
  return engine::erase(std::move(study));
}

engine::Experiment tolerance_times_experiment() {
  return engine::erase(timed(tolerance_study("frontier/tolerance-times"),
                             "Time of a division of cells with loads by tolerance and method", 1));
}

results::Exhibit tolerance() {
  results::Exhibit exhibit{.name = "frontier/tolerance", .study = "frontier/tolerance"};
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
  return exhibit;
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
