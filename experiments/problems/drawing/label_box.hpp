// Where the label of a part stands in a drawing.
#pragma once

#include <optional>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::problems {

/// The rectangle within the union of `rectangles`, and outside `left_out`, that has the most room for a label of that
/// size; of those that it fits the one of the greatest area. Coordinates within `tolerance` are one. None where nothing
/// remains.
[[nodiscard]] std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                                            const Extent& label, double tolerance);

}  // namespace apportion::problems
