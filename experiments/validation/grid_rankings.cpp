// Relations of jobs, what block times tell of them, and the proposed method against Beaumont et al.
#include "experiments/validation/grid_rankings.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/validation/rankings.hpp"
#include "results/records.hpp"

namespace apportion::validation {
namespace {

constexpr const char* job_key = "workload, share, blocks, slices, grid, level, sample";

}  // namespace

std::string job_title_sql() {
  return "iif(workload = 'lu', 'LU', workload) || printf(', %g %% messages', 100 * share)";
}

std::string jobs_sql(const std::string& study, const std::string& condition) {
  const std::string by_cost = sign_sql("one.block_time", "other.block_time");
  const std::string by_time = sign_sql("one.\"time\"", "other.\"time\"");
  return fmt::format(R"sql(jobs AS MATERIALIZED (
  SELECT workload, share, blocks, "order" AS slices, grid, level, sample, algorithm, block_time, "time"
  FROM {0}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND network = :network AND {1}),
ranked AS MATERIALIZED (
  SELECT *, min(block_time) OVER same AS least, min("time") OVER same AS fastest
  FROM jobs WINDOW same AS (PARTITION BY {2})),
taus AS MATERIALIZED (
  SELECT {2}, sum({3} * {4}) / sqrt(nullif(sum({3} <> 0) * sum({4} <> 0), 0)) AS tau
  FROM jobs AS one JOIN jobs AS other USING ({2})
  WHERE one.algorithm < other.algorithm
  GROUP BY {2}),
judged AS MATERIALIZED (
  SELECT {2}, max(tau) AS tau, avg("time" <= fastest * (1 + {5})) AS found, avg("time" / fastest - 1) AS regret
  FROM ranked JOIN taus USING ({2}) WHERE block_time <= least * (1 + {5})
  GROUP BY {2}),
leads AS MATERIALIZED (
  SELECT {2}, one.block_time / other.block_time AS model, one."time" / other."time" AS simulated
  FROM jobs AS one JOIN jobs AS other USING ({2})
  WHERE one.algorithm = 'proposed' AND other.algorithm = 'beaumont'))sql",
                     sql_identifier(results::view_name(study) + "_samples"), condition, job_key, by_cost, by_time,
                     equal_costs);
}

}  // namespace apportion::validation
