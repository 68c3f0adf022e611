// A command line that is still being typed.
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

}  // namespace apportion::cli
