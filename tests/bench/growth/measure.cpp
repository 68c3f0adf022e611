// Timing at sizes that double.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "base/error.hpp"
#include "tests/bench/growth/growth.hpp"

namespace apportion::growth {
namespace {

constexpr double long_enough = 0.1;      // seconds; twice the size is not tried any more
constexpr double least_measured = 2e-3;  // a shorter call is repeated until that is over
constexpr double tolerance = 0.4;

struct Timed {
  std::size_t size = 0;
  double seconds = 0;
};

// Processor time: the machine may have other things to do.
double now() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The shortest of three, each of as many calls as take long enough to be measured.
double seconds_of(const std::function<void()>& call) {
  double start = now();
  call();
  double shortest = now() - start;
  const double calls = std::ceil(std::max(1.0, least_measured / std::max(shortest, 1e-9)));
  for (int repetition = 0; repetition < 3 && shortest < long_enough / 2; ++repetition) {
    start = now();
    for (double k = 0; k < calls; ++k) call();
    shortest = std::min(shortest, (now() - start) / calls);
  }
  return shortest;
}

// Sizes that double, until one takes long or is refused.
std::vector<Timed> timed_sizes(const Subject& subject, std::string& refusal) {
  std::vector<Timed> timed;
  try {
    for (std::size_t n = subject.smallest; n <= subject.largest; n *= 2) {
      timed.push_back({n, seconds_of(subject.prepare(n))});
      if (timed.size() >= 3 && timed.back().seconds > long_enough) break;
    }
  } catch (const UserError& error) {
    refusal = error.what();
  }
  return timed;
}

std::string spelled(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.3g} ms", seconds * 1e3) : fmt::format("{:.3g} s", seconds);
}

void print_line(const std::array<std::string, 8>& cells) {
  fmt::print("{:<40} {:>9} {:>9} {:>9} {:>9} {:>8}  {:<26} {}\n", cells[0], cells[1], cells[2], cells[3], cells[4],
             cells[5], cells[6], cells[7]);
  std::fflush(stdout);
}

}  // namespace

bool measure(const Subject& subject) {
  const Documented& documented = subject.documented;
  std::string refusal;
  const std::vector<Timed> timed = timed_sizes(subject, refusal);
  if (timed.size() < 3) {
    const bool is_told = !documented.cost.empty();
    print_line({subject.name, "", "", "", "", "", documented.cost,
                is_told ? fmt::format("too few sizes: {}", refusal.substr(0, 60)) : "UNDOCUMENTED"});
    return is_told;
  }
  const Timed* const last = &timed[timed.size() - 3];
  const double exponent = std::log2(last[2].seconds / last[0].seconds) / 2;
  std::string verdict = "as documented";
  if (documented.cost.empty())
    verdict = "UNDOCUMENTED";
  else if (documented.exponent > 0 && exponent > documented.exponent + tolerance)
    verdict = "GROWS FASTER";
  else if (documented.exponent == 0)
    verdict = "no power of n; its sizes are limited";
  print_line({subject.name, std::to_string(last->size), spelled(last[0].seconds), spelled(last[1].seconds),
              spelled(last[2].seconds), fmt::format("{:.2f}", exponent), documented.cost, verdict});
  return verdict.front() != 'U' && verdict.front() != 'G';
}

}  // namespace apportion::growth
