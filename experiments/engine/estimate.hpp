// How long a run will take, from a short measurement.
#pragma once

#include "experiments/engine/plan.hpp"

namespace apportion::engine {

/// Seconds that the tasks take on one thread, writing left aside. Solves tasks that are spread over the grid,
/// one after the other and at least one sample, for about `measured_seconds`; what they took a sample and column stands
/// for the others. An algorithm that fails takes what it takes to fail.
[[nodiscard]] double estimated_seconds(const Experiment& experiment, const RunRequest& request, const Work& work,
                                       double measured_seconds);

}  // namespace apportion::engine
