// Matrix product and LU decomposition by other protocols: the study, and which conclusions survive.
#include <fmt/format.h>

#include <memory>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/validation/grid_jobs_study.hpp"
#include "experiments/validation/grid_rankings.hpp"
#include "experiments/validation/own_claims.hpp"
#include "experiments/validation/protocols.hpp"
#include "experiments/validation/rankings.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/network.hpp"

namespace apportion::validation {
namespace {

constexpr double overhead_elements = 100;  // of a receiver and of a gap

// Matrix jobs have an order of their own, and nothing that overlaps or that all agree on.
void require_for_matrices(const Variation& variation, const std::string& text) {
  if (variation.order != SendOrder::by_number || variation.progress != Progress::free || variation.reduces)
    throw InputError(
        fmt::format("protocol '{}': matrix jobs have eager, receiver, gap, noise, fat-tree and links", text));
}

GridJobProblem sample_varied_job(const engine::Point& point, RandomStream& stream) {
  const std::string& text = point.text("protocol");
  const Variation variation = parse_variation(text);
  require_for_matrices(variation, text);
  GridJobProblem problem = sample_grid_job(point, stream);
  const double bandwidth = named_bandwidth(point.text("network"), problem.network.processors);
  if (variation.oversubscription)
    problem.network = fat_tree(two_level_groups(problem.network.processors), bandwidth, *variation.oversubscription);
  if (variation.links != 1) change_every_second(problem.network, variation.links);
  // What is counted in bytes is stretched as messages are.
  const double seconds = overhead_elements * bytes_per_element * problem.message_scale / bandwidth;
  problem.network.protocol = protocol_of(variation, seconds, problem.message_scale);
  problem.noise = variation.noise;
  problem.noise_seed = stream();
  return problem;
}

engine::Experiment grid_protocols_experiment() {
  engine::Study study = grid_job_study("validation/grid-protocols");
  study.title = "Matrix products and LU decompositions by other protocols, with noise, and on other networks";
  study.claim = "none; the question is which conclusions survive";
  study.axes.push_back(protocol_axis({"base", "eager-65536", "eager-1000000000", "receiver", "gap", "noise-5",
                                      "noise-10", "fat-tree-1", "fat-tree-4", "links-0.25"}));
  problems::set_axis(study.axes, "grid", engine::name_values({"3x3", "4x4"}));
  problems::set_axis(study.axes, "level", engine::axis_values({8, 16}));
  problems::set_axis(study.axes, "workload", engine::name_values({"product", "lu"}));
  problems::set_axis(study.axes, "share", engine::axis_values({0.1, 0.5}));
  study.sample = engine::sampler(sample_varied_job);
  return engine::erase(std::move(study));
}

constexpr const char* grid_effects_sql = R"sql(jobs AS MATERIALIZED (
  SELECT workload, share, protocol, grid || ' ' || level || ' ' || sample AS problem, algorithm, block_time, "time",
         min(block_time) OVER same AS least, min("time") OVER same AS fastest
  FROM "validation_grid-protocols_samples"
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND network = :network
  WINDOW same AS (PARTITION BY workload, share, protocol, grid, level, sample)),
effects AS (
  SELECT workload, share, protocol, problem, 1 AS number,
         100 * (max("time") FILTER (WHERE algorithm = 'proposed') / max("time") FILTER (WHERE algorithm = 'beaumont') - 1)
           AS value
  FROM jobs GROUP BY workload, share, protocol, problem
  UNION ALL
  SELECT workload, share, protocol, problem, 2, 100.0 * avg("time" <= fastest * (1 + {equal}))
  FROM jobs WHERE block_time <= least * (1 + {equal}) GROUP BY workload, share, protocol, problem),
beside_base AS (
  SELECT *, abs(value - max(value) FILTER (WHERE protocol = 'base') OVER (PARTITION BY workload, share, number, problem))
           AS moved
  FROM effects),
found AS MATERIALIZED (
  SELECT workload, share, number, protocol, avg(value) AS mean, {error} AS standard_error, max(moved) AS moved,
         count(value) AS networks
  FROM beside_base GROUP BY workload, share, number, protocol),
compared AS (
  SELECT found.*, base.mean AS base, base.standard_error AS base_error, found.mean * sign(base.mean) AS along
  FROM found JOIN found AS base USING (workload, share, number) WHERE base.protocol = 'base'))sql";

engine::CatalogueExhibit survives_grids() {
  results::Exhibit exhibit{.name = "validation/survives-grids"};
  exhibit.title = "Which conclusions on process grids survive other protocols, noise, and other networks";
  exhibit.sql = fmt::format(
      R"sql(WITH {effects},
judged AS (SELECT *, {survival} AS verdict FROM compared)
SELECT {job} || CASE number WHEN 1 THEN ': the proposed method takes longer than Beaumont et al., %'
                ELSE ': the least block time is the fastest, % of networks' END AS conclusion,
       protocol, verdict, verdict || printf(' %.1f +- %.1f', mean, {visible} * standard_error) AS outcome, mean,
       {visible} * standard_error AS error, networks
FROM judged
ORDER BY workload DESC, share, number, protocol <> 'base', length(protocol), protocol)sql",
      fmt::arg("effects", fmt::format(fmt::runtime(grid_effects_sql), fmt::arg("equal", equal_costs),
                                      fmt::arg("error", standard_error_sql("value")))),
      fmt::arg("survival", survival_sql()), fmt::arg("job", job_title_sql()), fmt::arg("visible", visible_errors));
  exhibit.layout = survival_layout("networks");
  exhibit.note = fmt::format(
      "Verdicts and protocols as in validation/survives; receivers and gaps take as long as {} elements on a link, and "
      "whatever is counted in bytes is stretched as messages are, to their share. Means over networks of 3 x 3 and "
      "4 x 4 processes at levels 8 and 16, on a star, below 0 where the proposed method is faster. Jobs have no "
      "barriers, agreements or other orders.",
      overhead_elements);
  return {"validation/grid-protocols", exhibit, grid_parameters()};
}

const engine::Registration grid_protocols_registration{grid_protocols_experiment, survives_grids};

}  // namespace
}  // namespace apportion::validation
