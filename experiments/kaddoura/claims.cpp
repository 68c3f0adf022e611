// The paper's claims on costs and times (Section 6.4), each with the verdict that this run computed.
#include <string>

#include "experiments/engine/catalogue.hpp"

namespace apportion::kaddoura {
namespace {

// Mean costs and the newest times, from the tables, so that studies that were not run lack claims instead of making an
// error. What the legacy arithmetic reckoned is the cost by which its program chose.
constexpr const char* stored_sql = R"sql(stored AS MATERIALIZED (
  SELECT json_extract(p.coordinates, '$.columns') AS width, json_extract(p.coordinates, '$.ratio') AS ratio,
         json_extract(p.coordinates, '$.processors') AS processors, json_extract(p.coordinates, '$.latency') AS latency,
         c.algorithm, s.mean AS cost
  FROM shown_columns AS c
  JOIN point AS p ON p.experiment_id = c.experiment_id
  JOIN summary AS s ON s.point_id = p.id AND s.algorithm_id = c.algorithm_id
  JOIN metric AS m ON m.id = s.metric_id
  WHERE c.seed = :seed AND c.experiment = 'kaddoura/grid' AND c.rival = ''
    AND m.name = CASE WHEN c.algorithm LIKE '%[legacy]' THEN 'reckoned_total' ELSE 'total' END
    AND json_extract(p.coordinates, '$.sampling') = :sampling AND json_extract(p.coordinates, '$.rows') = 1000),
times AS MATERIALIZED (
  SELECT json_extract(p.coordinates, '$.processors') AS processors, json_extract(p.coordinates, '$.latency') AS latency,
         c.algorithm, t.median_seconds AS seconds
  FROM shown_columns AS c
  JOIN point AS p ON p.experiment_id = c.experiment_id
  JOIN timing AS t ON t.id = (SELECT max(id) FROM timing AS newest
                              WHERE newest.point_id = p.id AND newest.algorithm_id = c.algorithm_id)
  WHERE c.seed = :seed AND c.experiment = 'kaddoura/table8' AND :sampling = 'max-set'))sql";

// The paper's whole grid: what was not run is a point without numbers, and leaves its claims without a verdict.
constexpr const char* costs_sql = R"sql(counts AS (
  SELECT column1 AS processors FROM (VALUES (4), (5), (7), (10), (15), (20))),
latencies AS (SELECT column1 AS latency FROM (VALUES (0), (100), (1000))),
wanted AS (
  SELECT widths.column1 AS width, ratios.column1 AS ratio, processors, latency,
         widths.column1 < 1000 * processors AS below, widths.column1 > 1000 * processors AS above
  FROM (VALUES (1000), (2000), (3000), (5000), (10000), (20000)) AS widths,
       (VALUES (1), (2), (3), (4), (8)) AS ratios, counts, latencies),
costs AS MATERIALIZED (
  SELECT wanted.*, max(cost) FILTER (WHERE algorithm = 'RecursiveBisection') AS rb,
         max(cost) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(cost) FILTER (WHERE algorithm = 'RecursiveBisection3') AS rb3,
         max(cost) FILTER (WHERE algorithm = 'XY') AS xy, max(cost) FILTER (WHERE algorithm = 'XY2') AS xy2,
         max(cost) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(cost) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy
  FROM wanted LEFT JOIN stored USING (width, ratio, processors, latency)
  GROUP BY width, ratio, processors, latency))sql";

// Improvements over RecursiveBisection2 in percent, as the tables have them, and what follows from them: XY2's less
// TILE's, how both change from latency 0 on, and from the fewest processors with an aspect ratio below p to 20.
constexpr const char* leads_sql = R"sql(leads AS MATERIALIZED (
  SELECT 0 AS rank, 'XY2' AS subject, 100 * (rb2 - xy2) / rb2 AS lead, costs.* FROM costs
  UNION ALL SELECT 1, 'TILE', 100 * (rb2 - tile) / rb2, costs.* FROM costs
  UNION ALL SELECT 2, 'TILE[legacy]', 100 * (rb2 - tile_legacy) / rb2, costs.* FROM costs WHERE latency > 0),
gaps AS MATERIALIZED (
  SELECT rank, subject, width, ratio, processors, latency, below, 100 * (rb2 - xy2) / rb2 - lead AS gap
  FROM leads WHERE rank > 0),
changes AS (
  SELECT now.rank, now.subject, now.latency, now.lead - before.lead AS change
  FROM leads AS now JOIN leads AS before USING (width, ratio, processors)
  WHERE now.below AND now.latency > 0 AND before.latency = 0 AND now.rank = 0 AND before.rank = 0),
widenings AS (
  SELECT now.rank, now.subject, now.latency, now.gap - before.gap AS change
  FROM gaps AS now JOIN gaps AS before USING (width, ratio, processors)
  WHERE now.below AND now.latency > 0 AND before.latency = 0),
growths AS (
  SELECT rank, subject, latency, max(lead) FILTER (WHERE processors = 20)
           - max(lead) FILTER (WHERE processors = fewest) AS change
  FROM (SELECT *, min(processors) OVER (PARTITION BY rank, width, ratio, latency) AS fewest FROM leads WHERE below)
  GROUP BY rank, subject, latency, width, ratio),
speeds AS MATERIALIZED (
  SELECT processors, latency, enumerating,
         CASE WHEN enumerating THEN ' (enumerating)' ELSE ' (bounded)' END AS programs,
         max(seconds) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(seconds) FILTER (WHERE algorithm = iif(enumerating, 'XY2[enumerate]', 'XY2')) AS xy2,
         max(seconds) FILTER (WHERE algorithm = iif(enumerating, 'TILE[exhaustive]', 'TILE')) AS tile
  FROM counts CROSS JOIN latencies CROSS JOIN (SELECT column1 AS enumerating FROM (VALUES (1), (0)))
  LEFT JOIN times USING (processors, latency)
  WHERE latency < 1000
  GROUP BY processors, latency, enumerating),
ratios AS MATERIALIZED (
  SELECT 0 AS rank, 'XY2' AS subject, xy2 / rb2 AS ratio, speeds.* FROM speeds
  UNION ALL SELECT 2, 'TILE', tile / rb2, speeds.* FROM speeds))sql";

// A row a point that a claim speaks of: whether it holds there (NULL where it was not run), and what was measured.
constexpr const char* costs_points_sql = R"sql(
  SELECT 1 + rank AS position, subject || ' improves on RecursiveBisection2 where the aspect ratio is below p' AS claim,
         latency, lead >= 0.5 AS holds, lead AS measured, '%' AS unit
  FROM leads WHERE below
  UNION ALL
  SELECT 4 + rank, 'the improvement by ' || subject || ' grows with p where the aspect ratio is below p', latency,
         change >= 0.5, change, 'points'
  FROM growths
  UNION ALL
  SELECT 7 + rank, subject || ' equals RecursiveBisection2 where the aspect ratio is above p', latency,
         abs(lead) < 0.5, lead, '%'
  FROM leads WHERE above
  UNION ALL
  SELECT 10, 'XY2 and TILE are comparable', latency, abs(gap) <= 1, gap, 'points'
  FROM gaps WHERE latency = 0
  UNION ALL
  SELECT 10 + rank, 'with latency XY2 improves more than ' || subject || ' where the aspect ratio is below p', latency,
         gap >= 0.5, gap, 'points'
  FROM gaps WHERE below AND latency > 0
  UNION ALL
  SELECT 12 + rank, subject || ' falls behind XY2 as the latency grows', latency, change >= 0.5, change, 'points'
  FROM widenings
  UNION ALL
  SELECT 15, 'XY2 keeps its improvement as the latency grows', latency, change > -0.5, change, 'points' FROM changes
  UNION ALL
  SELECT 16, 'XY2 improves the more the higher the latency is', latency, change >= 0.5, change, 'points' FROM changes
  UNION ALL
  SELECT 17, 'XY2 has the least cost', latency, xy2 <= 1.005 * least, 100 * (xy2 / least - 1), '% more'
  FROM (SELECT latency, xy2, min(rb, rb2, rb3, xy, tile) AS least FROM costs)
  UNION ALL
  SELECT 18, 'RecursiveBisection has the greatest cost', latency, rb >= 0.995 * others, rb / others,
         'times the others'' greatest'
  FROM (SELECT latency, rb, max(rb2, rb3, xy, xy2, tile) AS others FROM costs)
  UNION ALL
  SELECT 19, 'XY2 costs what XY costs, or marginally less', latency, xy2 <= 1.0001 * xy AND xy2 >= 0.99 * xy,
         100 * (1 - xy2 / xy), '% less'
  FROM costs
  UNION ALL
  SELECT 20, 'RecursiveBisection3 costs about what RecursiveBisection2 costs', latency, abs(rb3 / rb2 - 1) <= 0.05,
         100 * (rb3 / rb2 - 1), '% more'
  FROM costs)sql";

constexpr const char* times_points_sql = R"sql(
  SELECT 22 - enumerating, 'XY2 is computed considerably faster than TILE' || programs, latency, xy2 <= 0.8 * tile,
         xy2 / tile, 'times as long'
  FROM speeds
  UNION ALL
  SELECT 24 + rank - enumerating, subject || ' takes longer than RecursiveBisection2' || programs, latency,
         ratio >= 1.05, ratio, 'times as long'
  FROM ratios
  UNION ALL
  SELECT 28 + now.rank - enumerating, 'with latency ' || now.subject || ' takes longer still' || programs, now.latency,
         now.ratio >= 1.05 * before.ratio, now.ratio / before.ratio, 'times the ratio'
  FROM ratios AS now JOIN ratios AS before USING (processors, enumerating, programs, rank)
  WHERE now.latency = 100 AND before.latency = 0)sql";

constexpr const char* judged_sql = R"sql(judged AS (
  SELECT position, claim, latency, count(*) AS points, count(holds) AS found, sum(holds) AS holding,
         min(measured) AS least, max(measured) AS greatest, unit
  FROM judgements GROUP BY position, claim, latency, unit)
SELECT position || '. ' || claim AS claim, 'latency ' || latency AS latency,
       CASE WHEN found < points THEN NULL WHEN holding = points THEN 'reproduced'
            WHEN 2 * holding > points THEN 'mostly reproduced' ELSE 'not reproduced' END AS verdict,
       printf('%.2f to %.2f %s', round(least, 2) + 0.0, round(greatest, 2) + 0.0, unit) AS measured,
       holding || ' of ' || found || CASE WHEN found < points THEN '; ' || (points - found) || ' not run' ELSE '' END
         AS points,
       'reconstructed' AS standing
FROM judged WHERE found > 0
ORDER BY position, judged.latency)sql";

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit;
  exhibit.name = "kaddoura/claims";
  exhibit.title = "What Kaddoura, Ranka & Wang claim, and what this run says, by latency";
  exhibit.sql = std::string("WITH ") + stored_sql + ",\n" + costs_sql + ",\n" + leads_sql + ",\njudgements AS (" +
                costs_points_sql + "\n  UNION ALL" + times_points_sql + "),\n" + judged_sql;
  exhibit.layout = {
      .row = "claim",
      .column = "latency",
      .row_title = "claim",
      .values = {{"verdict", "verdict"}, {"measured", "measured"}, {"points", "points at which it holds"}}};
  exhibit.note =
      "A verdict needs every point of the paper's grid that the claim speaks of. Improvements are of mean costs over "
      "RecursiveBisection2, in percent. Improves, grows, improves more, falls behind: by at least 0.5, which prints as "
      "1; equals, keeps: by less than 0.5. Grows with p: from the fewest processors with the aspect ratio below p to "
      "20. As the latency grows: against latency 0. Comparable: within 1. Least, greatest: within 0.5 %. Marginally: "
      "at most 1 %. About: within 5 %. Considerably faster: at most 0.8 of the time. Longer: by at least 5 %; still: "
      "the ratio to RecursiveBisection2's time by 5 % over that at latency 0. Mostly: at more than half of the points. "
      "TILE[legacy]: a hypothesis about how the paper's program counted edges (docs/fidelity.md). Enumerating: "
      "XY2[enumerate] and TILE[exhaustive], as in the paper; bounded: XY2 by dynamic "
      "programming and TILE with bounds. Reconstructed: how speeds were drawn and which arrays were timed.";
  exhibit.judgements = {{.what = "claims",
                         .claim = "claim",
                         .setting = "latency",
                         .standing = "standing"}};
  return {"kaddoura/grid", exhibit, {{"sampling", "max-set"}}, std::nullopt, "kaddoura"};
}

const engine::ExhibitRegistration registration{claims};

}  // namespace
}  // namespace apportion::kaddoura
