// What is measured of answers to problems of rectangles.
#pragma once

#include <vector>

#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {

using RectangleQuantity = Quantity<RectangleAlgorithm, RectangleAnswer>;

/// Each quantity once, in the order of the members in JSON.
[[nodiscard]] const std::vector<RectangleQuantity>& rectangle_quantities();

/// By how many percent the total lies above any_shape_bound; see the other gap_percent().
[[nodiscard]] double gap_percent(const RectangleAnswer& answer);

/// Greatest number of processors for which the metric `found` is measured: OPTIMAL proves all layouts of so many in
/// reasonable time.
constexpr double most_proven = 7;

}  // namespace apportion::problems
