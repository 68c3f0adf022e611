// Completion: reading a command line that is being typed, and the names that can stand next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/commands.hpp"

namespace apportion::cli {

/// What stands before the word that is being typed, as far as it can be understood: what is wrong is passed over.
struct TypedLine {
  const Command* command = nullptr;
  std::vector<std::string> words = {};              ///< that are no option and no option's value
  std::map<std::string, std::string> options = {};  ///< by long name; the last value of each
  std::vector<OptionDeclaration> declared = {};     ///< the options that may stand on the line, as far as it is typed
  std::optional<OptionDeclaration> value_of = {};   ///< whose value is being typed
  std::string head = {};                            ///< what cannot change of the word: "" or "--NAME="
  std::string current = {};                         ///< the rest of the word that is being typed

  /// The value of an option, "" where it was not given.
  [[nodiscard]] std::string option(const std::string& name) const;
  /// `words` without settings of axes.
  [[nodiscard]] std::vector<std::string> names() const;
};

/// "output" of an option that is declared as "output,o".
[[nodiscard]] std::string long_option_name(const OptionDeclaration& option);

/// Reads what follows the command's name; the last of `words`, which must be there, is being typed.
[[nodiscard]] TypedLine read_typed_line(const Command& command, const std::vector<std::string>& words);

// Words of commands.
[[nodiscard]] Candidates described_things(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_files(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_settings(const TypedLine& line);
[[nodiscard]] Candidates exhibits_and_settings(const TypedLine& line);
[[nodiscard]] Candidates files_and_stored_sweeps(const TypedLine& line);
[[nodiscard]] Candidates experiments_and_stored_sweeps(const TypedLine& line);
[[nodiscard]] Candidates referenced_experiments(const TypedLine& line);

// Values of options.
[[nodiscard]] Candidates algorithm_names(const TypedLine& line);
/// Several, with commas between them, of which the last one is being typed.
[[nodiscard]] Candidates listed_algorithm_names(const TypedLine& line);
[[nodiscard]] Candidates axis_names(const TypedLine& line);
/// "AXIS=", or "AXIS=VALUE,..." once that is typed.
[[nodiscard]] Candidates axis_settings(const TypedLine& line);
[[nodiscard]] Candidates metric_names(const TypedLine& line);
[[nodiscard]] Candidates value_names(const TypedLine& line);
[[nodiscard]] Candidates chart_names(const TypedLine& line);
/// These words as the first of a command, and nothing after it.
[[nodiscard]] Completer first_word(Candidates candidates);
/// These words, whatever the line.
[[nodiscard]] Completer words(Candidates candidates);
/// Several of these words, with commas between them, of which the last one is being typed.
[[nodiscard]] Completer listed_words(Candidates candidates);

/// What may stand in the place of the last of `words`, which is empty or a beginning; the others precede it, without
/// the program's name. Whole words that begin with it, each once, and "*", "*.ini" or "*/" where the names of files, of
/// such files, or of folders may stand there. Empty where nothing is known, or a word is wrong. Reads the files that
/// `words` name, and of a database the names of its sweeps.
[[nodiscard]] std::vector<std::string> completions(const std::vector<std::string>& words);

}  // namespace apportion::cli
