// Which conclusions of these studies hold under other protocols, with noise, and on other networks.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "experiments/validation/own_claims.hpp"
#include "experiments/validation/rankings.hpp"

namespace apportion::validation {
namespace {

// What is concluded, from which effect on one problem, where.
constexpr const char* conclusions_sql = R"sql(conclusions(number, conclusion, effect, unit, setting, share) AS (VALUES
  (1, 'on two levels MULTILEVEL is faster than XY2', 'MULTILEVEL', '%', 'two-level', 1),
  (2, 'likewise, half of the time messages', 'MULTILEVEL', '%', 'two-level', 0.5),
  (3, 'likewise, a tenth', 'MULTILEVEL', '%', 'two-level', 0.1),
  (4, 'long start-ups on the medium of a bus: RecursiveBisection2 is slower than XY2', 'RecursiveBisection2', '%', 'bus-medium', 1),
  (5, 'on the processors of a star', 'RecursiveBisection2', '%', 'star-cpu', 1),
  (6, 'on the processors of a backbone', 'RecursiveBisection2', '%', 'backbone-cpu', 1),
  (7, 'on the wire of a bus: RecursiveBisection2 is faster', 'RecursiveBisection2', '%', 'bus-wire', 1),
  (8, 'on the wire of a star', 'RecursiveBisection2', '%', 'star-wire', 1),
  (9, 'on the wire of a backbone', 'RecursiveBisection2', '%', 'backbone-wire', 1),
  (10, 'on a star without start-ups TILE is faster than XY2', 'TILE', '%', 'star', 1),
  (11, 'the total ranks methods on a bus, start-ups on the medium', 'tau of total', 'of tau', 'bus-medium', 1),
  (12, 'the total ranks methods on a star, start-ups on processors', 'tau of total', 'of tau', 'star-cpu', 1),
  (13, 'net ranks methods on a star', 'tau of net', 'of tau', 'star', 1),
  (14, 'likewise, half of the time messages', 'tau of net', 'of tau', 'star', 0.5),
  (15, 'net ranks methods on a star, start-ups on processors', 'tau of net', 'of tau', 'star-cpu', 1),
  (16, 'net ranks methods on a star, start-ups on the wire', 'tau of net', 'of tau', 'star-wire', 1),
  (17, 'net ranks methods on two levels', 'tau of net', 'of tau', 'two-level', 1),
  (18, 'net ranks better than the total on a star', 'lead of net', 'of tau', 'star', 1),
  (19, 'likewise, start-ups on processors', 'lead of net', 'of tau', 'star-cpu', 1),
  (20, 'net ranks better than the total on two levels', 'lead of net', 'of tau', 'two-level', 1),
  (21, 'on a star the choice by total loses more where only messages take time than where a tenth is', 'growth', 'points', 'star', 1),
  (22, 'the choice by simulation is faster than XY2 on a star, half messages, start-ups on processors', 'choice', '%', 'star-cpu', 0.5),
  (23, 'likewise, start-ups on the wire of a star', 'choice', '%', 'star-wire', 0.5),
  (24, 'likewise, on the wire of a backbone', 'choice', '%', 'backbone-wire', 0.5),
  (25, 'likewise, on two levels without start-ups', 'choice', '%', 'two-level', 0.5),
  (26, 'the fastest of seven in the simulation stays the fastest, star, half messages, start-ups on processors', 'kept', '% of problems', 'star-cpu', 0.5),
  (27, 'likewise, on a star without start-ups', 'kept', '% of problems', 'star', 0.5),
  (28, 'likewise, a tenth of the time messages', 'kept', '% of problems', 'star', 0.1),
  (29, 'likewise, on two levels without start-ups, half messages', 'kept', '% of problems', 'two-level', 0.5)))sql";

// One number for each problem, effect and protocol.
constexpr const char* effects_sql = R"sql(all_runs AS MATERIALIZED (
  SELECT setting, share, protocol, sample, setting || share || protocol || ' ' || sample AS problem, algorithm, total, net,
         "time", algorithm IN ({flat}) AS flat,
         max("time") FILTER (WHERE protocol = 'base') OVER (PARTITION BY setting, share, sample, algorithm) AS base_time,
         max("time") FILTER (WHERE algorithm = 'XY2') OVER (PARTITION BY setting, share, protocol, sample) AS xy2,
         min("time") OVER (PARTITION BY setting, share, protocol, sample) AS fastest,
         min(total) FILTER (WHERE algorithm IN ({flat})) OVER (PARTITION BY setting, share, protocol, sample) AS cheapest
  FROM validation_protocols_samples JOIN (SELECT DISTINCT setting, share FROM conclusions) USING (setting, share)
  WHERE seed = :seed AND rival = '' AND sampling = :sampling),
chosen AS (
  SELECT *, min(base_time) OVER (PARTITION BY problem) AS base_fastest,
         min("time") FILTER (WHERE flat) OVER (PARTITION BY problem) AS flat_fastest
  FROM all_runs),
duels AS MATERIALIZED (
  SELECT setting, share, protocol, sample,
         {cost} AS by_total, {net} AS by_net, {time} AS by_time
  FROM (SELECT all_runs.*, lead(total, step) OVER others AS other_total, lead(net, step) OVER others AS other_net,
               lead("time", step) OVER others AS other_time
        FROM all_runs CROSS JOIN (SELECT column1 AS step FROM (VALUES (1), (2), (3), (4), (5)))
        WHERE flat AND (setting, share) IN (SELECT setting, share FROM conclusions WHERE unit = 'of tau') WINDOW others AS (PARTITION BY problem, step ORDER BY algorithm))
  WHERE other_time IS NOT NULL),
taus AS MATERIALIZED (
  SELECT setting, share, protocol, sample, {tau_total} AS tau_total, {tau_net} AS tau_net
  FROM duels GROUP BY setting, share, protocol, sample),
regrets AS (
  SELECT setting, share, protocol, sample, 100 * (avg("time" / flat_fastest) - 1) AS regret
  FROM chosen WHERE flat AND total <= cheapest * (1 + {equal}) GROUP BY setting, share, protocol, sample),
effects AS (
  SELECT setting, share, protocol, sample, algorithm AS effect, 100 * ("time" / xy2 - 1) AS value FROM all_runs
  UNION ALL SELECT setting, share, protocol, sample, 'tau of total', tau_total FROM taus
  UNION ALL SELECT setting, share, protocol, sample, 'tau of net', tau_net FROM taus
  UNION ALL SELECT setting, share, protocol, sample, 'lead of net', tau_net - tau_total FROM taus
  UNION ALL SELECT setting, 1, protocol, sample, 'growth',
                   max(regret) FILTER (WHERE share = 1) - max(regret) FILTER (WHERE share = 0.1)
            FROM regrets GROUP BY setting, protocol, sample
  UNION ALL SELECT setting, share, protocol, sample, 'choice', 100 * (avg("time" / xy2) - 1)
            FROM chosen WHERE base_time <= base_fastest * (1 + {equal}) GROUP BY problem
  UNION ALL SELECT setting, share, protocol, sample, 'kept', 100.0 * max("time" <= fastest * (1 + {equal}))
            FROM chosen WHERE base_time <= base_fastest * (1 + {equal}) GROUP BY problem),
beside_base AS (
  SELECT *, abs(value - max(value) FILTER (WHERE protocol = 'base') OVER (PARTITION BY number, sample)) AS moved
  FROM conclusions JOIN effects USING (setting, share, effect)),
found AS MATERIALIZED (
  SELECT number, conclusion, unit, setting, share, protocol, avg(value) AS mean, {error} AS standard_error,
         count(value) AS problems, max(moved) AS moved
  FROM beside_base GROUP BY number, protocol),
compared AS (
  SELECT found.*, base.mean AS base, base.standard_error AS base_error,
         found.mean * sign(base.mean) AS along
  FROM found JOIN found AS base USING (number) WHERE base.protocol = 'base'))sql";

engine::CatalogueExhibit survives() {
  results::Exhibit exhibit{.name = "validation/survives"};
  exhibit.title = "Which conclusions survive other protocols, noise in computation, and other networks";
  exhibit.sql = fmt::format(
      R"sql(WITH {conclusions},
{effects},
judged AS (
  SELECT *, {survival} AS verdict FROM compared)
SELECT CASE page WHEN 1 THEN 'how messages pass' WHEN 2 THEN 'order of messages, noise'
                 WHEN 3 THEN 'how iterations go on' ELSE 'networks' END AS page_title,
       number || '. ' || conclusion AS conclusion, unit, setting, share, protocol, verdict,
       verdict || printf(iif(unit = 'of tau', ' %.2f +- %.2f', ' %.1f +- %.1f'), mean, {visible} * standard_error) AS outcome,
       mean, {visible} * standard_error AS error, problems
FROM (SELECT *, CASE WHEN protocol LIKE 'fat%' OR protocol LIKE 'links%' THEN 4
                     WHEN protocol LIKE '%overlap' OR protocol IN ('barrier', 'allreduce') THEN 3
                     WHEN protocol LIKE '%first' OR protocol LIKE 'noise%' THEN 2 ELSE 1 END AS page
      FROM judged)
ORDER BY page, number, protocol <> 'base', length(protocol), protocol)sql",
      fmt::arg("conclusions", conclusions_sql),
      fmt::arg("effects", fmt::format(fmt::runtime(effects_sql), fmt::arg("flat", sql_texts(flat_methods())),
                                      fmt::arg("cost", sign_sql("total", "other_total")),
                                      fmt::arg("net", sign_sql("net", "other_net")),
                                      fmt::arg("time", sign_sql("\"time\"", "other_time")),
                                      fmt::arg("tau_total", tau_sql("by_total", "by_time")),
                                      fmt::arg("tau_net", tau_sql("by_net", "by_time")), fmt::arg("equal", equal_costs),
                                      fmt::arg("error", standard_error_sql("value")))),
      fmt::arg("survival", survival_sql()), fmt::arg("visible", visible_errors));
  exhibit.layout = survival_layout("problems");
  exhibit.layout.page = "page_title";
  exhibit.note = fmt::format(
      "The effect is a mean over problems, +- {0} of its standard errors: by how many percent a method takes longer "
      "than XY2; Kendall's tau of a cost and the time of six methods; net's tau less the total's; percentage points "
      "of regret; problems in which a method that is the fastest of seven by the base protocol is so by the other "
      "one. Base: found, where it differs from 0 by more than its error. Survives: it has the same sign beyond its "
      "error and at least {1} of its size; reversed: the other sign beyond its error and {2} of the size; weaker: "
      "neither; unchanged: in every problem, as where nothing is computed, which noise and overlap are about. "
      "Choice: of the seven methods the one that the base simulation has as the fastest, as `solve rectangles "
      "--network` chooses. Protocols: eager messages up to so many bytes leave without being asked for; receiver: "
      "processors are busy with each message that arrives, gap: messages of a processor leave so far apart, as long "
      "as a start-up takes, or 100 elements where there is none; longest-first and next-first: the order of sends; "
      "noise: the standard deviation of each computation, in percent, drawn anew for each division; fat-tree: in the "
      "place of the network, oversubscribed; links-0.25: every second processor has a quarter of the bandwidth. "
      "Computation is as long as for the base protocol on the same network.",
      visible_errors, surviving_share, reversed_share);
  return {"validation/protocols", exhibit, {{"sampling", "max-set"}}};
}

const engine::Registration survives_registration{survives};

}  // namespace
}  // namespace apportion::validation
