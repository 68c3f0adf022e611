// The program's commands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/arguments.hpp"

namespace apportion::cli {

/// The exit statuses of the program.
enum ExitStatus : int { ok = 0, failed = 1, bad_usage = 2, interrupted = 130 };

/// What a command takes for one kind of problem, beside what it takes for all.
struct Topic {
  std::string name;
  std::vector<std::string> synonyms = {};
  std::string summary;  ///< one line
  std::vector<std::string>
      usage;  ///< lines, each of which follows "apportion COMMAND "; empty where the command refuses
  std::vector<OptionDeclaration> options;
};

struct Command {
  std::string name;
  std::string summary;                     ///< one line
  std::vector<std::string> usage;          ///< lines, each of which follows "apportion NAME "
  std::vector<OptionDeclaration> options;  ///< whatever the topic
  std::vector<Topic> topics = {};          ///< what its first word may be, where that decides about the options
  Candidates complete = {};                ///< of its words; without any they are files
  /// Returns the exit status. InputError, ForeignFile, StoreError and OutputError pass through.
  int (*run)(const Arguments& arguments) = nullptr;
};

/// The topic of that name or synonym; nullptr where there is none.
[[nodiscard]] const Topic* find_topic(const Command& command, std::string_view word);

/// The options of a topic, or of all, one that several topics have once; those of the command follow.
[[nodiscard]] std::vector<OptionDeclaration> topic_options(const Command& command, const Topic& topic);
[[nodiscard]] std::vector<OptionDeclaration> all_options(const Command& command);

/// In the order of the help.
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

/// Runs `apportion TOKENS...`; -h, help and --version included. Throws what Command::run does.
[[nodiscard]] int run_program(const std::vector<std::string>& tokens);

}  // namespace apportion::cli
