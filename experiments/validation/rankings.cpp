// How well the costs tell which method is the fastest: relations of runs, choices and ratios, and the exhibits on them.
#include "experiments/validation/rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "experiments/validation/own_claims.hpp"
#include "results/records.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

// `flat` needs all of the flat methods, so that costs rank the same ones on every problem.
constexpr const char* runs_text = R"sql(networks(network, place) AS (VALUES {networks}),
runs AS MATERIALIZED (
  SELECT *, is_flat AND count(*) FILTER (WHERE is_flat) OVER (PARTITION BY problem) = {flat_methods} AS flat
  FROM (SELECT network, startup, latency, share, progress, cells, iterations, sample, algorithm,
               iif(latency = 0, network, printf('%s, %s %g', network, startup, latency)) AS setting_name,
               dense_rank() OVER (ORDER BY network, startup, latency, share, progress, cells, iterations, sample)
                 AS problem,
               algorithm IN ({flat}) AS is_flat, acost, total, most, net, compute, "time"
        FROM {samples}
        WHERE seed = :seed AND rival = '' AND sampling = :sampling AND (latency > 0 OR startup = 'medium')
          AND ({condition}))))sql";

// The pairs are made by windows, since SQLite makes no index for the join of large relations with themselves.
constexpr const char* rankings_text = R"sql(,
costs(cost, cost_place) AS (VALUES ('Acost', 1), ('total', 2), ('most', 3), ('net', 4)),
priced AS (
  SELECT runs.*, cost, cost_place,
         CASE cost WHEN 'Acost' THEN acost WHEN 'total' THEN total WHEN 'most' THEN most ELSE net END AS price
  FROM runs CROSS JOIN costs WHERE flat),
ranked AS (
  SELECT *, compare(price, min(price) OVER same) <= 0 AS is_cheapest, min("time") OVER same AS fastest
  FROM priced WINDOW same AS (PARTITION BY problem, cost_place)),
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
)sql";

constexpr const char* judged_text = R"sql(beside_base AS (
  SELECT *, abs(value - max(value) FILTER (WHERE protocol = 'base') OVER (PARTITION BY number, problem)) AS moved
  FROM effects),
found AS MATERIALIZED (
  SELECT number, protocol, avg(value) AS mean, standard_error(value) AS standard_error, max(moved) AS moved,
         count(value) AS problems
  FROM beside_base GROUP BY number, protocol),
compared AS (
  SELECT found.*, {visible} * found.standard_error AS error, base.mean AS base,
         coalesce(abs(base.mean) > {visible} * base.standard_error, false) AS is_visible, found.mean * sign(base.mean) AS along
  FROM found JOIN found AS base USING (number) WHERE base.protocol = 'base'),
judged AS (
  SELECT *, CASE WHEN NOT is_visible THEN 'not visible'
                 WHEN protocol = 'base' THEN 'found'
                 WHEN moved <= 1e-9 THEN 'unchanged'
                 WHEN along < -error AND along < -{reversed} * abs(base) THEN 'reversed'
                 WHEN along > error AND along >= {surviving} * abs(base) THEN 'survives'
                 ELSE 'weaker' END AS verdict
  FROM compared)
)sql";

}  // namespace

std::string sql_texts(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + sql_literal(text);
  return list;
}

std::string rankings_sql(const std::string& study, const std::string& condition) {
  std::string networks;
  for (const std::string& network : network_names())
    networks += fmt::format("{}({}, {})", networks.empty() ? "" : ", ", sql_literal(network), networks.size());
  return fmt::format(fmt::runtime(runs_text), fmt::arg("networks", networks),
                     fmt::arg("flat", sql_texts(flat_methods())), fmt::arg("flat_methods", flat_methods().size()),
                     fmt::arg("samples", sql_identifier(results::view_name(study) + "_samples")),
                     fmt::arg("condition", condition)) +
         rankings_text;
}

std::string judged_sql() {
  return fmt::format(fmt::runtime(judged_text), fmt::arg("visible", visible_errors),
                     fmt::arg("surviving", surviving_share), fmt::arg("reversed", reversed_share));
}

results::Layout survival_layout(const std::string& problems) {
  return {.row = "conclusion",
          .column = "protocol",
          .row_title = "conclusion",
          .column_title = "protocol",
          .values = {{"outcome", "verdict, and the effect with its error"},
                     {"verdict", "verdict"},
                     {"mean", "effect", 2},
                     {"error", "error", 2},
                     {problems, problems, 0}}};
}

}  // namespace apportion::validation
