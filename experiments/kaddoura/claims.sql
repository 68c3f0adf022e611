-- The points at which claims are judged: mean costs, the newest times and the checked cases, from the views of all
-- experiments, so that a study that was not run leaves claims without a verdict instead of causing an error. Costs of
-- the legacy arithmetic are its own, by which its program chose; its Acost is exact. All points of the paper's grid are
-- present; those that were not run have no numbers. `leads`: improvements over RecursiveBisection2 in percent, as in
-- the tables. `growths`: their slopes over the logarithm of the number of processors, for each array the mean over
-- ratios, since the ratios of one array are not independent; the slopes of the printed numbers; and the chance that the
-- test of a growth finds these if they are true. `shapes`: how much more XY2 improves on arrays that are not long than
-- on long ones. `points`: these and the differences between XY2 and TILE, and from latency 0. The legacy arithmetic
-- differs from TILE only with latency. `speeds`: times at each latency; `slowings`: over those without latency.
stored AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.columns') AS width, json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         algorithm, max(mean) FILTER (WHERE metric = 'total') AS total,
         max(mean) FILTER (WHERE metric = 'reckoned_total') AS own_total,
         max(mean) FILTER (WHERE metric = 'acost') AS acost,
         max(mean) FILTER (WHERE metric = 'internal_edges') AS edges
  FROM measurements
  WHERE seed = :seed AND experiment = 'kaddoura/grid' AND rival = ''
    AND json_extract(coordinates, '$.sampling') = :sampling AND json_extract(coordinates, '$.rows') = {rows}
  GROUP BY coordinates, algorithm),
times AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         algorithm, median_seconds AS seconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'kaddoura/table8' AND :sampling = 'max-set'),
checks AS MATERIALIZED (
  SELECT algorithm, 'aside' AS latency, max(mean) FILTER (WHERE metric = 'cases') AS cases,
         max(mean) FILTER (WHERE metric = 'failures') AS failures
  FROM measurements
  WHERE seed = :seed AND experiment = 'kaddoura/lemmas' AND :sampling = 'max-set'
  GROUP BY coordinates, algorithm),
wanted AS (
  SELECT widths.column1 AS width, ratios.column1 AS ratio, counts.column1 AS processors, latencies.column1 AS latency,
         widths.column1 < {rows} * counts.column1 AS below, widths.column1 > {rows} * counts.column1 AS above
  FROM (VALUES {widths:rows}) AS widths, (VALUES {ratios:rows}) AS ratios, (VALUES {processors:rows}) AS counts,
       (VALUES {latencies:rows}) AS latencies),
costs AS MATERIALIZED (
  SELECT * FROM wanted LEFT JOIN (
    SELECT width, ratio, processors, latency, max(total) FILTER (WHERE algorithm = 'RecursiveBisection') AS rb,
           max(total) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
           max(total) FILTER (WHERE algorithm = 'RecursiveBisection3') AS rb3,
           max(total) FILTER (WHERE algorithm = 'XY') AS xy, max(total) FILTER (WHERE algorithm = 'XY2') AS xy2,
           max(total) FILTER (WHERE algorithm = 'TILE') AS tile,
           max(own_total) FILTER (WHERE algorithm = 'TILE[legacy]') AS legacy,
           max(edges) FILTER (WHERE algorithm = 'XY2') AS xy2_edges,
           max(edges) FILTER (WHERE algorithm = 'TILE') AS tile_edges,
           max((own_total - acost) / nullif(latency, 0)) FILTER (WHERE algorithm = 'TILE[legacy]') AS legacy_edges
    FROM stored GROUP BY width, ratio, processors, latency) USING (width, ratio, processors, latency)
  ORDER BY width, ratio, processors, latency),
leads AS MATERIALIZED (
  SELECT *, 100 * (rb2 - xy2) / rb2 AS xy2_lead, 100 * (rb2 - tile) / rb2 AS tile_lead,
         100 * (rb2 - legacy) / rb2 AS legacy_lead
  FROM costs),
points AS MATERIALIZED (
  SELECT now.*, now.xy2_lead - now.tile_lead AS tile_gap, now.xy2_lead - now.legacy_lead AS legacy_gap,
         before.xy2_lead - before.tile_lead AS gap_before, now.xy2_lead - before.xy2_lead AS xy2_change
  FROM leads AS now JOIN leads AS before USING (width, ratio, processors) WHERE before.latency = 0),
shown AS (
  SELECT 'XY2' AS algorithm, xy2_lead AS lead, * FROM leads WHERE below
  UNION ALL SELECT 'TILE', tile_lead, * FROM leads WHERE below
  UNION ALL SELECT 'TILE[legacy]', legacy_lead, * FROM leads WHERE below),
printed_leads AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.columns') AS width, json_extract(coordinates, '$.ratio') AS ratio,
         json_extract(coordinates, '$.processors') AS processors, json_extract(coordinates, '$.latency') AS latency,
         algorithm AS printed_algorithm, value AS printed
  FROM published_numbers WHERE quantity = 'improvement_percent'),
slopes AS (
  SELECT latency, width, algorithm, iif(count(lead) = count(*), slope(log2(processors), lead), NULL) AS slope,
         slope(log2(processors), printed) AS printed
  FROM (SELECT *, replace(algorithm, '[legacy]', '') AS printed_algorithm FROM shown)
  LEFT JOIN printed_leads USING (printed_algorithm, width, ratio, processors, latency)
  GROUP BY latency, width, ratio, algorithm HAVING count(*) > 1),
array_slopes AS MATERIALIZED (
  SELECT latency, width, algorithm, iif(count(slope) = count(*), avg(slope), NULL) AS slope, avg(printed) AS printed
  FROM slopes GROUP BY latency, width, algorithm),
powers AS (
  SELECT latency, algorithm,
         normal(avg(printed) / standard_error(printed) - student_quantile({sure}, count(*) - 1)) AS power
  FROM array_slopes GROUP BY latency, algorithm),
growths AS MATERIALIZED (SELECT * FROM array_slopes JOIN powers USING (latency, algorithm)),
shapes AS MATERIALIZED (
  SELECT latency, iif(count(xy2_lead) = count(*), avg(xy2_lead) FILTER (WHERE NOT above)
                                                    - avg(xy2_lead) FILTER (WHERE above), NULL) AS xy2
  FROM leads GROUP BY ratio, processors, latency HAVING max(above)),
speeds AS MATERIALIZED (
  SELECT counts.column1 AS processors, latencies.column1 AS latency,
         max(seconds) FILTER (WHERE algorithm = 'RecursiveBisection2') AS rb2,
         max(seconds) FILTER (WHERE algorithm = 'RecursiveBisection3') AS rb3,
         max(seconds) FILTER (WHERE algorithm = 'XY2') AS xy2, max(seconds) FILTER (WHERE algorithm = 'TILE') AS tile,
         max(seconds) FILTER (WHERE algorithm = 'XY2[enumerate]') AS every_xy2,
         max(seconds) FILTER (WHERE algorithm = 'TILE[exhaustive]') AS every_tile
  FROM (VALUES {processors:rows}) AS counts, (VALUES {timed_latencies:rows}) AS latencies
  LEFT JOIN times ON times.processors = counts.column1 AND times.latency = latencies.column1
  GROUP BY 1, 2),
slowings AS MATERIALIZED (
  SELECT now.latency, now.rb2 / before.rb2 AS rb2, now.rb3 / before.rb3 AS rb3, now.xy2 / before.xy2 AS xy2,
         now.tile / before.tile AS tile, now.every_xy2 / before.every_xy2 AS every_xy2,
         now.every_tile / before.every_tile AS every_tile
  FROM speeds AS now JOIN speeds AS before USING (processors)
  WHERE now.latency > 0 AND before.latency = 0)
