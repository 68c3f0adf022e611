-- Two readings of each percentage: by the algorithms as they are described, and `legacy`, under the hypothesis on how
-- the paper's program counted edges: TILE[legacy], and at equal speeds RecursiveBisection2[legacy] as well. A chunk is
-- one result like the printed one; `ours` is the first of them, and the spread of all of them is what a printed
-- percentage of random speeds is judged by. `cells` has a row for each printed percentage, `all_cells` those as well
-- that nothing is printed for; in `trials` each chunk is judged in the place of what is printed.
{costs},
readings AS (
  SELECT *, 100.0 * (rb2 - tile) / rb2 AS tile_percent, 100.0 * (rb2 - xy2) / rb2 AS xy2_percent,
         100.0 * (base - iif(latency > 0, tile_legacy, tile)) / base AS tile_legacy_percent,
         100.0 * (base - xy2) / base AS xy2_legacy_percent
  FROM (SELECT *, iif(ratio = 1, rb2_legacy, rb2) AS base FROM costs)),
percentages AS (
  SELECT *, 'TILE' AS algorithm, tile_percent AS percent, tile_legacy_percent AS legacy_percent FROM readings
  UNION ALL SELECT *, 'XY2', xy2_percent, xy2_legacy_percent FROM readings),
means AS MATERIALIZED (
  SELECT "columns", ratio, processors, latency,
         max(tile_percent) FILTER (WHERE chunk = 0) AS tile_exact,
         max(tile_legacy_percent) FILTER (WHERE chunk = 0) AS tile_legacy_exact,
         avg(tile_percent) FILTER (WHERE samples = {samples}) AS tile_mean,
         avg(tile_legacy_percent) FILTER (WHERE samples = {samples}) AS tile_legacy_mean,
         standard_deviation(tile_percent) FILTER (WHERE samples = {samples}) AS tile_deviation,
         standard_deviation(tile_legacy_percent) FILTER (WHERE samples = {samples}) AS tile_legacy_deviation,
         max(xy2_percent) FILTER (WHERE chunk = 0) AS xy2_exact,
         max(xy2_legacy_percent) FILTER (WHERE chunk = 0) AS xy2_legacy_exact,
         avg(xy2_percent) FILTER (WHERE samples = {samples}) AS xy2_mean,
         avg(xy2_legacy_percent) FILTER (WHERE samples = {samples}) AS xy2_legacy_mean,
         standard_deviation(xy2_percent) FILTER (WHERE samples = {samples}) AS xy2_deviation,
         standard_deviation(xy2_legacy_percent) FILTER (WHERE samples = {samples}) AS xy2_legacy_deviation
  FROM readings
  GROUP BY "columns", processors, ratio, latency),
spread AS MATERIALIZED (
  SELECT "columns", ratio, processors, latency, 'TILE' AS algorithm, tile_exact AS exact,
         tile_legacy_exact AS legacy_exact, tile_mean AS mean, tile_legacy_mean AS legacy_mean,
         tile_deviation AS deviation, tile_legacy_deviation AS legacy_deviation
  FROM means
  UNION ALL
  SELECT "columns", ratio, processors, latency, 'XY2', xy2_exact, xy2_legacy_exact, xy2_mean, xy2_legacy_mean,
         xy2_deviation, xy2_legacy_deviation
  FROM means),
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
  WHERE rule = 'interval' AND samples = {samples} AND deviation IS NOT NULL)
