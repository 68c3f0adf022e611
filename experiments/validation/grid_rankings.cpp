// Relations of jobs, what block times tell of them, and the proposed method against Beaumont et al.
#include "experiments/validation/grid_rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/validation/grid_jobs_study.hpp"
#include "experiments/validation/rankings.hpp"
#include "results/records.hpp"

namespace apportion::validation {
namespace {

constexpr const char* job_key = "workload, share, blocks, slices, grid, level, sample";

}  // namespace

std::map<std::string, std::string> grid_parameters() { return {{"sampling", "extremes"}, {"network", "star"}}; }

std::string job_title_sql() {
  return "iif(workload = 'lu', 'LU', workload) || printf(', %g %% messages', 100 * share)";
}

std::string jobs_sql(const std::string& study, const std::string& condition) {
  return fmt::format(R"sql(jobs AS MATERIALIZED (
  SELECT workload, share, blocks, "order" AS slices, grid, level, sample, algorithm, block_time, "time"
  FROM {0}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND network = :network AND algorithm IN ({5}) AND {1}),
pairs AS (
  SELECT *, lead(block_time, step) OVER others AS other_block_time, lead("time", step) OVER others AS other_time
  FROM jobs CROSS JOIN (SELECT column1 AS step FROM (VALUES (1), (2), (3), (4)))
  WINDOW others AS (PARTITION BY {2}, step ORDER BY algorithm)),
timed AS (
  SELECT *, min(block_time) OVER same AS least, min("time") OVER same AS fastest
  FROM jobs WINDOW same AS (PARTITION BY {2})),
evaluated AS (
  SELECT {2}, avg("time" <= fastest * (1 + {3})) AS found, avg("time" / fastest - 1) AS regret, NULL AS tau, NULL AS model,
         NULL AS simulated
  FROM timed WHERE block_time <= least * (1 + {3}) GROUP BY {2}
  UNION ALL SELECT {2}, NULL, NULL, {4}, NULL, NULL FROM pairs WHERE other_time IS NOT NULL GROUP BY {2}
  UNION ALL
  SELECT {2}, NULL, NULL, NULL,
         max(block_time) FILTER (WHERE algorithm = 'proposed') / max(block_time) FILTER (WHERE algorithm = 'beaumont'),
         max("time") FILTER (WHERE algorithm = 'proposed') / max("time") FILTER (WHERE algorithm = 'beaumont')
  FROM jobs GROUP BY {2}),
ranked_networks AS MATERIALIZED (
  SELECT {2}, max(found) AS found, max(regret) AS regret, max(tau) AS tau, max(model) AS model,
         max(simulated) AS simulated
  FROM evaluated GROUP BY {2}))sql",
                     sql_identifier(results::view_name(study) + "_samples"), condition, job_key, equal_costs,
                     tau_sql(sign_sql("block_time", "other_block_time"), sign_sql("\"time\"", "other_time")),
                     sql_texts(grid_methods()));
}

}  // namespace apportion::validation
