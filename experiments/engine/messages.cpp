// Writing to standard error.
#include "experiments/engine/messages.hpp"

#include <cstdio>

namespace apportion::engine {

void print_error(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

}  // namespace apportion::engine
