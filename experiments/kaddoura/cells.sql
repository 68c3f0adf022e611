-- Two readings of each percentage: by the algorithms as described, and `legacy`, under the hypothesis on how the
-- paper's program counted edges: with TILE[legacy], and at equal speeds also RecursiveBisection2[legacy]. A chunk is
-- one result like the printed one. `ours` is the first chunk; printed percentages of random speeds are judged by the
-- spread of all chunks. `cells` has a row for each printed percentage, `all_cells` also rows without one. `chance` is
-- the share of chunks that would agree if each were the printed result; `trials` counts these by table and chunk. Both
-- come from one relation, which a report reads once for all exhibits.
judging AS MATERIALIZED /* once: */ (
  WITH {costs},
  readings AS MATERIALIZED (
    SELECT "columns", ratio, processors, latency, chunk, samples, 100.0 * (rb2 - tile) / rb2 AS tile_percent,
           100.0 * (rb2 - xy2) / rb2 AS xy2_percent,
           100.0 * (base - iif(latency > 0, tile_legacy, tile)) / base AS tile_legacy_percent,
           100.0 * (base - xy2) / base AS xy2_legacy_percent
    FROM (SELECT *, iif(ratio = 1, rb2_legacy, rb2) AS base FROM costs)),
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
  spread AS (
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
  whole AS MATERIALIZED (
    SELECT table_number, algorithm, "columns", ratio, processors, latency, printed, unit, rule, ours, legacy, exact,
           legacy_exact, expected, legacy_expected, deviation, legacy_deviation, "of", source,
           expected - margin AS least, expected + margin AS greatest,
           verdict(rule, printed, unit, expected, expected - margin, expected + margin) AS verdict,
           legacy_expected - legacy_margin AS legacy_least, legacy_expected + legacy_margin AS legacy_greatest,
           verdict(rule, printed, unit, legacy_expected, legacy_expected - legacy_margin, legacy_expected + legacy_margin)
             AS legacy_verdict
    FROM judged),
  tried AS MATERIALIZED (
    SELECT table_number, algorithm, "columns", ratio, processors, latency, chunk, result = printed AS hit,
           legacy_result = printed AS legacy_hit, legacy_result,
           verdict(rule, result, unit, expected, least, greatest) = 'inside' AS agrees,
           verdict(rule, legacy_result, unit, legacy_expected, legacy_least, legacy_greatest) = 'inside' AS legacy_agrees
    FROM (SELECT whole.*, chunk, half_up(iif(algorithm = 'TILE', tile_percent, xy2_percent), unit) AS result,
                 half_up(iif(algorithm = 'TILE', tile_legacy_percent, xy2_legacy_percent), unit) AS legacy_result
          FROM readings CROSS JOIN whole USING ("columns", ratio, processors, latency)
          WHERE rule = 'interval' AND samples = {samples} AND deviation IS NOT NULL
            /* alone: */ AND {tries} /* :alone */)),
  chances AS MATERIALIZED (
    SELECT algorithm, "columns", ratio, processors, latency, avg(agrees) AS chance, count(*) AS sets,
           sum(hit) AS hits, sum(legacy_hit) AS legacy_hits,
           coalesce(min(legacy_result) < max(legacy_result), 0) AS legacy_varies
    FROM tried GROUP BY algorithm, "columns", ratio, processors, latency)
  SELECT NULL AS chunk, NULL AS agreeing, NULL AS legacy_agreeing, whole.*, chance, sets, hits, legacy_hits,
         legacy_varies
  FROM whole LEFT JOIN chances USING (algorithm, "columns", ratio, processors, latency)
  UNION ALL
  SELECT chunk, sum(agrees), sum(legacy_agrees), table_number, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
         NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
         NULL, NULL
  FROM tried GROUP BY table_number, chunk) /* :once */,
all_cells AS MATERIALIZED (SELECT * FROM judging WHERE chunk IS NULL AND {shown}),
cells AS (SELECT * FROM all_cells WHERE printed IS NOT NULL),
trials AS (SELECT table_number, chunk, agreeing, legacy_agreeing FROM judging WHERE chunk IS NOT NULL)
