// Other programs: finding and starting them, with three descriptors as all that they inherit, and reporting their ends.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// How another program is started.
struct ProgramStart {
  std::vector<std::string> words;     ///< the program, searched in PATH unless it has a '/', and its arguments
  std::filesystem::path folder = {};  ///< its working folder; "": that of this process
  int input = -1;                     ///< descriptors of this process that become its standard ones
  int output = -1;
  int error = -1;
};

/// Starts the program and returns its process id, for waitpid(). It has the environment of this process except for the
/// language, which is C.UTF-8, default signals, and no other descriptors. It leads a process group of its own, which is
/// killed if a signal ends this process. Throws std::system_error if the program cannot be started.
[[nodiscard]] pid_t start_program(const ProgramStart& start);

/// Waits until the process ends; returns its status, as waitpid() does, or nothing if the kernel did not keep it.
[[nodiscard]] std::optional<int> wait_for_program(pid_t process);

/// Whether start_program() would find the program.
[[nodiscard]] bool can_be_started(const std::string& program, const std::filesystem::path& folder);

/// A status of waitpid() in words: "signal 9" or "exit status 1".
[[nodiscard]] std::string how_it_ended(int status);

/// The words of a command line, separated by blanks; within '...' or "..." every character is literal. No other
/// character is special. InputError for an unclosed quote and for a command without words.
[[nodiscard]] std::vector<std::string> command_words(std::string_view command);

}  // namespace apportion
