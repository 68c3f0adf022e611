// Counting of cases.
#include "experiments/engine/checked_cases.hpp"

#include <numeric>
#include <utility>

namespace apportion::engine {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

}  // namespace

void CheckedCases::add(bool holds, const std::vector<std::int64_t>& sizes) {
  ++cases;
  if (holds) return;
  ++failures;
  if (counterexample.empty() || std::pair(sum(sizes), sizes) < std::pair(sum(counterexample), counterexample))
    counterexample = sizes;
}

}  // namespace apportion::engine
