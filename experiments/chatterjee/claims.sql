-- The points at which claims are judged, in addition to the studies: the examples of Sections 3.1 and 6; checks of
-- graphs and of loads; the growth of operations; Section 5; runs of Section 6; and the open questions of Section 7. A
-- point that was not run has NULLs.
printed_terms AS (
  SELECT json_extract(coordinates, '$.part') AS part, max(value) FILTER (WHERE quantity = 'w') AS printed_w,
         max(value) FILTER (WHERE quantity = 'static_cost') AS printed_cost,
         max(value) FILTER (WHERE quantity = 'static_rest') AS printed_rest
  FROM published_numbers WHERE exhibit = 'chatterjee/quantities' GROUP BY 1 HAVING printed_cost IS NOT NULL),
ladder_costs AS (
  SELECT max(cost) FILTER (WHERE algorithm = 'communication-only') AS by_communication,
         max(cost) FILTER (WHERE algorithm = 'nodes-only') AS by_nodes,
         max(cost) FILTER (WHERE algorithm = 'all-terms') AS by_both,
         max(cost) FILTER (WHERE algorithm = 'optimal') AS optimum
  FROM ladder),
curves AS MATERIALIZED (
  SELECT 'two-zone' AS graph, rho, min(2000 * rho + 7e6, 8e6) AS printed, optimum, cost AS cc
  FROM two_zone WHERE algorithm = 'algorithm1-cc[paper]'
  UNION ALL SELECT 'adi', rho, min(672 + 16 * rho, 1312), optimum, cost FROM adi WHERE algorithm = 'algorithm1-cc[paper]'),
checks AS MATERIALIZED (
  SELECT algorithm, CAST(round(sum(mean * count) FILTER (WHERE metric IN ('applied', 'cases'))) AS INTEGER) AS cases,
         CAST(round(sum(mean * count) FILTER (WHERE metric IN ('wrong', 'failures'))) AS INTEGER) AS failures
  FROM measurements WHERE seed = :seed AND experiment IN ('chatterjee/lemmas', 'chatterjee/loads') GROUP BY algorithm),
operations AS MATERIALIZED (
  SELECT what AS algorithm, candidates, nodes, iif(what LIKE '%one partition', flops / partitions, flops) AS flops
  FROM (SELECT column1 AS what, column2 AS algorithm
        FROM (VALUES ('CC, one partition', 'algorithm1-cc[paper,levels=1]'),
                     ('NL, one partition', 'algorithm1-nl[paper,starts=1,levels=1]'),
                     ('Algorithm 1 with CC', 'algorithm1-cc[paper]'),
                     ('Algorithm 1 with NL', 'algorithm1-nl[paper,starts=1]')))
  JOIN growth USING (algorithm)),
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
permutations AS MATERIALIZED (
  SELECT algorithm AS permutation, iif(count(moved) = count(*), min(moved), NULL) AS least_share,
         iif(count(moved) = count(*), max(moved), NULL) AS greatest_share,
         iif(count(moved) = count(*), avg(moved), NULL) AS mean_share
  FROM permutation GROUP BY algorithm),
block_costs AS MATERIALIZED (
  SELECT algorithm, grid, iif(count(cost) = count(*), min(cost), NULL) AS least,
         iif(count(cost) = count(*), max(cost), NULL) AS greatest,
         max(cost) FILTER (WHERE block = 1) AS smallest, max(cost) FILTER (WHERE block = 16) AS largest
  FROM blocks GROUP BY algorithm, grid),
example_runs AS MATERIALIZED (
  SELECT setting AS example, iif(instr(setting, ':'), substr(setting, 1, instr(setting, ':') - 1), setting) AS graph,
         max(found) FILTER (WHERE algorithm = 'algorithm1-cc[paper]') AS cc_found,
         max(found) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]') AS nl_found,
         max(flops_max) FILTER (WHERE algorithm = 'algorithm1-cc[paper]') AS cc_flops,
         max(flops_min) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]') AS nl_least,
         max(flops) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]') AS nl_mean
  FROM reliability WHERE setting NOT LIKE 'random%' GROUP BY setting),
counts AS MATERIALIZED (
  SELECT graph, iif(count(cc_flops) = count(*), max(cc_flops), NULL) AS cc_greatest,
         iif(count(nl_least) = count(*), min(nl_least), NULL) AS nl_least,
         iif(count(nl_mean) = count(*), avg(nl_mean), NULL) AS nl_mean
  FROM example_runs GROUP BY graph),
open_points AS MATERIALIZED (
  SELECT nodes, strength, max(partitions) FILTER (WHERE algorithm = 'algorithm1-cc') AS early_partitions,
         max(partitions) FILTER (WHERE algorithm = 'algorithm1-cc[lemma1,lemma2,lemma3]') AS late_partitions,
         max(gap) FILTER (WHERE algorithm = 'algorithm1-cc') AS early_gap,
         max(gap) FILTER (WHERE algorithm = 'algorithm1-cc[lemma1,lemma2,lemma3]') AS late_gap,
         max(gap) FILTER (WHERE algorithm = 'algorithm1-cc[kernighan-lin]') AS refined_gap,
         max(gap) FILTER (WHERE algorithm = 'algorithm1-cc[paper]') AS cc_gap,
         max(gap) FILTER (WHERE algorithm = 'algorithm1-nl[paper,starts=1]') AS nl_gap
  FROM open_ends GROUP BY nodes, strength)
