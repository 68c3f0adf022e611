// How often no answer is best both before and after rounding: why the portfolio is asked which of the two it is for.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/grids/methods.hpp"

namespace apportion::frontier {
namespace {

engine::CatalogueExhibit both_times(const std::string& experiment, const std::string& name) {
  results::Exhibit exhibit{.name = name};
  exhibit.title = "Networks on which no method's answer has both the least time and the least time in whole elements";
  exhibit.sql = fmt::format(R"sql({0},
contests AS (
  SELECT 0 AS place, 'the four methods of the papers' AS among, * FROM solved
  WHERE algorithm IN ('natural', 'equal-pressure', 'proposed', 'beaumont')
  UNION ALL SELECT 1, 'all methods that were run', * FROM solved),
leasts AS (
  SELECT place, among, grid, level, "time", rounded_time, sample,
         min("time") OVER contest AS least, min(rounded_time) OVER contest AS least_rounded
  FROM contests WINDOW contest AS (PARTITION BY place, grid, level, sample)),
networks AS (
  SELECT place, among, grid, level,
         max("time" <= (1 + {1}) * least AND rounded_time <= (1 + {1}) * least_rounded) AS has_both
  FROM leasts GROUP BY place, grid, level, sample),
networks_at AS (
  SELECT 0 AS last, printf('%g', level) AS at, * FROM networks UNION ALL SELECT 1, 'all', * FROM networks)
SELECT among, grid, at AS level, 100.0 * avg(NOT has_both) AS without_both, count(*) AS networks
FROM networks_at
GROUP BY place, grid, at
ORDER BY place, CAST(grid AS INTEGER), grid, last, CAST(at AS REAL))sql",
                            solved_grids_sql(experiment), equal_times);
  exhibit.layout = {
      .page = "among",
      .row = "grid",
      .column = "level",
      .values = {{"without_both", "no answer is best in both, % of the networks", 1}, {"networks", "networks", 0}}};
  exhibit.note = fmt::format(
      "Least: within {:g} of the least among them. Blocks of {} elements a side: the smaller the block, "
      "the more rounding decides.",
      equal_times, grid_block_side);
  return {experiment, exhibit, solved_grids_parameters()};
}

engine::CatalogueExhibit of_small_grids() { return both_times("frontier/small-grids", "frontier/both-times"); }
engine::CatalogueExhibit of_large_grids() { return both_times("frontier/large-grids", "frontier/both-large"); }

const engine::Registration both_times_registration{of_small_grids, of_large_grids};

}  // namespace
}  // namespace apportion::frontier
