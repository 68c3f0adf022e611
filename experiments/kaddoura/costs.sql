-- Costs of one chunk of samples side by side. Percentages are of average costs, not averages of percentages. What is
-- printed is a whole percent; of random speeds it is a mean of as many samples as a chunk has.
costs AS MATERIALIZED (
  SELECT sampling, "columns", ratio, processors, latency, chunk, samples,
         max(total) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(reckoned_total) FILTER (WHERE algorithm = 'RecursiveBisection2[legacy]') AS rb2_legacy,
         max(total) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(reckoned_total) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy,
         max(total) FILTER (WHERE algorithm = 'XY2') AS xy2
  FROM {view:grid:chunks}
  WHERE seed = :seed AND "rows" = {rows} AND rival = '' AND {condition}
  GROUP BY sampling, "columns", ratio, processors, latency, chunk),
printed_cells AS MATERIALIZED (
  SELECT CAST(substr(exhibit, 6) AS INTEGER) AS table_number, algorithm,
         json_extract(coordinates, '$.columns') AS "columns", json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         CAST(value AS INTEGER) AS printed, rule, unit, "of", source
  FROM {numbers})
