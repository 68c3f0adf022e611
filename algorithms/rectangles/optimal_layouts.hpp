// Layouts of rooms that no straight cut divides and no smaller layout makes up: the pinwheel and its kin.
#pragma once

#include <cstddef>
#include <vector>

namespace apportion {

/// A room between four lines. Vertical lines are numbered from the left border, 0, to the right border, horizontal ones
/// from the bottom border to the top border, each line after all that bound a room together with it from before.
struct Room {
  std::size_t left = 0;
  std::size_t right = 0;
  std::size_t bottom = 0;
  std::size_t top = 0;
};

/// A class of divisions of a box into rectangles: those whose rooms lie between the same lines. Of each class exactly
/// one division has given areas (Eppstein, Mumford, Speckmann and Verbeek 2012).
struct RoomLayout {
  std::vector<Room> rooms;
  std::size_t vertical = 0;    ///< number of vertical lines, both borders included
  std::size_t horizontal = 0;  ///< the same for horizontal ones
  /// How mirroring exchanges the rooms of a layout that is its own mirror image: empty, or a map for each such
  /// mirroring.
  std::vector<std::vector<std::size_t>> symmetries;
  /// No mirror image of the layout stands before it in the list.
  bool represents_mirrored = true;
};

inline constexpr std::size_t most_rooms = 8;

/// All classes of `rooms` rooms, as many as Baxter numbers say: 1, 2, 6, 22, 92, 422, 2074. Each is found by the
/// permutation that belongs to it (Ackerman, Barequet and Pinter 2006). Takes rooms! x rooms^3 steps.
[[nodiscard]] std::vector<RoomLayout> all_layouts(std::size_t rooms);

/// Those among them without a set of rooms, neither one nor all, that makes up a rectangle: none below five rooms, then
/// 2, 0, 12, 24. All others are one of these, or a cut, with layouts in place of rooms. At most most_rooms; computed
/// once.
[[nodiscard]] const std::vector<RoomLayout>& simple_layouts(std::size_t rooms);

}  // namespace apportion
