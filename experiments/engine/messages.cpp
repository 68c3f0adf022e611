// Writing to the standard streams.
#include "experiments/engine/messages.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/text.hpp"

namespace apportion::engine {
namespace {

constexpr std::string_view program_name = "apportion:";

bool is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

void write_at_once(std::string_view text, std::FILE* stream) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stream));
  static_cast<void>(std::fflush(stream));
}

// NO_COLOR as defined by https://no-color.org: any nonempty value.
bool takes_colours() {
  const char* const refused = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return is_terminal() && (refused == nullptr || *refused == 0) && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

void print_error(std::string_view text) {
  std::string harmless = without_controls(text);
  if (harmless.starts_with(program_name) && takes_colours())
    harmless.replace(0, program_name.size(), "\x1b[31mapportion:\x1b[0m");
  write_at_once(harmless, stderr);
}

void print_last_answer(std::string_view text) { write_at_once(text, stdout); }

std::string spelled_duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string progress_text(const std::string& label, std::int64_t done, std::int64_t units, double seconds) {
  constexpr double first_share = 0.1;  // an earlier estimate would be unreliable
  const double share = static_cast<double>(done) / static_cast<double>(units);
  const double rate = static_cast<double>(done) / seconds;
  const std::string left =
      share < first_share ? "" : fmt::format(", {} left", spelled_duration(seconds * (1 - share) / share));
  return fmt::format("{}: {:.0f} %, {} of {} units, {:.{}f} a second{}", label, std::floor(100 * share), done, units,
                     rate, rate < 10 ? 1 : 0, left);
}

LiveLine::LiveLine(std::chrono::seconds between_lines, std::chrono::seconds before_first)
    : terminal_(is_terminal()),
      between_(terminal_ ? std::chrono::milliseconds{200} : between_lines),
      before_first_(std::min<std::chrono::milliseconds>(between_, before_first)) {}

bool LiveLine::is_due() const { return Clock::now() - last_print_ >= (has_printed_ ? between_ : before_first_); }

// On a terminal a line overwrites the previous one by control characters, which print_error() would escape.
void LiveLine::print(std::string_view text) {
  write_at_once(fmt::format("{}{}{}", terminal_ ? "\r" : "", text, terminal_ ? "\033[K" : "\n"), stderr);
  has_printed_ = true;
  last_print_ = Clock::now();
}

void LiveLine::end(std::string_view text) {
  if (has_printed_) print_last(text);
}

void LiveLine::print_last(std::string_view text) const {
  write_at_once(fmt::format("{}{}\n", terminal_ ? "\r\033[K" : "", text), stderr);
}

Progress::Progress(bool quiet, const std::string& label, std::int64_t units)
    : quiet_(quiet), label_(without_controls(label)), units_(units) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::advance(std::int64_t units) {
  done_ += units;
  if (!quiet_ && line_.is_due()) line_.print(progress_text(label_, done_, units_, seconds()));
}

void Progress::finish() {
  if (!quiet_)
    line_.print_last(fmt::format("{}: {} of {} units in {}", label_, done_, units_, spelled_duration(seconds())));
}

void end_live_line() {
  if (is_terminal()) write_at_once("\r\033[K", stderr);
}

}  // namespace apportion::engine
