// Progress of a run on standard error: a live line on a terminal, a line per minute otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace apportion::engine {

enum class ProgressStyle {
  silent,
  automatic  ///< by whether standard error is a terminal
};

/// Counts units of work done and says how fast they are done and how long the rest will take.
class Progress {
 public:
  Progress(ProgressStyle style, std::string label, std::int64_t units);

  void advance(std::int64_t units);
  /// Ends the live line with the total and the time that it took.
  void finish(const std::string& outcome);

 private:
  using Clock = std::chrono::steady_clock;

  void print(Clock::time_point now) const;

  ProgressStyle style_;
  bool terminal_;
  std::string label_;
  std::int64_t units_;
  std::int64_t done_ = 0;
  Clock::time_point start_;
  Clock::time_point last_print_;
};

/// "45 s", "3 min 20 s" or "2 h 5 min".
[[nodiscard]] std::string spelled_duration(double seconds);

}  // namespace apportion::engine
