// How far from the bound each method stays as speeds differ more and more.
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/rectangles/grid.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment speeds_experiment() {
  engine::Study study = frontier_study("frontier/speeds");
  study.title = "Methods on arrays of 1:1 to 1:10, 5 to 100 processors, speeds that differ up to 512 times";
  study.claim = "none; the question is which method is best where speeds differ strongly";
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit gaps() {
  results::Exhibit exhibit{.name = "frontier/gaps"};
  exhibit.title = "Total above the lower bound in percent of the bound, by method and ratio of speeds";
  // Means of points that have equally many samples.
  exhibit.sql = R"sql(WITH points AS (
  SELECT printf('1:%g', 1.0 * "columns" / "rows") AS shape, *
  FROM frontier_speeds
  WHERE (:methods = 'all' OR instr(',' || :methods || ',', ',' || algorithm || ',') > 0) AND seed = :seed AND rival = '' AND sampling = :sampling AND latency = :latency
    AND processors <= :most_processors AND "columns" <= :widest * "rows"),
pages AS (
  SELECT 0 AS place, 'all shapes' AS page, * FROM points
  UNION ALL SELECT "columns" / "rows", shape, * FROM points),
order_of AS (SELECT algorithm, avg(gap) AS overall FROM points GROUP BY algorithm)
SELECT page, algorithm, ratio, avg(gap) AS gap, sqrt(sum(gap_se * gap_se)) / count(*) AS standard_error,
       max(gap_max) AS greatest, avg(aspect) AS aspect, avg(imbalance) AS imbalance, sum(samples) AS problems
FROM pages JOIN order_of USING (algorithm)
GROUP BY place, page, algorithm, ratio
ORDER BY place, overall, algorithm, ratio)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .pages_across = 2,
                    .values = {{"gap", "mean, %", 2},
                               {"standard_error", "standard error", 2},
                               {"greatest", "greatest, %", 1},
                               {"aspect", "mean of the greatest aspect ratio of a part", 1},
                               {"imbalance", "mean imbalance in whole rows and columns, %", 2},
                               {"problems", "problems", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"ratio", "max/min speed", true},
                     .y = {.title = "% over the bound"},
                     .values = {{"gap", "gap"}},
                     .series = "algorithm",
                     .panel = "page"}};
  exhibit.note =
      "Over the lower bound for parts of any shape, so that methods with L shapes stand beside the others. "
      "Methods in order of their mean over all problems. Means over 1:1 and 1:3 with up to 50 processors: "
      "--set widest=3 most_processors=50; curves of some methods: --set methods=A,B,C.";
  exhibit.overview = true;
  std::map<std::string, std::string> parameters = solved_parameters();
  parameters["most_processors"] = "100";
  parameters["widest"] = "10";
  parameters["methods"] = "all";
  return {"frontier/speeds", exhibit, parameters};
}

const engine::Registration speeds_registration{speeds_experiment, gaps};

}  // namespace
}  // namespace apportion::frontier
