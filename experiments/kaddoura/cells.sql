-- Two readings of each percentage: by the algorithms as they are described, and `legacy`, under the hypothesis on how
-- the paper's program counted edges: TILE[legacy], and at equal speeds RecursiveBisection2[legacy] as well. A chunk is
-- one result like the printed one; `ours` is the first of them, and the spread of all of them is what a printed
-- percentage of random speeds is judged by. `cells` has a row for each printed percentage, `all_cells` those as well
-- that nothing is printed for; in `trials` each chunk is judged in the place of what is printed.
{costs},
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
  WHERE rule = 'interval' AND samples = {samples} AND deviation IS NOT NULL)
