// How far the best slicing tree is from the best layout of all, and the best rectangles from L shapes.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/rectangles/grid.hpp"

namespace apportion::frontier {
namespace {

constexpr const char* any_layout = "OPTIMAL";
constexpr const char* slicing = "OPTIMAL[layouts=slicing]";
constexpr const char* any_shapes = "BEST[shapes=any]";

engine::Experiment layouts_experiment() {
  engine::Study study = frontier_study("frontier/layouts");
  study.title = "Proven optima of few processors: slicing trees, all layouts of rectangles, and parts of any shape";
  study.claim = "none; the question is what slicing trees, and rectangles, lose against all others";
  problems::set_axes(study.axes, {{"columns", {1000, 3000}}, {"ratio", {8, 64, 512}}, {"processors", {4, 5, 6}}});
  study.algorithms = {any_layout, slicing, any_shapes, "BEST", "SUBSET"};
  study.stored_metrics = {"total", "gap"};
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit layouts() {
  results::Exhibit exhibit{.name = "frontier/layouts"};
  exhibit.title = "How often, in percent of the problems, a layout that is no slicing tree is the best; few processors";
  exhibit.sql = fmt::format(R"sql(WITH totals AS (
  SELECT "columns" AS width, printf('1:%g', 1.0 * "columns" / "rows") AS shape, ratio, processors, sample,
         max(total) FILTER (WHERE algorithm = '{0}') AS optimum,
         max(total) FILTER (WHERE algorithm = '{1}') AS slicing,
         max(total) FILTER (WHERE algorithm = '{2}') AS shapes
  FROM frontier_layouts_samples
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND latency = :latency
  GROUP BY "rows", "columns", ratio, processors, sample),
savings AS (
  SELECT *, 100 * (1 - optimum / slicing) AS by_layout, optimum < (1 - {3}) * slicing AS layout_wins,
         100 * (1 - shapes / optimum) AS by_shape, shapes < (1 - {3}) * optimum AS shape_wins
  FROM totals)
SELECT shape, processors, ratio, 100.0 * avg(layout_wins) AS layout_wins,
       avg(by_layout) FILTER (WHERE layout_wins) AS by_layout, max(by_layout) AS most_by_layout,
       100.0 * avg(shape_wins) AS shape_wins, avg(by_shape) FILTER (WHERE shape_wins) AS by_shape,
       max(by_shape) AS most_by_shape, count(*) AS problems
FROM savings
GROUP BY width, shape, processors, ratio
ORDER BY width, processors, ratio)sql",
                            any_layout, slicing, any_shapes, equal_totals);
  exhibit.layout = {.page = "shape",
                    .row = "processors",
                    .column = "ratio",
                    .column_title = "max/min speed",
                    .pages_across = 2,
                    .values = {{"layout_wins", "a layout that is no slicing tree is best, % of the problems", 1},
                               {"by_layout", "its mean saving where it wins, %", 2},
                               {"most_by_layout", "its greatest saving, %", 1},
                               {"shape_wins", "parts of several rectangles found that cost less, % of the problems", 1},
                               {"by_shape", "their mean saving where they win, %", 2},
                               {"most_by_shape", "their greatest saving, %", 1},
                               {"problems", "problems", 0}}};
  exhibit.note = fmt::format(
      "Other values: what such layouts save, and what parts of several rectangles do. "
      "Layouts and slicing trees are proven optima ({} and {}); "
      "parts of several rectangles are what {} found, which proves nothing.",
      any_layout, slicing, any_shapes);
  return {"frontier/layouts", exhibit, solved_parameters()};
}

const engine::Registration layouts_registration{layouts_experiment, layouts};

}  // namespace
}  // namespace apportion::frontier
