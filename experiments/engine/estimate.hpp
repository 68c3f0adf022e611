// How long a run will take, from a short measurement.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/plan.hpp"

namespace apportion::engine {

/// Seconds that the tasks take on one thread, writing left aside. Solves tasks that are spread over the grid,
/// one after the other and at least one sample, for about `measured_seconds`; what they took a sample and column stands
/// for the others. An algorithm that fails takes what it takes to fail.
[[nodiscard]] double estimated_seconds(const Experiment& experiment, const RunRequest& request, const Work& work,
                                       double measured_seconds);

/// A run whose time is asked for.
struct PlannedRun {
  Experiment experiment;
  RunRequest request;
  Work work;
};

/// estimated_seconds() of each run, which share the `measured_seconds`. Nothing where a single sample takes so long
/// that it is not solved when twice that time is over; its thread goes on, and the caller should end the program soon.
[[nodiscard]] std::vector<std::optional<double>> estimated_soon(
    const std::vector<std::shared_ptr<const PlannedRun>>& runs, double measured_seconds);

}  // namespace apportion::engine
