// Messages on standard error, and what is printed last.
#pragma once

#include <string_view>

namespace apportion::engine {

/// Writes to standard error at once. Does nothing if that cannot be written: a log on a full disk or a reader
/// that went away must not end a run of days.
void print_error(std::string_view text);

/// Writes to standard output at once, for a program that is being ended with an answer in hand.
void print_last_answer(std::string_view text);

}  // namespace apportion::engine
