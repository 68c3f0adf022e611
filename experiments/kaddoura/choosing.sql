-- The percentages of each reading by chunks. The first arithmetic is exact; the second has TILE[legacy] in Tables 3 and
-- 4; the third also counts RecursiveBisection2's edges in that way.
WITH {costs},
readings AS (
  SELECT *, 100 * (rb2 - tile) / rb2 AS tile_1, 100 * (rb2 - read_tile) / rb2 AS tile_2,
         100 * (base - read_tile) / base AS tile_3, 100 * (rb2 - xy2) / rb2 AS xy2_1, 100 * (base - xy2) / base AS xy2_3
  FROM (SELECT *, iif(latency > 0, rb2_legacy, rb2) AS base, iif(latency > 0, tile_legacy, tile) AS read_tile FROM costs)),
means AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, avg(tile_1) AS tile_1, standard_deviation(tile_1) AS tile_1_sd,
         avg(tile_2) AS tile_2, standard_deviation(tile_2) AS tile_2_sd, avg(tile_3) AS tile_3,
         standard_deviation(tile_3) AS tile_3_sd, avg(xy2_1) AS xy2_1, standard_deviation(xy2_1) AS xy2_1_sd,
         avg(xy2_3) AS xy2_3, standard_deviation(xy2_3) AS xy2_3_sd
  FROM readings GROUP BY "columns", processors, ratio, latency, sampling),
spread AS MATERIALIZED (
  SELECT *, column1 AS arithmetic, 'TILE' AS algorithm,
         CASE column1 WHEN 1 THEN tile_1 WHEN 2 THEN tile_2 ELSE tile_3 END AS expected,
         CASE column1 WHEN 1 THEN tile_1_sd WHEN 2 THEN tile_2_sd ELSE tile_3_sd END AS deviation
  FROM means, (VALUES (1), (2), (3))
  UNION ALL
  SELECT *, column1, 'XY2', iif(column1 < 3, xy2_1, xy2_3), iif(column1 < 3, xy2_1_sd, xy2_3_sd)
  FROM means, (VALUES (1), (2), (3))),
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
