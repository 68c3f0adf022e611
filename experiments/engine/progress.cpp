// Printing of progress.
#include "experiments/engine/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <utility>

#include "experiments/engine/messages.hpp"

namespace apportion::engine {

std::string spelled_duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

Progress::Progress(ProgressStyle style, std::string label, std::int64_t units)
    : style_(style),
      terminal_(isatty(STDERR_FILENO) == 1),
      label_(std::move(label)),
      units_(units),
      start_(Clock::now()),
      last_print_(start_) {}

void Progress::advance(std::int64_t units) {
  done_ += units;
  if (style_ == ProgressStyle::silent) return;
  const Clock::time_point now = Clock::now();
  if (now - last_print_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::minutes(1))) return;
  last_print_ = now;
  print(now);
}

void Progress::print(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done_) / seconds;
  const double left = static_cast<double>(units_ - done_) / rate;
  print_error(fmt::format("{}{}: {} of {} units, {:.0f} a second, {} left{}", terminal_ ? "\r" : "", label_, done_,
                          units_, rate, spelled_duration(left), terminal_ ? "\033[K" : "\n"));
}

void Progress::finish(const std::string& outcome) {
  if (style_ == ProgressStyle::silent) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  print_error(fmt::format("{}{}: {} of {} units in {}{}\n", terminal_ ? "\r\033[K" : "", label_, done_, units_,
                          spelled_duration(seconds), outcome == "finished" ? "" : ", " + outcome));
}

}  // namespace apportion::engine
