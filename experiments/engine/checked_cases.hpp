// What a check of a claim on all small cases found. A claim that a program can check so, instead of measuring it, is an
// algorithm of a study whose solution is a CheckedCases and whose metrics are its numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace apportion::engine {

/// The counts of a check. The smallest counterexample has the least sum of sizes, then the least sizes from the first
/// on.
struct CheckedCases {
  std::int64_t bound = 0;  ///< up to which size cases were looked at
  std::int64_t cases = 0;
  std::int64_t failures = 0;
  std::vector<std::int64_t> counterexample = {};  ///< its sizes; empty where there is none

  /// Without sizes a case is counted and becomes no counterexample.
  void add(bool holds, const std::vector<std::int64_t>& sizes = {});
};

}  // namespace apportion::engine
