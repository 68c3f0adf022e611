// The same methods on the grid of Kaddoura, Ranka & Wang's simulation, where speeds differ little and latency counts.
#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/rectangles/grid.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment paper_grid_experiment() {
  engine::Study study = frontier_study("frontier/paper-grid");
  study.title = "Methods on the paper's grid: arrays of 1:1 to 1:20, 4 to 20 processors, latencies 0, 100 and 1000";
  study.claim = "none; the question is what the later methods save on the paper's own grid";
  study.source = "axes as in Kaddoura, Ranka & Wang 1996, Section 6.4";
  problems::set_axes(study.axes, {{"columns", {1000, 2000, 3000, 5000, 10000, 20000}},
                                  {"ratio", {1, 2, 3, 4, 8}},
                                  {"processors", {4, 5, 7, 10, 15, 20}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"max-set"}));
  problems::set_axis(study.axes, "latency", engine::axis_values({0, 100, 1000}));
  study.keep_samples = false;
  study.samples = 20;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit paper_grid() {
  results::Exhibit exhibit{.name = "frontier/paper-grid"};
  exhibit.title = "Total above the lower bound in percent of the bound on the paper's grid, by method and latency";
  exhibit.sql = R"sql(WITH order_of AS (
  SELECT algorithm, avg(gap) AS overall FROM "frontier_paper-grid" WHERE seed = :seed AND rival = '' GROUP BY algorithm)
SELECT 'latency ' || latency AS page, algorithm, ratio, avg(gap) AS gap, max(gap_max) AS greatest,
       avg(internal_edges) AS edges, avg(imbalance) AS imbalance, sum(samples) AS problems
FROM "frontier_paper-grid" JOIN order_of USING (algorithm)
WHERE seed = :seed AND rival = '' AND sampling = :sampling
GROUP BY latency, algorithm, ratio
ORDER BY latency, overall, algorithm, ratio)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .pages_across = 3,
                    .values = {{"gap", "mean, %", 2},
                               {"greatest", "greatest, %", 1},
                               {"edges", "mean internal edges", 2},
                               {"imbalance", "mean imbalance in whole rows and columns, %", 2},
                               {"problems", "problems", 0}}};
  exhibit.note =
      "The bound counts p - 1 edges, which few shapes of array allow: "
      "with latency a large gap says little about a method.";
  return {"frontier/paper-grid", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration paper_grid_registration{paper_grid_experiment, paper_grid};

}  // namespace
}  // namespace apportion::frontier
