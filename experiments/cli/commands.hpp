// The program's commands.
#pragma once

#include <string>
#include <vector>

#include "base/files.hpp"
#include "experiments/cli/arguments.hpp"
#include "experiments/engine/experiment.hpp"

namespace apportion::cli {

/// The exit statuses of the program.
enum ExitStatus : int { ok = 0, failed = 1, bad_usage = 2, interrupted = 130 };

/// The usage and options of a command for one kind of problem, besides those for all.
struct Topic {
  std::string name;
  std::vector<std::string> synonyms = {};
  std::string summary;             ///< one line
  std::vector<std::string> usage;  ///< lines that follow "apportion COMMAND "; empty if the command refuses it
  std::vector<OptionDeclaration> options;
};

struct Command {
  std::string name;
  std::string summary;                          ///< one line
  std::vector<std::string> usage;               ///< lines that follow "apportion NAME "
  std::vector<OptionDeclaration> options = {};  ///< for all topics
  std::vector<Topic> topics = {};               ///< values of its first word, if that determines the options
  Candidates complete = {};                     ///< completions of its words; files if empty
  /// Returns the exit status. InputError, ForeignFile, StoreError and OutputError pass through.
  int (*run)(const Arguments& arguments) = nullptr;
};

/// The options of a topic, or of all topics without duplicates, followed by those of the command.
[[nodiscard]] std::vector<OptionDeclaration> topic_options(const Command& command, const Topic& topic);
[[nodiscard]] std::vector<OptionDeclaration> all_options(const Command& command);

/// `apportion help COMMAND TOPIC`
[[nodiscard]] std::string topic_help(const Command& command, const Topic& topic);

/// The table of a program's commands: all_commands.cpp, or first_commands.cpp.
[[nodiscard]] std::vector<Command> program_commands();

/// All commands in the table's order, each with the option --help.
[[nodiscard]] const std::vector<Command>& commands();

// One function per command.
[[nodiscard]] Command list_command();
[[nodiscard]] Command describe_command();
[[nodiscard]] Command run_command();
[[nodiscard]] Command show_command();
[[nodiscard]] Command explain_command();
[[nodiscard]] Command report_command();
[[nodiscard]] Command status_command();
[[nodiscard]] Command digest_command();
[[nodiscard]] Command verify_command();
[[nodiscard]] Command export_command();
[[nodiscard]] Command forget_command();
[[nodiscard]] Command merge_command();
[[nodiscard]] Command solve_command();
[[nodiscard]] Command evaluate_command();
[[nodiscard]] Command score_command();
[[nodiscard]] Command draw_command();
[[nodiscard]] Command check_command();
[[nodiscard]] Command compare_command();
[[nodiscard]] Command replay_command();
[[nodiscard]] Command new_command();
[[nodiscard]] Command cite_command();

/// The sample that the words and options of `apportion replay` name. `seed`: the one to take; else that of --seed, or
/// of the sweep file. InputError for words that name no sample.
[[nodiscard]] engine::Replay replayed(const Arguments& arguments, std::optional<std::uint64_t> seed = std::nullopt);

/// "kaddoura/grid, seed 1, sample 0 at columns=1000 ratio=4"
[[nodiscard]] std::string heading_of(const engine::Replay& replay);

/// The files of tests/examples/paper, which are built into the program, sorted by name: `apportion new paper` writes
/// them.
[[nodiscard]] const std::vector<EmbeddedFile>& example_paper();

/// The completion script for bash, and for zsh by its bashcompinit, with all built-in names. A shell reads it once:
/// completing a line runs no program and reads no file, so that names in users' files and databases are not offered.
[[nodiscard]] std::string completion_script();

/// Runs `apportion TOKENS...`, including -h, help and --version. Throws the exceptions of Command::run.
[[nodiscard]] int run_program(const std::vector<std::string>& tokens);

}  // namespace apportion::cli
