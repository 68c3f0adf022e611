// What solving took, for forecasts of later runs.
#pragma once

#include <cstdint>

namespace apportion::results {

/// Seconds on one thread of samples of a column at a point: of what all columns took that were solved together, an
/// equal share.
struct WorkingTime {
  std::int64_t point = 0;   ///< row number, as in UnitResult
  std::int64_t column = 0;  ///< row number, as in UnitResult
  std::int64_t samples = 0;
  double seconds = 0;
};

}  // namespace apportion::results
