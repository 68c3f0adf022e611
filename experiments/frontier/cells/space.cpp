// Cells with layers: cubes of six kinds, by cut or by elements sent, beside the libraries; and what each method takes.
#include <algorithm>
#include <memory>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/cells/grid.hpp"
#include "sim/cells/space_loads.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

CellProblem cube_at(const engine::Point& point, RandomStream& stream) {
  const auto side = static_cast<std::int64_t>(point.number("rows"));
  CellProblem problem{.rows = side * side, .columns = side, .cluster = {}, .layers = side};
  problem.cluster = draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream);
  problem.objective = parse_objective(point.text("objective"), cell_problem_objectives());
  problem.stencil = static_cast<int>(point.number("stencil"));
  problem.imbalance = point.number("tolerance") / 100;
  if (const std::string& model = point.text("loads"); model != "full")
    problem.loads = std::make_shared<const CellLoads>(draw_loads_in_space(model, side, side, side, stream));
  return problem;
}

engine::Study cube_study(const std::string& name) {
  constexpr double greatest_side = 400;
  engine::Study study = frontier_cell_study(name);
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "columns" || axis.name == "latency"; });
  problems::set_axes(study.axes,
                     {{"rows", {64, 96}}, {"processors", {8, 27, 64}}, {"ratio", {1, 8}}, {"tolerance", {1, 3}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  for (engine::Axis& axis : study.axes) {
    if (axis.name == "rows") {
      axis.title = "layers, rows and columns of a cube";
      axis.most = greatest_side;
    } else if (axis.name == "loads") {
      axis.title = "which cells there are, and their loads";
      axis.names = load_models_in_space();
      axis.values = engine::name_values(axis.names);
    } else if (axis.name == "stencil") {
      axis.title = "cells that an update reads, 7 or 27";
      axis.least = 7;
      axis.most = 27;
      axis.values = engine::axis_values({7});
      axis.omitted_at = axis.values.front();
    }
  }
  study.require = nullptr;
  study.sample = engine::sampler(cube_at);
  study.stored_metrics = {"boundary",   "volume",    "busiest", "gap",   "imbalance",
                          "neighbours", "fragments", "empty",   "within"};
  replace_methods(study, own_cell_methods(), {"BEST", "BEST[effort=quick]", "RCB[jogs]"});
  // What the best settings of METIS come to in ten times its time and more.
  if (std::ranges::find(study.algorithms, "METIS") != study.algorithms.end())
    study.algorithms.emplace_back("METIS[cuts=20,rounds=50]");
  study.samples = 1;
  study.chunk_size = 1;  // a sample holds its cells
  return study;
}

engine::Experiment cubes_experiment() {
  engine::Study study = cube_study("frontier/cells-3d");
  study.title = "Cells with layers: cubes of six kinds for 8 to 64 processors, max/min speed 1 and 8, at 1 and 3 %";
  study.claim = "none; the question is which method sends least at equal loads";
  return engine::erase(std::move(study));
}

engine::Experiment cube_times_experiment() {
  return engine::erase(
      timed(cube_study("frontier/cells-3d-times"), "Time of a division of cells with layers by method", 1));
}

results::Exhibit cubes() {
  results::Exhibit exhibit{.name = "frontier/cells-3d",
                           .study = "frontier/cells-3d",
                           .parameters = {{"objective", "total"}, {"stencil", "7"}}};
  exhibit.title = "BEST over each other method by what is minimised, on cubes of six kinds";
  exhibit.sql = R"sql(WITH solved AS MATERIALIZED (
  SELECT "rows", ratio, processors, sampling, loads, tolerance, sample, stencil, algorithm, imbalance, fragments, "empty",
         CASE :objective WHEN 'volume' THEN volume WHEN 'busiest' THEN busiest ELSE boundary END AS cost
  FROM "frontier_cells-3d_samples"
  WHERE seed = :seed AND rival = '' AND objective = :objective AND stencil = :stencil),
mine AS (
  SELECT "rows", ratio, processors, sampling, loads, tolerance, sample, cost AS best, imbalance AS by_best FROM solved
  WHERE algorithm = 'BEST'),
others AS (
  SELECT mine.*, algorithm, cost, fragments, "empty" = 0 AND imbalance <= max(by_best, 1.05 * mine.tolerance) + 1e-9 AS fair
  FROM mine JOIN solved USING ("rows", ratio, processors, sampling, loads, tolerance, sample)
  WHERE algorithm <> 'BEST'),
libraries AS (
  SELECT mine.*, min(cost) AS cost
  FROM mine JOIN solved ON solved."rows" = mine."rows" AND solved.ratio = mine.ratio AND solved.loads = mine.loads
    AND solved.processors = mine.processors AND solved.sampling = mine.sampling AND solved.sample = mine.sample
    AND solved.tolerance <= mine.tolerance
  WHERE (algorithm LIKE 'METIS%' OR algorithm LIKE 'SCOTCH%' OR algorithm LIKE 'ZOLTAN%') AND "empty" = 0
    AND imbalance <= max(by_best, 1.05 * mine.tolerance) + 1e-9
  GROUP BY mine."rows", mine.ratio, mine.processors, mine.sampling, mine.loads, mine.tolerance, mine.sample),
compared AS (
  SELECT tolerance, loads, algorithm, best, cost, fragments, fair FROM others
  UNION ALL SELECT tolerance, loads, 'the best library', best, cost, 0, 1 FROM libraries),
times AS (
  SELECT other.algorithm, json_extract(other.coordinates, '$.tolerance') AS tolerance,
         avg(own.median_seconds / other.median_seconds) AS longer
  FROM measured_times AS own JOIN measured_times AS other USING (experiment, seed, coordinates)
  WHERE experiment = 'frontier/cells-3d-times' AND seed = :seed AND own.algorithm = 'BEST'
    AND coalesce(json_extract(coordinates, '$.objective'), 'total') = :objective
  GROUP BY other.algorithm, json_extract(other.coordinates, '$.tolerance'))
SELECT tolerance AS "tolerance, %", algorithm AS against, count(*) AS arrays, sum(fair) AS comparable,
       sum(fair AND best < cost) AS fewer, sum(fair AND best = cost) AS equal, sum(fair AND best > cost) AS more,
       round(avg(1.0 * best / cost) FILTER (WHERE fair), 3) AS "BEST over it",
       round(max(1.0 * best / cost) FILTER (WHERE fair), 3) AS greatest,
       round(avg(1.0 * best / cost) FILTER (WHERE fair AND loads = 'full'), 3) AS "full",
       round(avg(1.0 * best / cost) FILTER (WHERE fair AND loads = 'ball'), 3) AS ball,
       round(avg(1.0 * best / cost) FILTER (WHERE fair AND loads = 'rock'), 3) AS rock,
       round(avg(1.0 * best / cost) FILTER (WHERE fair AND loads = 'ocean'), 3) AS ocean,
       round(avg(1.0 * best / cost) FILTER (WHERE fair AND loads = 'peak'), 3) AS peak,
       round(avg(1.0 * best / cost) FILTER (WHERE fair AND loads = 'layers'), 3) AS layers,
       sum(fragments) AS "its fragments", round(longer, 2) AS "time of BEST over its"
FROM compared LEFT JOIN times USING (algorithm, tolerance)
GROUP BY tolerance, algorithm
ORDER BY tolerance, algorithm <> 'the best library', "BEST over it" DESC, algorithm)sql";
  exhibit.note = note_on_methods(
      "Faces between parts, or with --set objective=volume elements sent, or busiest; means over arrays. Comparable: "
      "the "
      "answer leaves no part empty, and its greatest load is within 1.05 of the tolerance, or no greater than that of "
      "BEST. What it leaves below a share is not looked at, nor its fragments, connected pieces beyond one per part. "
      "The best library: the best comparable answer of any at this tolerance or a smaller one. Times: "
      "frontier/cells-3d-times.");
  return exhibit;
}

std::vector<engine::ReferenceGrid> cube_references() {
  return {{.name = "frontier-cells-3d",
           .experiment = "frontier/cells-3d",
           .axes = {{"rows", "14"}, {"processors", "5"}, {"ratio", "8"}, {"tolerance", "1,3"}},
           .samples = 1,
           .algorithms = {"BEST", "BEST[effort=quick]", "RCB[jogs]"}},
          {.name = "frontier-cells-3d-elements",
           .experiment = "frontier/cells-3d",
           .axes = {{"rows", "14"},
                    {"processors", "5"},
                    {"ratio", "8"},
                    {"tolerance", "1"},
                    {"objective", "volume,busiest"},
                    {"stencil", "7,27"},
                    {"loads", "full,rock"}},
           .samples = 1,
           .algorithms = {"BEST"}}};
}

const engine::Registration cube_registration{cubes_experiment, cube_times_experiment, cubes, cube_references};

}  // namespace
}  // namespace apportion::frontier
