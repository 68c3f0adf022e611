// Messages on standard error.
#pragma once

#include <string_view>

namespace apportion::engine {

/// Writes to standard error at once. Does nothing if that cannot be written: a log on a full disk or a reader
/// that went away must not end a run of days.
void print_error(std::string_view text);

}  // namespace apportion::engine
