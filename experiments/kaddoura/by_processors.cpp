// Tables 2 to 7 in one figure: the mean improvement by the number of processors, ours beside what is printed.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

// Means over the cells that this run has, of the percentages as the tables show them, so that both sides are rounded.
std::string means_sql() {
  return fmt::format(R"sql(WITH {},
lead AS (
  SELECT algorithm, avg(ours) AS ours, avg(printed) AS printed FROM cells GROUP BY algorithm)
SELECT 'latency ' || CAST(latency AS INTEGER) AS panel, processors, algorithm, avg(ours) AS ours,
       avg(printed) AS printed, count(*) AS cells,
       (SELECT printf('XY2 costs %.1f %% less than RecursiveBisection2 on average over the cells of Tables 5 to 7 '
                        || '(the paper prints %.1f %%), TILE %.1f %% over those of Tables 2 to 4 (printed: %.1f %%).',
                      xy2.ours, xy2.printed, tile.ours, tile.printed)
        FROM lead AS xy2 JOIN lead AS tile ON xy2.algorithm = 'XY2' AND tile.algorithm = 'TILE') AS sentence
FROM cells
GROUP BY latency, processors, algorithm
ORDER BY latency, processors, algorithm DESC)sql",
                     cells_sql());
}

engine::CatalogueExhibit by_processors() {
  results::Exhibit exhibit{.name = "kaddoura/by-processors"};
  exhibit.title = "Mean improvement over RecursiveBisection2 by processors, ours and printed (Tables 2 to 7)";
  exhibit.sql = means_sql();
  exhibit.layout = {.page = "panel",
                    .row = "processors",
                    .column = "algorithm",
                    .column_title = "",
                    .pages_across = 3,
                    .values = {{"ours", "ours", 1}, {"printed", "printed", 1}, {"cells", "cells"}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"processors", "processors"},
                     .y = {.title = "improvement, %"},
                     .values = {{"ours", "ours"}, {"printed", "printed"}},
                     .series = "algorithm",
                     .panel = "panel",
                     .panels_across = 3}};
  exhibit.note =
      "Each point is the mean of a column of processors over the table's arrays and speed ratios, "
      "of percentages as the tables show them; cells: over how many.";
  exhibit.headline = "sentence";
  exhibit.opening_chart = "curves";
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration by_processors_registration{by_processors};

}  // namespace
}  // namespace apportion::kaddoura
