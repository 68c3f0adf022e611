// The request of a run: experiments, each narrowed, in the order in which they run, and their estimated time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/engine/plan.hpp"

namespace apportion::cli {

/// An experiment, narrowed, and its request.
struct Job {
  engine::Experiment experiment;
  engine::RunRequest request;

  /// Whether another shard runs it: measured times cannot be divided into shares.
  [[nodiscard]] bool is_of_another_shard() const { return experiment.timed && request.shard.index != 1; }
};

/// A line that reports this.
[[nodiscard]] std::string job_of_another_shard(const Job& job);

struct RunPlan {
  engine::RunRequest request;  ///< of all jobs, except for the seeds of sweep files
  std::vector<Job> jobs;       ///< by name, those that measure times last, since they need the machine for themselves
};

/// InputError, before any run, for a request that does not fit one of the experiments.
[[nodiscard]] RunPlan run_plan(const Arguments& arguments);

/// Prints the remaining work compared with the database, the reasons and, unless `threads` is 0, an estimate of its
/// time from earlier runs of the same study. Writes nothing.
void preview(const RunPlan& plan, const std::filesystem::path& database, int threads);

}  // namespace apportion::cli
