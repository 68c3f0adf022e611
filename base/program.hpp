// Other programs: finding them, starting them with nothing of this process but three descriptors, and words for their
// end.
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
  std::vector<std::string> words;     ///< the program, which PATH finds unless it has a '/', and its arguments
  std::filesystem::path folder = {};  ///< where it runs; "": where this process does
  int input = -1;                     ///< descriptors of this process that become its three
  int output = -1;
  int error = -1;
};

/// Starts it and returns its process id, for waitpid(). It has the environment of this process but for the language,
/// which is C.UTF-8, signals as they are by default, and no other descriptor. It leads a process group of its own,
/// which is killed where a signal ends this process. Throws std::system_error where it cannot be started.
[[nodiscard]] pid_t start_program(const ProgramStart& start);

/// Waits until it has ended and returns its status, as waitpid() gives it; nothing where the kernel did not keep it.
[[nodiscard]] std::optional<int> wait_for_program(pid_t process);

/// Whether start_program() would find the program.
[[nodiscard]] bool can_be_started(const std::string& program, const std::filesystem::path& folder);

/// "ended by signal 9" or "exit status 1", of a status of waitpid().
[[nodiscard]] std::string how_it_ended(int status);

/// The words of a command line: blanks divide them, and within '...' or "..." every character stands for itself. No
/// other character means anything. InputError for a quote without its end and for a command without words.
[[nodiscard]] std::vector<std::string> command_words(std::string_view command);

/// Text that another program wrote, for a message: one line, control characters and what is not UTF-8 as \xNN, at most
/// `most` bytes and "..." where there is more.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace apportion
