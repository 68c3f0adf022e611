// SIGINT and SIGTERM as a flag.
#pragma once

#include <atomic>

namespace apportion::cli {

/// From here on the first SIGINT or SIGTERM sets the flag that is returned; a second one ends the program at once, and
/// with it the programs of users that it runs.
[[nodiscard]] const std::atomic<bool>& watch_for_interruption();

}  // namespace apportion::cli
