// The boundary between the parts of a division into whole cells, counted on rectangles.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The boundary between parts, and what is sent across it.
struct CellBoundary {
  std::int64_t edges = 0;       ///< pairs of active cells with a common side, in space a face, of different parts
  std::int64_t neighbours = 0;  ///< unordered pairs of parts with at least one such pair of cells
  /// The greatest number, over the parts, of active cells of other parts that have a side in common with a cell of the
  /// part: what it receives in a sweep of a five-point stencil.
  std::int64_t halo = 0;
  std::int64_t volume = 0;     ///< elements sent: each active cell once to each other part within its stencil
  std::int64_t busiest = 0;    ///< the most elements that one part receives; `halo`, if the stencil has five points
  std::int64_t fragments = 0;  ///< connected pieces of active cells beyond one for each part that has any
  /// Connected pieces beyond one for each pair of a part and a sea in which it has a cell; a sea is a connected piece
  /// of all active cells. 0 if within each sea every part is connected; `fragments`, if there is one sea.
  std::int64_t torn = 0;
  std::int64_t empty = 0;  ///< parts without an active cell
};

/// Sets the volume and the busiest from the elements that each part receives.
void set_received(const std::vector<std::int64_t>& received, CellBoundary& boundary);
void set_received(const HaloPlan& plan, CellBoundary& boundary);

/// The boundary for a five-point stencil, where no cell is left out. The time depends on the rectangles, not on the
/// number of cells.
[[nodiscard]] CellBoundary boundary_of_rectangles(const Decomposition& division);

/// The cells of the parts' bounding boxes; for `layers` see boxes_in_space().
[[nodiscard]] double cells_of_bounding_boxes(const Decomposition& division, std::int64_t layers = 1);

}  // namespace apportion
