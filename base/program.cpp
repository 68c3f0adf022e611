// Starting of programs by posix_spawn().
#include "base/program.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <system_error>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

void require(int problem, const std::string& what) {
  if (problem != 0) throw std::system_error(problem, std::generic_category(), what);
}

// The steps that posix_spawn() takes in the new process before the program runs.
void add_steps(const ProgramStart& start, posix_spawn_file_actions_t* steps) {
  constexpr int first_other = 3;
  if (!start.folder.empty()) require(posix_spawn_file_actions_addchdir_np(steps, start.folder.c_str()), "posix_spawn");
  require(posix_spawn_file_actions_adddup2(steps, start.input, STDIN_FILENO), "posix_spawn");
  require(posix_spawn_file_actions_adddup2(steps, start.output, STDOUT_FILENO), "posix_spawn");
  require(posix_spawn_file_actions_adddup2(steps, start.error, STDERR_FILENO), "posix_spawn");
  require(posix_spawn_file_actions_addclosefrom_np(steps, first_other), "posix_spawn");
}

// Without these attributes the program would inherit the signals that we ignore or block.
void set_attributes(posix_spawnattr_t* attributes) {
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(attributes,
                           static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP));
}

template <class Object>
using Owned = std::unique_ptr<Object, int (*)(Object*)>;

// Our environment, but with LC_ALL: under another locale the program might write a comma as decimal point.
std::vector<std::string> environment_of_program() {
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

bool is_executable(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

pid_t start_program(const ProgramStart& start) {
  posix_spawn_file_actions_t steps{};
  posix_spawnattr_t attributes{};
  require(posix_spawn_file_actions_init(&steps), "posix_spawn");
  const Owned<posix_spawn_file_actions_t> owned_steps(&steps, &posix_spawn_file_actions_destroy);
  require(posix_spawnattr_init(&attributes), "posix_spawn");
  const Owned<posix_spawnattr_t> owned_attributes(&attributes, &posix_spawnattr_destroy);
  add_steps(start, &steps);
  set_attributes(&attributes);
  std::vector<std::string> words = start.words;
  std::vector<std::string> environment = environment_of_program();
  const auto spawn = [&] {
    pid_t child = 0;
    require(::posix_spawnp(&child, words.front().c_str(), &steps, &attributes, pointers_to(words).data(),
                           pointers_to(environment).data()),
            words.front());
    return child;
  };
  return noted_start(spawn);
}

std::optional<int> wait_for_program(pid_t process) {
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  return forget_start(process);
}

bool can_be_started(const std::string& program, const std::filesystem::path& folder) {
  if (program.find('/') != std::string::npos) return is_executable(folder / program);
  const char* path = std::getenv("PATH");
  const std::vector<std::string> folders = split(path == nullptr ? "/bin:/usr/bin" : path, ':');
  return std::ranges::any_of(folders, [&](const std::string& each) { return is_executable(folder / each / program); });
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

std::vector<std::string> command_words(std::string_view command) {
  std::vector<std::string> words;
  bool within = false;  // whether a word has begun
  char quote = 0;
  for (const char c : command) {
    if (quote == 0 && is_blank(c)) {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == quote)
      quote = 0;
    else
      words.back() += c;
  }
  if (quote != 0) throw InputError("the command {} has an unclosed {}", command, quote);
  if (words.empty() || words.front().empty()) throw InputError("the command names no program");
  return words;
}

}  // namespace apportion
