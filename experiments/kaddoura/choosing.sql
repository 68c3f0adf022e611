-- The percentages of each reading, chunk by chunk; the first arithmetic is exact, the second has TILE[legacy] in Tables 3
-- and 4, the third has RecursiveBisection2's edges counted in the same way.
WITH {costs},
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
  GROUP BY sampling, arithmetic)
SELECT sampling, iif(arithmetic = 1, 'exact', iif(arithmetic = 2, 'TILE[legacy]', 'legacy throughout')) AS arithmetic,
       tile || '/' || of_tile AS "T2 to T4", xy2 || '/' || of_xy2 AS "T5 to T7",
       iif(tile = max(tile) OVER (), 'chosen; on T5 to T7 it has ' || xy2 || '/' || of_xy2, NULL) AS "by T2 to T4",
       iif(xy2 = max(xy2) OVER (), 'chosen; on T2 to T4 it has ' || tile || '/' || of_tile, NULL) AS "by T5 to T7"
FROM counts ORDER BY tile + xy2 DESC, sampling, arithmetic
