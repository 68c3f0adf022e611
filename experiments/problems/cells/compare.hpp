// Several algorithms on one problem of whole cells.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/common/ranking.hpp"

namespace apportion::problems {

/// "BEST on 200 x 600 cells: boundary 1000 cell edges, ...": what stands above a drawing.
[[nodiscard]] std::string title_of(const CellProblem& problem, const CellAnswer& answer);

/// "BEST: 210 edges, imbalance 0.15 %": the same where others stand beside it.
[[nodiscard]] std::string title_beside_others(const std::string& name, const CellCosts& costs);

/// What a division is ranked by where no network is given. Its shortcomings: 0 if all parts have a cell, are connected
/// and within one cell of their shares, 2 if parts are empty, 1 otherwise; neighbours are secondary.
[[nodiscard]] Standing standing_of(const std::string& algorithm, const CellCosts& costs);

/// Solves the question by each of the algorithms, whatever question.algorithm says; what is named twice is solved once.
/// Ranked by standing_of(), or by the simulated time of an iteration in place of the total where a network is given.
/// Times are of solving alone, and differ from run to run. InputError for an unknown algorithm and a problem that is
/// out of range for all.
[[nodiscard]] Comparison compare_cells(const CellQuestion& question, const std::vector<std::string>& algorithms);

}  // namespace apportion::problems
