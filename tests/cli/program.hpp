// Runs the built program as a user does, and collects what it answers.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::testing_support {

/// The words of a command.
using Words = std::vector<std::string>;
using Json = nlohmann::json;

/// The words, and more behind them.
[[nodiscard]] Words joined(Words words, const Words& more);

/// The values of a text with one in each line.
[[nodiscard]] std::vector<Json> json_lines(const std::string& text);

/// How a program ended and what it wrote.
struct Outcome {
  int status = 0;  ///< the exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

/// What a call differs in from a plain one.
struct CallSettings {
  std::string input = {};                           ///< standard input
  std::filesystem::path output = {};                ///< standard output goes there, not to Outcome::out
  std::filesystem::path error = {};                 ///< standard error goes there, not to Outcome::err
  bool closed_output = false;                       ///< standard output is not an open descriptor
  std::optional<std::size_t> file_size_limit = {};  ///< bytes; what a full disk is like
  std::string program = APPORTION_PROGRAM;          ///< a path, or a name that PATH finds
};

/// A running program.
class RunningProgram {
 public:
  RunningProgram(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                 const CallSettings& settings);

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Waits for its end.
  [[nodiscard]] Outcome wait();

 private:
  std::filesystem::path folder_;
  std::string stem_;
  pid_t pid_ = -1;
};

/// A test with a temporary folder, in which the program runs.
class ProgramTest : public ::testing::Test {
 protected:
  [[nodiscard]] Outcome call(const std::vector<std::string>& arguments, const CallSettings& settings = {}) const;
  /// What it writes to standard output; it must succeed.
  [[nodiscard]] std::string output(const Words& arguments, const CallSettings& settings = {}) const;
  /// It must succeed, whatever it writes.
  void succeed(const Words& arguments, const CallSettings& settings = {}) const;
  [[nodiscard]] RunningProgram start(const std::vector<std::string>& arguments) const;

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string read(const std::string& name) const;

  /// Runs an experiment or sweep file quietly, with more words; that must succeed.
  void run(const std::string& what, const Words& more = {}, const std::string& database = "a.sqlite") const;
  /// Writes the text into s.ini and runs it likewise.
  void run_sweep(const std::string& text, const Words& more = {}) const;
  /// What `show` prints of an exhibit, an experiment or a sweep file in a.sqlite, with more words; that must succeed.
  [[nodiscard]] std::string shown(const std::string& what, const Words& more = {}) const;
  /// The same as CSV.
  [[nodiscard]] std::string csv(const std::string& what, Words more = {}) const;

  /// What `digest` prints of a database.
  [[nodiscard]] std::string digest(const std::string& database) const { return call({"digest", database}).out; }
  /// What a database answers, as CSV.
  [[nodiscard]] std::string query(const std::string& database, const std::string& sql) const;

  /// The program must end so, with one line on standard error that has all `pieces` and nothing on standard output.
  void expect_error(const std::vector<std::string>& arguments, int status, const std::vector<std::string>& pieces,
                    const CallSettings& settings = {}) const;

  TemporaryFolder folder_;
};

}  // namespace apportion::testing_support
