-- What claims are judged at: means of all studies of the paper, from the view of all experiments, so that studies that
-- were not run lack claims instead of being an error. Where statements were checked up to several bounds, the widest check
-- counts. What was not run is a point without numbers. A segment's and a layer's row has its predecessor's numbers, at half
-- as many. The paper has layers for M <= m and N <= n only. Products are those of m x 16 and 16 x 64 matrices on all M x N of
-- the numbers of processes whose divisors the study has; where some of them were not run, the best is not known.
stored AS MATERIALIZED (
  SELECT experiment, coordinates, algorithm, metric, mean
  FROM measurements WHERE seed = :seed AND experiment LIKE 'niculescu/%' AND rival = ''),
checks AS MATERIALIZED (
  SELECT names.column1 AS algorithm, cases, failures
  FROM (VALUES {statement-names:rows}) AS names
  LEFT JOIN (SELECT algorithm, max(mean) FILTER (WHERE metric = 'cases') AS cases,
                    max(mean) FILTER (WHERE metric = 'failures') AS failures
             FROM stored WHERE experiment = 'niculescu/statements' GROUP BY algorithm) AS found
    ON found.algorithm = names.column1),
triangles AS MATERIALIZED (
  SELECT counts.column1 AS p, max(mean) FILTER (WHERE algorithm = 'wrap' AND metric = 'bound') AS bound,
         max(mean) FILTER (WHERE algorithm = 'wrap' AND metric = 'time') AS wrap,
         iif(count(DISTINCT algorithm) = 4, min(mean) FILTER (WHERE algorithm <> 'wrap' AND metric = 'time'),
             NULL) AS other,
         max(mean) FILTER (WHERE algorithm = 'linear' AND metric = 'time') AS linear
  FROM (VALUES (2), (4), (8), (16), (32), (64)) AS counts
  LEFT JOIN (SELECT json_extract(coordinates, '$.p') AS p, algorithm, metric, mean FROM stored
             WHERE experiment = 'niculescu/triangular' AND json_extract(coordinates, '$.n') = 960
               AND algorithm IN ('linear', 'block-cyclic[block=8]', 'block-cyclic', 'wrap')) AS found
    ON found.p = counts.column1
  GROUP BY 1),
segments AS MATERIALIZED (
  SELECT numbers.column1 AS m, time, bound, cut, lag(time) OVER by_m AS time_before, lag(cut) OVER by_m AS cut_before
  FROM (VALUES (8), (16), (32), (64), (128), (256), (512), (1024), (2048), (4096)) AS numbers
  LEFT JOIN (SELECT json_extract(coordinates, '$.m') AS m, max(mean) FILTER (WHERE metric = 'time') AS time,
                    max(mean) FILTER (WHERE metric = 'bound') AS bound, max(mean) FILTER (WHERE metric = 'cut') AS cut
             FROM stored WHERE experiment = 'niculescu/segments' AND json_extract(coordinates, '$.n') = 4096
               AND json_extract(coordinates, '$.p') = 8
             GROUP BY 1) AS found ON found.m = numbers.column1
  WINDOW by_m AS (ORDER BY numbers.column1)),
layers AS MATERIALIZED (
  SELECT counts.column1 AS p, numbers.column1 AS Q, second, both, work, longest
  FROM (VALUES (64), (128), (256), (512), (1024), (2048), (4096)) AS counts,
       (VALUES (1), (2), (4), (8), (16), (32), (64)) AS numbers
  LEFT JOIN (SELECT json_extract(coordinates, '$.p') AS p, json_extract(coordinates, '$.Q') AS Q,
                    max(mean) FILTER (WHERE metric = 'second_stage') AS second,
                    max(mean) FILTER (WHERE metric = 'total') AS both,
                    max(mean) FILTER (WHERE metric IN ('process_rows', 'process_columns')) AS longest,
                    max(mean) FILTER (WHERE metric = 'work') AS work
             FROM stored WHERE experiment = 'niculescu/replication' AND json_extract(coordinates, '$.m') = 64
             GROUP BY 1, 2) AS found ON found.p = counts.column1 AND found.Q = numbers.column1),
fewer AS MATERIALIZED (
  SELECT less.p = more.p AS same_p, less.second AS second, more.second AS second_of_more, less.both AS both,
         more.both AS both_of_more, less.work AS work, more.work AS work_of_more
  FROM layers AS less JOIN layers AS more
    ON more.Q = 2 * less.Q AND more.p IN (less.p, 2 * less.p)
  WHERE max(coalesce(less.longest, 0), coalesce(more.longest, 0)) <= 64),
shapes AS MATERIALIZED (
  SELECT sides.column1 AS m, 64 AS n, counts.column1 AS p, divisors.column1 AS M_,
         counts.column1 / divisors.column1 AS N_, counted
  FROM (VALUES (32), (64), (128)) AS sides, (VALUES (12), (16), (36), (64)) AS counts,
       (VALUES (1), (2), (3), (4), (6), (8), (9), (12), (16), (18), (32), (36), (64)) AS divisors
  LEFT JOIN (SELECT json_extract(coordinates, '$.m') AS m, json_extract(coordinates, '$.process_rows') AS M_,
                    json_extract(coordinates, '$.process_columns') AS N_, mean AS counted
             FROM stored
             WHERE experiment = 'niculescu/shapes' AND algorithm = 'by-loads' AND metric = 'communications'
               AND json_extract(coordinates, '$.o') = 16 AND json_extract(coordinates, '$.n') = 64) AS found
    ON found.m = sides.column1 AND found.M_ = divisors.column1 AND found.N_ = counts.column1 / divisors.column1
  WHERE counts.column1 % divisors.column1 = 0),
grids AS MATERIALIZED (
  SELECT *, iif(count(counted) OVER same = count(*) OVER same, min(counted) OVER same, NULL) AS least,
         min(away) OVER same AS least_away
  FROM (SELECT *, 1.0 * max(M_ * n, N_ * m) / min(M_ * n, N_ * m) AS away FROM shapes)
  WINDOW same AS (PARTITION BY m, p)),
best AS MATERIALIZED (
  SELECT m, p, max(least) AS least, sum((counted = least) <> (away = least_away)) AS misfits,
         group_concat(iif(counted = least, M_ || ' x ' || N_, NULL), ' and ') AS shapes
  FROM (SELECT * FROM grids ORDER BY m, p, M_) GROUP BY m, p)
