// Relations of runs, choices and ratios.
#include "experiments/validation/rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "experiments/validation/own_claims.hpp"
#include "results/records.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

// tau-b: pairs that are equal by one of the two count in neither the sum nor its greatest value. Columns of the setting
// stand beside groups of one problem, which has one setting.
std::string evaluation_sql(int place, const std::string& title, const std::string& cost) {
  return fmt::format(R"sql(SELECT {4}, problem, '{1}' AS cost, {0} AS cost_place,
         avg("time" <= fastest * (1 + {3})) AS found, avg("time" / fastest - 1) AS regret, NULL AS tau
  FROM ranked WHERE {2} <= least_{2} * (1 + {3}) GROUP BY problem
  UNION ALL SELECT {4}, problem, '{1}', {0}, NULL, NULL, {5} FROM pairs GROUP BY problem)sql",
                     place, title, cost, equal_costs, setting_key,
                     tau_sql(sign_sql(cost, "other_" + cost), sign_sql("\"time\"", "other_time")));
}

}  // namespace

std::string sign_sql(const std::string& one, const std::string& other) {
  return fmt::format("(({0} > {1} * (1 + {2})) - ({1} > {0} * (1 + {2})))", one, other, equal_costs);
}

std::string tau_sql(const std::string& by_cost, const std::string& by_time) {
  return fmt::format("sum({0} * {1}) / sqrt(nullif(sum({0} <> 0) * sum({1} <> 0), 0))", by_cost, by_time);
}

std::string standard_error_sql(const std::string& value) {
  return fmt::format("sqrt(max(avg({0} * {0}) - avg({0}) * avg({0}), 0) / nullif(count(*) - 1, 0))", value);
}

std::string sql_texts(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + sql_literal(text);
  return list;
}

std::string setting_sql() { return "iif(latency = 0, network, printf('%s, %s %g', network, startup, latency))"; }

// A parameter that is one number comes as a number.
std::string wanted_shares_sql() {
  return "instr(',' || iif(typeof(:shares) = 'text', :shares, printf('%g', :shares)) || ',', "
         "',' || printf('%g', share) || ',') > 0";
}

std::string runs_sql(const std::string& study, const std::string& condition) {
  std::string networks;
  for (const std::string& network : network_names())
    networks += fmt::format("{}({}, {})", networks.empty() ? "" : ", ", sql_literal(network), networks.size());
  return fmt::format(R"sql(networks(network, place) AS (VALUES {0}),
runs AS MATERIALIZED (
  SELECT {1}, sample, dense_rank() OVER (ORDER BY {1}, sample) AS problem, algorithm,
         algorithm IN ({2}) AND count(*) FILTER (WHERE algorithm IN ({2})) OVER (PARTITION BY {1}, sample) = {5} AS flat,
         acost, total, most, net, compute, "time"
  FROM {3}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND (latency > 0 OR startup = 'medium') AND ({4})))sql",
                     networks, setting_key, sql_texts(flat_methods()),
                     sql_identifier(results::view_name(study) + "_samples"), condition, flat_methods().size());
}

std::string pairs_sql() {
  return R"sql(pairs AS MATERIALIZED (
  SELECT *
  FROM (SELECT runs.*, lead(acost, step) OVER others AS other_acost, lead(total, step) OVER others AS other_total,
               lead(most, step) OVER others AS other_most, lead(net, step) OVER others AS other_net,
               lead("time", step) OVER others AS other_time
        FROM runs CROSS JOIN (SELECT column1 AS step FROM (VALUES (1), (2), (3), (4), (5)))
        WHERE flat
        WINDOW others AS (PARTITION BY problem, step ORDER BY algorithm))
  WHERE other_time IS NOT NULL))sql";
}

std::string choices_sql() {
  return fmt::format(R"sql({0},
ranked AS MATERIALIZED (
  SELECT *, min("time") OVER same AS fastest, min(acost) OVER same AS least_acost, min(total) OVER same AS least_total,
         min(most) OVER same AS least_most, min(net) OVER same AS least_net
  FROM runs WHERE flat
  WINDOW same AS (PARTITION BY problem)),
evaluated AS (
  {2}
  UNION ALL {3}
  UNION ALL {4}
  UNION ALL {5}),
choices AS MATERIALIZED (
  SELECT {1}, problem, cost, cost_place, max(found) AS found, max(regret) AS regret, max(tau) AS tau
  FROM evaluated GROUP BY problem, cost))sql",
                     pairs_sql(), setting_key, evaluation_sql(1, "Acost", "acost"), evaluation_sql(2, "total", "total"),
                     evaluation_sql(3, "most", "most"), evaluation_sql(4, "net", "net"));
}

std::string against_sql() {
  return fmt::format(R"sql(against AS MATERIALIZED (
  SELECT *, 100 * ("time" / xy2 - 1) AS more, {} < 0 AS wins
  FROM (SELECT *, max("time") FILTER (WHERE algorithm = 'XY2') OVER (PARTITION BY problem) AS xy2 FROM runs)
  WHERE algorithm <> 'XY2' AND xy2 IS NOT NULL))sql",
                     sign_sql("\"time\"", "xy2"));
}

std::string chosen_sql() {
  return fmt::format(R"sql(chosen AS MATERIALIZED (
  SELECT {0}, cost, cost_place, avg(tau) AS tau, 100 * avg(found) AS found, 100 * avg(regret) AS regret,
         100 * max(regret) AS greatest, count(*) AS problems
  FROM choices GROUP BY {0}, cost, cost_place))sql",
                     setting_key);
}

std::string ratios_sql() {
  return fmt::format(R"sql(ratios AS MATERIALIZED (
  SELECT {0}, algorithm, avg(more) AS more, {1} AS standard_error, 100.0 * avg(wins) AS wins
  FROM against GROUP BY {0}, algorithm))sql",
                     setting_key, standard_error_sql("more"));
}

std::string survival_sql() {
  return fmt::format(R"sql(CASE WHEN protocol = 'base' THEN iif(abs(base) > {0} * base_error, 'found', 'not visible')
                 WHEN abs(base) <= {0} * base_error THEN 'not visible'
                 WHEN moved <= 1e-9 THEN 'unchanged'
                 WHEN along < -{0} * standard_error AND along < -{2} * abs(base) THEN 'reversed'
                 WHEN along > {0} * standard_error AND along >= {1} * abs(base) THEN 'survives'
                 ELSE 'weaker' END)sql",
                     visible_errors, surviving_share, reversed_share);
}

results::Layout survival_layout(const std::string& samples) {
  return {.row = "conclusion",
          .column = "protocol",
          .row_title = "conclusion",
          .column_title = "protocol",
          .values = {{"outcome", "verdict, and the effect with its error"},
                     {"verdict", "verdict"},
                     {"mean", "effect", 2},
                     {"error", "error", 2},
                     {samples, samples, 0}}};
}

}  // namespace apportion::validation
