// Help: of the program and its commands, as pages of the manual, and as parts of the documentation's pages.
#pragma once

#include <string>
#include <vector>

#include "experiments/cli/commands.hpp"

namespace apportion::cli {

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
