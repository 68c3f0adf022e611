// Settings of axes and parameters as a user writes them: NAME=VALUE.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace apportion::engine {

/// Splits "axis=value" at the first '='; InputError unless both sides are there.
[[nodiscard]] std::pair<std::string, std::string> split_setting(std::string_view text);

/// Whether a word is a setting: --set takes one value, and those that follow it are words with an '='.
[[nodiscard]] bool is_setting(const std::string& word);

/// Adds an "axis=value". InputError as of split_setting() and, beginning with `label`, for a name that is there
/// already.
void add_setting(std::string_view text, std::map<std::string, std::string>& settings, std::string_view label = {});

}  // namespace apportion::engine
