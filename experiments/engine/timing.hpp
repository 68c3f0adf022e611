// Timing: how long one solve takes, alone on one thread, after the sweeps.
#pragma once

#include "experiments/engine/plan.hpp"
#include "experiments/engine/progress.hpp"
#include "experiments/engine/runner.hpp"

namespace apportion::engine {

/// Times every column of a timed experiment at every point of its grid and stores the median, least and greatest time
/// a solve over the samples. A sample is solved in a loop until a loop takes long enough for the clock, and its time
/// is the shortest loop's. The columns of one point take turns, so that they meet the same state of the machine.
RunReport time_experiment(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
                          results::Store& store);

}  // namespace apportion::engine
