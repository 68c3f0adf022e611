// What is drawn of whole cells: answered divisions, and what is left out.
#pragma once

#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/drawing/decompositions.hpp"

namespace apportion::problems {

/// The answer's division below a line with what it costs, as `draw` shows it.
[[nodiscard]] LabelledDecomposition labelled(const CellQuestion& question, const CellAnswer& answer);

/// The cells that are left out as runs of squares, row by row: of a cell each or, in arrays of more than 250 lines a
/// side, of several cells, most of which are left out, so that a picture of any coast has a reasonable size.
[[nodiscard]] std::vector<Rect> left_out_squares(const CellLoads& loads);

}  // namespace apportion::problems
