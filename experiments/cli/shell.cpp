// Quoting for a shell.
#include "experiments/cli/shell.hpp"

#include <string_view>

namespace apportion::cli {

std::string quoted_for_a_shell(const std::string& word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace apportion::cli
