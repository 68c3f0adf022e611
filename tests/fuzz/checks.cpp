// Checks of printed answers, of costs and of distributions.
#include "tests/fuzz/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {

void expect_json(const std::string& text) {
  expect(text.find('\n') == std::string::npos, "an answer of several lines");
  try {
    static_cast<void>(problems::parse_json(text));
  } catch (const InputError& error) {
    expect(false, fmt::format("the program cannot read what it printed: {}\n{}", error.what(), text));
  }
}

void expect_at_most(double a, double b, double scale, std::string_view what) {
  constexpr double tolerance = 1e-9;
  const double slack = tolerance * std::max({std::abs(a), std::abs(b), std::abs(scale)});
  expect(a <= b + slack, fmt::format("{}: {} > {}", what, a, b));
}

bool is_search(std::string_view algorithm) {
  constexpr std::array searches = {"BEST", "OPTIMAL", "ROLLOUT"};
  return std::ranges::any_of(searches,
                             [algorithm](const char* name) { return algorithm.find(name) != std::string_view::npos; });
}

void expect_consistent(const Distribution& distribution) {
  constexpr Index most_looked_at = 64;
  const std::vector<LoadRun> runs = distribution.loads();
  Index processes = 0;
  WideCount indices = 0;
  for (const LoadRun& run : runs) {
    expect(run.first == processes && run.processes > 0, "runs of loads have a gap");
    expect(run.load >= distribution.least() && run.load <= distribution.most(), "a load beyond the extremes");
    processes += run.processes;
    indices += static_cast<WideCount>(run.processes) * static_cast<WideCount>(run.load);
  }
  expect(processes == distribution.processes() && indices == static_cast<WideCount>(distribution.length()),
         "the loads are not those of all indices");
  if (distribution.length() > most_looked_at || distribution.processes() > most_looked_at) return;
  std::vector<Index> counts(static_cast<std::size_t>(distribution.processes()), 0);
  for (Index index = 0; index < distribution.length(); ++index)
    ++counts[static_cast<std::size_t>(distribution.owner(index))];
  for (Index process = 0; process < distribution.processes(); ++process)
    expect(distribution.owned_below(process, distribution.length()) == counts[static_cast<std::size_t>(process)],
           "a load is not what is owned");
  expect(std::ranges::max(counts) == distribution.most() && std::ranges::min(counts) == distribution.least(),
         "the extremes are not those of the loads");
  expect(std::ranges::count_if(counts, [](Index count) { return count > 0; }) == distribution.image_size(),
         "not as many processes with indices");
}

}  // namespace apportion::fuzz
