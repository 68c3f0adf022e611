// Checks of printed answers and of costs.
#include "tests/fuzz/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/problems/json.hpp"
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
  constexpr std::array searches = {"ANNEALING", "BEST", "CLUSTER", "LNS", "OPTIMAL", "RANGE", "ROLLOUT", "SUBSET"};
  return std::ranges::any_of(searches,
                             [algorithm](const char* name) { return algorithm.find(name) != std::string_view::npos; });
}

}  // namespace apportion::fuzz
