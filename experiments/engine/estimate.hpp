// How long runs will take, from a short measurement.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/plan.hpp"

namespace apportion::engine {

/// A run whose time is asked for.
struct PlannedRun {
  Experiment experiment;
  RunRequest request;
  Work work;  ///< of a timed experiment times_to_measure()
};

/// A task for each point, which measures the times of all columns.
[[nodiscard]] Work times_to_measure(const Experiment& experiment, const StudyColumns& columns);

struct Estimate {
  double seconds = 0;
  /// The time is likely to lie between these, by how far off the measured points are from what others say of them;
  /// `high` also has what other work on the machine took away meanwhile. With `unfinished` there is no telling how
  /// high.
  double low = 0;
  double high = 0;
  /// Experiments of which a sample was not solved in time. It counts as twice what it took so far. Its thread goes on,
  /// and the caller should end the program soon.
  std::vector<std::string> unfinished = {};
};

/// How long the runs take one after the other, each on so many threads, writing left aside. Samples that are spread
/// over their points and columns are solved, one after the other, for about `measured_seconds`, and the runs share that
/// time; beside a sample that takes long the next ones are tried, and none of what Work::known_times tells. Returns
/// after `measured_seconds` and a quarter at the latest. What fails takes what it takes to fail.
[[nodiscard]] Estimate estimated_time(const std::vector<std::shared_ptr<const PlannedRun>>& runs, int threads,
                                      double measured_seconds);

}  // namespace apportion::engine
