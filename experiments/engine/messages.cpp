// Writing to the standard streams.
#include "experiments/engine/messages.hpp"

#include <cstdio>
#include <string>

#include "base/printable.hpp"

namespace apportion::engine {

void print_error(std::string_view text) {
  const std::string harmless = without_controls(text);
  static_cast<void>(std::fwrite(harmless.data(), 1, harmless.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

void print_last_answer(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout));
  static_cast<void>(std::fflush(stdout));
}

}  // namespace apportion::engine
