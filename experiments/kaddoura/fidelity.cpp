// Fidelity: how many of the 1080 printed percentages of Tables 2 to 7 this run reproduces.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/kaddoura/improvement.hpp"

namespace apportion::kaddoura {
namespace {

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
  SELECT 6, 'random speeds, 95 % interval', table_number,
         printed + 0.5 >= expected - 1.96 * deviation AND printed - 0.5 <= expected + 1.96 * deviation
  FROM cells WHERE ratio > 1
  UNION ALL
  SELECT 8, 'random speeds, 99 % interval', table_number,
         printed + 0.5 >= expected - 2.576 * deviation AND printed - 0.5 <= expected + 2.576 * deviation
  FROM cells WHERE ratio > 1
  UNION ALL
  SELECT 10, 'cells that vary from 20 samples to 20', table_number, count(DISTINCT result) > 1
  FROM trials GROUP BY table_number, "columns", ratio, processors),
trials AS MATERIALIZED (
  SELECT table_number, "columns", ratio, processors, chunk, result,
         result + 0.5 >= expected - 1.96 * deviation AND result - 0.5 <= expected + 1.96 * deviation AS within_95,
         result + 0.5 >= expected - 2.576 * deviation AND result - 0.5 <= expected + 2.576 * deviation AS within_99
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
         printf('%.1f +- %.1f', avg(agreeing),
                sqrt(max(0, avg(agreeing * agreeing) - avg(agreeing) * avg(agreeing)) * count(*) / (count(*) - 1.0)))
  FROM (SELECT *, iif(column1 = 7, within_95, within_99) AS agreeing
        FROM chunk_counts, (VALUES (7, 'a true model would have, 95 %'), (9, 'a true model would have, 99 %')))
  GROUP BY column1, table_number))sql",
                     cells_sql(), samples_per_cell);
}

engine::CatalogueExhibit fidelity() {
  results::Exhibit exhibit{.name = "kaddoura/fidelity"};
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
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}};
}

engine::CatalogueExhibit unexplained() {
  results::Exhibit exhibit{.name = "kaddoura/unexplained"};
  exhibit.claim = "";  // the paper claims nothing of these
  exhibit.title = "Printed percentages that no reading of the paper explains";
  exhibit.sql = fmt::format(R"sql(WITH {0}
SELECT table_number AS "table", '{1} x ' || "columns" AS array, ratio, processors, printed,
       CASE WHEN ratio = 1 THEN round(legacy_percent, 2) ELSE round(expected, 2) END AS expected,
       CASE WHEN ratio = 1 THEN NULL ELSE round(deviation, 2) END AS deviation,
       CASE WHEN ratio = 1 THEN 'equal speeds: differs'
            WHEN printed + 0.5 >= expected - 2.576 * deviation AND printed - 0.5 <= expected + 2.576 * deviation
            THEN 'outside 95 %, inside 99 %' ELSE 'outside 99 %' END AS verdict
FROM cells
WHERE CASE WHEN ratio = 1 THEN legacy_one_decimal <> printed
           ELSE NOT (printed + 0.5 >= expected - 1.96 * deviation AND printed - 0.5 <= expected + 1.96 * deviation) END
ORDER BY ratio > 1, verdict DESC, table_number, "columns", ratio, processors)sql",
                            cells_sql(), array_rows);
  exhibit.note =
      "expected: the exact percentage by the legacy reading at equal speeds, "
      "the mean over all chunks of 20 samples otherwise; deviation: of a 20-sample result.";
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration fidelity_registration{fidelity, unexplained};

}  // namespace
}  // namespace apportion::kaddoura
