// SIGINT and SIGTERM as a flag.
#pragma once

#include <atomic>

namespace apportion::cli {

/// From here on SIGINT, SIGTERM, SIGHUP and SIGQUIT end the programs of users that run, and then this one as ever.
/// Signals that are ignored stay so.
void end_programs_with_us();

/// From here on the first SIGINT or SIGTERM sets the flag that is returned; a second one ends the program at once, and
/// with it the programs of users that it runs.
[[nodiscard]] const std::atomic<bool>& watch_for_interruption();

}  // namespace apportion::cli
