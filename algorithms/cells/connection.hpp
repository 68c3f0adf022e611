// Parts in several pieces, and the small changes of a tree that join them.
#pragma once

#include "algorithms/cells/cell_tree.hpp"

namespace apportion {

/// Where a part is in several pieces, as a thin one between two steps can be: puts the partial line of a cut above it
/// to its other end, or moves the cut to a whole line, if that leaves fewer pieces. Looks at the eight cuts above each
/// such part, from the lowest up, but no longer than some steps for each node. The tree is over all processors of the
/// problem; no other cut changes.
void join_pieces(const CellProblem& problem, CellTree& tree);

}  // namespace apportion
