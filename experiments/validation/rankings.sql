-- Relations, as common table expressions without WITH, over the problems of the study for which the condition holds.
-- compare() decides whether costs and times are equal: rounding errors are smaller than its tolerance, and methods often
-- give the same decomposition. Each relation but the first has the axes: network, startup, latency, share, progress,
-- cells, iterations; and setting_name, "star, cpu 1000", or "star" without start-ups.
-- networks(network, place): the networks in the order of tables.
-- runs(sample, problem, algorithm, flat, acost, total, most, net, compute, time): the results of each method; problem: a
-- number for each sample under each setting; flat: one of the six flat methods, all of which the problem has. Settings
-- without start-ups do not depend on the place, and only those with the place 'medium' are included.
-- choices(problem, cost, cost_place, found, regret, tau): of the flat methods on one problem, whether the one with the
-- least cost is the fastest, how much longer it takes than the fastest, and Kendall's tau-b of cost and time. Where
-- several have the least cost, the mean over them; tau is NULL where all cost or take the same.
-- chosen(cost, cost_place, tau, found, regret, greatest, problems): their means over problems, found and regrets in
-- percent.
-- duels(<columns of runs>, other_total, other_time, more, agree): each pair of flat methods on one problem whose
-- totals differ, by `more` percent; agree: 1 where the one with the lower total is the faster, -1 where the other one
-- is, 0 where they take the same. against(<columns of runs>, xy2, more, wins): by how many percent each method takes
-- longer than XY2, and whether it is faster; ratios(algorithm, more, standard_error, wins): the means over problems,
-- wins in percent.
networks(network, place) AS (VALUES ('bus', 0), ('star', 10), ('backbone', 24), ('crossbar', 42), ('two-level', 60)),
runs AS MATERIALIZED (SELECT * FROM /* once: */ (
  SELECT *, is_flat AND count(*) FILTER (WHERE is_flat) OVER (PARTITION BY problem) = 6 AS flat
  FROM (SELECT network, startup, latency, share, progress, cells, iterations, sample, algorithm,
               iif(latency = 0, network, printf('%s, %s %g', network, startup, latency)) AS setting_name,
               dense_rank() OVER (ORDER BY network, startup, latency, share, progress, cells, iterations, sample)
                 AS problem,
               algorithm IN ('HYBRID', 'RecursiveBisection', 'RecursiveBisection2', 'RecursiveBisection3', 'TILE', 'XY2') AS is_flat, acost, total, most, net, compute, "time"
        FROM {study:samples}
        WHERE seed = :seed AND rival = '' AND sampling = :sampling AND (latency > 0 OR startup = 'medium')
          /* alone: */ AND ({condition}) /* :alone */)) /* :once */
  WHERE {condition}),
costs(cost, cost_place) AS (VALUES {ranked-costs}),
bests AS MATERIALIZED (
  SELECT problem, min(acost) AS acost, min(total) AS total, min(most) AS most, min(net) AS net, min("time") AS fastest
  FROM runs WHERE flat GROUP BY problem),
ranked AS (
  SELECT *, compare(price, least) <= 0 AS is_cheapest
  FROM (SELECT runs.*, cost, cost_place, fastest,
               iif(cost = 'Acost', runs.acost, iif(cost = 'total', runs.total, iif(cost = 'most', runs.most, runs.net)))
                 AS price,
               iif(cost = 'Acost', bests.acost,
                   iif(cost = 'total', bests.total, iif(cost = 'most', bests.most, bests.net))) AS least
        FROM runs CROSS JOIN bests USING (problem) CROSS JOIN costs WHERE flat)),
choices AS MATERIALIZED (
  SELECT network, startup, latency, share, progress, cells, iterations, setting_name, problem, cost, cost_place,
         avg(compare("time", fastest) <= 0) FILTER (WHERE is_cheapest) AS found,
         avg("time" / fastest - 1) FILTER (WHERE is_cheapest) AS regret, kendall(price, "time") AS tau
  FROM ranked GROUP BY problem, cost_place),
chosen AS MATERIALIZED (
  SELECT network, startup, latency, share, progress, cells, iterations, cost, setting_name, cost_place,
         avg(tau) AS tau, 100 * avg(found) AS found, 100 * avg(regret) AS regret, 100 * max(regret) AS greatest,
         count(*) AS problems
  FROM choices GROUP BY 1, 2, 3, 4, 5, 6, 7, 8),
duels AS MATERIALIZED (
  SELECT *, 100 * (max(total, other_total) / min(total, other_total) - 1) AS more,
         compare(total, other_total) * compare("time", other_time) AS agree
  FROM (SELECT runs.*, lead(total, step) OVER others AS other_total, lead("time", step) OVER others AS other_time
        FROM runs CROSS JOIN (SELECT column1 AS step FROM (VALUES (1), (2), (3), (4), (5)))
        WHERE flat WINDOW others AS (PARTITION BY problem, step ORDER BY algorithm))
  WHERE compare(total, other_total) <> 0),
against AS (
  SELECT *, 100 * ("time" / xy2 - 1) AS more, compare("time", xy2) < 0 AS wins
  FROM (SELECT *, max("time") FILTER (WHERE algorithm = 'XY2') OVER (PARTITION BY problem) AS xy2 FROM runs)
  WHERE algorithm <> 'XY2' AND xy2 IS NOT NULL),
ratios AS MATERIALIZED (
  SELECT network, startup, latency, share, progress, cells, iterations, algorithm, setting_name, avg(more) AS more,
         standard_error(more) AS standard_error, 100.0 * avg(wins) AS wins
  FROM against GROUP BY 1, 2, 3, 4, 5, 6, 7, 8)
