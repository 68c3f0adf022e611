// The arrangements among which the fastest one of a two-dimensional grid is, and what each must lose.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/grids/beaumont.hpp"

namespace apportion {

/// All arrangements of `descending` performances in which no process is faster than its neighbours above and to the
/// left: standard Young tableaux. Cells are numbered along rows of `columns` cells. One of them is as fast as any
/// arrangement: sort rows and columns by their shares, then give the larger r_i c_j the faster processes. Equally fast
/// processes take the cells of one set in one order only, since their names do not matter. Lexicographic in the rows
/// that processes get, the fastest first. As many as there are tableaux at most: 462 for 3 x 4, 132 for 2 x 6.
[[nodiscard]] std::vector<Arrangement> sorted_arrangements(std::span<const double> descending, std::size_t columns);

/// At least this much of the sum of the performances is lost by the arrangement, whatever the lengths. Of the losses of
/// blocks of 2 x 2 cells (sim/grids/time_bound.hpp) any weighted sum is a bound in which no cell has more weight than
/// 1: here the greater of two, the sum of all over the number of blocks that a cell is in, and the sum of blocks that
/// have no cell in common, taken greedily. 0 for a single row or column.
[[nodiscard]] double least_loss(std::span<const double> descending, const Arrangement& ranks, std::size_t columns);

}  // namespace apportion
