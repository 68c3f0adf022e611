-- The points at which claims are judged: means and standard errors of all studies of the paper, and the newest times,
-- from the views of all experiments, so that a study that was not run leaves claims without a verdict instead of
-- causing an error. The figures' points are present for every sampling model of which anything was run; those that were
-- not run have no numbers.
measured AS MATERIALIZED (
  SELECT * FROM measurements WHERE seed = :seed AND experiment LIKE 'kalinov/%'),
stored AS MATERIALIZED (
  SELECT experiment, json_extract(coordinates, '$.grid') AS grid, json_extract(coordinates, '$.level') AS level,
         json_extract(coordinates, '$.sampling') AS sampling, algorithm, rival, metric, mean, sd, se
  FROM measured WHERE json_extract(coordinates, '$.block') = {block}),
times AS MATERIALIZED (
  SELECT json_extract(coordinates, '$.grid') AS grid, json_extract(coordinates, '$.sampling') AS sampling,
         algorithm, median_seconds AS seconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'kalinov/times' AND json_extract(coordinates, '$.level') = {timed_level}
    AND json_extract(coordinates, '$.block') = {block}),
models AS MATERIALIZED (
  SELECT DISTINCT sampling FROM stored WHERE sampling IS NOT NULL UNION SELECT DISTINCT sampling FROM times),
levels AS MATERIALIZED (SELECT column1 AS level FROM (VALUES {levels:rows})),
ratios AS MATERIALIZED (
  SELECT experiment, grid, level, sampling, mean, se FROM stored
  WHERE metric = 'relative_time' AND algorithm = 'proposed' AND rival IN ('beaumont', 'natural')),
squares AS MATERIALIZED (
  SELECT sampling, grid, level, mean, se, mean = max(mean) OVER (PARTITION BY sampling) AS is_greatest
  FROM (SELECT sampling, column1 AS grid, level FROM models, (VALUES {squares:rows}), levels)
  LEFT JOIN (SELECT * FROM ratios WHERE experiment = 'kalinov/figure3a') USING (sampling, grid, level)),
shapes AS MATERIALIZED (
  SELECT sampling, grid, level, mean, se
  FROM (SELECT sampling, column1 AS grid, level FROM models, (VALUES {shapes:rows}), levels)
  LEFT JOIN (SELECT * FROM ratios WHERE experiment = 'kalinov/figure3b') USING (sampling, grid, level)),
planes AS (
  SELECT sampling, grid, level, mean, se FROM squares UNION ALL SELECT sampling, grid, level, mean, se FROM shapes),
further AS MATERIALIZED (
  SELECT sampling, level, mean, se
  FROM (SELECT sampling, column1 AS level FROM models, (VALUES {beyond:rows}))
  LEFT JOIN (SELECT * FROM ratios WHERE experiment = 'kalinov/levels' AND grid = '2x2') USING (sampling, level)),
beyond AS (
  SELECT further.*, first.mean AS mean16, first.se AS se16
  FROM further JOIN further AS first USING (sampling) WHERE first.level = 16 AND further.level > 16),
cubes AS MATERIALIZED (
  SELECT sampling, grid, level, over_natural, over_ideal
  FROM (SELECT sampling, column1 AS grid, level FROM models, (VALUES {cubes:rows}), levels)
  LEFT JOIN (SELECT sampling, grid, level, mean AS over_natural FROM ratios WHERE experiment = 'kalinov/figure5')
    USING (sampling, grid, level)
  LEFT JOIN (SELECT sampling, grid, level, mean AS over_ideal FROM stored
             WHERE experiment = 'kalinov/figure5' AND algorithm = 'proposed' AND rival = '' AND metric = 'over_ideal')
    USING (sampling, grid, level)),
spreads AS MATERIALIZED (
  SELECT sampling, max(sd) FILTER (WHERE algorithm = 'proposed') AS proposed,
         max(sd) FILTER (WHERE algorithm = 'beaumont') AS beaumont
  FROM models LEFT JOIN (SELECT * FROM stored
                         WHERE experiment = 'kalinov/figure4' AND grid = '{scatter_grid}' AND level = {scatter_level}
                           AND metric = 'over_ideal' AND rival = '') USING (sampling)
  GROUP BY sampling),
printed AS (
  SELECT printed, value FROM {printed:figure3a} WHERE quantity = 'greatest_relative_time'),
speeds AS MATERIALIZED (
  SELECT sampling, grid, is_square, max(seconds) FILTER (WHERE algorithm = 'proposed')
           / max(seconds) FILTER (WHERE algorithm = 'beaumont') AS proposed,
         max(seconds) FILTER (WHERE algorithm = 'equal-pressure')
           / max(seconds) FILTER (WHERE algorithm = 'beaumont') AS equal_pressure
  FROM (SELECT sampling, column1 AS grid, 1 AS is_square FROM models, (VALUES {squares:rows})
        UNION ALL SELECT sampling, column1, 0 FROM models, (VALUES {oblong:rows}))
  LEFT JOIN times USING (sampling, grid)
  GROUP BY sampling, grid, is_square),
by_mapping AS MATERIALIZED (
  SELECT grid, level, shift, replace(substr(algorithm, instr(algorithm, '=') + 1), ']', '') AS mapping,
         iif(rival = 'proposed[mapping=NAT]', 'NAT', rival) AS rival, relative_time, relative_time_se AS se, 1 - worse AS share
  FROM mappings),
mapped AS MATERIALIZED (
  SELECT 'shifted' AS sampling, grid, level, shift, max(relative_time) FILTER (WHERE mapping = 'NAT') AS nat_over_best,
         max(relative_time) FILTER (WHERE mapping = 'NAT1' AND rival = 'NAT') AS nat1_over_nat,
         max(se) FILTER (WHERE mapping = 'NAT1' AND rival = 'NAT') AS nat1_se,
         max(relative_time) FILTER (WHERE mapping = 'NAT2' AND rival = 'NAT') AS nat2_over_nat,
         max(se) FILTER (WHERE mapping = 'NAT2' AND rival = 'NAT') AS nat2_se,
         max(share) FILTER (WHERE mapping = 'NAT' AND rival = 'proposed') AS nat_share,
         max(share) FILTER (WHERE mapping = 'NAT1' AND rival = 'proposed') AS nat1_share,
         max(share) FILTER (WHERE mapping = 'NAT2' AND rival = 'proposed') AS nat2_share
  FROM by_mapping GROUP BY grid, level, shift),
shifted_levels AS MATERIALIZED (
  SELECT 'shifted' AS sampling, grid, level, max(over_ideal) FILTER (WHERE shift = 'weak') AS weak,
         max(over_ideal_se) FILTER (WHERE shift = 'weak') AS weak_se,
         max(over_ideal) FILTER (WHERE shift = 'powerful') AS powerful,
         max(over_ideal_se) FILTER (WHERE shift = 'powerful') AS powerful_se
  FROM mappings WHERE algorithm = 'proposed' AND rival = '' GROUP BY grid, level),
cells AS MATERIALIZED (
  SELECT 'any' AS sampling, value AS printed, performance
  FROM (SELECT algorithm, value, json_extract(coordinates, '$.rho0') AS rho0, json_extract(coordinates, '$.rho1') AS rho1
        FROM {printed:table1})
  LEFT JOIN table1 USING (algorithm, rho0, rho1)),
statements AS MATERIALIZED (
  SELECT 'any' AS sampling, algorithm, CAST(max(mean) FILTER (WHERE metric = 'cases') AS INTEGER) AS cases,
         CAST(max(mean) FILTER (WHERE metric = 'failures') AS INTEGER) AS failures,
         group_concat(CAST(mean AS INTEGER), ', ') FILTER (WHERE metric LIKE 'size%' AND mean > 0) AS counterexample
  FROM (SELECT algorithm, metric, mean FROM measured
        WHERE experiment = 'kalinov/statements' AND json_extract(coordinates, '$.edge') = {checked_edge}
          AND json_extract(coordinates, '$.performance') = {checked_performance}
        ORDER BY algorithm, position)
  GROUP BY algorithm)
