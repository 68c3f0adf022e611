-- The points at which claims are judged, in addition to the studies. Points that were not run have no numbers. If
-- statements were checked up to several bounds, the widest check counts. The row of a number of segments or layers also
-- has the numbers at half as many. The paper has layers for M <= m and N <= n only. Products are those of m x 16 and 16
-- x 64 matrices on all M x N of four numbers of processes; where some of them were not run, the best is not known.
checks AS MATERIALIZED (
  SELECT algorithm, max(mean) FILTER (WHERE metric = 'cases') AS cases,
         max(mean) FILTER (WHERE metric = 'failures') AS failures
  FROM (SELECT DISTINCT algorithm FROM statements)
  LEFT JOIN (SELECT algorithm, metric, mean FROM measurements WHERE seed = :seed AND experiment = 'niculescu/statements')
    USING (algorithm)
  GROUP BY algorithm),
triangles AS MATERIALIZED (
  SELECT p, max(bound) FILTER (WHERE algorithm = 'wrap') AS bound, max("time") FILTER (WHERE algorithm = 'wrap') AS wrap,
         iif(count("time") = count(*), min("time") FILTER (WHERE algorithm <> 'wrap'), NULL) AS other,
         max("time") FILTER (WHERE algorithm = 'linear') AS linear
  FROM triangular GROUP BY p),
numbers_of_segments AS MATERIALIZED (
  SELECT m, "time", bound, cut, lag("time") OVER by_m AS time_before, lag(cut) OVER by_m AS cut_before
  FROM segments WINDOW by_m AS (ORDER BY m)),
fewer AS MATERIALIZED (
  SELECT less.p = more.p AS same_p, less.second_stage AS second, more.second_stage AS second_of_more, less.total AS both,
         more.total AS both_of_more, less.work AS work, more.work AS work_of_more
  FROM replication AS less JOIN replication AS more
    ON more.Q = 2 * less.Q AND more.p IN (less.p, 2 * less.p)
  WHERE max(coalesce(less.process_rows, 0), coalesce(less.process_columns, 0), coalesce(more.process_rows, 0),
            coalesce(more.process_columns, 0)) <= 64),
grids AS MATERIALIZED (
  SELECT *, iif(count(counted) OVER same = count(*) OVER same, min(counted) OVER same, NULL) AS least,
         min(away) OVER same AS least_away
  FROM (SELECT m, n, process_rows * process_columns AS p, process_rows AS M_, process_columns AS N_,
               communications AS counted,
               1.0 * max(process_rows * n, process_columns * m) / min(process_rows * n, process_columns * m) AS away
        FROM shapes WHERE algorithm = 'by-loads' AND process_rows * process_columns IN (12, 16, 36, 64))
  WINDOW same AS (PARTITION BY m, p)),
best AS MATERIALIZED (
  SELECT m, p, max(least) AS least, sum((counted = least) <> (away = least_away)) AS misfits,
         group_concat(iif(counted = least, M_ || ' x ' || N_, NULL), ' and ') AS shapes
  FROM (SELECT * FROM grids ORDER BY m, p, M_) GROUP BY m, p)
