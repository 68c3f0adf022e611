// XY2's dynamic programme with latency, part of xy2_programme.hpp.
#pragma once

#include <optional>

#include "algorithms/rectangles/columns.hpp"

namespace apportion {

/// cheapest_columns() for a frame with latency > 0.
[[nodiscard]] Columns cheapest_with_latency(const Frame& frame);

/// The same, but nothing unless it costs less than `total` (Acost + latency x edges) by more than frame.tolerance(),
/// which is quickly seen where `total` is low. Latency > 0, and at most largest_p_with_latency processors.
[[nodiscard]] std::optional<Columns> columns_below(const Frame& frame, double total);

}  // namespace apportion
