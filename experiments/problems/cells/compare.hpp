// Several algorithms on one problem of whole cells.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/comparison.hpp"

namespace apportion::problems {

/// "BEST on 200 x 600 cells: boundary 1000 cell edges, ...": what stands above a drawing.
[[nodiscard]] std::string title_of(const CellProblem& problem, const CellAnswer& answer);

/// Solves the question by each of the algorithms, whatever question.algorithm says; what is named twice is solved once.
/// First come answers whose parts all have a cell, are connected and within one cell of their shares, then the others,
/// last those with empty parts; among each by total, or by the simulated time of an iteration where a network is given,
/// then by neighbours. Times are of solving alone, and differ from
/// run to run. InputError for an unknown algorithm and a problem that is out of range for all.
[[nodiscard]] Comparison compare_cells(const CellQuestion& question, const std::vector<std::string>& algorithms);

}  // namespace apportion::problems
