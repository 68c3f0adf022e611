// When TILE beats XY2, which is the papers' recommendation.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/rectangles/grid.hpp"

namespace apportion::frontier {
namespace {

engine::CatalogueExhibit tile() {
  results::Exhibit exhibit{.name = "frontier/tile"};
  exhibit.title = "TILE against XY2 on single problems";
  exhibit.sql = fmt::format(R"sql({0},
pairs AS (
  SELECT shape, width, ratio, processors, tile.total AS tile, xy2.total AS xy2
  FROM solved AS tile JOIN solved AS xy2 USING (shape, width, ratio, processors, sample)
  WHERE tile.algorithm = 'TILE' AND xy2.algorithm = 'XY2')
SELECT shape, processors, ratio, 100.0 * avg(tile < (1 - {1}) * xy2) AS tile_less,
       100.0 * avg(xy2 < (1 - {1}) * tile) AS xy2_less, avg(100 * (1 - tile / xy2)) AS saved,
       max(100 * (1 - tile / xy2)) AS most_saved, count(*) AS problems
FROM pairs
GROUP BY width, shape, processors, ratio
ORDER BY width, processors, ratio)sql",
                            solved_sql(), equal_totals);
  exhibit.layout = {.page = "shape",
                    .row = "processors",
                    .column = "ratio",
                    .column_title = "max/min speed",
                    .pages_across = 3,
                    .values = {{"saved", "mean saving by TILE, %", 2},
                               {"tile_less", "TILE costs less, % of the problems", 1},
                               {"xy2_less", "XY2 costs less, % of the problems", 1},
                               {"most_saved", "greatest saving by TILE, %", 1},
                               {"problems", "problems", 0}}};
  exhibit.charts = {{.name = "heat-map",
                     .kind = results::ChartKind::heat_map,
                     .x = {"ratio", "max/min speed"},
                     .y = {"processors", "processors"},
                     .values = {{"saved", "mean saving by TILE, %"}},
                     .panel = "shape",
                     .neutral = 0,
                     .panels_across = 3}};
  exhibit.heat = 0;
  exhibit.note = "Saving: how much less TILE's total is, in percent of XY2's; negative where XY2's is less.";
  return {"frontier/speeds", exhibit, solved_parameters()};
}

const engine::Registration tile_registration{tile};

}  // namespace
}  // namespace apportion::frontier
