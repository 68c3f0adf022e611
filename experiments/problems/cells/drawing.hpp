// Drawings of divisions into whole cells.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/rectangles/drawing.hpp"
#include "sim/cells/cell_problem.hpp"

namespace apportion::problems {

/// The division with its parts' shares of the load and the cells that are left out, as drawing_of() takes it. In arrays
/// of more than 250 lines a side these stand in squares of several cells, most of which are left out, so that a picture
/// of any coast has a reasonable size.
[[nodiscard]] LabelledDecomposition drawn_division(const CellProblem& problem, const std::string& title,
                                                   const Decomposition& division,
                                                   const std::vector<std::string>& names = {});

}  // namespace apportion::problems
