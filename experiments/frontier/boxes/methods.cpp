// Boxes beyond the papers: how far each method stays from the bound as speeds differ more and more, and whether the
// portfolio meets its goals.
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/boxes/solve.hpp"
#include "experiments/problems/common/axes.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment boxes_experiment() {
  engine::Study study = problems::study_of_boxes("frontier/boxes");
  study.title = "Methods on blocks of 1:1:1 to 1:10:10, 4 to 64 processors, speeds that differ up to 512 times";
  study.claim = "none; the question is how near to the bound boxes can be";
  study.source = "beyond the four papers: README.md in experiments/frontier/boxes";
  problems::set_axes(study.axes, {{"columns", {100, 200, 1000}},
                                  {"layers", {100, 400, 1000}},
                                  {"ratio", {2, 8, 64, 512}},
                                  {"processors", {4, 6, 8, 16, 32, 64}},
                                  {"latency", {0, 1000}}});
  study.algorithms = {"BEST", "HUFFMAN", "RCB", "RecursiveBisection2"};
  study.stored_metrics = {"surface", "pairs", "total", "gap", "aspect"};
  study.keep_samples = true;
  study.samples = 20;
  study.chunk_size = 20;
  return engine::erase(std::move(study));
}

results::Exhibit box_gaps() {
  results::Exhibit exhibit{.name = "frontier/box-gaps", .study = "frontier/boxes"};
  exhibit.title = "Total above the lower bound in percent of the bound, by method and ratio of speeds";
  exhibit.sql = R"sql(WITH order_of AS (
  SELECT algorithm, avg(gap) AS overall FROM frontier_boxes WHERE seed = :seed AND rival = '' GROUP BY algorithm)
SELECT processors || ' processors, latency ' || latency AS page, algorithm, ratio, avg(gap) AS gap,
       max(gap_max) AS greatest, avg(aspect) AS aspect, avg(pairs) AS pairs, sum(samples) AS problems
FROM frontier_boxes JOIN order_of USING (algorithm)
WHERE seed = :seed AND rival = '' AND sampling = 'log-uniform'
GROUP BY latency, processors, algorithm, ratio
ORDER BY latency, processors, overall, algorithm, ratio)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .pages_across = 2,
                    .values = {{"gap", "mean, %", 2},
                               {"greatest", "greatest, %", 1},
                               {"aspect", "mean of the greatest aspect ratio of a part", 1},
                               {"pairs", "mean pairs of neighbours", 1},
                               {"problems", "problems", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"ratio", "max/min speed", true},
                     .y = {.title = "% over the bound"},
                     .values = {{"gap", "gap"}},
                     .series = "algorithm",
                     .panel = "page"}};
  exhibit.note =
      "With latency the bound counts one pair less than there are processors, which no cube of boxes attains.";
  return exhibit;
}

const engine::Registration registration{boxes_experiment, box_gaps};

}  // namespace
}  // namespace apportion::frontier
