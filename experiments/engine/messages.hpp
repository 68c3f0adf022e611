// What the program writes while it works: messages on standard error, the progress of a run, and a last answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace apportion::engine {

/// Writes to standard error at once. Does nothing if that cannot be written: a log on a full disk or a reader
/// that went away must not end a run of days.
void print_error(std::string_view text);

/// Writes to standard output at once, for a program that is being ended with an answer in hand.
void print_last_answer(std::string_view text);

enum class ProgressStyle {
  silent,
  automatic  ///< by whether standard error is a terminal
};

/// A line on standard error that tells how something goes on: on a terminal it is overwritten, five times a second at
/// most; otherwise another line follows after `between_lines`.
class LiveLine {
 public:
  explicit LiveLine(std::chrono::seconds between_lines);

  /// Whether a line printed now is not too early.
  [[nodiscard]] bool is_due() const;
  void print(std::string_view text);
  /// Clears the line, and prints the last one where there was any.
  void end(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool has_printed_ = false;
  std::chrono::milliseconds between_;
  Clock::time_point last_print_ = Clock::now();
};

/// Seconds that the rest of a run will take, and the ends between which they are likely to lie.
struct TimeLeft {
  double low = 0;
  double seconds = 0;
  double high = 0;
};

/// Counts units of work done and says how fast they are done, how long the rest will take, and what share of the time
/// is over.
class Progress {
 public:
  Progress(ProgressStyle style, const std::string& label, std::int64_t units);

  /// `time_left` is called if a line is printed; without it all units count the same.
  void advance(std::int64_t units, const std::function<TimeLeft()>& time_left = {});
  /// Seconds from the beginning before which nothing is worth knowing; nothing where nothing is ever printed.
  [[nodiscard]] std::optional<double> quiet_seconds() const;
  /// Ends the live line with the total and the time that it took.
  void finish(const std::string& outcome);

 private:
  using Clock = std::chrono::steady_clock;

  void print(Clock::time_point now, const std::function<TimeLeft()>& time_left) const;

  ProgressStyle style_;
  bool terminal_;
  std::string label_;
  std::int64_t units_;
  std::int64_t done_ = 0;
  Clock::time_point start_;
  Clock::time_point last_print_;
};

/// What a line of progress says: "NAME: 43 %, 1200 of 4000 units, 30 a second, 2 min 10 s left of 3 min 50 s", or "...,
/// 1 min 5 s to 6 min 0 s left" where the ends are more than a quarter apart.
[[nodiscard]] std::string progress_text(const std::string& label, std::int64_t done, std::int64_t units, double seconds,
                                        const TimeLeft& left);

/// Clears the live line of a run that cannot end it any more. Does nothing where standard error is not a terminal.
void end_live_line();

/// "45 s", "3 min 20 s" or "2 h 5 min".
[[nodiscard]] std::string spelled_duration(double seconds);

/// "3 min 20 s to 10 min 0 s", or "about 3 min 20 s", the middle, where the ends are within a quarter of each other.
[[nodiscard]] std::string spelled_range(double low, double middle, double high);

}  // namespace apportion::engine
