// How long work keeps a thread, on a machine that others use as well.
#pragma once

#include <functional>

namespace apportion::engine {

/// Seconds since some moment, by a clock that never goes back.
[[nodiscard]] double steady_seconds();

/// Seconds that the work takes on this thread: processor time, so that turns which the scheduler gave to others do not
/// count; or, where the thread waited for something such as another process, the time until it is done.
[[nodiscard]] double working_seconds(const std::function<void()>& work);

}  // namespace apportion::engine
