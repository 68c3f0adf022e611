// Relations of runs and choices.
#include "experiments/validation/rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/validation/jacobi_study.hpp"
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
  return fmt::format(R"sql(SELECT network, startup, latency, share, sample, '{1}' AS cost, {0} AS cost_place,
         avg("time" <= fastest * (1 + {3})) AS found, avg("time" / fastest - 1) AS regret, max({2}_tau) AS tau
  FROM ranked JOIN taus USING (network, startup, latency, share, sample) WHERE {2} <= least_{2} * (1 + {3})
  GROUP BY network, startup, latency, share, sample)sql",
                     place, title, cost, equal_costs);
}

}  // namespace

std::string sign_sql(const std::string& one, const std::string& other) {
  return fmt::format("(({0} > {1} * (1 + {2})) - ({1} > {0} * (1 + {2})))", one, other, equal_costs);
}

std::string setting_sql() { return "iif(latency = 0, network, printf('%s, %s %g', network, startup, latency))"; }

std::string runs_sql(const std::string& condition) {
  std::string flat;
  for (const std::string& method : flat_methods()) flat += (flat.empty() ? "" : ", ") + sql_literal(method);
  std::string networks;
  for (const std::string& network : network_names())
    networks += fmt::format("{}({}, {})", networks.empty() ? "" : ", ", sql_literal(network), networks.size());
  return fmt::format(R"sql(networks(network, place) AS (VALUES {}),
runs AS MATERIALIZED (
  SELECT network, startup, latency, share, sample, algorithm, algorithm IN ({}) AS flat, acost, total, most, net, "time"
  FROM validation_networks_samples
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND progress = 'free' AND cells = 'real'
    AND iterations = 10 AND (latency > 0 OR startup = 'medium') AND {}))sql",
                     networks, flat, condition);
}

std::string choices_sql() {
  return fmt::format(R"sql(ranked AS MATERIALIZED (
  SELECT *, min("time") OVER same AS fastest, min(acost) OVER same AS least_acost, min(total) OVER same AS least_total,
         min(most) OVER same AS least_most, min(net) OVER same AS least_net
  FROM runs WHERE flat
  WINDOW same AS (PARTITION BY network, startup, latency, share, sample)),
taus AS MATERIALIZED (
  SELECT network, startup, latency, share, sample, {}, {}, {}, {}
  FROM ranked AS one JOIN ranked AS other USING (network, startup, latency, share, sample)
  WHERE one.algorithm < other.algorithm
  GROUP BY network, startup, latency, share, sample),
choices AS MATERIALIZED (
  {}
  UNION ALL {}
  UNION ALL {}
  UNION ALL {}))sql",
                     tau_sql("acost"), tau_sql("total"), tau_sql("most"), tau_sql("net"),
                     choice_sql(1, "Acost", "acost"), choice_sql(2, "total", "total"), choice_sql(3, "most", "most"),
                     choice_sql(4, "net", "net"));
}

}  // namespace apportion::validation
