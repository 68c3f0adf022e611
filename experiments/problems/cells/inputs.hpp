// Clusters and instances of one's own in sweeps of whole cells.
#pragma once

#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/sweep_inputs.hpp"

namespace apportion::problems {

/// A cluster stands in for ratio, processors and sampling; where its speeds depend on the size they are those that
/// balance the load of all cells. The lines of instances are those of `solve cells`, whose "algorithm" is not looked at
/// and whose loads and masks stand in the line itself, since the file's digest does not know other files. `latency`
/// changes them.
[[nodiscard]] SweepInputs cell_inputs();

}  // namespace apportion::problems
