// The help of the program and of its commands.
#include "experiments/cli/help.hpp"

#include <fmt/format.h>

namespace apportion::cli {
namespace {

std::string usage_lines(const Command& command, const std::vector<std::string>& usage) {
  std::string text;
  for (const std::string& line : usage)
    text += fmt::format("{} apportion {} {}\n", text.empty() ? "usage:" : "      ", command.name, line);
  return text;
}

}  // namespace

const ProgramDescription& program_description() {
  static const ProgramDescription description = {
      .summary = "Dividing arrays among unequal processors: the classic results reproduced, extended and checked.",
      .usage = {"COMMAND ...", "help [COMMAND [FAMILY]]", "--version"},
      .remarks = {"`apportion help COMMAND` explains a command, `apportion list` prints the names of algorithms,\n"
                  "experiments and exhibits, and `apportion describe NAME` explains one of them.",
                  "Results go to standard output, everything else to standard error."},
      .statuses = {{ok, "ok"},
                   {failed, "failed"},
                   {bad_usage, "wrong usage or bad input"},
                   {interrupted, "interrupted; 128 + the signal, 143 for SIGTERM"},
                   {141, "the reader of the output has gone"}}};
  return description;
}

std::string general_help() {
  const ProgramDescription& program = program_description();
  std::string text = fmt::format("{}\n\n", program.summary);
  for (const std::string_view usage : program.usage)
    text += fmt::format("{} apportion {}", usage == program.usage.front() ? "usage:" : "     ", usage);
  text += "\n\n";
  for (const Command& command : commands()) text += fmt::format("  {:10}{}\n", command.name, command.summary);
  text += "\n";
  for (const std::string_view remark : program.remarks) text += fmt::format("{}\n", remark);
  text += "\nExit status:\n";
  for (const StatusMeaning& each : program.statuses) text += fmt::format("  {:<5}{}\n", each.status, each.meaning);
  return text;
}

std::string command_help(const Command& command) {
  std::string text = command.summary + "\n\n" + usage_lines(command, command.usage);
  for (const Topic& topic : command.topics) {
    if (topic.usage.empty()) continue;
    text += fmt::format("\n{}: {}\n", topic.name, topic.summary);
    for (const std::string& line : topic.usage) text += fmt::format("  apportion {} {}\n", command.name, line);
  }
  if (!command.topics.empty())
    text += fmt::format("\n`apportion help {} {}` explains the options of one kind of problem. Those of all are:\n",
                        command.name, command.topics.front().name);
  return text + "\n" + options_help(command.options);
}

std::string topic_help(const Command& command, const Topic& topic) {
  return fmt::format("{} {}: {}\n\n{}\n{}", command.name, topic.name, topic.summary, usage_lines(command, topic.usage),
                     options_help(topic_options(command, topic)));
}

}  // namespace apportion::cli
