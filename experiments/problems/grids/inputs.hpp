// Clusters and instances of one's own in sweeps of process grids.
#pragma once

#include "experiments/problems/grids/study.hpp"
#include "experiments/problems/sweep_inputs.hpp"

namespace apportion::problems {

/// A cluster, of speeds that do not depend on the size, stands in for level and sampling; every grid has a cell for
/// each of its processors. The lines of instances are those of `solve grids`, whose "algorithm" is not looked at;
/// `block` changes all sides of the block.
[[nodiscard]] SweepInputs grid_inputs();

}  // namespace apportion::problems
