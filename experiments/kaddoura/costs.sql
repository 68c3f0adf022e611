-- Costs of one chunk of samples side by side. Percentages are of average costs, not averages of percentages. Printed
-- numbers are whole percents; for random speeds they are means of as many samples as a chunk has. At equal speeds
-- nothing is random, so the first chunk is enough; only there, and with latency, do the two ways of counting edges
-- differ. Chunks are read first and grouped then, since SQLite reads all metrics of a view in a query that groups. The
-- number of samples is looked up once per chunk: it is the same for all algorithms.
costs AS MATERIALIZED (
  SELECT * FROM /* once: */ (
    WITH chunk_costs AS MATERIALIZED (
      SELECT sampling, "columns", ratio, processors, latency, chunk, algorithm, total AS cost,
             iif(algorithm = 'RecursiveBisection2', samples, NULL) AS samples
      FROM {view:grid:chunks}
      WHERE seed = :seed AND "rows" = {rows} AND rival = '' AND (ratio > 1 OR chunk = 0)
        AND algorithm IN ('RecursiveBisection2', 'TILE', 'XY2') /* alone: */ AND {read} /* :alone */
      UNION ALL
      SELECT sampling, "columns", ratio, processors, latency, chunk, algorithm, reckoned_total, NULL
      FROM {view:grid:chunks}
      WHERE seed = :seed AND "rows" = {rows} AND rival = '' AND (ratio > 1 OR chunk = 0)
        AND algorithm IN ('RecursiveBisection2[legacy]', 'TILE[legacy]') AND (ratio = 1 OR latency > 0)
        /* alone: */ AND {read} /* :alone */)
    SELECT sampling, "columns", ratio, processors, latency, chunk, max(samples) AS samples,
           max(cost) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
           max(cost) FILTER (WHERE algorithm = 'RecursiveBisection2[legacy]') AS rb2_legacy,
           max(cost) FILTER (WHERE algorithm = 'TILE') AS tile,
           max(cost) FILTER (WHERE algorithm = 'TILE[legacy]') AS tile_legacy,
           max(cost) FILTER (WHERE algorithm = 'XY2') AS xy2
    FROM chunk_costs
    GROUP BY chunk, "columns", processors, ratio, latency, sampling) /* :once */
  WHERE {condition}),
printed_cells AS MATERIALIZED /* once: */ (
  SELECT CAST(substr(exhibit, 6) AS INTEGER) AS table_number, algorithm,
         json_extract(coordinates, '$.columns') AS "columns", json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         CAST(value AS INTEGER) AS printed, rule, unit, "of", source
  FROM {numbers}) /* :once */
