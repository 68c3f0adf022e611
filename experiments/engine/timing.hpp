// Time: how long work keeps a thread, and how long one solve takes, alone on one thread, after the sweeps.
#pragma once

#include <cstdint>
#include <functional>

#include "experiments/engine/messages.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/runner.hpp"

namespace apportion::engine {

/// Seconds since some moment, by a clock that never goes back.
[[nodiscard]] double steady_seconds();

/// Seconds that the work takes on this thread: processor time, so that turns which the scheduler gave to others do not
/// count; or, where the thread waited for something such as another process, the time until it is done.
[[nodiscard]] double working_seconds(const std::function<void()>& work);

/// What a sweep names among its metrics where its solves are to be timed as well. Times are no part of its results:
/// they are measured anew by every run, and no digest and no check sees them.
inline constexpr const char* seconds_metric = "seconds";

/// The solves of a sweep that are timed at a point.
inline constexpr std::int64_t most_timed_samples = 30;

/// How long a call takes: it is repeated in a loop until a loop takes long enough for the clock, and the shortest of a
/// few loops counts. A call of 10 ms or more is made once.
[[nodiscard]] double seconds_per_call(const std::function<void()>& call);

/// Times every algorithm of a timed experiment at every point of its grid and stores the median, least and greatest
/// time a solve over the samples, each by seconds_per_call(). The columns of one point take turns, so that they meet
/// the same state of the machine.
RunReport time_experiment(const Experiment& experiment, const RunRequest& request, const RunSettings& settings,
                          results::Store& store);

}  // namespace apportion::engine
