// Times: of work on a thread, and of single solves, on one thread, after the sweeps.
#pragma once

#include <cstdint>
#include <functional>

#include "experiments/engine/plan.hpp"
#include "experiments/engine/runner.hpp"

namespace apportion::engine {

/// The time in seconds that the work takes on this thread: processor time, which excludes other threads' turns; or, if
/// the thread waited for something such as another process, the elapsed time.
[[nodiscard]] double working_seconds(const std::function<void()>& work);

/// The metric of sweeps that time their solves. Times are not results: every run measures them again, and no digest or
/// check includes them.
inline constexpr const char* seconds_metric = "seconds";

/// The most solves of a sweep timed at a point.
inline constexpr std::int64_t most_timed_samples = 30;

/// The time of a call: it is repeated in a loop until the loop is long enough for the clock, and the shortest of a few
/// loops counts. A call of 10 ms or more is made once.
[[nodiscard]] double seconds_per_call(const std::function<void()>& call);

/// Times every algorithm of a timed experiment at every point of its grid and stores the median, least and greatest
/// time per solve over the samples, each by seconds_per_call(). The columns of one point take turns, so that all see
/// the same state of the machine.
RunReport time_experiment(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
                          results::Store& store);

}  // namespace apportion::engine
