// Writing to standard error.
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

}  // namespace apportion::engine
