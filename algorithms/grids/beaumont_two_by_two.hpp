// The exact optimum on a 2 x 2 grid.
#pragma once

#include "algorithms/grids/candidate.hpp"

namespace apportion {

/// The fastest real-valued distribution over all arrangements of four processes, rounded. For a fixed arrangement the
/// optimum has three of the four constraints r_i t_ij c_j <= 1 tight, those of a spanning tree of K_{2,2} (Beaumont et
/// al. 2001); there are four trees, and swapping rows, columns or both sides leaves three arrangements that differ.
[[nodiscard]] GridSolution exact_two_by_two(const GridProblem& problem, Rounding rounding);

}  // namespace apportion
