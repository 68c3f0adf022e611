// A user's own algorithm as processes that are kept alive: the envelope of the protocol in docs/own-algorithms.md.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {

/// A descriptor that its destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int release();

  int number_;
};

/// One process of a program, in a process group of its own. Not thread-safe.
class LineProcess {
 public:
  /// Receives the lines that the program writes to standard error.
  using Listener = std::function<void(std::string_view line)>;

  /// The longest line that is accepted as an answer, in bytes.
  static constexpr std::size_t longest_line = std::size_t{1} << 26U;

  /// Starts the process. NoAnswer if that fails.
  LineProcess(const OwnProgram& program, Listener listener);
  /// Ends the process: by the end of its input or, after more than a second, by SIGKILL to its group.
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  /// Sends a line and returns the answer, both without line ends. NoAnswer if the process ends, exceeds the
  /// program's limit, writes more than the longest line, or wrote something before the request; afterwards it cannot
  /// be used.
  [[nodiscard]] std::string ask(const std::string& line);

  /// Closes the standard input, which tells the process to end.
  void close_input() { input_.close(); }

 private:
  /// Sends and receives what can be; `unsent` is the rest of the request.
  void wait_for_bytes(std::chrono::steady_clock::time_point deadline, std::string_view& unsent);
  void send(std::string_view& unsent);
  bool receive();
  void listen();
  [[nodiscard]] int wait_for_end(bool kill_now);
  [[noreturn]] void give_up(const std::string& reason);
  [[noreturn]] void report_end();

  OwnProgram program_;
  Listener listener_;
  Descriptor input_;   // written by us
  Descriptor output_;  // read by us
  Descriptor error_;
  pid_t process_ = -1;  // -1: it has ended
  std::string received_;
  std::string complaint_;       // current line of standard error
  std::string last_complaint_;  // last nonempty line of standard error
};

/// The end of the program's time for a request made now.
[[nodiscard]] std::chrono::steady_clock::time_point deadline_of(const OwnProgram& program);

/// The member "answer" of a line that replies to the request with this number: {"id":…,"answer":…}. InputError if it is
/// no such reply, WrongAnswer if it reports an error: {"id":…,"error":"…"}.
[[nodiscard]] Json answer_in_reply(std::string_view line, std::int64_t id);

/// The processes of one program: one for each thread, started at its first problem, and kept. Thread-safe.
class ProgramPool {
 public:
  explicit ProgramPool(OwnProgram program);
  ~ProgramPool();
  ProgramPool(const ProgramPool&) = delete;
  ProgramPool& operator=(const ProgramPool&) = delete;

  /// The program's answer to a problem, one line of JSON, with this seed. Throws WrongAnswer if it reports an error,
  /// and NoAnswer if it does not answer; its process is then ended, and the next problem starts a new one.
  [[nodiscard]] Json answer(const std::string& problem, std::uint64_t seed);

 private:
  struct Worker {
    std::unique_ptr<LineProcess> process;
    std::int64_t problems = 0;  ///< number of problems given to it
  };

  [[nodiscard]] Worker take();
  void give_back(Worker worker);
  [[nodiscard]] Json asked(Worker& worker, const std::string& problem, std::uint64_t seed);
  void show(std::string_view line);

  OwnProgram program_;
  std::mutex mutex_;
  std::vector<Worker> idle_;
  std::size_t shown_lines_ = 0;
};

}  // namespace apportion::problems
