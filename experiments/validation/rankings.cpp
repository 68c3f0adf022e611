// Relations of runs, choices and ratios.
#include "experiments/validation/rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/validation/jacobi_study.hpp"
#include "results/records.hpp"
#include "sim/network/builders.hpp"

namespace apportion::validation {
namespace {

// tau-b: pairs that are equal by one of the two count in neither the sum nor its greatest value.
std::string tau_sql(const std::string& cost) {
  const std::string by_cost = sign_sql("one." + cost, "other." + cost);
  const std::string by_time = sign_sql("one.\"time\"", "other.\"time\"");
  return fmt::format("sum({0} * {1}) / sqrt(nullif(sum({0} <> 0) * sum({1} <> 0), 0)) AS {2}_tau", by_cost, by_time,
                     cost);
}

std::string choice_sql(int place, const std::string& title, const std::string& cost) {
  return fmt::format(R"sql(SELECT {4}, '{1}' AS cost, {0} AS cost_place,
         avg("time" <= fastest * (1 + {3})) AS found, avg("time" / fastest - 1) AS regret, max({2}_tau) AS tau
  FROM ranked JOIN taus USING ({4}) WHERE {2} <= least_{2} * (1 + {3})
  GROUP BY {4})sql",
                     place, title, cost, equal_costs, problem_key);
}

}  // namespace

std::string sign_sql(const std::string& one, const std::string& other) {
  return fmt::format("(({0} > {1} * (1 + {2})) - ({1} > {0} * (1 + {2})))", one, other, equal_costs);
}

std::string standard_error_sql(const std::string& value) {
  return fmt::format("sqrt(max(avg({0} * {0}) - avg({0}) * avg({0}), 0) / nullif(count(*) - 1, 0))", value);
}

std::string setting_sql() { return "iif(latency = 0, network, printf('%s, %s %g', network, startup, latency))"; }

// A parameter that is one number comes as a number.
std::string wanted_shares_sql() {
  return "instr(',' || iif(typeof(:shares) = 'text', :shares, printf('%g', :shares)) || ',', "
         "',' || printf('%g', share) || ',') > 0";
}

std::string runs_sql(const std::string& study, const std::string& condition) {
  std::string flat;
  for (const std::string& method : flat_methods()) flat += (flat.empty() ? "" : ", ") + sql_literal(method);
  std::string networks;
  for (const std::string& network : network_names())
    networks += fmt::format("{}({}, {})", networks.empty() ? "" : ", ", sql_literal(network), networks.size());
  return fmt::format(R"sql(networks(network, place) AS (VALUES {}),
runs AS MATERIALIZED (
  SELECT {}, algorithm, algorithm IN ({}) AS flat, acost, total, most, net, compute, "time"
  FROM {}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND (latency > 0 OR startup = 'medium') AND {}))sql",
                     networks, problem_key, flat, sql_identifier(results::view_name(study) + "_samples"), condition);
}

std::string choices_sql() {
  return fmt::format(R"sql(ranked AS MATERIALIZED (
  SELECT *, min("time") OVER same AS fastest, min(acost) OVER same AS least_acost, min(total) OVER same AS least_total,
         min(most) OVER same AS least_most, min(net) OVER same AS least_net
  FROM runs WHERE flat
  WINDOW same AS (PARTITION BY {0})),
taus AS MATERIALIZED (
  SELECT {0}, {1}, {2}, {3}, {4}
  FROM ranked AS one JOIN ranked AS other USING ({0})
  WHERE one.algorithm < other.algorithm
  GROUP BY {0}),
choices AS MATERIALIZED (
  {5}
  UNION ALL {6}
  UNION ALL {7}
  UNION ALL {8}))sql",
                     problem_key, tau_sql("acost"), tau_sql("total"), tau_sql("most"), tau_sql("net"),
                     choice_sql(1, "Acost", "acost"), choice_sql(2, "total", "total"), choice_sql(3, "most", "most"),
                     choice_sql(4, "net", "net"));
}

std::string against_sql() {
  return fmt::format(R"sql(against AS MATERIALIZED (
  SELECT {0}, runs.algorithm, 100 * (runs."time" / xy2."time" - 1) AS more, {1} < 0 AS wins
  FROM runs JOIN runs AS xy2 USING ({0})
  WHERE xy2.algorithm = 'XY2' AND runs.algorithm <> 'XY2'))sql",
                     problem_key, sign_sql("runs.\"time\"", "xy2.\"time\""));
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

}  // namespace apportion::validation
