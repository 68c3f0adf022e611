// How well block times rank methods on process grids: SQL over the single networks of the studies of matrix jobs.
#pragma once

#include <map>
#include <string>

namespace apportion::validation {

/// Relations, as common table expressions without WITH; `study` is the name of one:
/// jobs(workload, share, blocks, slices, grid, level, sample, algorithm, block_time, time): what `condition` lets pass;
/// slices: in which order.
/// ranked_networks(workload, share, blocks, slices, grid, level, sample, found, regret, tau, model, simulated): the
/// first three as of choices in rankings.hpp, the cost being the block time; the proposed method's block time and
/// simulated time over those of Beaumont et al.
[[nodiscard]] std::string jobs_sql(const std::string& study, const std::string& condition);

/// The parameters of exhibits of matrix jobs, unless they are set.
[[nodiscard]] std::map<std::string, std::string> grid_parameters();

/// An SQL expression that names a job: "LU, 50 % messages".
[[nodiscard]] std::string job_title_sql();

}  // namespace apportion::validation
