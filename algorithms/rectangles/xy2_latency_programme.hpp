// XY2's dynamic programme with latency, part of xy2_programme.hpp.
#pragma once

#include "algorithms/rectangles/columns.hpp"

namespace apportion {

/// cheapest_columns() for a frame with latency > 0.
[[nodiscard]] Columns cheapest_with_latency(const Frame& frame);

}  // namespace apportion
