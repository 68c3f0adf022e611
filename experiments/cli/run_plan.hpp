// What a run is asked for: experiments, each narrowed, in the order in which they run, and how long they will take.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/plan.hpp"

namespace apportion::cli {

/// An experiment, narrowed, and what is asked of it.
struct Job {
  engine::Experiment experiment;
  engine::RunRequest request;

  /// Measured times cannot be divided into shares.
  [[nodiscard]] bool is_of_another_shard() const { return experiment.timed && request.shard.index != 1; }
};

/// The line that says so.
[[nodiscard]] std::string job_of_another_shard(const Job& job);

struct RunPlan {
  engine::RunRequest request;  ///< of all jobs, but for the seeds of sweep files
  std::vector<Job> jobs;       ///< by name, those that measure times last: they need the machine for themselves
};

/// InputError for a request that does not fit one of the experiments: none of them is run then.
[[nodiscard]] RunPlan run_plan(const Arguments& arguments);

/// Prints how much there is to do beside what the database has, why, and, if `threads` is not 0, about how long it
/// takes on so many where earlier runs of the same study say so. Writes nothing.
void preview(const RunPlan& plan, const std::filesystem::path& database, int threads);

}  // namespace apportion::cli
