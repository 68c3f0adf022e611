// Refinement of divisions of meshes by moves of single places.
#pragma once

#include "algorithms/cells/attachment.hpp"
#include "algorithms/cells/mesh_division.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct RefinementSettings {
  int passes = 8;            ///< at most
  int least_patience = 200;  ///< moves in a pass since the best state; for many boundary places a part of them, if more
  double patience = 0.5;
  Attachment attachment = {};  ///< gains count it in steps of 1/16 of a side, up to 16 sides
};

/// Passes of Fiduccia & Mattheyses, "A linear-time heuristic for improving network partitions", DAC 1982, for several
/// parts: the place that gains most moves first, each at most once, also at a loss, and the best state of a pass
/// stays. Better is less excess over the windows, then a shorter cut. Parts do not fall into more pieces.
void refine(MeshDivision& division, const LoadWindows& windows, const RefinementSettings& settings,
            RandomStream& stream);

}  // namespace apportion
