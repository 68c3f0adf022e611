// The declared and given options and words of a command line, and the options that several commands have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/fields.hpp"

namespace apportion::cli {

/// The completions offered at a place of a command line: words, "@experiments" and other sets of names in
/// completion.cpp, and "%files", "%ini" and "%folders".
using Candidates = std::vector<std::string>;

/// One option of a command line.
struct OptionDeclaration {
  std::string name;          ///< "samples", or "jobs,j" with a short form
  std::string value = {};    ///< its value's placeholder in the help; "" for a switch
  std::string summary = {};  ///< one line
  Candidates complete = {};  ///< completions of its value; by default the placeholder tells whether it is a file
  bool repeatable = false;
  bool is_written = false;  ///< its value is an output file, as that of --output always is
};

/// "output" for an option declared as "output,o".
[[nodiscard]] std::string long_option_name(const OptionDeclaration& option);

/// The words and options of one call. Words that are neither options nor their values belong to the command.
class Arguments : public problems::OptionValues {
 public:
  /// Throws InputError for unknown options (with the nearest names), missing values, and options given twice.
  Arguments(const std::vector<OptionDeclaration>& declared, const std::vector<std::string>& tokens);

  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// All words as given.
  [[nodiscard]] const std::vector<std::string>& tokens() const { return tokens_; }

  /// The value of --seed.
  [[nodiscard]] std::uint64_t seed(std::uint64_t fallback) const;

  /// InputError if there are more words than `most`.
  void require_words_at_most(std::size_t most) const;

 private:
  std::vector<std::string> tokens_;
  std::vector<std::string> words_;
};

/// Checks, before any work, that no output file is an input, by any name, the database or the same as another output,
/// and that each can be written; see keep_as_it_is(). InputError or OutputError.
void require_outputs(const Arguments& arguments, const std::vector<OptionDeclaration>& declared);

/// The words of a call that are not settings: names of experiments and exhibits, and files.
[[nodiscard]] std::vector<std::string> names_given(const Arguments& arguments);

/// All settings of a call: values of --set and words that are settings, each with one setting or several, whose values
/// may contain blanks: "instance=sea ice latency=0". InputError as of add_setting().
[[nodiscard]] std::map<std::string, std::string> settings_given(const Arguments& arguments,
                                                                std::string_view label = {});

/// The options with their summaries, one per line, for the help.
[[nodiscard]] std::string options_help(const std::vector<OptionDeclaration>& declared);

inline constexpr const char* default_database = "results/out/apportion.sqlite";

[[nodiscard]] OptionDeclaration database_option();
/// --seed: "seed of the results".
[[nodiscard]] OptionDeclaration seed_option(std::string_view of = "the results");
/// --set
[[nodiscard]] OptionDeclaration settings_option(const std::string& value, const std::string& summary);
/// --algorithms, of an experiment
[[nodiscard]] OptionDeclaration algorithms_option();

/// The value of --db, or the default.
[[nodiscard]] std::filesystem::path database_file(const Arguments& arguments);

/// The query for failed units, which `condition` may restrict: " WHERE ...".
[[nodiscard]] std::string failures_sql(std::string_view condition);

}  // namespace apportion::cli
