// Refinement of divisions of meshes by single places: passes of moves.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/annealing.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct RefinementSettings {
  int passes = 8;            ///< at most
  int least_patience = 200;  ///< moves in a pass since the best state; for many boundary places a part of them, if more
  double patience = 0.5;
  Attachment attachment = {};  ///< counted in gains in steps of 1/16 of a side, up to 16 sides
  bool tears = false;          ///< whether parts may fall into more pieces
  /// How far loads may exceed their windows within a pass; below 0: a tenth of a line of places through a part.
  double slack = -1;
};

/// Passes of Fiduccia & Mattheyses, "A linear-time heuristic for improving network partitions", DAC 1982, for several
/// parts: the place with the greatest gain moves first, each at most once, also at a loss, and the best state of a pass
/// is kept. A state is better with less excess over the windows, then a shorter cut. Parts do not fall into more
/// pieces, unless that is allowed.
template <class Mesh>
void refine(MeshDivision<Mesh>& division, const LoadWindows& windows, const RefinementSettings& settings,
            RandomStream& stream);

}  // namespace apportion
