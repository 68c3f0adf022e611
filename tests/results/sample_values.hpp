// Values as a query answers them.
#pragma once

#include <cstdint>

#include "results/rows.hpp"

namespace apportion::results {

/// A whole number, which a braced list would otherwise take for an int.
[[nodiscard]] inline Value integer(std::int64_t value) { return value; }

}  // namespace apportion::results
