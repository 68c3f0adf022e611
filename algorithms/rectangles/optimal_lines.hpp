// Where the lines of a layout end, and which of them can have crossings.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/rectangles/optimal_areas.hpp"
#include "algorithms/rectangles/optimal_junctions.hpp"
#include "algorithms/rectangles/optimal_layouts.hpp"
#include "algorithms/rectangles/optimal_tables.hpp"

namespace apportion {

/// The two lines at which one ends that runs across them.
struct Ends {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Of the lines of each direction by number; those of the borders are not used.
struct LineEnds {
  std::vector<Ends> vertical;    ///< at horizontal lines
  std::vector<Ends> horizontal;  ///< at vertical lines
};

[[nodiscard]] LineEnds line_ends(const RoomLayout& layout);

/// A property of some inner lines.
struct LineFlags {
  std::array<bool, most_rooms + 1> vertical{};
  std::array<bool, most_rooms + 1> horizontal{};

  [[nodiscard]] static LineFlags all();
};

/// The inner lines on which the lines on both sides can end in one point, within `tolerance`: those of the layout, and
/// those of any slicing trees in the rooms. sets[i] is in room i.
[[nodiscard]] LineFlags lines_with_crossings(const RoomLayout& layout, const LineEnds& ends, const LinePositions& at,
                                             std::span<const ProcessorSet> sets, Junctions& junctions,
                                             double tolerance);

/// What lines that end on the sides of a room save, the layout's own box having these sides.
[[nodiscard]] SideSavings sides_of_room(const RoomLayout& layout, std::size_t room, const SideSavings& box,
                                        const LineFlags& crossed);

/// Halves of the latency that the layout's own lines save.
[[nodiscard]] int halves_saved_by_lines(const RoomLayout& layout, const LineEnds& ends, const SideSavings& box,
                                        const LineFlags& crossed);

}  // namespace apportion
