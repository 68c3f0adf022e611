// The paper's claims, each with the verdict that this run computed; the relations that judge them, as SQL; and the
// sentences of the paper that claim something.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/kalinov/statements.hpp"

namespace apportion::kalinov {
namespace {

// In their order in the paper. Definitions, related work and what is cited from it are left out.
std::vector<engine::Sentence> sentences() {
  std::vector<engine::Sentence> all = {
      {"Section 1", "perfect load balancing", {"equal parts balance"}},
      {"Section 1", "is not good enough", {"equal parts are"}},
      {"Section 2", "stored in process", {"a block-cyclic"}},
      {"Section 2, Figure 1", "block of data with volume", {"a process gets"}},
      {"Section 2", "border only with one neighbor", {"in a true grid"}},
      {"Section 2", "minimizes communication overheads", {"a true grid minimises"}},
      {"Section 2", "leads to imbalance", {"a true grid of"}},
      {"Section 3.1", "has the following coordinates", {"the formula of NAT fills the grid column by column"}},
      {"Section 3.1", "natural mapping is good enough", {"NAT is good enough"}},
      {"Section 3.1", "overloading of weak processes", {"performances 1, 10, 11, ...: NAT overloads"}},
      {"Section 3.1", "under loading of powerful ones", {"performances 1, 10, 11, ...: NAT underloads"}},
      {"Section 3.1", "for such network we propose", {"performances 1, 10, 11, ...: NAT1", "NAT1 is better"}},
      {"Section 3.1", "all hyperplanes passing through", {"NAT1 fills all"}},
      {"Section 3.1, Figure 2", "sequence of steps", {"NAT1 fills the"}},
      {"Section 3.1", "is symmetric to NAT1", {"NAT2 is symmetric"}},
      {"Section 3.1", "shifted to the field of powerful processes", {"performances 1, 1/10,", "NAT2 is better"}},
      {"Section 3.1, Table 1", "presents mappings", {"Table 1: the"}},
      {"Section 3.1", "with all three mappings and choose", {"choosing among"}},
      {"Section 3.2", "requirement of local minimum", {"at the least"}},
      {"Section 3.2", "as objective for solving", {"where the pressures"}},
      {"Section 3.2", "to achieve equality", {"lengths that"}},
      {"Section 4.1, Figure 3 (a)", "only in limited region", {"3x3 to 8x8: Beaumont"}},
      {"Section 4.1", "proved optimal solution", {"2x2: Beaumont's"}},
      {"Section 4.1", "better for size equal to 2", {"2x2: Beaumont is"}},
      {"Section 4.1", "the maximal benefit is 1.01762", {"there the ratio"}},
      {"Section 4.1", "2x2 grid and heterogeneity 16", {"Figure 3 (a),"}},
      {"Section 4.1, Figure 3 (b)", "low heterogeneity ... practically the same", {"Figure 3 (b): practically"}},
      {"Section 4.1, Figure 3 (b)",
       "in the remainder ... a bit better",
       {"Figure 3 (b): proposed is a bit better at", "Figure 3 (b): proposed is a bit better everywhere"}},
      {"Section 4.1", "both decompositions have advantage", {"6x6: each is"}},
      {"Section 4.1", "does not fully characterize", {"the level alone"}},
      {"Section 4.1",
       "distribution of heterogeneity",
       {"Fhet_min and Fhet_max measure heterogeneity: neither is negative"}},
      {"Section 4.1", "characterizes shift of heterogeneity", {"Fhet_min is the"}},
      {"Section 4.1", "a bit better average value", {"6x6, level 2:"}},
      {"Section 4.1, Figure 4", "less spread in results", {"Figure 4: proposed"}},
      {"Section 4.1",
       "computed faster",
       {"square grids: computed faster than Beaumont but for 2x2",
        "square grids: computed faster than Beaumont but for 2x2 (by"}},
      {"Section 4.1",
       "several orders faster",
       {"other grids: computed faster than Beaumont by orders",
        "other grids: computed faster than Beaumont by orders (by"}},
      {"Section 4.2, Figure 5 (a)", "essentially worse than ideal", {"Figure 5 (a),"}},
      {"Section 4.2, Figure 5 (b)", "essentially better than natural", {"Figure 5 (b),"}},
      {"Section 5", "in general is better", {"in general the"}},
      {"Section 5", "in most cases is close to ideal", {"3-D: in most"}},
      {"Section 5", "much better than natural one", {"Figure 5 (b),"}}};
  // The paper draws the least and the greatest performance; other models are ours.
  for (engine::Sentence& sentence : all) sentence.settings = {"extremes", "shifted", "any"};
  return all;
}

// Means and standard errors of all studies of the paper, and the newest times, from the views of all experiments, so
// that studies that were not run lack claims instead of being an error.
constexpr const char* stored_sql = R"sql(measured AS MATERIALIZED (
  SELECT * FROM measurements WHERE seed = :seed AND experiment LIKE 'kalinov/%'),
stored AS MATERIALIZED (
  SELECT experiment, json_extract(coordinates, '$.grid') AS grid, json_extract(coordinates, '$.level') AS level,
         json_extract(coordinates, '$.sampling') AS sampling, json_extract(coordinates, '$.shift') AS shift, algorithm,
         rival, metric, mean, sd, se
  FROM measured WHERE json_extract(coordinates, '$.block') = {block}),
times AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.grid') AS grid, json_extract(coordinates, '$.sampling') AS sampling,
         algorithm, median_seconds AS seconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'kalinov/times' AND json_extract(coordinates, '$.level') = {timed_level}
    AND json_extract(coordinates, '$.block') = {block}))sql";

// The figures' points, for every sampling model of which anything was run; what was not is a point without numbers.
constexpr const char* figures_sql = R"sql(models AS MATERIALIZED (
  SELECT DISTINCT sampling FROM stored WHERE sampling IS NOT NULL UNION SELECT DISTINCT sampling FROM times),
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
planes AS (
  SELECT sampling, grid, level, mean, se FROM squares UNION ALL SELECT sampling, grid, level, mean, se FROM shapes),
further AS MATERIALIZED (
  SELECT sampling, level, mean, se
  FROM (SELECT sampling, column1 AS level FROM models, (VALUES {beyond}))
  LEFT JOIN (SELECT * FROM ratios WHERE experiment = 'kalinov/levels' AND grid = '2x2') USING (sampling, level)),
beyond AS (
  SELECT further.*, first.mean AS mean16, first.se AS se16
  FROM further JOIN further AS first USING (sampling) WHERE first.level = 16 AND further.level > 16),
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

constexpr const char* mappings_sql = R"sql(by_mapping AS MATERIALIZED (
  SELECT grid, level, shift, replace(substr(algorithm, instr(algorithm, '=') + 1), ']', '') AS mapping,
         CASE rival WHEN 'proposed[mapping=NAT]' THEN 'NAT' ELSE rival END AS rival, metric, mean, se
  FROM stored WHERE experiment = 'kalinov/mappings'),
mapped AS MATERIALIZED (
  SELECT 'shifted' AS sampling, grid, level, shift,
         max(mean) FILTER (WHERE mapping = 'NAT' AND metric = 'relative_time') AS nat_over_best,
         max(mean) FILTER (WHERE mapping = 'NAT1' AND metric = 'relative_time' AND rival = 'NAT') AS nat1_over_nat,
         max(se) FILTER (WHERE mapping = 'NAT1' AND metric = 'relative_time' AND rival = 'NAT') AS nat1_se,
         max(mean) FILTER (WHERE mapping = 'NAT2' AND metric = 'relative_time' AND rival = 'NAT') AS nat2_over_nat,
         max(se) FILTER (WHERE mapping = 'NAT2' AND metric = 'relative_time' AND rival = 'NAT') AS nat2_se,
         1 - max(mean) FILTER (WHERE mapping = 'NAT' AND metric = 'worse' AND rival = 'proposed') AS nat_share,
         1 - max(mean) FILTER (WHERE mapping = 'NAT1' AND metric = 'worse' AND rival = 'proposed') AS nat1_share,
         1 - max(mean) FILTER (WHERE mapping = 'NAT2' AND metric = 'worse' AND rival = 'proposed') AS nat2_share
  FROM (SELECT grids.column1 AS grid, levels.column1 AS level, shifts.column1 AS shift
        FROM (VALUES {mapped_grids}) AS grids, (VALUES {mapped_levels}) AS levels, (VALUES {shifts}) AS shifts)
  LEFT JOIN by_mapping USING (grid, level, shift)
  GROUP BY grid, level, shift),
shifted_levels AS MATERIALIZED (
  SELECT 'shifted' AS sampling, grid, level, max(mean) FILTER (WHERE shift = 'weak') AS weak,
         max(se) FILTER (WHERE shift = 'weak') AS weak_se, max(mean) FILTER (WHERE shift = 'powerful') AS powerful,
         max(se) FILTER (WHERE shift = 'powerful') AS powerful_se
  FROM (SELECT grids.column1 AS grid, levels.column1 AS level
        FROM (VALUES {mapped_grids}) AS grids, (VALUES {mapped_levels}) AS levels)
  LEFT JOIN (SELECT * FROM stored
             WHERE experiment = 'kalinov/mappings' AND algorithm = 'proposed' AND rival = '' AND metric = 'over_ideal')
    USING (grid, level)
  GROUP BY grid, level))sql";

constexpr const char* checks_sql = R"sql(cells AS MATERIALIZED (
  SELECT 'any' AS sampling, value AS printed, mean AS performance
  FROM (SELECT algorithm, value, json_extract(coordinates, '$.rho0') AS rho0,
               json_extract(coordinates, '$.rho1') AS rho1
        FROM published_numbers WHERE exhibit = 'kalinov/table1' AND quantity = 'performance')
  LEFT JOIN (SELECT algorithm, mean, json_extract(coordinates, '$.rho0') AS rho0,
                    json_extract(coordinates, '$.rho1') AS rho1
             FROM measured WHERE experiment = 'kalinov/table1' AND metric = 'performance')
    USING (algorithm, rho0, rho1)),
statements AS MATERIALIZED (
  SELECT 'any' AS sampling, algorithm, CAST(max(mean) FILTER (WHERE metric = 'cases') AS INTEGER) AS cases,
         CAST(max(mean) FILTER (WHERE metric = 'failures') AS INTEGER) AS failures,
         group_concat(CAST(mean AS INTEGER), ', ') FILTER (WHERE metric LIKE 'size%' AND mean > 0) AS counterexample
  FROM (SELECT algorithm, metric, mean FROM measured
        WHERE experiment = 'kalinov/statements' AND json_extract(coordinates, '$.edge') = {checked_edge}
          AND json_extract(coordinates, '$.performance') = {checked_performance}
        ORDER BY algorithm, position)
  GROUP BY algorithm))sql";

// A list of common table expressions for engine::ClaimTable, each with a column `sampling`, the sampling model. Points
// that were not run have NULLs. Networks of kalinov/mappings, which are drawn in a way of their own, have the model
// `shifted`; what needs no drawn networks of a figure has `any`.
//
//     squares, shapes   Figure 3 (a) and (b): grid, level, mean, se of proposed over Beaumont et al.
//     planes            both, as one
//     beyond            2 x 2 from level 16 on, the values at 16 beside them: level, mean, se, mean16, se16
//     cubes             Figure 5: grid, level, over_natural, over_ideal
//     spreads           Figure 4: proposed, beaumont: standard deviations
//     speeds            grid, is_square, proposed, equal_pressure: median times over that of Beaumont et al.
//     mapped            grid, level, shift, and of NAT, NAT1, NAT2: nat_over_best, nat1_over_nat, nat1_se,
//                       nat2_over_nat, nat2_se, nat_share, nat1_share, nat2_share (of networks where it is best)
//     shifted_levels    grid, level, weak, weak_se, powerful, powerful_se: proposed over ideal by shift
//     cells             Table 1: performance, printed
//     statements        of kalinov/statements: algorithm, cases, failures, counterexample
//     printed           the one printed number: printed, value
std::string claim_relations() {
  const std::string sql = fmt::format("{},\n{},\n{},\n{}", stored_sql, figures_sql, mappings_sql, checks_sql);
  return fmt::format(
      fmt::runtime(sql), fmt::arg("block", block_side), fmt::arg("timed_level", timed_level),
      fmt::arg("levels", engine::sql_rows(levels())), fmt::arg("squares", engine::sql_rows(square_grids())),
      fmt::arg("shapes", engine::sql_rows(grids_of_36())), fmt::arg("cubes", engine::sql_rows(cubes())),
      fmt::arg("oblong", engine::sql_rows(oblong_grids())), fmt::arg("beyond", engine::sql_rows(levels_beyond())),
      fmt::arg("scatter_grid", scatter_grid), fmt::arg("scatter_level", scatter_level),
      fmt::arg("mapped_grids", engine::sql_rows(mapped_grids())),
      fmt::arg("mapped_levels", engine::sql_rows(mapped_levels())), fmt::arg("shifts", engine::sql_rows(shifts())),
      fmt::arg("checked_edge", checked_edge), fmt::arg("checked_performance", checked_performance));
}

constexpr ClaimWords words;

// Claims on one point quote its mean and standard error.
constexpr const char* mean_and_error = "printf('%.5f +- %.5f', max(mean), max(se))";

std::vector<engine::Claim> figure3_claims() {
  const std::string worse = fmt::format("mean > 1 + {} * se", words.better);
  const std::string better = fmt::format("mean < 1 - {} * se", words.better);
  const std::string equal = fmt::format("abs(mean - 1) <= {}", words.equal);
  const std::string oblong_and_low = "grid IN ('1x36', '2x18', '3x12') AND level <= " + std::to_string(words.low);
  return {{.text = "Figure 3 (a), levels 2 to 16: greatest at 2x2, level 16",
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
          {.text = "2x2: no level beyond 16 (18, 20, 24) has a greater ratio",
           .points = "beyond",
           .measure = "mean - mean16",
           .holds = "measure <= 0",
           .measured = "printf('%.5f at 16, %.5f to %.5f beyond', max(mean16), min(mean), max(mean))",
           .unjudged = "'the paper claims nothing beyond level 16'"},
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
           fmt::format("shapes WHERE level >= {}", words.high), "mean", better, "", 5},
          {"Figure 3 (b): proposed is a bit better everywhere but on 1x36 to 3x12 at low levels",
           "shapes WHERE NOT (" + oblong_and_low + ")", "mean", better, "", 5}};
}

// What the program checks case by case; the counterexample follows the counts. Of a tendency every case is a
// point.
std::vector<engine::Claim> checked_claims() {
  return engine::statement_claims(
      engine::statements_of(statements()),
      {.checks = "statements", .names_place = false, .shows_counterexample = true, .judges_cases = true});
}

std::vector<engine::Claim> mapping_claims() {
  const std::string shift = "mapped WHERE shift = ";
  const std::string times = "times NAT's time";
  return {
      {.text = "Table 1: the three mappings place nine processes as printed",
       .points = "cells",
       .measure = "performance",
       .holds = "performance = printed",
       .measured = "printf('%d of %d cells', sum(holds), count(*))",
       .standing = ""},
      {.text = "NAT is good enough for relatively homogeneous networks (level 2, no shift)",
       .points = "mapped WHERE level = 2 AND shift = 'none'",
       .measure = "nat_over_best",
       .holds = fmt::format("measure <= {}", words.good_enough),
       .unit = "times the best mapping's time",
       .digits = 4},
      {.text = "NAT1 is better than NAT where heterogeneity is shifted to weak processes",
       .points = shift + "'weak'",
       .measure = "nat1_over_nat",
       .holds = fmt::format("measure < 1 - {} * nat1_se", words.better),
       .unit = times,
       .digits = 4},
      {.text = "NAT2 is better than NAT where heterogeneity is shifted to powerful processes",
       .points = shift + "'powerful'",
       .measure = "nat2_over_nat",
       .holds = fmt::format("measure < 1 - {} * nat2_se", words.better),
       .unit = times,
       .digits = 4},
      {.text = "choosing among all three pays: each of them is the only best one of some networks",
       .points = "mapped",
       .measure = "min(nat_share, nat1_share, nat2_share)",
       .holds = "max(nat1_share + nat2_share < 1) AND max(nat_share + nat2_share < 1) AND "
                "max(nat_share + nat1_share < 1)",
       .measured = "printf('best on %.0f to %.0f, %.0f to %.0f, %.0f to %.0f %% of a point''s networks', "
                   "100 * min(nat_share), 100 * max(nat_share), 100 * min(nat1_share), 100 * max(nat1_share), "
                   "100 * min(nat2_share), 100 * max(nat2_share))",
       .as_one = true},
      {.text = "the level alone does not characterise a network: the time over the ideal differs with the shift",
       .points = "shifted_levels",
       .measure = "powerful - weak",
       .holds = fmt::format("abs(measure) > {} * sqrt(weak_se * weak_se + powerful_se * powerful_se)", words.better),
       .digits = 4}};
}

std::vector<engine::Claim> conclusions() {
  const std::string worse = fmt::format("mean > 1 + {} * se", words.better);
  const std::string better = fmt::format("mean < 1 - {} * se", words.better);
  return {{.text = "in general the proposed decomposition is better than Beaumont's (points of Figure 3)",
           .points = "planes",
           .measure = "mean",
           .holds = fmt::format("2 * sum({}) > count(measure)", better),
           .measured = fmt::format("printf('better at %d, worse at %d of %d points; mean %.4f', sum({}), sum({}), "
                                   "count(measure), avg(measure))",
                                   better, worse),
           .as_one = true},
          {.text = "3-D: in most cases the proposed decomposition is close to ideal (points of Figure 5 (a))",
           .points = "cubes",
           .measure = "over_ideal",
           .holds = fmt::format("2 * sum(over_ideal <= {}) > count(measure)", words.close),
           .measured = fmt::format("printf('within 5 %% at %d, within 10 %% at %d of %d points', "
                                   "sum(over_ideal <= {}), sum(over_ideal < {}), count(measure))",
                                   words.close, words.clearly_worse),
           .as_one = true}};
}

// The paper timed its program against another one of its time.
engine::Claim of_other_programs(engine::Claim claim) {
  claim.unjudged = "'the paper timed other implementations, and says that it did not look into it'";
  return claim;
}

std::vector<engine::Claim> other_claims() {
  const std::string faster = "CASE grid WHEN '2x2' THEN measure >= 1 ELSE measure < 1 END";
  const std::string by_orders = fmt::format("measure <= {}", words.by_orders);
  const std::string time = "times as long";
  return {{.text = "Figure 4: proposed has less spread",
           .points = "spreads",
           .measure = "proposed",
           .holds = fmt::format("proposed < {} * beaumont", words.less_spread),
           .measured = "printf('standard deviations %.5f and %.5f', max(proposed), max(beaumont))"},
          {"Figure 5 (a), 2x2x2: clearly worse than ideal", "cubes WHERE grid = '2x2x2'", "over_ideal",
           fmt::format("measure >= {}", words.clearly_worse), "", 4},
          {fmt::format("Figure 5 (b), levels {} to 16: much better than natural", words.high),
           fmt::format("cubes WHERE level >= {}", words.high), "over_natural",
           fmt::format("measure <= {}", words.much_better), "", 4},
          of_other_programs({"square grids: computed faster than Beaumont but for 2x2", "speeds WHERE is_square",
                             "proposed", faster, time}),
          of_other_programs({"square grids: computed faster than Beaumont but for 2x2 (by equal-pressure)",
                             "speeds WHERE is_square", "equal_pressure", faster, time}),
          of_other_programs({"other grids: computed faster than Beaumont by orders", "speeds WHERE NOT is_square",
                             "proposed", by_orders, time}),
          of_other_programs({"other grids: computed faster than Beaumont by orders (by equal-pressure)",
                             "speeds WHERE NOT is_square", "equal_pressure", by_orders, time})};
}

std::string note() {
  return fmt::format(
      "Without a verdict: the database lacks points that the claim is about. "
      "Better and worse: beyond {} standard errors. About: within {}. Practically equal: within {} of 1. "
      "Limited region: at most {} % of the points. Less spread: ratio of standard deviations below {}. "
      "Clearly worse: at least {}. Close to ideal: at most {}. Much better: at most {}. By orders: at most {}. "
      "Good enough: at most {} times the best mapping's time. "
      "In general, in most cases, mostly: at more than half of the points, "
      "which are cases where a program checked what usually happens. "
      "Any: checked case by case, without a model of networks (kalinov/statements has the ranges). "
      "Shifted: the networks of kalinov/mappings. Reconstructed: how networks are drawn, "
      "where the level axis of Figure 3 (a) ends (at 16; a claim looks beyond), "
      "the step rule of the gas pressure (whose constants are calibrated on the printed 1.01762, "
      "so that this is no evidence), Beaumont et al.'s heuristic.",
      words.better, words.about, words.equal, 100 * words.region, words.less_spread, words.clearly_worse, words.close,
      words.much_better, words.by_orders, words.good_enough);
}

engine::ClaimTable claim_table() {
  engine::ClaimTable table{.relations = claim_relations(), .setting = "sampling", .label = "", .claims = {}};
  for (const auto& part : {checked_claims(), mapping_claims(), figure3_claims(), other_claims(), conclusions()})
    table.claims.insert(table.claims.end(), part.begin(), part.end());
  const std::string of_model = "json_extract(coordinates, '$.sampling') = setting";
  table.sampled = {{"squares", {"kalinov/figure3a"}, of_model},
                   {"shapes", {"kalinov/figure3b"}, of_model},
                   {"planes", {"kalinov/figure3a", "kalinov/figure3b"}, of_model},
                   {"beyond", {"kalinov/levels"}, of_model},
                   {"spreads", {"kalinov/figure4"}, of_model},
                   {"cubes", {"kalinov/figure5"}, of_model},
                   {"mapped", {"kalinov/mappings"}},
                   {"shifted_levels", {"kalinov/mappings"}}};
  return table;
}

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit = engine::claims_exhibit(claim_table());
  exhibit.name = "kalinov/claims";
  exhibit.title = "What Kalinov & Klimov claim, and what this run says, by sampling model";
  exhibit.layout.column_title = "sampling model";
  exhibit.note = note();
  return {.experiment = "kalinov/figure3a", .exhibit = exhibit, .open_axes = {"sampling"}};
}

engine::CatalogueExhibit sentence_by_sentence() {
  const results::Exhibit exhibit =
      engine::sentences_exhibit("kalinov", "Kalinov & Klimov say", claim_table(), sentences());
  return {.experiment = "kalinov/figure3a", .exhibit = exhibit, .open_axes = {"sampling"}};
}

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentence_by_sentence};

}  // namespace
}  // namespace apportion::kalinov
