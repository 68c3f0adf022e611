// The family of grid algorithms: a GridProblem in, a GridSolution out.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "algorithms/registry.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {

/// A mapping and the lengths of the slices, and the time of the block with real-valued and with whole lengths.
/// `proven_optimal`: the algorithm proved that no mapping with real-valued lengths takes less time by more than 1e-9 of
/// it; this does not concern the rounded time.
struct GridSolution {
  Mapping mapping;
  Lengths lengths;
  WholeLengths rounded;
  double time = 0;
  double rounded_time = 0;
  bool proven_optimal = false;
};

/// solve() validates its problem.
using GridAlgorithm = Algorithm<GridProblem, GridSolution>;
using GridRegistry = Registry<GridAlgorithm>;

/// `solve` of an algorithm with a batch function: a batch of one.
template <std::vector<GridSolution> (*solve_batch)(std::span<const GridProblem>, const Options&)>
[[nodiscard]] GridSolution solve_one(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  return std::move(solve_batch({&problem, 1}, options).front());
}

}  // namespace apportion
