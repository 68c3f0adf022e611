// Writing to the standard streams.
#include "experiments/engine/messages.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/text.hpp"

namespace apportion::engine {
namespace {

constexpr std::string_view program_name = "apportion:";

// NO_COLOR as https://no-color.org has it: any value but an empty one.
bool takes_colours() {
  const char* const refused = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && (refused == nullptr || *refused == 0) && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

void print_error(std::string_view text) {
  std::string harmless = without_controls(text);
  if (harmless.starts_with(program_name) && takes_colours())
    harmless.replace(0, program_name.size(), "\x1b[31mapportion:\x1b[0m");
  static_cast<void>(std::fwrite(harmless.data(), 1, harmless.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

void print_last_answer(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout));
  static_cast<void>(std::fflush(stdout));
}

}  // namespace apportion::engine
