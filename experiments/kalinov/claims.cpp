// The paper's claims, each with the verdict that this run computed.
#include <string>

#include "experiments/kalinov/figures.hpp"

namespace apportion::kalinov {
namespace {

// Means and standard errors of all studies of the paper, from the tables, so that studies that were not run lack
// claims instead of making an error; and the newest times.
constexpr const char* stored_sql = R"sql(WITH stored AS MATERIALIZED (
  SELECT c.experiment, json_extract(p.coordinates, '$.grid') AS grid, json_extract(p.coordinates, '$.level') AS level,
         json_extract(p.coordinates, '$.sampling') AS sampling, c.algorithm, c.rival, m.name AS metric, s.mean,
         sqrt(s.m2 / nullif(s.count - 1, 0)) AS sd, sqrt(s.m2 / nullif(s.count - 1, 0) / s.count) AS se
  FROM shown_columns AS c
  JOIN point AS p ON p.experiment_id = c.experiment_id
  JOIN summary AS s ON s.point_id = p.id AND s.algorithm_id = c.algorithm_id
  JOIN metric AS m ON m.id = s.metric_id
  WHERE c.seed = :seed AND c.experiment LIKE 'kalinov/%' AND json_extract(p.coordinates, '$.block') = 1000
    AND json_extract(p.coordinates, '$.level') IN (2, 4, 6, 8, 10, 12, 14, 16)),
times AS MATERIALIZED (
  SELECT json_extract(p.coordinates, '$.grid') AS grid, json_extract(p.coordinates, '$.sampling') AS sampling,
         c.algorithm, t.median_seconds AS seconds
  FROM shown_columns AS c
  JOIN point AS p ON p.experiment_id = c.experiment_id
  JOIN timing AS t ON t.id = (SELECT max(id) FROM timing AS newest
                              WHERE newest.point_id = p.id AND newest.algorithm_id = c.algorithm_id)
  WHERE c.seed = :seed AND c.experiment = 'kalinov/times' AND json_extract(p.coordinates, '$.level') = 8
    AND json_extract(p.coordinates, '$.block') = 1000),
ratios AS (
  SELECT experiment, grid, level, sampling, mean, se FROM stored
  WHERE metric = 'relative_time' AND algorithm = 'proposed' AND rival IN ('beaumont', 'natural')),
squares AS (
  SELECT * FROM ratios
  WHERE experiment = 'kalinov/figure3a' AND grid IN ('2x2', '3x3', '4x4', '5x5', '6x6', '7x7', '8x8')),
shapes AS (
  SELECT * FROM ratios
  WHERE experiment = 'kalinov/figure3b' AND grid IN ('1x36', '2x18', '3x12', '4x9', '6x6')),
speeds AS (
  SELECT mine.sampling, mine.grid, mine.algorithm, mine.seconds / rival.seconds AS ratio
  FROM times AS mine JOIN times AS rival USING (sampling, grid) WHERE rival.algorithm = 'beaumont'))sql";

// A row a claim and sampling model: at how many points of the figure it speaks of, how many of them the database has,
// how many it is judged at, at how many of these it holds, and what was measured. Where one figure of the paper has one
// statement, it is judged at one point.
constexpr const char* judged_sql = R"sql(
figures(position, asked) AS (
  VALUES (1, 7 * 8), (2, 1), (3, 8), (4, 6 * 8), (5, 1), (6, 8), (7, 5 * 2), (8, 5 * 5), (9, 1), (10, 8), (11, 5 * 5),
         (12, 7), (13, 7), (14, 4), (15, 4)),
judged AS (
  SELECT 1 AS position, 'Figure 3 (a) is greatest at 2x2, level 16' AS claim, sampling, seen, 1 AS points,
         grid = '2x2' AND level = 16 AS holds,
         printf('greatest at %s, level %d', grid, level) AS measured
  FROM (SELECT *, row_number() OVER (PARTITION BY sampling ORDER BY mean DESC) AS place,
               count(*) OVER (PARTITION BY sampling) AS seen FROM squares) WHERE place = 1
  UNION ALL
  SELECT 2, 'there the ratio is about ' || printed, sampling, 1, 1, abs(mean - value) <= 3 * se,
         printf('%.5f +- %.5f', mean, se)
  FROM squares JOIN published_numbers ON exhibit = 'kalinov/figure3a' AND quantity = 'greatest_relative_time'
  WHERE grid = '2x2' AND level = 16
  UNION ALL
  SELECT 3, '2x2: Beaumont is better', sampling, count(*), count(*), sum(mean > 1 + 2 * se),
         printf('%.5f to %.5f', min(mean), max(mean))
  FROM squares WHERE grid = '2x2' GROUP BY sampling
  UNION ALL
  SELECT 4, '3x3 to 8x8: Beaumont is better in a limited region only', sampling, count(*), 1,
         sum(mean > 1 + 2 * se) <= 0.25 * count(*),
         printf('at %d of %d points', sum(mean > 1 + 2 * se), count(*))
  FROM squares WHERE grid <> '2x2' GROUP BY sampling
  UNION ALL
  SELECT 5, '6x6, level 2: Beaumont is a bit better', sampling, 1, 1, mean > 1 + 2 * se,
         printf('%.5f +- %.5f', mean, se)
  FROM squares WHERE grid = '6x6' AND level = 2
  UNION ALL
  SELECT 6, '6x6: each is better at some level', sampling, count(*), 1,
         max(mean > 1 + 2 * se) AND max(mean < 1 - 2 * se),
         printf('%.5f to %.5f', min(mean), max(mean))
  FROM squares WHERE grid = '6x6' GROUP BY sampling
  UNION ALL
  SELECT 7, 'Figure 3 (b): practically equal at low levels (2, 4)', sampling, count(*), count(*),
         sum(abs(mean - 1) <= 0.005), printf('%.5f to %.5f', min(mean), max(mean))
  FROM shapes WHERE level <= 4 GROUP BY sampling
  UNION ALL
  SELECT 8, 'Figure 3 (b): proposed is a bit better at high levels (8 to 16)', sampling, count(*), count(*),
         sum(mean < 1 - 2 * se), printf('%.5f to %.5f', min(mean), max(mean))
  FROM shapes WHERE level >= 8 GROUP BY sampling
  UNION ALL
  SELECT 9, 'Figure 4: proposed has less spread', mine.sampling, 1, 1, mine.sd < 0.95 * rival.sd,
         printf('standard deviations %.5f and %.5f', mine.sd, rival.sd)
  FROM stored AS mine JOIN stored AS rival USING (experiment, grid, level, sampling, metric)
  WHERE experiment = 'kalinov/figure4' AND grid = '6x6' AND level = 2 AND metric = 'over_ideal'
    AND mine.algorithm = 'proposed' AND rival.algorithm = 'beaumont'
  UNION ALL
  SELECT 10, 'Figure 5 (a), 2x2x2: clearly worse than ideal', sampling, count(*), count(*), sum(mean >= 1.1),
         printf('%.4f to %.4f', min(mean), max(mean))
  FROM stored
  WHERE experiment = 'kalinov/figure5' AND algorithm = 'proposed' AND rival = '' AND metric = 'over_ideal'
    AND grid = '2x2x2' GROUP BY sampling
  UNION ALL
  SELECT 11, 'Figure 5 (b), levels 8 to 16: much better than natural', sampling, count(*), count(*), sum(mean <= 0.75),
         printf('%.4f to %.4f', min(mean), max(mean))
  FROM ratios
  WHERE experiment = 'kalinov/figure5' AND level >= 8 AND grid IN ('2x2x2', '3x3x3', '4x4x4', '5x5x5', '6x6x6')
  GROUP BY sampling
  UNION ALL
  SELECT CASE algorithm WHEN 'proposed' THEN 12 ELSE 13 END,
         'square grids: computed faster than Beaumont but for 2x2'
           || CASE algorithm WHEN 'proposed' THEN '' ELSE ' (by equal-pressure)' END, sampling,
         count(*), count(*), sum(CASE grid WHEN '2x2' THEN ratio >= 1 ELSE ratio < 1 END),
         printf('%.2f to %.2f times as long', min(ratio), max(ratio))
  FROM speeds
  WHERE algorithm IN ('proposed', 'equal-pressure') AND grid IN ('2x2', '3x3', '4x4', '5x5', '6x6', '7x7', '8x8')
  GROUP BY sampling, algorithm
  UNION ALL
  SELECT CASE algorithm WHEN 'proposed' THEN 14 ELSE 15 END,
         'other grids: computed faster than Beaumont by orders'
           || CASE algorithm WHEN 'proposed' THEN '' ELSE ' (by equal-pressure)' END, sampling,
         count(*), count(*), sum(ratio <= 0.01), printf('%.2f to %.2f times as long', min(ratio), max(ratio))
  FROM speeds
  WHERE algorithm IN ('proposed', 'equal-pressure') AND grid IN ('1x36', '2x18', '3x12', '4x9')
  GROUP BY sampling, algorithm))sql";

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit;
  exhibit.name = "kalinov/claims";
  exhibit.title = "What Kalinov & Klimov claim, and what this run says, by sampling model";
  exhibit.sql = std::string(stored_sql) + "," + judged_sql + R"sql(
SELECT position || '. ' || claim AS claim, sampling,
       CASE WHEN seen < asked THEN NULL WHEN holds = points THEN 'reproduced'
            WHEN 2 * holds > points THEN 'mostly reproduced' ELSE 'not reproduced' END AS verdict,
       measured,
       holds || ' of ' || points || CASE WHEN seen < asked THEN printf(' (%d of %d computed)', seen, asked) ELSE '' END
         AS points,
       CASE position WHEN 2 THEN 'calibrated' ELSE 'reconstructed' END AS standing
FROM judged JOIN figures USING (position)
ORDER BY position, sampling)sql";
  exhibit.layout = {
      .row = "claim",
      .column = "sampling",
      .row_title = "claim",
      .column_title = "sampling model",
      .values = {{"verdict", "verdict"}, {"measured", "measured"}, {"points", "points at which it holds"}}};
  exhibit.note =
      "Without a verdict: the database lacks points of what the claim speaks of. Better and worse: beyond 2 "
      "standard errors. About: within 3. Practically equal: within 0.005 of 1. Limited region: at most 25 % of the "
      "points. Less spread: ratio of standard deviations below 0.95. Clearly worse: at least 1.1. Much better: at "
      "most 0.75. By orders: at most 0.01. Mostly: at more than half of the points. Reconstructed: how networks are "
      "drawn, the step rule of the gas pressure (whose constants are calibrated on claim 2's number, so that claim "
      "2 is no evidence), Beaumont et al.'s heuristic.";
  exhibit.judgements = {{.what = "claims",
                         .claim = "claim",
                         .setting = "sampling",
                         .standing = "standing"}};
  return {"kalinov/figure3a", exhibit};
}

const engine::ExhibitRegistration registration{claims};

}  // namespace
}  // namespace apportion::kalinov
