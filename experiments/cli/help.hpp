// Help: of the program and its commands, as pages of the manual, and as parts of the documentation's pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/commands.hpp"

namespace apportion::cli {

/// An exit status of the program and its meaning.
struct StatusMeaning {
  int status = 0;
  std::string_view meaning;
};

/// The description of the whole program. Words between backquotes are commands.
struct ProgramDescription {
  std::string_view summary;               ///< a sentence
  std::vector<std::string_view> usage;    ///< each follows "apportion "
  std::vector<std::string_view> remarks;  ///< paragraphs, with line breaks for the help
  std::vector<StatusMeaning> statuses;
};
[[nodiscard]] const ProgramDescription& program_description();

/// `apportion help`
[[nodiscard]] std::string general_help();

/// `apportion help COMMAND`, with the summaries and usages of its topics.
[[nodiscard]] std::string command_help(const Command& command);
/// `apportion help COMMAND TOPIC`
[[nodiscard]] std::string topic_help(const Command& command, const Topic& topic);

/// apportion(1), in the language of man(7).
[[nodiscard]] std::string manual_page();

/// apportion-COMMAND(1), the page of one command.
[[nodiscard]] std::string manual_page(const Command& command);

/// `apportion help --markdown keys FAMILY` or `methods FAMILY`: the keys of its problems, or its algorithms, as a
/// table; `keys improvement` or `keys comparison`: those of such a section. InputError for other words.
[[nodiscard]] std::string page_part(const std::vector<std::string>& words);

}  // namespace apportion::cli
