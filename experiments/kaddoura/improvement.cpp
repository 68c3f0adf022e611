// Tables 2 to 7: the simulation, percentages by which TILE and XY2 improve on RecursiveBisection2, how many of the 1080
// printed ones this run reproduces, and how sampling model and arithmetic were chosen.
#include <fmt/format.h>

#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/problems/rectangles/study.hpp"

namespace apportion::kaddoura {
namespace {

// The simulation: six array shapes, six processor counts, five speed ratios, three latencies.

engine::Experiment grid_experiment() {
  engine::Study study = problems::study_of_rectangles("kaddoura/grid");
  study.title = "Rectangle algorithms on arrays of 1000 x 1000 to 1000 x 20000 and 4 to 20 unequal processors";
  study.claim =
      "XY2 and TILE cost less than RecursiveBisection2 where the aspect ratio is below the number of processors, "
      "and XY2 keeps its lead as the latency grows";
  study.source = "Kaddoura, Ranka & Wang 1996, Section 6.4, Tables 2 to 7";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes, {{"columns", array_columns()},
                                  {"ratio", speed_ratios()},
                                  {"processors", processor_counts()},
                                  {"latency", latencies()}});
  // A chunk is one printed result, and chunk 0 is the tables'.
  study.samples = samples_per_cell;
  study.chunk_size = samples_per_cell;
  study.algorithms = {"RecursiveBisection",
                      "RecursiveBisection2",
                      "RecursiveBisection2[legacy]",
                      "RecursiveBisection3",
                      "TILE",
                      "TILE[legacy]",
                      "XY",
                      "XY2"};
  study.paired_metrics = problems::rectangle_paired_metrics();
  study.pairs = {{"TILE", "RecursiveBisection2"}, {"XY2", "RecursiveBisection2"}};
  return engine::erase(std::move(study));
}

const engine::Registration grid_registration{grid_experiment};

// Tables 2 to 7.

// Costs of one chunk of samples side by side. Percentages are of average costs, not averages of percentages. What is
// printed is a whole percent; of random speeds it is a mean of as many samples as a chunk has. Chunks are read first
// and grouped then: where a query groups, SQLite reads all metrics of a view, also those that nothing asks for.
constexpr const char* costs_text = R"sql(chunk_costs AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, chunk, samples, algorithm,
         iif(algorithm IN ('RecursiveBisection2[legacy]', 'TILE[legacy]'), reckoned_total, total) AS cost
  FROM kaddoura_grid_chunks
  WHERE seed = :seed AND "rows" = {rows} AND rival = '' AND {condition}
    AND algorithm IN ('RecursiveBisection2', 'RecursiveBisection2[legacy]', 'TILE', 'TILE[legacy]', 'XY2')),
costs AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, chunk, samples,
         max(cost) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(cost) FILTER (WHERE algorithm = 'RecursiveBisection2[legacy]') AS rb2_legacy,
         max(cost) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(cost) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy,
         max(cost) FILTER (WHERE algorithm = 'XY2') AS xy2
  FROM chunk_costs
  GROUP BY sampling, "columns", ratio, processors, latency, chunk),
printed_cells AS (
  SELECT CAST(substr(exhibit, 15) AS INTEGER) AS table_number, algorithm,
         json_extract(coordinates, '$.columns') AS "columns", json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         CAST(value AS INTEGER) AS printed, rule, 1 AS unit, iif(rule = 'interval', {samples}, NULL) AS "of"
  FROM published_numbers
  WHERE quantity = 'improvement_percent'))sql";

// Two readings of each percentage: by the algorithms as they are described, and `legacy`, under the hypothesis on how
// the paper's program counted edges: TILE[legacy], and at equal speeds RecursiveBisection2[legacy] as well. A chunk is
// one result like the printed one; `ours` is the first of them, and the spread of all of them is what a printed
// percentage of random speeds is judged by.
constexpr const char* cells_text = R"sql(,
percentages AS (
  SELECT "columns", ratio, processors, latency, algorithm, chunk, samples, 100.0 * (rb2 - cost) / rb2 AS percent,
         100.0 * (base - legacy_cost) / base AS legacy_percent
  FROM (SELECT *, 'TILE' AS algorithm, tile AS cost, iif(latency > 0, tile_legacy, tile) AS legacy_cost,
               iif(ratio = 1, rb2_legacy, rb2) AS base FROM costs
        UNION ALL SELECT *, 'XY2', xy2, xy2, iif(ratio = 1, rb2_legacy, rb2) FROM costs)),
spread AS MATERIALIZED (
  SELECT "columns", ratio, processors, latency, algorithm,
         max(percent) FILTER (WHERE chunk = 0) AS exact, max(legacy_percent) FILTER (WHERE chunk = 0) AS legacy_exact,
         avg(percent) FILTER (WHERE samples = {samples}) AS mean,
         avg(legacy_percent) FILTER (WHERE samples = {samples}) AS legacy_mean,
         standard_deviation(percent) FILTER (WHERE samples = {samples}) AS deviation,
         standard_deviation(legacy_percent) FILTER (WHERE samples = {samples}) AS legacy_deviation
  FROM percentages
  GROUP BY "columns", ratio, processors, latency, algorithm),
judged AS (
  SELECT *, half_up(exact, coalesce(unit, 1)) AS ours, half_up(legacy_exact, coalesce(unit, 1)) AS legacy,
         iif(rule = 'interval', mean, exact) AS expected, iif(rule = 'interval', legacy_mean, legacy_exact)
           AS legacy_expected,
         margin(rule, "of", deviation * sqrt("of"), 1) AS margin,
         margin(rule, "of", legacy_deviation * sqrt("of"), 1) AS legacy_margin
  FROM spread LEFT JOIN printed_cells USING (algorithm, "columns", ratio, processors, latency)),
all_cells AS MATERIALIZED (
  SELECT *, expected - margin AS least, expected + margin AS greatest,
         verdict(rule, printed, unit, expected, expected - margin, expected + margin) AS verdict,
         legacy_expected - legacy_margin AS legacy_least, legacy_expected + legacy_margin AS legacy_greatest,
         verdict(rule, printed, unit, legacy_expected, legacy_expected - legacy_margin, legacy_expected + legacy_margin)
           AS legacy_verdict
  FROM judged),
cells AS (SELECT * FROM all_cells WHERE printed IS NOT NULL),
trials AS MATERIALIZED (
  SELECT table_number, algorithm, "columns", ratio, processors, latency, chunk,
         half_up(percent, unit) AS result, half_up(legacy_percent, unit) AS legacy_result, printed,
         verdict(rule, half_up(percent, unit), unit, expected, least, greatest) = 'inside' AS agrees,
         verdict(rule, half_up(legacy_percent, unit), unit, legacy_expected, legacy_least, legacy_greatest) = 'inside'
           AS legacy_agrees
  FROM percentages JOIN cells USING (algorithm, "columns", ratio, processors, latency)
  WHERE rule = 'interval' AND samples = {samples} AND deviation IS NOT NULL))sql";

// costs and printed_cells of the costs that meet an SQL condition on the study's axes, as a list for WITH.
std::string chunk_costs_sql(const std::string& condition) {
  return fmt::format(fmt::runtime(costs_text), fmt::arg("rows", array_rows), fmt::arg("condition", condition),
                     fmt::arg("samples", samples_per_cell));
}

// What is read of the chunks: at equal speeds the first, which is what an exact percentage is judged by.
constexpr const char* chunks_that_judge = "(ratio > 1 OR chunk = 0)";

// More of them: `cells`, a row for each printed percentage with both readings and their verdicts, `all_cells` with
// those that nothing is printed for as well, and `trials`, in which each chunk is judged in the place of what is
// printed.
std::string cells_sql(const std::string& condition = chunks_that_judge) {
  return chunk_costs_sql("sampling = :sampling AND " + condition) +
         fmt::format(fmt::runtime(cells_text), fmt::arg("samples", samples_per_cell));
}

// What a verdict on a percentage of random speeds takes: a sentence.
std::string interval_needs() {
  return fmt::format("An interval takes at least two chunks of {} samples per cell (--samples {}).", samples_per_cell,
                     2 * samples_per_cell);
}

constexpr const char* hypothesis = "TILE[legacy]";

// One algorithm at one latency, in the paper's arrangement: six array shapes, in each the speed ratios down and the
// processors across; ours beside what is printed, each with the verdict.
results::Exhibit improvement_table(int number, const std::string& algorithm, double latency) {
  // Without latency edges cost nothing, however they are counted.
  const bool legacy = latency > 0;
  results::Exhibit exhibit{.name = fmt::format("kaddoura/table{}", number),
                           .study = "kaddoura/grid",
                           .parameters = {{"sampling", "max-set"}}};
  exhibit.title =
      fmt::format("Improvement of {} over RecursiveBisection2 in percent, latency {} (Kaddoura et al., Table {})",
                  algorithm, latency, number);
  exhibit.sql =
      fmt::format(R"sql(WITH {cells},
chances AS (
  SELECT "columns", ratio, processors, avg(agrees) AS chance, count(*) AS sets, sum(result = printed) AS hits,
         sum(legacy_result = printed) AS legacy_hits
  FROM trials WHERE algorithm = '{algorithm}' GROUP BY "columns", ratio, processors)
SELECT '{rows} x ' || CAST("columns" AS INTEGER) AS array, "columns", ratio, processors, {latency} AS latency,
       printf('%g', ours) || coalesce('/' || printed, '') || iif(verdict IN ('outside', 'differs'), ' !', '') AS cell,
       CAST(ours AS INTEGER) AS ours, printed, verdict,
       round(exact, 6) AS exact, round(expected, 6) AS expected, round(least, 6) AS least, round(greatest, 6) AS greatest,
       {legacy}rule, unit, "of", iif(rule = 'exact', 1, chance) AS chance, sets, hits,
       CASE WHEN ratio > 1 THEN 'reconstructed' END AS standing
FROM all_cells LEFT JOIN chances USING ("columns", ratio, processors)
WHERE exact IS NOT NULL AND algorithm = '{algorithm}'
ORDER BY "columns", ratio, processors)sql",
                  fmt::arg("cells", cells_sql(fmt::format("latency = {} AND {}", latency, chunks_that_judge))),
                  fmt::arg("rows", array_rows), fmt::arg("algorithm", algorithm), fmt::arg("latency", latency),
                  fmt::arg("legacy", legacy ? R"sql(printf('%g', legacy)
         || coalesce('/' || printed, '') || iif(legacy_verdict IN ('outside', 'differs'), ' !', '') AS legacy_cell,
       CAST(legacy AS INTEGER) AS legacy, legacy_verdict, round(legacy_expected, 6) AS legacy_expected,
       round(legacy_least, 6) AS legacy_least, round(legacy_greatest, 6) AS legacy_greatest, legacy_hits,
       )sql"
                                            : ""));
  exhibit.layout = {
      .page = "array",
      .row = "ratio",
      .column = "processors",
      .row_title = "max/min",
      .pages_across = 3,
      .values = {{"cell", "ours/printed"}, {"ours", "ours"}, {"printed", "printed"}, {"verdict", "verdict"}}};
  exhibit.charts = {{.name = "heat-map",
                     .kind = results::ChartKind::heat_map,
                     .x = {"processors", "processors"},
                     .y = {"ratio", "max/min speed"},
                     .values = {{"ours", "improvement in percent"}},
                     .panel = "array",
                     .neutral = 0,
                     .panels_across = 3}};
  exhibit.judgements = {{.what = fmt::format("percentages of Table {}", number), .standing = "standing"}};
  exhibit.judgements.front().chance = "chance";
  exhibit.requirements = {{"printed percentages", "verdict", "printed", interval_needs()}};
  exhibit.note =
      "ours/printed by the algorithms as the paper describes them; ! where they disagree: at equal speeds where ours, "
      "rounded half up, is not what is printed, otherwise where what rounds to the printed percentage does not meet "
      "the "
      "95 % interval of 20-sample results, from least to greatest about expected.";
  if (legacy) {
    exhibit.judgements.front().hypothesis = {"legacy", hypothesis};
    exhibit.layout.values.push_back({"legacy_cell", "with TILE[legacy]/printed"});
    exhibit.layout.values.push_back({"legacy_verdict", "verdict with TILE[legacy]"});
    exhibit.note +=
        " legacy: the same with TILE[legacy], a hypothesis on how the paper's program counted edges, and with a "
        "verdict "
        "of its own (docs/fidelity.md).";
  }
  return exhibit;
}

// Tables 2 to 4, then 5 to 7.
template <int number>
results::Exhibit table() {
  constexpr int first = 2;
  const std::vector<double> across = latencies();
  const std::size_t place = number - first;
  return improvement_table(number, place < across.size() ? "TILE" : "XY2", across.at(place % across.size()));
}

const engine::Registration improvement_registration{table<2>, table<3>, table<4>, table<5>, table<6>, table<7>};

// Tables 2 to 7 in one figure: the mean improvement by the number of processors, ours beside what is printed.

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
                     cells_sql("chunk = 0"));
}

results::Exhibit by_processors() {
  results::Exhibit exhibit{
      .name = "kaddoura/by-processors", .study = "kaddoura/grid", .parameters = {{"sampling", "max-set"}}};
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
  return exhibit;
}

const engine::Registration by_processors_registration{by_processors};

// Fidelity: how many of the 1080 printed percentages of Tables 2 to 7 this run reproduces.

// One row per printed number and way of judging it; `agrees` is NULL where the run has too few chunks to tell.
std::string judged_sql() {
  return fmt::format(R"sql(WITH {},
counted AS (
  SELECT 1 AS position, 'as described: equal speeds' AS judgement, table_number, verdict = 'exact' AS agrees
  FROM cells WHERE rule = 'exact'
  UNION ALL
  SELECT 2, 'of these, printed zeros', table_number, verdict = 'exact' FROM cells WHERE rule = 'exact' AND printed = 0
  UNION ALL
  SELECT 3, 'of these, other percentages', table_number, verdict = 'exact'
  FROM cells WHERE rule = 'exact' AND printed <> 0
  UNION ALL
  SELECT 4, 'as described: random speeds', table_number, verdict = 'inside' FROM cells WHERE rule = 'interval'
  UNION ALL
  SELECT 6, 'as described: all', table_number, verdict IN ('exact', 'inside') FROM cells
  UNION ALL
  SELECT 7, 'with TILE[legacy]: equal speeds', table_number, legacy_verdict = 'exact' FROM cells WHERE rule = 'exact'
  UNION ALL
  SELECT 8, 'with TILE[legacy]: equal speeds, rounded twice', table_number,
         verdict(rule, printed, unit, half_up(legacy_exact, 0.1), NULL, NULL) = 'exact' FROM cells WHERE rule = 'exact'
  UNION ALL
  SELECT 9, 'with TILE[legacy]: random speeds', table_number, legacy_verdict = 'inside'
  FROM cells WHERE rule = 'interval'
  UNION ALL
  SELECT 11, 'with TILE[legacy]: all', table_number, legacy_verdict IN ('exact', 'inside') FROM cells
  UNION ALL
  SELECT 12, 'with TILE[legacy]: all, rounded twice', table_number,
         iif(rule = 'exact', verdict(rule, printed, unit, half_up(legacy_exact, 0.1), NULL, NULL), legacy_verdict)
           IN ('exact', 'inside')
  FROM cells
  UNION ALL
  SELECT 13, 'cells that vary from 20 samples to 20', table_number, count(DISTINCT legacy_result) > 1
  FROM trials GROUP BY table_number, "columns", ratio, processors),
-- Cells share their samples, so that the deviation is that of whole chunks and no sum over cells.
chunk_counts AS (
  SELECT table_number, sum(agrees) AS agreeing, sum(legacy_agrees) AS legacy_agreeing
  FROM trials GROUP BY table_number, chunk
  UNION ALL
  SELECT 9, sum(agrees), sum(legacy_agrees) FROM trials GROUP BY chunk),
counts AS (
  SELECT position, judgement, table_number,
         CASE WHEN count(agrees) = 0 THEN NULL ELSE sum(agrees) || '/' || count(agrees) END AS agreeing
  FROM counted GROUP BY position, judgement, table_number
  UNION ALL
  SELECT position, judgement, 9,
         CASE WHEN count(agrees) = 0 THEN NULL ELSE sum(agrees) || '/' || count(agrees) END
  FROM counted GROUP BY position, judgement
  UNION ALL
  SELECT column1, column2, table_number,
         printf('%.1f +- %.1f', avg(counted), standard_deviation(counted))
  FROM (SELECT *, iif(column1 = 5, agreeing, legacy_agreeing) AS counted
        FROM chunk_counts, (VALUES (5, 'of these, a true model would have'),
                                   (10, 'of these with TILE[legacy], a true model would have')))
  GROUP BY column1, table_number))sql",
                     cells_sql());
}

results::Exhibit fidelity() {
  results::Exhibit exhibit{
      .name = "kaddoura/fidelity", .study = "kaddoura/grid", .parameters = {{"sampling", "max-set"}}};
  exhibit.claim = "";  // it judges numbers
  exhibit.title = "Printed percentages of Tables 2 to 7 that this run reproduces";
  exhibit.sql = judged_sql() + R"sql(
SELECT judgement, iif(table_number = 9, 'all', 'T' || table_number) AS "table", agreeing, position, table_number
FROM counts ORDER BY 4, 5)sql";
  exhibit.layout = {.row = "judgement",
                    .column = "table",
                    .row_title = "judged by",
                    .column_title = "agreeing / judged",
                    .values = {{"agreeing", "agreeing"}}};
  exhibit.requirements = {{"counts", "agreeing", "", ""}};
  exhibit.note =
      "As described: the algorithms of the paper, exact; rounded half up. TILE[legacy] is a hypothesis on how the "
      "paper's program counted edges, at equal speeds with RecursiveBisection2[legacy]; rounded twice, first to one "
      "decimal, is another. A true model: each set of 20 samples, rounded, is judged in the place of the printed "
      "percentage; the count that is to be expected, and its standard deviation over sets. Printed zeros say little: "
      "most are arrays on which all algorithms cut along one dimension. Intervals need at least two chunks of 20 "
      "samples "
      "per cell; 100 chunks (--samples 2000) are what docs/fidelity-kaddoura.md is made from.";
  exhibit.overview = true;
  return exhibit;
}

results::Exhibit unexplained() {
  results::Exhibit exhibit{
      .name = "kaddoura/unexplained", .study = "kaddoura/grid", .parameters = {{"sampling", "max-set"}}};
  exhibit.claim = "";  // the paper claims nothing of these
  exhibit.title = "Printed percentages that neither reading of the paper explains";
  exhibit.sql = fmt::format(R"sql(WITH {0}
SELECT table_number AS "table", '{1} x ' || CAST("columns" AS INTEGER) AS array, ratio, processors, printed,
       round(expected, 2) AS expected, verdict, round(legacy_expected, 2) AS legacy_expected, legacy_verdict,
       iif(rule = 'interval', round(max(printed - unit / 2.0 - legacy_expected, legacy_expected - printed - unit / 2.0)
                                      / nullif(legacy_deviation, 0), 1), NULL) AS "deviations beyond rounding"
FROM cells
WHERE verdict IN ('differs', 'outside') AND legacy_verdict IN ('differs', 'outside')
ORDER BY ratio > 1, 10 DESC, table_number, "columns", ratio, processors)sql",
                            cells_sql(), array_rows);
  exhibit.note =
      "expected: as the algorithms are described, the percentage at equal speeds, otherwise the mean over all sets of "
      "20 "
      "samples; legacy: with TILE[legacy]; deviations: of a 20-sample result, from the nearest number that rounds to "
      "what "
      "is printed.";
  return exhibit;
}

const engine::Registration fidelity_registration{fidelity, unexplained};

// Choosing sampling model and arithmetic on one half of the tables, and testing the choice on the other half.

// The percentages of each reading, chunk by chunk; the first arithmetic is exact, the second the one that Tables 3 and
// 4 are judged by, the third has RecursiveBisection2's edges counted in the same way.
constexpr const char* arithmetics_sql = R"sql(,
bases AS (
  SELECT *, column1 AS arithmetic, iif(column1 = 3 AND latency > 0, rb2_legacy, rb2) AS base,
         iif(column1 > 1 AND latency > 0, tile_legacy, tile) AS read_tile
  FROM costs, (VALUES (1), (2), (3))),
percentages AS (
  SELECT *, 'TILE' AS algorithm, 100 * (base - read_tile) / base AS percent FROM bases
  UNION ALL SELECT *, 'XY2', 100 * (base - xy2) / base FROM bases),
spread AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, arithmetic, algorithm, avg(percent) AS expected,
         standard_deviation(percent) AS deviation
  FROM percentages GROUP BY 1, 2, 3, 4, 5, 6, 7),
counts AS MATERIALIZED (
  SELECT sampling, arithmetic, sum(inside) FILTER (WHERE algorithm = 'TILE') AS tile,
         count(*) FILTER (WHERE algorithm = 'TILE') AS of_tile, sum(inside) FILTER (WHERE algorithm = 'XY2') AS xy2,
         count(*) FILTER (WHERE algorithm = 'XY2') AS of_xy2
  FROM (SELECT *, verdict(rule, printed, unit, expected, expected - margin(rule, "of", deviation * sqrt("of"), 1),
                          expected + margin(rule, "of", deviation * sqrt("of"), 1)) = 'inside' AS inside
        FROM spread JOIN printed_cells USING (algorithm, "columns", ratio, processors, latency)
        WHERE deviation IS NOT NULL)
  GROUP BY sampling, arithmetic))sql";

results::Exhibit choosing() {
  results::Exhibit exhibit{.name = "kaddoura/choosing", .study = "kaddoura/grid"};
  exhibit.title = "Readings of the paper chosen on Tables 2 to 4 and tested on 5 to 7, and the other way round";
  exhibit.sql =
      fmt::format(R"sql(WITH {}
SELECT sampling, CASE arithmetic WHEN 1 THEN 'exact' WHEN 2 THEN 'TILE[legacy]' ELSE 'legacy throughout' END AS arithmetic,
       tile || '/' || of_tile AS "T2 to T4", xy2 || '/' || of_xy2 AS "T5 to T7",
       CASE WHEN tile = max(tile) OVER () THEN 'chosen; on T5 to T7 it has ' || xy2 || '/' || of_xy2 END
         AS "by T2 to T4",
       CASE WHEN xy2 = max(xy2) OVER () THEN 'chosen; on T2 to T4 it has ' || tile || '/' || of_tile END
         AS "by T5 to T7"
FROM counts ORDER BY tile + xy2 DESC, sampling, arithmetic)sql",
                  chunk_costs_sql(fmt::format("ratio > 1 AND samples = {}", samples_per_cell)) + arithmetics_sql);
  exhibit.note =
      "Percentages of random speeds in the 95 % interval of 20-sample results, as in kaddoura/fidelity. A reading is "
      "chosen where it has the most of one half of the tables; the other half tests it. Only sampling models that were "
      "run are compared (run kaddoura/grid --samples 400 --set sampling=uniform). Tables 5 to 7 are of XY2, whose "
      "costs the first two arithmetics leave alone, so that they cannot tell these apart.";
  exhibit.claim = "";
  exhibit.open_axes = {"sampling"};
  return exhibit;
}

// At equal speeds, where both halves can tell the two arithmetics apart: RecursiveBisection2 stands in all tables.
results::Exhibit choosing_arithmetic() {
  results::Exhibit exhibit{
      .name = "kaddoura/choosing-arithmetic", .study = "kaddoura/grid", .parameters = {{"sampling", "max-set"}}};
  exhibit.title =
      "The arithmetic, chosen at equal speeds on Tables 2 to 4 and tested on 5 to 7, and the other way round";
  exhibit.sql = fmt::format(R"sql(WITH {},
arithmetics AS (
  SELECT 'exact' AS arithmetic, table_number < 5 AS is_early, verdict = 'exact' AS agrees
  FROM cells WHERE rule = 'exact'
  UNION ALL
  SELECT 'legacy', table_number < 5, legacy_verdict = 'exact' FROM cells WHERE rule = 'exact'
  UNION ALL
  SELECT 'legacy, rounded twice', table_number < 5,
         verdict(rule, printed, unit, half_up(legacy_exact, 0.1), NULL, NULL) = 'exact' FROM cells WHERE rule = 'exact'),
counts AS MATERIALIZED (
  SELECT arithmetic, sum(agrees) FILTER (WHERE is_early) AS early, count(agrees) FILTER (WHERE is_early) AS of_early,
         sum(agrees) FILTER (WHERE NOT is_early) AS late, count(agrees) FILTER (WHERE NOT is_early) AS of_late
  FROM arithmetics GROUP BY arithmetic HAVING count(agrees) > 0)
SELECT arithmetic, early || '/' || of_early AS "T2 to T4", late || '/' || of_late AS "T5 to T7",
       CASE WHEN early = max(early) OVER () THEN 'chosen; on T5 to T7 it has ' || late || '/' || of_late END
         AS "by T2 to T4",
       CASE WHEN late = max(late) OVER () THEN 'chosen; on T2 to T4 it has ' || early || '/' || of_early END
         AS "by T5 to T7"
FROM counts ORDER BY early + late DESC)sql",
                            cells_sql("ratio = 1 AND chunk = 0"));
  exhibit.note =
      "Percentages at equal speeds that are printed as computed, as in kaddoura/fidelity; nothing is random there. "
      "Tables 2 to 4 are of TILE over RecursiveBisection2, 5 to 7 of XY2 over it, so that the latter judge by "
      "RecursiveBisection2's edges alone.";
  exhibit.claim = "";
  return exhibit;
}

const engine::Registration choosing_registration{choosing, choosing_arithmetic};

}  // namespace
}  // namespace apportion::kaddoura
