// Runs the built program as a user does, and collects its output.
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

/// The words, followed by more.
[[nodiscard]] Words joined(Words words, const Words& more);

/// The values of a text with one per line.
[[nodiscard]] std::vector<Json> json_lines(const std::string& text);

/// The exit status and the output of a program.
struct Outcome {
  int status = 0;  ///< the exit status, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

/// The deviations of a call from a plain one.
struct CallSettings {
  std::string input = {};                           ///< standard input
  std::filesystem::path output = {};                ///< a file for standard output, instead of Outcome::out
  std::filesystem::path error = {};                 ///< a file for standard error, instead of Outcome::err
  bool closed_output = false;                       ///< standard output is closed
  std::optional<std::size_t> file_size_limit = {};  ///< in bytes; acts like a full disk
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
  /// Its standard output; it must succeed.
  [[nodiscard]] std::string output(const Words& arguments, const CallSettings& settings = {}) const;
  /// It must succeed, with any output.
  void succeed(const Words& arguments, const CallSettings& settings = {}) const;
  [[nodiscard]] RunningProgram start(const std::vector<std::string>& arguments) const;

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string read(const std::string& name) const;

  /// Runs an experiment or sweep file quietly, with more words; it must succeed.
  void run(const std::string& what, const Words& more = {}, const std::string& database = "a.sqlite") const;
  /// Writes the text to s.ini and runs it likewise.
  void run_sweep(const std::string& text, const Words& more = {}) const;
  /// The output of `show` for an exhibit, an experiment or a sweep file in a.sqlite, with more words; it must succeed.
  [[nodiscard]] std::string shown(const std::string& what, const Words& more = {}) const;
  /// The same as CSV.
  [[nodiscard]] std::string csv(const std::string& what, Words more = {}) const;

  /// The output of `digest` for a database.
  [[nodiscard]] std::string digest(const std::string& database) const { return call({"digest", database}).out; }
  /// The result of a query on a database, as CSV.
  [[nodiscard]] std::string query(const std::string& database, const std::string& sql) const;

  /// The program must end with this status, one line on standard error with all `pieces`, and no standard output.
  void expect_error(const std::vector<std::string>& arguments, int status, const std::vector<std::string>& pieces,
                    const CallSettings& settings = {}) const;

  TemporaryFolder folder_;
};

}  // namespace apportion::testing_support
