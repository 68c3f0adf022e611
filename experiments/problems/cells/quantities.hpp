// What is measured of answers to problems of whole cells.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/common/quantities.hpp"

namespace apportion::problems {

using CellQuantity = Quantity<CellAlgorithm, CellAnswer>;

/// Each quantity once, in the order of the members in JSON.
[[nodiscard]] const std::vector<CellQuantity>& cell_quantities();

/// "1 % or one cell": how far loads may be from the shares.
[[nodiscard]] std::string tolerance_words(const CellProblem& problem);

}  // namespace apportion::problems
