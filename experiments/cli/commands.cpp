// The table of commands, the help, and the choice of a command.
#include "experiments/cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/messages.hpp"

namespace apportion::cli {
namespace {

std::string general_help() {
  std::string text =
      "Dividing arrays among unequal processors: the classic results reproduced, extended and checked.\n\n";
  text += "usage: apportion COMMAND ...      apportion help [COMMAND]      apportion --version\n\n";
  for (const Command& command : commands()) text += fmt::format("  {:10}{}\n", command.name, command.summary);
  text +=
      "\n`apportion help COMMAND` explains a command, `apportion list` prints the names of algorithms,\n"
      "experiments and exhibits, and `apportion describe NAME` says all about one of them.\n"
      "Results go to standard output, all else to standard error.\n"
      "Exit status: 0 ok, 1 failed, 2 wrong usage or bad input, 130 interrupted (143 by SIGTERM), 141 nobody read the\n"
      "output.\n";
  return text;
}

std::string command_help(const Command& command) {
  std::string text = command.summary + "\n\n";
  for (const std::string& line : command.usage)
    text +=
        fmt::format("{} apportion {} {}\n", &line == &command.usage.front() ? "usage:" : "      ", command.name, line);
  return text + "\n" + options_help(command.options);
}

std::string version_text() {
  std::string text = fmt::format("apportion {} (git {})\n", version(), git_revision());
  text += fmt::format("compiler: {}\nflags: {}\n", compiler(), compile_flags());
  for (const LibraryVersion& library : library_versions())
    text += fmt::format("{}: {}\n", library.name, library.version);
  if (const std::vector<std::string> missing = missing_libraries(); !missing.empty())
    text += fmt::format("not built in: {} (`scripts/setup rivals` installs them; then build again)\n",
                        fmt::join(missing, ", "));
  return text;
}

Command with_help(Command command) {
  command.options.push_back({.name = "help,h", .summary = "print this"});
  return command;
}

const Command& command_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  names.emplace_back("help");
  if (name.starts_with('-')) throw unknown_name("option", name, {"--help", "--version"});
  throw unknown_name("command", name, names);
}

bool is_help(const std::string& token) { return token == "--help" || token == "-h"; }

// `apportion help`, `apportion help COMMAND`
std::string help_text(const std::vector<std::string>& words) {
  if (words.size() > 1) throw InputError(fmt::format("'{}' is one word too many", words[1]));
  return words.empty() || is_help(words.front()) ? general_help() : command_help(command_named(words.front()));
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      with_help(list_command()),   with_help(describe_command()), with_help(run_command()),
      with_help(show_command()),   with_help(report_command()),   with_help(export_command()),
      with_help(status_command()), with_help(digest_command()),   with_help(forget_command()),
      with_help(merge_command()),  with_help(check_command()),    with_help(compare_command()),
      with_help(replay_command()), with_help(solve_command()),    with_help(draw_command()),
      with_help(new_command())};
  return all;
}

int run_program(const std::vector<std::string>& tokens) {
  if (tokens.empty()) {
    engine::print_error(general_help());
    return bad_usage;
  }
  if (is_help(tokens.front()) || tokens.front() == "help") {
    print(help_text({tokens.begin() + 1, tokens.end()}));
    return ok;
  }
  if (tokens.front() == "--version") {
    print(version_text());
    return ok;
  }
  const Command& command = command_named(tokens.front());
  if (std::any_of(tokens.begin() + 1, tokens.end(), is_help)) {
    print(command_help(command));
    return ok;
  }
  return command.run(Arguments(command.options, {tokens.begin() + 1, tokens.end()}));
}

}  // namespace apportion::cli
