-- What claims are judged at, from the view of all experiments, so that studies that were not run lack claims instead of
-- being an error: the examples of Sections 3.1 and 6; checks of graphs and of loads; how operations grow; Section 5; runs of
-- Section 6, and what Section 7 leaves open. A point that was not run has NULLs. LIMIT -1 leaves all rows, and has SQLite
-- read the relation once, with an index, and not for each row that it is joined to.
stored AS MATERIALIZED (
  SELECT experiment, coordinates, algorithm, metric, count, mean, min, max
  FROM measurements WHERE seed = :seed AND experiment LIKE 'chatterjee/%' AND rival = ''),
quantities AS MATERIALIZED (
  SELECT part, rho, max(mean) FILTER (WHERE metric = 'boundary') AS w,
         max(mean) FILTER (WHERE metric = 'static_cost') AS static_cost,
         max(mean) FILTER (WHERE metric = 'static_rest') AS static_rest,
         max(mean) FILTER (WHERE metric = 'dissension') AS delta,
         max(mean) FILTER (WHERE metric = 'cheapest_cut') AS mincut
  FROM (SELECT parts.column1 AS part, rhos.column1 AS rho
        FROM (VALUES {parts:rows}) AS parts, (VALUES {quantity_rhos:rows}) AS rhos)
  LEFT JOIN (SELECT json_extract(coordinates, '$.part') AS part, json_extract(coordinates, '$.rho') AS rho, metric, mean
             FROM stored WHERE experiment = 'chatterjee/quantities' LIMIT -1) USING (part, rho)
  GROUP BY part, rho),
printed_terms AS (
  SELECT json_extract(coordinates, '$.part') AS part, max(value) FILTER (WHERE quantity = 'w') AS printed_w,
         max(value) FILTER (WHERE quantity = 'static_cost') AS printed_cost,
         max(value) FILTER (WHERE quantity = 'static_rest') AS printed_rest
  FROM published_numbers WHERE exhibit = 'chatterjee/quantities' GROUP BY 1 HAVING printed_cost IS NOT NULL),
ladder AS (
  SELECT max(mean) FILTER (WHERE algorithm = 'communication-only') AS by_communication,
         max(mean) FILTER (WHERE algorithm = 'nodes-only') AS by_nodes,
         max(mean) FILTER (WHERE algorithm = 'all-terms') AS by_both,
         max(mean) FILTER (WHERE algorithm = 'optimal') AS optimum
  FROM stored
  WHERE experiment = 'chatterjee/ladder' AND metric = 'cost' AND json_extract(coordinates, '$.rho') = 1),
divisions AS MATERIALIZED (
  SELECT rho, middle FROM (SELECT column1 AS rho FROM (VALUES {two_zone_rhos:rows}))
  LEFT JOIN (SELECT json_extract(coordinates, '$.rho') AS rho, mean AS middle FROM stored
             WHERE experiment = 'chatterjee/division' AND algorithm = 'cc-paper' AND metric = 'middle' LIMIT -1) USING (rho)),
curves AS MATERIALIZED (
  SELECT graph, rho, printed, max(mean) FILTER (WHERE metric = 'optimum') AS optimum,
         max(mean) FILTER (WHERE metric = 'cost') AS cc
  FROM (SELECT 'two-zone' AS graph, column1 AS rho, min(2000 * column1 + 7e6, 8e6) AS printed
        FROM (VALUES {two_zone_rhos:rows})
        UNION ALL SELECT 'adi', column1, min(672 + 16 * column1, 1312) FROM (VALUES {adi_rhos:rows}))
  LEFT JOIN (SELECT substr(experiment, length('chatterjee/') + 1) AS graph, json_extract(coordinates, '$.rho') AS rho,
                    metric, mean
             FROM stored WHERE algorithm = 'algorithm1-cc[paper]' LIMIT -1) USING (graph, rho)
  GROUP BY graph, rho, printed),
checks AS MATERIALIZED (
  SELECT algorithm, CAST(round(sum(mean * count) FILTER (WHERE metric IN ('applied', 'cases'))) AS INTEGER) AS cases,
         CAST(round(sum(mean * count) FILTER (WHERE metric IN ('wrong', 'failures'))) AS INTEGER) AS failures
  FROM stored WHERE experiment IN ('chatterjee/lemmas', 'chatterjee/loads') GROUP BY algorithm),
operations AS MATERIALIZED (
  SELECT what AS algorithm, candidates, nodes, max(mean) FILTER (WHERE metric = 'flops')
           / iif(one, max(mean) FILTER (WHERE metric = 'partitions'), 1) AS flops
  FROM (SELECT kinds.column1 AS what, kinds.column2 AS algorithm, kinds.column1 LIKE '%one partition' AS one,
               widths.column1 AS candidates, sizes.column1 AS nodes
        FROM (VALUES ('CC, one partition', 'algorithm1-cc[paper,levels=1]'),
                     ('NL, one partition', 'algorithm1-nl[paper,starts=1,levels=1]'),
                     ('Algorithm 1 with CC', 'algorithm1-cc[paper]'),
                     ('Algorithm 1 with NL', 'algorithm1-nl[paper,starts=1]')) AS kinds,
             (VALUES {growing_candidates:rows}) AS widths, (VALUES {growing_nodes:rows}) AS sizes)
  LEFT JOIN (SELECT algorithm, json_extract(coordinates, '$.candidates') AS candidates,
                    json_extract(coordinates, '$.nodes') AS nodes, metric, mean
             FROM stored WHERE experiment = 'chatterjee/growth' LIMIT -1) USING (algorithm, candidates, nodes)
  GROUP BY what, candidates, nodes),
fits AS MATERIALIZED (
  SELECT algorithm, candidates,
         iif(count(y) = count(*), slope(x, y), NULL) AS exponent
  FROM (SELECT algorithm, candidates, ln(nodes) AS x, ln(flops) AS y FROM operations)
  GROUP BY algorithm, candidates),
sensitivity AS MATERIALIZED (
  SELECT algorithm, nodes, max(flops) FILTER (WHERE place = 1) AS fewest,
         max(flops) FILTER (WHERE place = total) AS most,
         iif(count(flops) = count(*), coalesce(min(flops > previous), 1), NULL) AS rises
  FROM (SELECT *, row_number() OVER (series ORDER BY candidates) AS place, count(*) OVER series AS total,
               lag(flops) OVER (series ORDER BY candidates) AS previous
        FROM operations WINDOW series AS (PARTITION BY algorithm, nodes))
  GROUP BY algorithm, nodes),
moves AS MATERIALIZED (
  SELECT height, width, processors, max(mean) FILTER (WHERE metric = 'pairs') AS pairs,
         max(mean) FILTER (WHERE metric = 'about_whole') AS about_whole,
         max(mean) FILTER (WHERE metric = 'least_moved') AS least_moved,
         max(mean) FILTER (WHERE metric = 'mean_moved') AS mean_moved
  FROM (SELECT heights.column1 AS height, widths.column1 AS width, counts.column1 AS processors
        FROM (VALUES {moved_rows:rows}) AS heights, (VALUES {moved_columns:rows}) AS widths,
             (VALUES {moving_processors:rows}) AS counts)
  LEFT JOIN (SELECT json_extract(coordinates, '$.rows') AS height, json_extract(coordinates, '$.columns') AS width,
                    json_extract(coordinates, '$.processors') AS processors, metric, mean
             FROM stored WHERE experiment = 'chatterjee/redistribution' AND algorithm = 'all-pairs' LIMIT -1)
    USING (height, width, processors)
  GROUP BY height, width, processors),
permutations AS MATERIALIZED (
  SELECT permutation, iif(count(mean) = count(*), min(mean), NULL) AS least_share,
         iif(count(mean) = count(*), max(mean), NULL) AS greatest_share,
         iif(count(mean) = count(*), avg(mean), NULL) AS mean_share
  FROM (SELECT kinds.column1 AS permutation, sides.column1 AS side
        FROM (VALUES ('random'), ('reversal'), ('rotation')) AS kinds, (VALUES {permuted_sides:rows}) AS sides)
  LEFT JOIN (SELECT algorithm AS permutation, json_extract(coordinates, '$.side') AS side, mean
             FROM stored WHERE experiment = 'chatterjee/permutation' AND metric = 'moved' LIMIT -1) USING (permutation, side)
  GROUP BY permutation),
programs AS MATERIALIZED (
  SELECT program, processors, max(mean) FILTER (WHERE metric = 'candidates') AS candidates,
         max(mean) FILTER (WHERE metric = 'clusters') AS clusters,
         max(mean) FILTER (WHERE metric = 'allocations') AS allocations,
         max(mean) FILTER (WHERE metric = 'feature_sizes') AS feature_sizes
  FROM (SELECT names.column1 AS program, counts.column1 AS processors
        FROM (VALUES {counted_programs:rows}) AS names, (VALUES {counting_processors:rows}) AS counts)
  LEFT JOIN (SELECT json_extract(coordinates, '$.program') AS program,
                    json_extract(coordinates, '$.processors') AS processors, metric, mean
             FROM stored WHERE experiment = 'chatterjee/candidates' LIMIT -1) USING (program, processors)
  GROUP BY program, processors),
block_costs AS MATERIALIZED (
  SELECT algorithm, grid, iif(count(cost) = count(*), min(cost), NULL) AS least,
         iif(count(cost) = count(*), max(cost), NULL) AS greatest,
         max(cost) FILTER (WHERE block = 1) AS smallest, max(cost) FILTER (WHERE block = 16) AS largest
  FROM (SELECT kinds.column1 AS algorithm, sizes.column1 AS block, grids.column1 AS grid
        FROM (VALUES ('elimination'), ('stencil'), ('shift-in-memory')) AS kinds, (VALUES {block_sizes:rows}) AS sizes,
             (VALUES {blocked_grids:rows}) AS grids)
  LEFT JOIN (SELECT algorithm, json_extract(coordinates, '$.block') AS block, json_extract(coordinates, '$.grid') AS grid,
                    mean AS cost
             FROM stored WHERE experiment = 'chatterjee/blocks' LIMIT -1) USING (algorithm, block, grid)
  GROUP BY algorithm, grid),
eliminations AS (SELECT * FROM block_costs WHERE algorithm = 'elimination'),
stencils AS (SELECT * FROM block_costs WHERE algorithm = 'stencil'),
shifts_in_memory AS (SELECT * FROM block_costs WHERE algorithm = 'shift-in-memory'),
example_runs AS MATERIALIZED (
  SELECT example, iif(instr(example, ':'), substr(example, 1, instr(example, ':') - 1), example) AS graph,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[paper]' AND metric = 'found') AS cc_found,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'found') AS nl_found,
         max(max) FILTER (WHERE algorithm = 'algorithm1-cc[paper]' AND metric = 'flops') AS cc_flops,
         max(min) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'flops') AS nl_least,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'flops') AS nl_mean
  FROM (SELECT column1 AS example FROM (VALUES {settings:rows}))
  LEFT JOIN (SELECT json_extract(coordinates, '$.setting') AS example, algorithm, metric, mean, min, max
             FROM stored WHERE experiment = 'chatterjee/reliability' LIMIT -1) USING (example)
  WHERE example NOT LIKE 'random%' GROUP BY example),
counts AS MATERIALIZED (
  SELECT graph, iif(count(cc_flops) = count(*), max(cc_flops), NULL) AS cc_greatest,
         iif(count(nl_least) = count(*), min(nl_least), NULL) AS nl_least,
         iif(count(nl_mean) = count(*), avg(nl_mean), NULL) AS nl_mean
  FROM example_runs GROUP BY graph),
open_points AS MATERIALIZED (
  SELECT nodes, strength,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc' AND metric = 'partitions') AS early_partitions,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[lemma1,lemma2,lemma3]' AND metric = 'partitions')
           AS late_partitions,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc' AND metric = 'gap') AS early_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[lemma1,lemma2,lemma3]' AND metric = 'gap') AS late_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[kernighan-lin]' AND metric = 'gap') AS refined_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-cc[paper]' AND metric = 'gap') AS cc_gap,
         max(mean) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]' AND metric = 'gap') AS nl_gap
  FROM (SELECT sizes.column1 AS nodes, strengths.column1 AS strength
        FROM (VALUES {open_nodes:rows}) AS sizes, (VALUES {open_strengths:rows}) AS strengths)
  LEFT JOIN (SELECT json_extract(coordinates, '$.nodes') AS nodes, json_extract(coordinates, '$.strength') AS strength,
                    algorithm, metric, mean
             FROM stored WHERE experiment = 'chatterjee/open-ends' LIMIT -1) USING (nodes, strength)
  GROUP BY nodes, strength)
