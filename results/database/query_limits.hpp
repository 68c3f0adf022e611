// What a statement of a user may use. docs/sweeps.md tells users of it.
#pragma once

#include <cstddef>

namespace apportion::results {

struct QueryLimits {
  double seconds = 60;                           ///< of processor time
  std::size_t memory = std::size_t{512} << 20U;  ///< bytes, what it sorts and keeps in between included
  std::size_t answer = std::size_t{256} << 20U;  ///< bytes of all rows together, some 40 for a number
};

/// The longest text, in bytes, that a statement may read or make; some of SQLite's functions take the square of it.
inline constexpr int longest_text = 200'000;

}  // namespace apportion::results
