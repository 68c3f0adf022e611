// Elements sent: divisions for a stencil of five points or nine beside those of METIS.
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/grid.hpp"

namespace apportion::frontier {
namespace {

// 10 grids with equal speeds and 40 x 4 with different ones, each for two stencils.
engine::Experiment volume_experiment() {
  engine::Study study = frontier_cell_study("frontier/volume");
  study.title = "Full grids by elements sent: 200 x 200 and 200 x 600 cells, max/min speed 1 to 64, two stencils";
  study.claim = "none; the question is how many elements are saved by parts that are no rectangles";
  problems::set_axes(study.axes, {{"columns", {200, 600}},
                                  {"processors", {4, 10, 25, 50, 100}},
                                  {"ratio", {1, 1.5, 3, 8, 64}},
                                  {"stencil", {5, 9}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "objective", engine::name_values({"volume"}));
  study.stored_metrics = {"volume", "busiest", "boundary", "gap", "imbalance", "fragments", "empty", "within", "fill"};
  std::erase_if(study.algorithms, [](const std::string& name) { return !name.starts_with("METIS"); });
  std::erase(study.algorithms, "METIS[recursive]");  // refuses
  study.algorithms.insert(study.algorithms.begin(), {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  study.samples = 4;
  study.chunk_size = 4;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit volume() {
  results::Exhibit exhibit{.name = "frontier/volume"};
  exhibit.title = "Elements sent by method and stencil, over those of rectangles with jogs";
  exhibit.sql = R"sql(WITH solved AS MATERIALIZED (
  SELECT * FROM frontier_volume_samples
  WHERE seed = :seed AND rival = '' AND latency = 0 AND objective = 'volume' AND (ratio > 1 OR sample = 0)),
rectangles AS (
  SELECT "rows", "columns", ratio, processors, stencil, sample, volume AS by_rectangles, busiest AS most
  FROM solved WHERE algorithm = 'BEST[shapes=rectangles]'),
mine AS (
  SELECT "rows", "columns", ratio, processors, stencil, sample, volume AS best FROM solved WHERE algorithm = 'BEST')
SELECT stencil, algorithm AS method, count(*) AS grids, round(avg(1.0 * volume / by_rectangles), 3) AS "volume, ratio",
       round(avg(1.0 * busiest / most), 3) AS "busiest, ratio", round(avg(gap), 1) AS "over the bound, %",
       sum(within) AS "within one cell", sum(best < volume) AS "BEST sends fewer", sum(best = volume) AS equal,
       sum(best > volume) AS "BEST sends more", round(avg(fill), 1) AS "fill, %"
FROM solved JOIN rectangles USING ("rows", "columns", ratio, processors, stencil, sample)
            JOIN mine USING ("rows", "columns", ratio, processors, stencil, sample)
GROUP BY stencil, algorithm
ORDER BY stencil, avg(1.0 * volume / by_rectangles))sql";
  exhibit.note = note_on_methods(
      "Elements that all parts send in a sweep of the stencil, over those of BEST[shapes=rectangles], grid by grid; "
      "likewise the most that one part receives. BEST sends more: also than answers that are not within one cell. "
      "Fill: cells over those of the parts' bounding boxes.");
  return {"frontier/volume", exhibit};
}

std::vector<engine::ReferenceGrid> volume_references() {
  return {{.name = "frontier-volume",
           .experiment = "frontier/volume",
           .axes = {{"rows", "60"}, {"columns", "90"}, {"ratio", "1,8"}, {"processors", "4,12"}},
           .samples = 1,
           .algorithms = {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"}}};
}

const engine::Registration volume_study_registration{volume_experiment, volume, volume_references};

}  // namespace
}  // namespace apportion::frontier
