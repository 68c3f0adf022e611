// The options of a command line, and their values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/own_algorithm.hpp"

namespace apportion::problems {

/// The given options and their values as texts; the functions below parse them strictly.
class OptionValues {
 public:
  /// Appends to the option's values; a switch has no values.
  void add(const std::string& option, const std::vector<std::string>& values);

  [[nodiscard]] bool has(const std::string& option) const { return values_.contains(option); }

  /// The value, or `fallback` if the option was not given.
  [[nodiscard]] std::string text(const std::string& option, const std::string& fallback = {}) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& option) const;
  /// InputError, which names the option, unless its value is a whole number from `least` to `most`.
  [[nodiscard]] std::int64_t whole(const std::string& option, std::int64_t fallback, std::int64_t least,
                                   std::int64_t most) const;

  /// The user's own algorithms, from a file that the options name.
  void set_own(std::vector<OwnProgram> own) { own_ = std::move(own); }
  [[nodiscard]] const std::vector<OwnProgram>& own() const { return own_; }

 private:
  std::map<std::string, std::vector<std::string>> values_;
  std::vector<OwnProgram> own_;
};

/// The most numbers in a list with repeated entries.
inline constexpr std::size_t most_repeated_numbers = 1'000'000;

/// "3,1,2" as numbers. "48*1" is 48 times 1, "2*(3,1)" is 3,1,3,1, and parentheses can be nested. InputError names the
/// entry by `kind` and its place, as in "weight 2". An empty text gives no numbers.
[[nodiscard]] std::vector<double> listed_numbers(std::string_view kind, std::string_view text);

}  // namespace apportion::problems
