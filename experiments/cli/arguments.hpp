// What a command understands on its command line, and what it was given.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::cli {

/// One option. Words that are no option and no option's value are the command's own.
struct OptionDeclaration {
  std::string name;          ///< "samples", or "jobs,j" with a short form
  std::string value = {};    ///< what its value is called in the help; "" for a switch
  std::string summary = {};  ///< one line
  bool repeatable = false;
};

/// The words and options of one call. Values are texts; the functions below read them strictly.
class Arguments {
 public:
  /// Throws InputError for unknown options (with the nearest names), missing values, and options given twice.
  Arguments(const std::vector<OptionDeclaration>& declared, const std::vector<std::string>& tokens);

  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// Everything as it was given.
  [[nodiscard]] const std::vector<std::string>& tokens() const { return tokens_; }
  [[nodiscard]] bool has(const std::string& option) const { return values_.contains(option); }
  /// The value, or `fallback` where the option was not given.
  [[nodiscard]] std::string text(const std::string& option, const std::string& fallback = {}) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& option) const;
  /// InputError that names the option unless its value is a whole number from `least` to `most`.
  [[nodiscard]] std::int64_t whole(const std::string& option, std::int64_t fallback, std::int64_t least,
                                   std::int64_t most) const;
  /// InputError that names the option unless its value is a number.
  [[nodiscard]] std::optional<double> number(const std::string& option) const;

  /// InputError if there are more words than `most`.
  void require_words_at_most(std::size_t most) const;

 private:
  std::vector<std::string> tokens_;
  std::vector<std::string> words_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// All settings of a call: the values of --set and the words that are settings. InputError as of add_setting().
[[nodiscard]] std::map<std::string, std::string> settings_given(const Arguments& arguments,
                                                                std::string_view label = {});

/// The options with their summaries, a line each, for the help.
[[nodiscard]] std::string options_help(const std::vector<OptionDeclaration>& declared);

}  // namespace apportion::cli
