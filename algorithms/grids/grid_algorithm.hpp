// The family of grid algorithms: a GridProblem in, a GridSolution out.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/registry.hpp"
#include "sim/grids/block_times.hpp"

namespace apportion {

/// A mapping and a distribution, and how long the block takes with real-valued and with whole lengths.
struct GridSolution {
  Mapping mapping;
  Lengths lengths;
  WholeLengths rounded;
  double time = 0;
  double rounded_time = 0;
};

/// solve() validates its problem.
using GridAlgorithm = Algorithm<GridProblem, GridSolution>;
using GridRegistry = Registry<GridAlgorithm>;

}  // namespace apportion
