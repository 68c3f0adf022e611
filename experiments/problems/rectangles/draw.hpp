// An answered division into rectangles, ready to be drawn.
#pragma once

#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {

/// The answer's division below a line with what it costs, as `draw` shows it.
[[nodiscard]] LabelledDecomposition labelled(const RectangleQuestion& question, const RectangleAnswer& answer);

}  // namespace apportion::problems
