// How far each method stays from the proven optimum on small grids, and whether the goals of the portfolio are met.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/frontier/grids/methods.hpp"

namespace apportion::frontier {
namespace {

constexpr const char* optimum_name = "frontier/small-grids";

std::vector<std::string> small_grids() { return {"2x2", "2x3", "3x3", "3x4"}; }

engine::Experiment small_grids_experiment() {
  engine::Study study = grid_frontier_study(optimum_name, small_grids());
  study.title = "Methods beside the proven optimum on process grids of 4 to 12 processes";
  study.algorithms.emplace_back(optimal_method);
  return engine::erase(std::move(study));
}

// solved_grids_sql(), then judged: the same with the time of the proven optimum of each network.
std::string judged_sql() {
  return fmt::format(R"sql({},
optima AS MATERIALIZED (
  SELECT grid, level, sample, "time" AS optimum FROM solved WHERE algorithm = '{}'),
judged AS MATERIALIZED (
  SELECT *, 100 * max("time" / optimum - 1, 0) AS above, "time" <= (1 + {}) * optimum AS is_found,
         100 * (rounded_time / optimum - 1) AS rounded_above
  FROM solved JOIN optima USING (grid, level, sample)))sql",
                     solved_grids_sql(optimum_name), optimal_method, equal_times);
}

constexpr const char* standard_error_sql =
    "sqrt(max(avg(above * above) - avg(above) * avg(above), 0) / max(count(*) - 1, 1))";

engine::CatalogueExhibit gaps() {
  results::Exhibit exhibit{.name = "frontier/grid-gaps"};
  exhibit.title = "Time above the proven optimum in percent, by grid, method and level of heterogeneity";
  exhibit.sql = fmt::format(R"sql({0},
order_of AS (SELECT algorithm, avg(above) AS overall FROM judged GROUP BY algorithm)
SELECT grid, algorithm, level, avg(above) AS mean,
       {1} AS standard_error, 1.959964 * {1} AS interval,
       max(above) AS greatest, 100.0 * avg(is_found) AS found, avg(rounded_above) AS rounded, avg(gap) AS over_bound,
       count(*) AS networks
FROM judged JOIN order_of USING (algorithm)
GROUP BY grid, algorithm, level
ORDER BY CAST(grid AS INTEGER), grid, overall, algorithm, level)sql",
                            judged_sql(), standard_error_sql);
  exhibit.layout = {.page = "grid",
                    .row = "algorithm",
                    .column = "level",
                    .row_title = "method",
                    .values = {{"mean", "mean, %", 3},
                               {"standard_error", "standard error", 3},
                               {"greatest", "greatest, %", 2},
                               {"found", "optimum found, % of the networks", 1},
                               {"rounded", "time in whole elements above the optimum of real lengths, mean, %", 3},
                               {"over_bound", "time above the lower bound from blocks of 2 x 2, mean, %", 2},
                               {"networks", "networks", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "% above the optimum"},
                     .values = {{"mean", "mean", 3}},
                     .error = "interval",
                     .error_title = "95 % interval of the mean",
                     .series = "algorithm",
                     .panel = "grid"}};
  exhibit.note = fmt::format(
      "Above the time that {} proved to be the least before rounding. Found: within {:g}. "
      "Methods in order of their mean over all networks. {} chooses by the time before rounding, "
      "best by that in whole elements, blocks of {}.",
      optimal_method, equal_times, best_by_time, grid_block_side);
  exhibit.overview = true;
  return {optimum_name, exhibit, solved_grids_parameters()};
}

// Mean gaps that the portfolio is meant to stay below, in percent.
constexpr const char* goals = "('2x2', 0.0), ('2x3', 0.3), ('3x3', 0.3), ('3x4', 0.5)";

engine::CatalogueExhibit goals_held() {
  results::Exhibit exhibit{.name = "frontier/grid-goals"};
  exhibit.title = fmt::format("Goals for {}: its mean gap to the optimum at every level from 2 to 16", best_by_time);
  exhibit.sql = fmt::format(R"sql({},
levels AS (SELECT column1 AS level FROM (VALUES {})),
goals AS (SELECT column1 AS grid, column2 AS goal FROM (VALUES {})),
means AS (
  SELECT grid, level, goal, avg(above) AS mean, count(above) AS networks
  FROM goals CROSS JOIN levels LEFT JOIN (SELECT * FROM judged WHERE algorithm = '{}') USING (grid, level)
  GROUP BY grid, level)
SELECT grid, goal, CASE WHEN min(networks) > 0 THEN iif(max(mean) <= goal + 100 * {}, 'holds', 'fails') END AS verdict,
       printf('%.3f to %.3f', min(mean), max(mean)) AS measured, sum(networks) AS networks
FROM means GROUP BY grid HAVING sum(networks) > 0
ORDER BY CAST(grid AS INTEGER), grid)sql",
                            judged_sql(), engine::sql_rows(grid_levels()), goals, best_by_time, equal_times);
  exhibit.note =
      "In percent of the optimum. Holds: no level's mean is above the goal by more than what a proof leaves open, "
      "1e-9 of the time. The portfolio has the optimum among its members on these grids. "
      "Measured: the least and the greatest mean of a level. Without a verdict: levels were not run.";
  return {optimum_name, exhibit, solved_grids_parameters()};
}

const engine::Registration optimum_registration{small_grids_experiment, gaps, goals_held};

}  // namespace
}  // namespace apportion::frontier
