// What a command understands on its command line, and what it was given.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/options.hpp"

namespace apportion::cli {

/// What completion offers in a place of a command line: words, "@experiments" and other sets of names that
/// completion.cpp has, and "%files", "%ini" and "%folders".
using Candidates = std::vector<std::string>;

/// One option of a command line.
struct OptionDeclaration {
  std::string name;          ///< "samples", or "jobs,j" with a short form
  std::string value = {};    ///< what its value is called in the help; "" for a switch
  std::string summary = {};  ///< one line
  bool repeatable = false;
  Candidates complete = {};  ///< of its value; without one, what the value is called says whether it is a file
  bool is_written = false;   ///< its value names a file that is written, as that of --output always does
};

/// The words and options of one call. Words that are no option and no option's value are the command's own.
class Arguments : public problems::OptionValues {
 public:
  /// Throws InputError for unknown options (with the nearest names), missing values, and options given twice.
  Arguments(const std::vector<OptionDeclaration>& declared, const std::vector<std::string>& tokens);

  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  /// Everything as it was given.
  [[nodiscard]] const std::vector<std::string>& tokens() const { return tokens_; }

  /// InputError if there are more words than `most`.
  void require_words_at_most(std::size_t most) const;

 private:
  std::vector<std::string> tokens_;
  std::vector<std::string> words_;
};

/// To be called before anything is done: no file that the call writes is one that it reads, by any name, nor a second
/// one that it writes, and each can be written. InputError or OutputError.
void require_outputs(const Arguments& arguments, const std::vector<OptionDeclaration>& declared);

/// All settings of a call: the values of --set and the words that are settings. InputError as of add_setting().
[[nodiscard]] std::map<std::string, std::string> settings_given(const Arguments& arguments,
                                                                std::string_view label = {});

/// The options with their summaries, one per line, for the help.
[[nodiscard]] std::string options_help(const std::vector<OptionDeclaration>& declared);

}  // namespace apportion::cli
