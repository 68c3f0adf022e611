// Options of algorithms: declared with defaults, chosen in brackets after the algorithm's name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apportion {

inline constexpr std::int64_t most_count = 100'000'000;  ///< the greatest value of any option that is a count

enum class OptionKind {
  flag,   ///< written as its bare name: TILE[legacy]
  count,  ///< a whole number in a range: HYBRID[levels=2]
  text    ///< any text without , [ ] outside balanced brackets: MULTILEVEL[inner=XY2[enumerate]]
};

/// One option of an algorithm.
struct OptionSpec {
  std::string name;
  OptionKind kind = OptionKind::flag;
  std::string default_value = {};         ///< "" for a flag that is off
  std::vector<std::string> choices = {};  ///< of a text: the only values allowed; any if empty
  std::int64_t least = 0;                 ///< of a count
  std::int64_t most = most_count;
  std::string summary = {};
};

/// Declares an option that is a count of at least `least`.
[[nodiscard]] inline OptionSpec count_option(std::string name, std::string default_value, std::string summary,
                                             std::int64_t least = 0) {
  return {std::move(name), OptionKind::count, std::move(default_value), {}, least, most_count, std::move(summary)};
}

/// The chosen values of all options that an algorithm declares. Reading an undeclared option is a
/// std::logic_error.
class Options {
 public:
  Options() = default;

  /// Parses "enumerate" or "levels=2,other" against the declared options; InputError for an option that is unknown or
  /// given twice, or a value that is not a choice or out of range. `owner` names the algorithm in errors.
  static Options parse(std::string_view text, const std::vector<OptionSpec>& declared, std::string_view owner);

  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] std::int64_t count(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

  /// The non-default values, in the order of declaration: "levels=2"; "" if all are defaults.
  [[nodiscard]] std::string canonical(const std::vector<OptionSpec>& declared) const;

 private:
  [[nodiscard]] const std::string& value(std::string_view name) const;

  std::map<std::string, std::string, std::less<>> values_;
};

/// Splits "HYBRID[levels=2]" into "HYBRID" and "levels=2"; InputError for unbalanced brackets.
struct BracketedName {
  std::string name;
  std::string options;
};
[[nodiscard]] BracketedName split_bracketed(std::string_view text);

/// Splits at commas outside brackets: "XY2,MULTILEVEL[outer=XY,inner=XY2]" gives two names. InputError for empty
/// pieces; an empty text gives no pieces.
[[nodiscard]] std::vector<std::string> split_names(std::string_view text);

}  // namespace apportion
