// The paper's claims, each with the verdict that this run computed.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/grid.hpp"

namespace apportion::kalinov {
namespace {

// Means and standard errors of all studies of the paper, and the newest times, from the views of all experiments, so
// that studies that were not run lack claims instead of being an error.
constexpr const char* stored_sql = R"sql(stored AS MATERIALIZED (
  SELECT experiment, json_extract(coordinates, '$.grid') AS grid, json_extract(coordinates, '$.level') AS level,
         json_extract(coordinates, '$.sampling') AS sampling, algorithm, rival, metric, mean, sd, se
  FROM measurements
  WHERE seed = :seed AND experiment LIKE 'kalinov/%' AND json_extract(coordinates, '$.block') = {block}),
times AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.grid') AS grid, json_extract(coordinates, '$.sampling') AS sampling,
         algorithm, median_seconds AS seconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'kalinov/times' AND json_extract(coordinates, '$.level') = {timed_level}
    AND json_extract(coordinates, '$.block') = {block}))sql";

// The figures' points, for every sampling model of which anything was run; what was not is a point without numbers.
constexpr const char* points_sql = R"sql(models AS MATERIALIZED (
  SELECT DISTINCT sampling FROM stored UNION SELECT DISTINCT sampling FROM times),
levels AS MATERIALIZED (SELECT column1 AS level FROM (VALUES {levels})),
ratios AS MATERIALIZED (
  SELECT experiment, grid, level, sampling, mean, se FROM stored
  WHERE metric = 'relative_time' AND algorithm = 'proposed' AND rival IN ('beaumont', 'natural')),
squares AS MATERIALIZED (
  SELECT sampling, grid, level, mean, se, mean = max(mean) OVER (PARTITION BY sampling) AS is_greatest
  FROM (SELECT sampling, column1 AS grid, level FROM models, (VALUES {squares}), levels)
  LEFT JOIN (SELECT * FROM ratios WHERE experiment = 'kalinov/figure3a') USING (sampling, grid, level)),
shapes AS MATERIALIZED (
  SELECT sampling, grid, level, mean, se
  FROM (SELECT sampling, column1 AS grid, level FROM models, (VALUES {shapes}), levels)
  LEFT JOIN (SELECT * FROM ratios WHERE experiment = 'kalinov/figure3b') USING (sampling, grid, level)),
cubes AS MATERIALIZED (
  SELECT sampling, grid, level, over_natural, over_ideal
  FROM (SELECT sampling, column1 AS grid, level FROM models, (VALUES {cubes}), levels)
  LEFT JOIN (SELECT sampling, grid, level, mean AS over_natural FROM ratios WHERE experiment = 'kalinov/figure5')
    USING (sampling, grid, level)
  LEFT JOIN (SELECT sampling, grid, level, mean AS over_ideal FROM stored
             WHERE experiment = 'kalinov/figure5' AND algorithm = 'proposed' AND rival = '' AND metric = 'over_ideal')
    USING (sampling, grid, level)),
spreads AS MATERIALIZED (
  SELECT sampling, max(sd) FILTER (WHERE algorithm = 'proposed') AS proposed,
         max(sd) FILTER (WHERE algorithm = 'beaumont') AS beaumont
  FROM models LEFT JOIN (SELECT * FROM stored
                         WHERE experiment = 'kalinov/figure4' AND grid = '{scatter_grid}' AND level = {scatter_level}
                           AND metric = 'over_ideal' AND rival = '') USING (sampling)
  GROUP BY sampling),
printed AS (
  SELECT printed, value FROM published_numbers
  WHERE exhibit = 'kalinov/figure3a' AND quantity = 'greatest_relative_time'),
speeds AS MATERIALIZED (
  SELECT sampling, grid, is_square, max(seconds) FILTER (WHERE algorithm = 'proposed')
           / max(seconds) FILTER (WHERE algorithm = 'beaumont') AS proposed,
         max(seconds) FILTER (WHERE algorithm = 'equal-pressure')
           / max(seconds) FILTER (WHERE algorithm = 'beaumont') AS equal_pressure
  FROM (SELECT sampling, column1 AS grid, 1 AS is_square FROM models, (VALUES {squares})
        UNION ALL SELECT sampling, column1, 0 FROM models, (VALUES {oblong}))
  LEFT JOIN times USING (sampling, grid)
  GROUP BY sampling, grid, is_square))sql";

constexpr ClaimWords words;

std::string relations() {
  return fmt::format(fmt::runtime(std::string(stored_sql) + ",\n" + points_sql), fmt::arg("block", block_side),
                     fmt::arg("timed_level", timed_level), fmt::arg("levels", engine::sql_rows(levels())),
                     fmt::arg("squares", engine::sql_rows(square_grids())),
                     fmt::arg("shapes", engine::sql_rows(grids_of_36())), fmt::arg("cubes", engine::sql_rows(cubes())),
                     fmt::arg("oblong", engine::sql_rows(oblong_grids())), fmt::arg("scatter_grid", scatter_grid),
                     fmt::arg("scatter_level", scatter_level));
}

// Claims on one point quote its mean and standard error.
constexpr const char* mean_and_error = "printf('%.5f +- %.5f', max(mean), max(se))";

std::vector<engine::Claim> figure3_claims() {
  const std::string worse = fmt::format("mean > 1 + {} * se", words.better);
  const std::string better = fmt::format("mean < 1 - {} * se", words.better);
  const std::string equal = fmt::format("abs(mean - 1) <= {}", words.equal);
  return {{.text = "Figure 3 (a) is greatest at 2x2, level 16",
           .points = "squares",
           .measure = "mean",
           .holds = "max(is_greatest AND grid = '2x2' AND level = 16)",
           .measured = "'greatest at ' || max(CASE WHEN is_greatest THEN grid || ', level ' || level END)",
           .as_one = true},
          {.text = "there the ratio is about %s",
           .points = "squares, printed WHERE grid = '2x2' AND level = 16",
           .measure = "mean",
           .holds = fmt::format("abs(mean - value) <= {} * se", words.about),
           .measured = mean_and_error,
           .quoted = "max(printed)",
           .standing = "calibrated"},
          {"2x2: Beaumont is better", "squares WHERE grid = '2x2'", "mean", worse, "", 5},
          {.text = "3x3 to 8x8: Beaumont is better in a limited region only",
           .points = "squares WHERE grid <> '2x2'",
           .measure = "mean",
           .holds = fmt::format("sum({}) <= {} * count(measure)", worse, words.region),
           .measured = fmt::format("printf('at %d of %d points', sum({}), count(measure))", worse),
           .as_one = true},
          {.text = "6x6, level 2: Beaumont is a bit better",
           .points = "squares WHERE grid = '6x6' AND level = 2",
           .measure = "mean",
           .holds = worse,
           .measured = mean_and_error},
          {.text = "6x6: each is better at some level",
           .points = "squares WHERE grid = '6x6'",
           .measure = "mean",
           .holds = fmt::format("max({}) AND max({})", worse, better),
           .digits = 5,
           .as_one = true},
          {fmt::format("Figure 3 (b): practically equal at low levels (2, {})", words.low),
           fmt::format("shapes WHERE level <= {}", words.low), "mean", equal, "", 5},
          {fmt::format("Figure 3 (b): proposed is a bit better at high levels ({} to 16)", words.high),
           fmt::format("shapes WHERE level >= {}", words.high), "mean", better, "", 5}};
}

std::vector<engine::Claim> other_claims() {
  const std::string faster = "CASE grid WHEN '2x2' THEN measure >= 1 ELSE measure < 1 END";
  const std::string by_orders = fmt::format("measure <= {}", words.by_orders);
  const std::string time = "times as long";
  return {
      {.text = "Figure 4: proposed has less spread",
       .points = "spreads",
       .measure = "proposed",
       .holds = fmt::format("proposed < {} * beaumont", words.less_spread),
       .measured = "printf('standard deviations %.5f and %.5f', max(proposed), max(beaumont))"},
      {"Figure 5 (a), 2x2x2: clearly worse than ideal", "cubes WHERE grid = '2x2x2'", "over_ideal",
       fmt::format("measure >= {}", words.clearly_worse), "", 4},
      {fmt::format("Figure 5 (b), levels {} to 16: much better than natural", words.high),
       fmt::format("cubes WHERE level >= {}", words.high), "over_natural",
       fmt::format("measure <= {}", words.much_better), "", 4},
      {"square grids: computed faster than Beaumont but for 2x2", "speeds WHERE is_square", "proposed", faster, time},
      {"square grids: computed faster than Beaumont but for 2x2 (by equal-pressure)", "speeds WHERE is_square",
       "equal_pressure", faster, time},
      {"other grids: computed faster than Beaumont by orders", "speeds WHERE NOT is_square", "proposed", by_orders,
       time},
      {"other grids: computed faster than Beaumont by orders (by equal-pressure)", "speeds WHERE NOT is_square",
       "equal_pressure", by_orders, time}};
}

std::string note() {
  return fmt::format(
      "Without a verdict: the database lacks points of what the claim speaks of. Better and worse: beyond {} standard "
      "errors. About: within {}. Practically equal: within {} of 1. Limited region: at most {} % of the points. Less "
      "spread: ratio of standard deviations below {}. Clearly worse: at least {}. Much better: at most {}. By orders: "
      "at most {}. Mostly: at more than half of the points. Reconstructed: how networks are drawn, the step rule of "
      "the gas pressure (whose constants are calibrated on claim 2's number, so that claim 2 is no evidence), Beaumont "
      "et al.'s heuristic.",
      words.better, words.about, words.equal, 100 * words.region, words.less_spread, words.clearly_worse,
      words.much_better, words.by_orders);
}

engine::CatalogueExhibit claims() {
  engine::ClaimTable table{.relations = relations(), .setting = "sampling", .label = "", .claims = figure3_claims()};
  for (engine::Claim& claim : other_claims()) table.claims.push_back(std::move(claim));
  results::Exhibit exhibit = engine::claims_exhibit(table);
  exhibit.name = "kalinov/claims";
  exhibit.title = "What Kalinov & Klimov claim, and what this run says, by sampling model";
  exhibit.layout.column_title = "sampling model";
  exhibit.note = note();
  return {"kalinov/figure3a", exhibit};
}

const engine::ExhibitRegistration registration{claims};

}  // namespace
}  // namespace apportion::kalinov
