// Running of the program in a child process.
#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

void redirect(int descriptor, const fs::path& file, int flags) {
  const int opened = ::open(file.c_str(), flags, 0666);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(125);
  ::close(opened);
}

// A null-terminated array of C strings, for exec; valid as long as `texts`.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Our environment, but with temporary files in `folder`: a killed program leaves them behind.
std::vector<std::string> environment_within(const fs::path& folder) {
  std::vector<std::string> entries{"TMPDIR=" + folder.string()};
  for (char** entry = ::environ; *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with("TMPDIR=")) entries.emplace_back(*entry);
  return entries;
}

// Uses only functions allowed between fork and exec.
[[noreturn]] void become(const std::vector<char*>& words, const std::vector<char*>& environment, const fs::path& folder,
                         const fs::path& input, const fs::path& output, const fs::path& error,
                         const CallSettings& settings) {
  if (::chdir(folder.c_str()) != 0) ::_exit(125);
  redirect(STDIN_FILENO, input, O_RDONLY);
  redirect(STDERR_FILENO, error, O_WRONLY | O_CREAT | O_TRUNC);
  if (settings.closed_output)
    ::close(STDOUT_FILENO);
  else
    redirect(STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC);
  if (settings.file_size_limit) {
    const rlimit limit{*settings.file_size_limit, *settings.file_size_limit};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(125);
  }
  ::execvpe(words.front(), words.data(), environment.data());
  ::_exit(126);
}

}  // namespace

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) values.push_back(Json::parse(line));
  return values;
}

RunningProgram::RunningProgram(const fs::path& folder, const std::vector<std::string>& arguments,
                               const CallSettings& settings)
    : folder_(folder) {
  static std::atomic<int> calls{0};
  stem_ = ".call" + std::to_string(++calls);
  const fs::path input = folder / (stem_ + ".in");
  std::ofstream(input, std::ios::binary) << settings.input;
  const fs::path output = settings.output.empty() ? folder / (stem_ + ".out") : settings.output;
  const fs::path error = settings.error.empty() ? folder / (stem_ + ".err") : settings.error;
  std::vector<std::string> texts{settings.program};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  const std::vector<char*> words = pointers_to(texts);
  std::vector<std::string> variables = environment_within(folder);
  const std::vector<char*> environment = pointers_to(variables);
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) become(words, environment, folder, input, output, error, settings);
}

Outcome RunningProgram::wait() {
  int status = 0;
  if (::waitpid(pid_, &status, 0) != pid_) throw std::runtime_error("waitpid failed");
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), bytes_of(folder_ / (stem_ + ".out")),
          bytes_of(folder_ / (stem_ + ".err"))};
}

Outcome ProgramTest::call(const std::vector<std::string>& arguments, const CallSettings& settings) const {
  return RunningProgram(folder_.path(), arguments, settings).wait();
}

std::string ProgramTest::output(const Words& arguments, const CallSettings& settings) const {
  Outcome outcome = call(arguments, settings);
  EXPECT_EQ(outcome.status, 0) << ::testing::PrintToString(arguments) << outcome.err << outcome.out;
  return std::move(outcome.out);
}

void ProgramTest::succeed(const Words& arguments, const CallSettings& settings) const {
  static_cast<void>(output(arguments, settings));
}

RunningProgram ProgramTest::start(const std::vector<std::string>& arguments) const {
  return {folder_.path(), arguments, {}};
}

void ProgramTest::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
}

std::string ProgramTest::read(const std::string& name) const { return bytes_of(path(name)); }

void ProgramTest::run(const std::string& what, const Words& more, const std::string& database) const {
  succeed(joined({"run", what, "--quiet", "--db", database}, more));
}

void ProgramTest::run_sweep(const std::string& text, const Words& more) const {
  write("s.ini", text);
  run("s.ini", more);
}

std::string ProgramTest::shown(const std::string& what, const Words& more) const {
  return output(joined({"show", what, "--db", "a.sqlite"}, more));
}

std::string ProgramTest::csv(const std::string& what, Words more) const {
  more.insert(more.end(), {"--format", "csv"});
  return shown(what, more);
}

std::string ProgramTest::query(const std::string& database, const std::string& sql) const {
  return call({"show", "--db", database, "--format", "csv", "--sql", sql}).out;
}

void ProgramTest::expect_error(const std::vector<std::string>& arguments, int status,
                               const std::vector<std::string>& pieces, const CallSettings& settings) const {
  const Outcome outcome = call(arguments, settings);
  const std::string words = ::testing::PrintToString(arguments);
  EXPECT_EQ(outcome.status, status) << words << outcome.err;
  EXPECT_EQ(outcome.out, "") << words;
  EXPECT_THAT(outcome.err, ::testing::MatchesRegex("apportion: [^\n]*\n")) << words;
  for (const std::string& piece : pieces) EXPECT_THAT(outcome.err, ::testing::HasSubstr(piece)) << words;
}

}  // namespace apportion::testing_support
