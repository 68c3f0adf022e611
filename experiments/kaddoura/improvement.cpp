// Tables 2 to 7: percentages by which TILE and XY2 improve on RecursiveBisection2.
#include "experiments/kaddoura/improvement.hpp"

#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/grid.hpp"

namespace apportion::kaddoura {
namespace {

// Costs of one chunk of samples side by side. Percentages are of average costs, not averages of percentages.
std::string chunk_costs(const std::string& condition) {
  return fmt::format(R"sql(costs AS (
  SELECT "columns", ratio, processors, latency, chunk, samples,
         max(total) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(reckoned_total) FILTER (WHERE algorithm = 'RecursiveBisection2[legacy]') AS rb2_legacy,
         max(total) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(reckoned_total) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy,
         max(total) FILTER (WHERE algorithm = 'XY2') AS xy2
  FROM kaddoura_grid_chunks
  WHERE seed = :seed AND sampling = :sampling AND "rows" = {} AND rival = '' AND {}
  GROUP BY "columns", ratio, processors, latency, chunk))sql",
                     array_rows, condition);
}

constexpr const char* printed_cells = R"sql(printed_cells AS (
  SELECT CAST(substr(exhibit, 15) AS INTEGER) AS table_number, algorithm,
         json_extract(coordinates, '$.columns') AS "columns", json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         CAST(value AS INTEGER) AS printed
  FROM published_numbers
  WHERE quantity = 'improvement_percent'))sql";

// Half up, as the paper rounds; SQLite's round() takes halves away from zero.
std::string rounded(const std::string& value) { return "CAST(floor(" + value + " + 0.5) AS INTEGER)"; }

std::string improvement(const std::string& cost, const std::string& base) {
  return "100.0 * (" + base + " - " + cost + ") / " + base;
}

}  // namespace

std::string cells_sql(const std::string& condition) {
  return fmt::format(R"sql({0},
{1},
readings AS (
  SELECT 'TILE' AS algorithm, 0 AS legacy_edges, * FROM costs WHERE latency = 0
  UNION ALL SELECT 'TILE', 1, * FROM costs WHERE latency > 0
  UNION ALL SELECT 'XY2', 0, * FROM costs),
percentages AS (
  SELECT algorithm, "columns", ratio, processors, latency, chunk, samples,
         CASE algorithm WHEN 'TILE' THEN {2} ELSE {3} END AS exact_percent,
         CASE WHEN algorithm = 'XY2' THEN {3} WHEN legacy_edges THEN {4} ELSE {2} END AS percent,
         CASE WHEN algorithm = 'XY2' THEN {5} WHEN legacy_edges THEN {6} ELSE {7} END AS legacy_percent
  FROM readings),
centred AS (
  SELECT *, avg(percent) FILTER (WHERE samples = {11})
              OVER (PARTITION BY algorithm, "columns", ratio, processors, latency) AS expected
  FROM percentages),
spread AS (
  SELECT algorithm, "columns", ratio, processors, latency, max(expected) AS expected,
         count(*) FILTER (WHERE samples = {11}) AS chunks,
         sqrt(sum((percent - expected) * (percent - expected)) FILTER (WHERE samples = {11})
              / nullif(count(*) FILTER (WHERE samples = {11}) - 1, 0)) AS deviation,
         max(exact_percent) FILTER (WHERE chunk = 0) AS exact_percent,
         max(legacy_percent) FILTER (WHERE chunk = 0) AS legacy_percent
  FROM centred
  GROUP BY algorithm, "columns", ratio, processors, latency),
cells AS (
  SELECT table_number, algorithm, "columns", ratio, processors, latency, printed,
         {8} AS ours, {9} AS legacy, {10} AS legacy_one_decimal, expected, deviation, chunks,
         exact_percent, legacy_percent
  FROM printed_cells JOIN spread USING (algorithm, "columns", ratio, processors, latency)))sql",
                     chunk_costs(condition), printed_cells, improvement("tile", "rb2"), improvement("xy2", "rb2"),
                     improvement("tile_legacy", "rb2"), improvement("xy2", "rb2_legacy"),
                     improvement("tile_legacy", "rb2_legacy"), improvement("tile", "rb2_legacy"),
                     rounded("exact_percent"), rounded("legacy_percent"),
                     rounded("floor(10 * legacy_percent + 0.5) / 10"), samples_per_cell);
}

std::string interval_needs() {
  return fmt::format("An interval takes at least two chunks of {} samples per cell (--samples {}).", samples_per_cell,
                     2 * samples_per_cell);
}

namespace {

// One algorithm at one latency, in the paper's arrangement: six array shapes, in each the speed ratios down and the
// processors across; ours, printed, their difference, and TILE by the legacy arithmetic.

engine::CatalogueExhibit improvement_table(int number, const std::string& algorithm, double latency) {
  const bool tile = algorithm == "TILE";
  results::Exhibit exhibit{.name = fmt::format("kaddoura/table{}", number)};
  exhibit.title =
      fmt::format("Improvement of {} over RecursiveBisection2 in percent, latency {} (Kaddoura et al., Table {})",
                  algorithm, latency, number);
  const std::string ours = improvement(tile ? "tile" : "xy2", "rb2");
  exhibit.sql = fmt::format(R"sql(WITH {0}
SELECT '{5} x ' || "columns" AS array, ratio, processors, {1} AS ours, printed, {1} - printed AS difference{2},
       CASE WHEN printed IS NULL THEN NULL
            WHEN ratio = 1 AND {1} = printed THEN 'equal'
            WHEN ratio = 1 AND legacy_one_decimal = printed THEN 'equal by legacy'
            WHEN ratio = 1 THEN 'differs'
            WHEN deviation IS NULL THEN NULL
            WHEN printed + 0.5 >= expected - 1.96 * deviation AND printed - 0.5 <= expected + 1.96 * deviation
            THEN 'inside' ELSE 'outside' END AS verdict,
       round({3}, 3) AS exact, round(expected, 3) AS expected, round(expected - 1.96 * deviation, 3) AS least,
       round(expected + 1.96 * deviation, 3) AS greatest,
       CASE WHEN ratio > 1 THEN 'reconstructed' END AS standing
FROM costs LEFT JOIN cells USING ("columns", ratio, processors, latency)
WHERE chunk = 0 AND (algorithm = '{4}' OR algorithm IS NULL)
ORDER BY "columns", ratio, processors)sql",
                            cells_sql(fmt::format("latency = {}", latency)), rounded(ours),
                            tile && latency > 0 ? ", " + rounded(improvement("tile_legacy", "rb2")) + " AS legacy" : "",
                            ours, algorithm, array_rows);
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
  if (tile && latency > 0) {
    exhibit.layout.values.push_back({"legacy", "legacy"});
    exhibit.note +=
        " legacy: TILE[legacy], a hypothesis about how the paper's program counted edges (docs/fidelity.md).";
  }
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}};
}

// Tables 2 to 4, then 5 to 7.
template <int number>
engine::CatalogueExhibit table() {
  constexpr int first = 2;
  const std::vector<double> across = latencies();
  const std::size_t place = number - first;
  return improvement_table(number, place < across.size() ? "TILE" : "XY2", across.at(place % across.size()));
}

const engine::Registration improvement_registration{table<2>, table<3>, table<4>, table<5>, table<6>, table<7>};

}  // namespace
}  // namespace apportion::kaddoura
