// Reading of settings.
#include "experiments/engine/settings.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace apportion::engine {

std::pair<std::string, std::string> split_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
    throw InputError(fmt::format("'{}' is not a setting; write name=value", text));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

bool is_setting(const std::string& word) { return word.find('=') != std::string::npos; }

void add_setting(std::string_view text, std::map<std::string, std::string>& settings, std::string_view label) {
  if (const auto [name, value] = split_setting(text); !settings.emplace(name, value).second)
    throw InputError(fmt::format("{}{} is set twice", label, name));
}

}  // namespace apportion::engine
