// Output while the program works: messages on standard error, the progress of a run, and a last answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace apportion::engine {

/// Writes to standard error at once. Ignores failures: a log on a full disk or a closed pipe must not end a run of
/// days.
void print_error(std::string_view text);

/// Writes to standard output at once, for a program that ends early with an answer.
void print_last_answer(std::string_view text);

/// A status line on standard error: on a terminal it is overwritten, at most five times a second; otherwise another
/// line follows after `between_lines`, the first one after `before_first`.
class LiveLine {
 public:
  explicit LiveLine(std::chrono::seconds between_lines, std::chrono::seconds before_first = std::chrono::seconds{1});

  /// Whether a line may be printed now.
  [[nodiscard]] bool is_due() const;
  void print(std::string_view text);
  /// Clears the line, and prints a last one if there was any.
  void end(std::string_view text);
  void print_last(std::string_view text) const;

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool has_printed_ = false;
  std::chrono::milliseconds between_;
  std::chrono::milliseconds before_first_;
  Clock::time_point last_print_ = Clock::now();
};

/// Counts the units done, and reports their rate and the remaining time.
class Progress {
 public:
  /// A quiet one prints nothing.
  Progress(bool quiet, const std::string& label, std::int64_t units);

  void advance(std::int64_t units);
  /// Ends the live line with the total and the elapsed time.
  void finish();

 private:
  [[nodiscard]] double seconds() const;

  bool quiet_;
  std::string label_;
  std::int64_t units_;
  std::int64_t done_ = 0;
  LiveLine line_{std::chrono::minutes{1}, std::chrono::minutes{1}};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A progress line: "NAME: 43 %, 1200 of 2790 units, 30 a second, 53 s left". The remaining time is estimated once a
/// tenth is done, from the time of that part, which spread_order() makes representative.
[[nodiscard]] std::string progress_text(const std::string& label, std::int64_t done, std::int64_t units,
                                        double seconds);

/// Clears the live line of a run that cannot end it itself. Does nothing if standard error is not a terminal.
void end_live_line();

/// "45 s", "3 min 20 s" or "2 h 5 min".
[[nodiscard]] std::string spelled_duration(double seconds);

}  // namespace apportion::engine
