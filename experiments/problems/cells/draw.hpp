// An answered division into whole cells, ready to be drawn.
#pragma once

#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/drawing/decompositions.hpp"

namespace apportion::problems {

/// The answer's division below a line with what it costs, as `draw` shows it.
[[nodiscard]] LabelledDecomposition labelled(const CellQuestion& question, const CellAnswer& answer);

}  // namespace apportion::problems
