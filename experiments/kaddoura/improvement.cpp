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

// Costs of one chunk of samples side by side. Percentages are of average costs, not averages of percentages.
constexpr const char* costs_text = R"sql(costs AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, chunk, samples,
         max(total) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(reckoned_total) FILTER (WHERE algorithm = 'RecursiveBisection2[legacy]') AS rb2_legacy,
         max(total) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(reckoned_total) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy,
         max(total) FILTER (WHERE algorithm = 'XY2') AS xy2
  FROM kaddoura_grid_chunks
  WHERE seed = :seed AND "rows" = {rows} AND rival = '' AND {condition}
  GROUP BY sampling, "columns", ratio, processors, latency, chunk),
printed_cells AS (
  SELECT CAST(substr(exhibit, 15) AS INTEGER) AS table_number, algorithm,
         json_extract(coordinates, '$.columns') AS "columns", json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         CAST(value AS INTEGER) AS printed
  FROM published_numbers
  WHERE quantity = 'improvement_percent'))sql";

// The reading: exact arithmetic for Tables 2 and 5 to 7, TILE[legacy] for Tables 3 and 4. Halves are rounded up, as in
// the paper; SQLite's round() takes them away from zero.
constexpr const char* cells_text = R"sql(,
readings AS (
  SELECT *, 'TILE' AS algorithm, tile AS cost, iif(latency > 0, tile_legacy, tile) AS read_cost FROM costs
  UNION ALL SELECT *, 'XY2', xy2, xy2 FROM costs),
percentages AS (
  SELECT *, 100.0 * (rb2 - cost) / rb2 AS exact_percent, 100.0 * (rb2 - read_cost) / rb2 AS percent,
         100.0 * (rb2_legacy - read_cost) / rb2_legacy AS legacy_percent
  FROM readings),
spread AS (
  SELECT algorithm, "columns", ratio, processors, latency,
         avg(percent) FILTER (WHERE samples = {samples}) AS expected,
         standard_deviation(percent) FILTER (WHERE samples = {samples}) AS deviation,
         count(*) FILTER (WHERE samples = {samples}) AS chunks,
         max(exact_percent) FILTER (WHERE chunk = 0) AS exact_percent,
         max(percent) FILTER (WHERE chunk = 0) AS read_percent,
         max(legacy_percent) FILTER (WHERE chunk = 0) AS legacy_percent
  FROM percentages
  GROUP BY algorithm, "columns", ratio, processors, latency),
all_cells AS (
  SELECT *, CAST(floor(exact_percent + 0.5) AS INTEGER) AS ours,
         CAST(floor(floor(10 * legacy_percent + 0.5) / 10 + 0.5) AS INTEGER) AS legacy_one_decimal,
         agrees(printed, 1, expected, deviation) AS within_95,
         agrees(printed, 1, expected, deviation, 0.99) AS within_99
  FROM spread LEFT JOIN printed_cells USING (algorithm, "columns", ratio, processors, latency)),
cells AS (SELECT * FROM all_cells WHERE printed IS NOT NULL))sql";

// costs and printed_cells of the costs that meet an SQL condition on the study's axes, as a list for WITH.
std::string chunk_costs_sql(const std::string& condition) {
  return fmt::format(fmt::runtime(costs_text), fmt::arg("rows", array_rows), fmt::arg("condition", condition));
}

// More of them: percentages, one for each chunk, and cells(table_number, algorithm, "columns", ratio, processors,
// latency, printed, ours, legacy_one_decimal, expected, deviation, chunks, within_95, within_99, exact_percent,
// read_percent, legacy_percent): for each printed percentage what the algorithms give on the first chunk, what the
// reading with legacy arithmetic throughout gives on it (rounded to one decimal first), mean and standard deviation of
// the percentage over all chunks by the reading, whether what is printed lies in its intervals, and the three
// percentages of the first chunk before they are rounded. all_cells has also those for which nothing is printed.
std::string cells_sql(const std::string& condition = "true") {
  return chunk_costs_sql("sampling = :sampling AND " + condition) +
         fmt::format(fmt::runtime(cells_text), fmt::arg("samples", samples_per_cell));
}

// What a verdict on a percentage of random speeds takes: a sentence.
std::string interval_needs() {
  return fmt::format("An interval takes at least two chunks of {} samples per cell (--samples {}).", samples_per_cell,
                     2 * samples_per_cell);
}

// One algorithm at one latency, in the paper's arrangement: six array shapes, in each the speed ratios down and the
// processors across; ours, printed, their difference, and TILE by the legacy arithmetic.

results::Exhibit improvement_table(int number, const std::string& algorithm, double latency) {
  const bool legacy = algorithm == "TILE" && latency > 0;
  results::Exhibit exhibit{.name = fmt::format("kaddoura/table{}", number),
                           .study = "kaddoura/grid",
                           .parameters = {{"sampling", "max-set"}}};
  exhibit.title =
      fmt::format("Improvement of {} over RecursiveBisection2 in percent, latency {} (Kaddoura et al., Table {})",
                  algorithm, latency, number);
  exhibit.sql = fmt::format(R"sql(WITH {cells}
SELECT '{rows} x ' || "columns" AS array, ratio, processors, ours, printed, ours - printed AS difference{legacy},
       CASE WHEN printed IS NULL THEN NULL
            WHEN ratio = 1 AND ours = printed THEN 'equal'
            WHEN ratio = 1 AND legacy_one_decimal = printed THEN 'equal by legacy'
            WHEN ratio = 1 THEN 'differs'
            WHEN deviation IS NULL THEN NULL
            WHEN within_95 THEN 'inside' ELSE 'outside' END AS verdict,
       round(exact_percent, 3) AS exact, round(expected, 3) AS expected,
       round(expected - normal_quantile(0.975) * deviation, 3) AS least,
       round(expected + normal_quantile(0.975) * deviation, 3) AS greatest,
       CASE WHEN ratio > 1 THEN 'reconstructed' END AS standing
FROM all_cells
WHERE exact_percent IS NOT NULL AND algorithm = '{algorithm}'
ORDER BY "columns", ratio, processors)sql",
                            fmt::arg("cells", cells_sql(fmt::format("latency = {}", latency))),
                            fmt::arg("rows", array_rows), fmt::arg("algorithm", algorithm),
                            fmt::arg("legacy", legacy ? ", CAST(floor(read_percent + 0.5) AS INTEGER) AS legacy" : ""));
  exhibit.layout = {.page = "array",
                    .row = "ratio",
                    .column = "processors",
                    .row_title = "max/min",
                    .pages_across = 3,
                    .values = {{"ours", "ours"}, {"printed", "printed"}, {"difference", "difference"}}};
  exhibit.charts = {{.name = "heat-map",
                     .kind = results::ChartKind::heat_map,
                     .x = {"processors", "processors"},
                     .y = {"ratio", "max/min speed"},
                     .values = {{"ours", "improvement in percent"}},
                     .panel = "array",
                     .neutral = 0,
                     .panels_across = 3}};
  exhibit.judgements = {{.what = fmt::format("percentages of Table {}", number), .standing = "standing"}};
  exhibit.requirements = {{"printed percentages", "verdict", "printed", interval_needs()}};
  exhibit.heat = 0;
  exhibit.note =
      "verdict: at equal speeds whether ours equals what is printed, "
      "otherwise whether the printed percentage lies in the 95 % interval of 20-sample results, "
      "from least to greatest about expected (docs/fidelity.md).";
  if (legacy) {
    exhibit.layout.values.push_back({"legacy", "legacy"});
    exhibit.note +=
        " legacy: TILE[legacy], a hypothesis about how the paper's program counted edges (docs/fidelity.md).";
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
                     cells_sql());
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
judged AS (
  SELECT 1 AS position, 'equal speeds, the algorithms' AS judgement, table_number, ours = printed AS agrees
  FROM cells WHERE ratio = 1
  UNION ALL
  SELECT 2, 'of these, printed zeros', table_number, ours = printed FROM cells WHERE ratio = 1 AND printed = 0
  UNION ALL
  SELECT 3, 'of these, other percentages', table_number, ours = printed FROM cells WHERE ratio = 1 AND printed <> 0
  UNION ALL
  SELECT 4, 'equal speeds, legacy arithmetic', table_number, legacy_one_decimal = printed FROM cells WHERE ratio = 1
  UNION ALL
  SELECT 5, 'of these, other than zeros', table_number, legacy_one_decimal = printed
  FROM cells WHERE ratio = 1 AND printed <> 0
  UNION ALL
  SELECT 6, 'random speeds, 95 % interval', table_number, within_95 FROM cells WHERE ratio > 1
  UNION ALL
  SELECT 8, 'random speeds, 99 % interval', table_number, within_99 FROM cells WHERE ratio > 1
  UNION ALL
  SELECT 10, 'cells that vary from 20 samples to 20', table_number, count(DISTINCT result) > 1
  FROM trials GROUP BY table_number, "columns", ratio, processors),
trials AS MATERIALIZED (
  SELECT table_number, "columns", ratio, processors, chunk, result,
         agrees(result, 1, expected, deviation) AS within_95, agrees(result, 1, expected, deviation, 0.99) AS within_99
  FROM (SELECT cells.*, chunk, CAST(floor(percent + 0.5) AS INTEGER) AS result
        FROM percentages JOIN cells USING (algorithm, "columns", ratio, processors, latency)
        WHERE samples = {} AND ratio > 1 AND chunks > 1)),
-- Cells share their samples, so that the deviation is that of whole chunks and no sum over cells.
chunk_counts AS (
  SELECT table_number, sum(within_95) AS within_95, sum(within_99) AS within_99 FROM trials GROUP BY table_number, chunk
  UNION ALL
  SELECT 9, sum(within_95), sum(within_99) FROM trials GROUP BY chunk),
counts AS (
  SELECT position, judgement, table_number,
         CASE WHEN count(agrees) = 0 THEN NULL ELSE sum(agrees) || '/' || count(agrees) END AS agreeing
  FROM judged GROUP BY position, judgement, table_number
  UNION ALL
  SELECT position, judgement, 9,
         CASE WHEN count(agrees) = 0 THEN NULL ELSE sum(agrees) || '/' || count(agrees) END
  FROM judged GROUP BY position, judgement
  UNION ALL
  SELECT column1, column2, table_number,
         printf('%.1f +- %.1f', avg(agreeing), standard_deviation(agreeing))
  FROM (SELECT *, iif(column1 = 7, within_95, within_99) AS agreeing
        FROM chunk_counts, (VALUES (7, 'a true model would have, 95 %'), (9, 'a true model would have, 99 %')))
  GROUP BY column1, table_number))sql",
                     cells_sql(), samples_per_cell);
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
      "A true model: each chunk of 20 samples, rounded, is judged in the place of the printed percentage; the count "
      "that is to be expected, and its standard deviation over chunks. Printed zeros say little: most are arrays on "
      "which all "
      "algorithms cut along one dimension. Intervals need at least two chunks of 20 samples per cell; 100 chunks "
      "(--samples 2000) are what docs/fidelity-kaddoura.md is made from.";
  exhibit.overview = true;
  return exhibit;
}

results::Exhibit unexplained() {
  results::Exhibit exhibit{
      .name = "kaddoura/unexplained", .study = "kaddoura/grid", .parameters = {{"sampling", "max-set"}}};
  exhibit.claim = "";  // the paper claims nothing of these
  exhibit.title = "Printed percentages that no reading of the paper explains";
  exhibit.sql = fmt::format(R"sql(WITH {0}
SELECT table_number AS "table", '{1} x ' || "columns" AS array, ratio, processors, printed,
       CASE WHEN ratio = 1 THEN round(legacy_percent, 2) ELSE round(expected, 2) END AS expected,
       CASE WHEN ratio = 1 THEN NULL ELSE round(deviation, 2) END AS deviation,
       CASE WHEN ratio = 1 THEN 'equal speeds: differs'
            WHEN within_99 THEN 'outside 95 %, inside 99 %' ELSE 'outside 99 %' END AS verdict
FROM cells
WHERE iif(ratio = 1, legacy_one_decimal <> printed, NOT within_95)
ORDER BY ratio > 1, verdict DESC, table_number, "columns", ratio, processors)sql",
                            cells_sql(), array_rows);
  exhibit.note =
      "expected: the exact percentage by the legacy reading at equal speeds, "
      "the mean over all chunks of 20 samples otherwise; deviation: of a 20-sample result.";
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
  FROM (SELECT *, agrees(printed, 1, expected, deviation) AS inside
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
  SELECT 'exact' AS arithmetic, table_number < 5 AS is_early, ours = printed AS agrees FROM cells WHERE ratio = 1
  UNION ALL
  SELECT 'legacy', table_number < 5, legacy_one_decimal = printed FROM cells WHERE ratio = 1),
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
                            cells_sql());
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
