// Divisions by straight cuts through the whole array: what libraries of process grids take.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {

/// A grid of processes.
struct StraightCuts {
  std::vector<std::int64_t> heights = {};    ///< rows of each row of processes, from the top
  std::vector<std::int64_t> widths = {};     ///< columns of each column of processes, from the left
  std::vector<std::size_t> processors = {};  ///< row by row: processors[row * widths.size() + column]
};

/// InputError, which begins with the library's name and says which algorithm cuts so, unless every processor has one
/// rectangle and these make up a grid.
[[nodiscard]] StraightCuts straight_cuts(const WholeDivision& division, std::string_view library);

}  // namespace apportion::problems
