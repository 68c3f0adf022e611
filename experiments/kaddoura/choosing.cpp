// Choosing sampling model and arithmetic on one half of the tables, and testing the choice on the other half.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

// The percentages of each reading, chunk by chunk; the first arithmetic is exact, the second the one that Tables 3 and
// 4 are judged by, the third has RecursiveBisection2's edges counted likewise.
constexpr const char* readings_sql = R"sql(costs AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, chunk,
         max(total) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(reckoned_total) FILTER (WHERE algorithm = 'RecursiveBisection2[legacy]') AS rb2_legacy,
         max(total) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(reckoned_total) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy,
         max(total) FILTER (WHERE algorithm = 'XY2') AS xy2
  FROM kaddoura_grid_chunks
  WHERE seed = :seed AND "rows" = {0} AND rival = '' AND ratio > 1 AND samples = {1}
  GROUP BY sampling, "columns", ratio, processors, latency, chunk),
bases AS (
  SELECT sampling, "columns", ratio, processors, latency, column1 AS arithmetic,
         CASE WHEN column1 = 3 AND latency > 0 THEN rb2_legacy ELSE rb2 END AS base,
         CASE WHEN column1 > 1 AND latency > 0 THEN tile_legacy ELSE tile END AS tile, xy2
  FROM costs, (VALUES (1), (2), (3))),
percentages AS (
  SELECT sampling, "columns", ratio, processors, latency, arithmetic, 'TILE' AS algorithm,
         100 * (base - tile) / base AS percent FROM bases
  UNION ALL
  SELECT sampling, "columns", ratio, processors, latency, arithmetic, 'XY2', 100 * (base - xy2) / base FROM bases),
spread AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, arithmetic, algorithm, avg(percent) AS expected,
         sqrt(max(avg(percent * percent) - avg(percent) * avg(percent), 0) * count(*) / nullif(count(*) - 1, 0))
           AS deviation
  FROM percentages GROUP BY 1, 2, 3, 4, 5, 6, 7),
printed AS (
  SELECT algorithm, json_extract(coordinates, '$.columns') AS "columns", json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         value AS printed
  FROM published_numbers WHERE quantity = 'improvement_percent'),
counts AS MATERIALIZED (
  SELECT sampling, arithmetic, sum(inside) FILTER (WHERE algorithm = 'TILE') AS tile,
         count(*) FILTER (WHERE algorithm = 'TILE') AS of_tile, sum(inside) FILTER (WHERE algorithm = 'XY2') AS xy2,
         count(*) FILTER (WHERE algorithm = 'XY2') AS of_xy2
  FROM (SELECT *, printed + 0.5 >= expected - 1.96 * deviation AND printed - 0.5 <= expected + 1.96 * deviation AS inside
        FROM spread JOIN printed USING (algorithm, "columns", ratio, processors, latency) WHERE deviation IS NOT NULL)
  GROUP BY sampling, arithmetic))sql";

engine::CatalogueExhibit choosing() {
  results::Exhibit exhibit;
  exhibit.name = "kaddoura/choosing";
  exhibit.title = "Readings of the paper chosen on Tables 2 to 4 and tested on 5 to 7, and the other way round";
  exhibit.sql = fmt::format(R"sql(WITH {}
SELECT sampling, CASE arithmetic WHEN 1 THEN 'exact' WHEN 2 THEN 'TILE[legacy]' ELSE 'legacy throughout' END AS arithmetic,
       tile || '/' || of_tile AS "T2 to T4", xy2 || '/' || of_xy2 AS "T5 to T7",
       CASE WHEN tile = max(tile) OVER () THEN 'chosen; on T5 to T7 it has ' || xy2 || '/' || of_xy2 END
         AS "by T2 to T4",
       CASE WHEN xy2 = max(xy2) OVER () THEN 'chosen; on T2 to T4 it has ' || tile || '/' || of_tile END
         AS "by T5 to T7"
FROM counts ORDER BY tile + xy2 DESC, sampling, arithmetic)sql",
                            fmt::format(fmt::runtime(readings_sql), array_rows, samples_per_cell));
  exhibit.note =
      "Percentages of random speeds in the 95 % interval of 20-sample results, as in kaddoura/fidelity. A reading is "
      "chosen where it has the most of one half of the tables; the other half tests it. Only sampling models that were "
      "run are compared (run kaddoura/grid --samples 400 --set sampling=uniform). Tables 5 to 7 are of XY2, whose "
      "costs the first two arithmetics leave alone, so that they cannot tell these apart.";
  exhibit.claim = "";
  return {.experiment = "kaddoura/grid", .exhibit = exhibit, .open_axes = {"sampling"}};
}

// At equal speeds, where both halves can tell the two arithmetics apart: RecursiveBisection2 stands in all tables.
engine::CatalogueExhibit choosing_arithmetic() {
  results::Exhibit exhibit;
  exhibit.name = "kaddoura/choosing-arithmetic";
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
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration choosing_registration{choosing, choosing_arithmetic};

}  // namespace
}  // namespace apportion::kaddoura
