// How many cells each part may have so that it is within one cell of its share.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/cells/cell_problem.hpp"

namespace apportion {

/// The sizes of a part, and the share that they are near.
struct PartSize {
  double share = 0;
  std::int64_t units = 0;  ///< the share in a small unit, the same for all parts: sums are exact in any order
  std::int64_t least = 0;
  std::int64_t most = 0;
};

/// For each processor of an array without loads: at most one cell (and what rounding adds to it) from the share, and
/// no more than the memory holds. The least is 1, so that the part is not empty, for as many of the shares of at most
/// one cell as the others can spare a cell for, the largest first. The array's cells lie between the sums of the least
/// and of the most.
[[nodiscard]] std::vector<PartSize> part_sizes(const CellProblem& problem);

/// Sizes within these ranges that sum to the array's cells, by largest remainders: the shares rounded down, and a cell
/// more for the largest fractions.
[[nodiscard]] std::vector<std::int64_t> largest_remainders(const CellProblem& problem);

/// InputError, naming methods that take them, if the problem has loads.
void require_full_grid(const CellProblem& problem, const char* algorithm);

}  // namespace apportion
