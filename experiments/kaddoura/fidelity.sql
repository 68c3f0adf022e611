-- How many of the printed percentages agree: one row per printed number and way of judging it, then counts; `agrees` is
-- NULL where the run has too few chunks to tell.
WITH {cells},
rounded_twice AS MATERIALIZED (
  SELECT *, iif(rule = 'exact', verdict(rule, printed, unit, half_up(legacy_exact, 0.1), NULL, NULL), legacy_verdict)
           IN ('exact', 'inside') AS agrees_twice
  FROM cells),
ways(position, judgement, rule) AS (
  VALUES (1, 'as described: equal speeds', 'exact'), (2, 'of these, printed zeros', 'exact'),
         (3, 'of these, other percentages', 'exact'), (4, 'as described: random speeds', 'interval'),
         (6, 'as described: all', NULL), (7, 'with TILE[legacy]: equal speeds', 'exact'),
         (8, 'with TILE[legacy]: equal speeds, rounded twice', 'exact'),
         (9, 'with TILE[legacy]: random speeds', 'interval'), (11, 'with TILE[legacy]: all', NULL),
         (12, 'with TILE[legacy]: all, rounded twice', NULL)),
counted AS (
  SELECT position, judgement, table_number,
         iif(position < 7, verdict IN ('exact', 'inside'),
           iif(position IN (8, 12), agrees_twice, legacy_verdict IN ('exact', 'inside'))) AS agrees
  FROM ways JOIN rounded_twice AS cells ON cells.rule = coalesce(ways.rule, cells.rule)
  WHERE position NOT IN (2, 3) OR (printed = 0) = (position = 2)
  UNION ALL
  SELECT 13, 'cells that vary from 20 samples to 20', table_number, legacy_varies
  FROM cells WHERE sets > 0),
-- Cells share their samples, so that the deviation is computed over whole chunks, not summed over cells.
chunk_counts AS (
  SELECT table_number, agreeing, legacy_agreeing FROM trials
  UNION ALL
  SELECT 9, sum(agreeing), sum(legacy_agreeing) FROM trials GROUP BY chunk),
counts AS (
  SELECT position, judgement, table_number, sum(agrees) || '/' || nullif(count(agrees), 0) AS agreeing
  FROM (SELECT * FROM counted UNION ALL SELECT position, judgement, 9, agrees FROM counted)
  GROUP BY position, judgement, table_number
  UNION ALL
  SELECT column1, column2, table_number,
         printf('%.1f ± %.1f', avg(counted), standard_deviation(counted))
  FROM (SELECT *, iif(column1 = 5, agreeing, legacy_agreeing) AS counted
        FROM chunk_counts, (VALUES (5, 'of these, a true model would have'),
                                   (10, 'of these with TILE[legacy], a true model would have')))
  GROUP BY column1, table_number)
SELECT judgement, iif(table_number = 9, 'all', 'T' || table_number) AS "table", agreeing, position, table_number
FROM counts ORDER BY 4, 5
