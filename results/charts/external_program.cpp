// Runs another program: text in, text out.
#include "results/charts/external_program.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

namespace apportion::results {
namespace {

// Files without a name and not pipes: whatever the program reads and writes first, nobody waits for the other.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File unnamed_file(const std::string& content = {}) {
  File file(std::tmpfile(), &std::fclose);
  const bool written = file && std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
                       std::fflush(file.get()) == 0;
  if (!written)
    throw ProgramError(fmt::format("no temporary file can be written: {}", std::generic_category().message(errno)));
  std::rewind(file.get());
  return file;
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char piece[4096];
  while (const std::size_t count = std::fread(piece, 1, sizeof piece, file)) text.append(piece, count);
  return text;
}

std::string last_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text.substr(text.find_last_of('\n') + 1);
}

// Ours, but for the language: a comma as decimal point would reach the pictures.
std::vector<std::string> environment_of_child() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (std::strncmp(*variable, "LC_", 3) != 0 && std::strncmp(*variable, "LANG", 4) != 0)
      variables.emplace_back(*variable);
  variables.emplace_back("LC_ALL=C.UTF-8");
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Its last line on standard error, or else how it ended: a killed program writes none.
std::string reason_of(int status, std::FILE* complaints) {
  std::string complaint = last_line(content_of(complaints));
  if (!complaint.empty()) return complaint;
  if (WIFSIGNALED(status)) return fmt::format("ended by signal {}", WTERMSIG(status));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

class Redirections {
 public:
  Redirections() { posix_spawn_file_actions_init(&actions_); }
  ~Redirections() { posix_spawn_file_actions_destroy(&actions_); }
  Redirections(const Redirections&) = delete;
  Redirections& operator=(const Redirections&) = delete;

  void add(std::FILE* file, int descriptor) { posix_spawn_file_actions_adddup2(&actions_, ::fileno(file), descriptor); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

std::string run_external_program(const std::vector<std::string>& words, const std::string& input,
                                 const std::string& package) {
  const File in = unnamed_file(input);
  const File out = unnamed_file();
  const File err = unnamed_file();
  Redirections redirections;
  redirections.add(in.get(), STDIN_FILENO);
  redirections.add(out.get(), STDOUT_FILENO);
  redirections.add(err.get(), STDERR_FILENO);
  std::vector<std::string> arguments = words;
  std::vector<std::string> environment = environment_of_child();
  pid_t child = 0;
  const int problem = ::posix_spawnp(&child, words.front().c_str(), redirections.get(), nullptr,
                                     pointers_to(arguments).data(), pointers_to(environment).data());
  if (problem == ENOENT)
    throw ProgramError(fmt::format("{} is not installed; Debian's package is {}", words.front(), package));
  if (problem != 0)
    throw ProgramError(
        fmt::format("{} cannot be started: {}", words.front(), std::generic_category().message(problem)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw ProgramError(fmt::format("{} was lost while it ran", words.front()));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw ProgramError(fmt::format("{} failed: {}", words.front(), reason_of(status, err.get())));
  return content_of(out.get());
}

}  // namespace apportion::results
