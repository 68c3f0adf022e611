// The parts of OPTIMAL: tables of slicing trees (optimal.cpp), and layouts that are not slicing (optimal_layouts.cpp).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "algorithms/rectangles/frame.hpp"
#include "base/stopping.hpp"

namespace apportion {

/// Bit k is set for the k-th heaviest processor of a frame.
using ProcessorSet = std::uint32_t;

[[nodiscard]] inline int size_of(ProcessorSet set) { return std::popcount(set); }
[[nodiscard]] inline ProcessorSet lowest_of(ProcessorSet set) { return set & (~set + 1); }

/// Thrown when a search would exceed its budget of nodes.
struct TooManyNodes {};

/// The number of nodes that a search may still visit.
class NodeBudget {
 public:
  explicit NodeBudget(std::uint64_t nodes) : left_(nodes) {}
  void spend() {
    stop_if_asked();
    if (left_ == 0) throw TooManyNodes{};
    --left_;
  }

 private:
  std::uint64_t left_;
};

/// The sets of a frame's processors, their areas, and which sets are equivalent.
class ProcessorSets {
 public:
  explicit ProcessorSets(const Frame& frame);

  [[nodiscard]] std::size_t processors() const { return processors_; }
  [[nodiscard]] ProcessorSet all() const { return static_cast<ProcessorSet>(areas_.size() - 1); }
  /// The area in the units of the frame's sides; positive even if rounding makes a weight vanish beside others.
  [[nodiscard]] double area(ProcessorSet set) const { return areas_[set]; }
  /// The equivalent set with the first processors of each weight.
  [[nodiscard]] ProcessorSet canonical(ProcessorSet set) const { return canonical_[set]; }
  /// Whether `part` takes the first processors of each weight in `whole`: one choice represents all of equal cost.
  [[nodiscard]] bool is_leading(ProcessorSet part, ProcessorSet whole) const;

 private:
  std::size_t processors_;
  std::vector<double> areas_;
  std::vector<ProcessorSet> canonical_;
  std::vector<ProcessorSet> classes_;  // classes of two or more processors of equal weight
};

/// The direction of a line or a cut, an index: a vertical cut separates left from right.
using Direction = std::size_t;
inline constexpr Direction vertical = 0;
inline constexpr Direction horizontal = 1;
inline constexpr std::array<Direction, 2> directions = {vertical, horizontal};

/// Up to the width `to`, the cost is p x width + q x height + k. p, q and k of a slicing tree do not depend on the
/// box.
struct Piece {
  double to = 0;
  double p = 0;
  double q = 0;
  double k = 0;
};

/// The least cost over boxes of one area with widths in [from, last piece's `to`]. `pieces` is not empty.
struct Envelope {
  double area = 0;
  double from = 0;
  std::vector<Piece> pieces;
  double least = 0;  ///< over all widths

  /// The cost in a box of this width and of the envelope's area; widths slightly out of range take the end pieces.
  [[nodiscard]] double at(double width) const;
};

/// For sets of a frame's processors: the fractions of a side of their box at which a line can end in some slicing tree.
/// They do not depend on the shape of the box, and include mirror images.
class Junctions {
 public:
  /// Sets too large to be listed use the budget.
  Junctions(const Frame& frame, const ProcessorSets& sets, NodeBudget& budget)
      : frame_(frame), sets_(sets), budget_(budget), most_listed_(sets.processors() > 8 ? 5 : 4) {}

  /// All shares in ascending order, for a set of at most four processors.
  [[nodiscard]] const std::vector<double>& shares(ProcessorSet set);

  /// Whether lines of two disjoint sets on both sides of a whole common side can end there in one point, within the
  /// coincidence tolerance (errs towards true).
  [[nodiscard]] bool may_meet(ProcessorSet first, ProcessorSet second);

  /// Whether may_meet() is true for any two disjoint subsets of this one.
  [[nodiscard]] bool may_meet_within(ProcessorSet set);

 private:
  [[nodiscard]] std::vector<double> list(ProcessorSet set);
  [[nodiscard]] bool contains(ProcessorSet set, double share, double tolerance);
  [[nodiscard]] bool meet(ProcessorSet fewer, ProcessorSet more);

  const Frame& frame_;
  const ProcessorSets& sets_;
  NodeBudget& budget_;
  int most_listed_;  // lists of five pay if sets of seven are queried
  std::unordered_map<ProcessorSet, std::vector<double>> shares_;
  std::unordered_map<std::uint64_t, bool> meet_;
  std::unordered_map<ProcessorSet, bool> within_;
};

/// How many halves of the latency an inner line saves for each of its ends on a side of a box. Of the 3 (p - 1) edges
/// of p parts in general position, one is saved for each end of a line on the array's border (2 halves), and one for
/// every two ends that form a crossing (1 half each).
struct SideSavings {
  std::array<std::uint8_t, 2> begin = {};  ///< of the left side, and of the bottom
  std::array<std::uint8_t, 2> end = {};    ///< of the right side, and of the top
};

/// A block: a box that is to be divided among the processors of a set.
struct SetBlock {
  ProcessorSet set = 0;
  Box box;
  SideSavings sides;
  std::optional<Direction> barred = std::nullopt;  ///< in which no cut comes first; its tree is found elsewhere
};

/// The two sides of a cut.
struct Halves {
  SetBlock first;
  SetBlock second;
  double saving = 0;  ///< saving of the cut's own two ends, in cost
};

/// The best slicing trees of all sets of a frame's processors, computed on demand. Costs are half perimeters less the
/// latency that ends of lines save. Every possible crossing is assumed, so that costs are lower bounds; they are exact
/// if no crossing is possible.
class SlicingTables {
 public:
  /// Allocates 2^p entries, even if few are used.
  SlicingTables(const Frame& frame, NodeBudget& budget);

  [[nodiscard]] const Frame& frame() const { return frame_; }
  [[nodiscard]] const ProcessorSets& sets() const { return sets_; }
  [[nodiscard]] Junctions& junctions() { return junctions_; }
  [[nodiscard]] NodeBudget& budget() { return budget_; }

  /// The whole array, whose borders no line crosses.
  [[nodiscard]] SetBlock whole() const;

  [[nodiscard]] const Envelope& envelope(ProcessorSet set, const SideSavings& sides);
  [[nodiscard]] double cost(const SetBlock& block) { return envelope(block.set, block.sides).at(block.box.width); }

  /// Whether no crossing can be in any slicing tree of the block or on its sides, so that cost() is exact.
  [[nodiscard]] bool is_exact(const SetBlock& block);

  /// A block cut in two: `first` on the left or at the bottom.
  [[nodiscard]] Halves divide(const SetBlock& block, ProcessorSet first, Direction cut);

  /// Writes the parts of a tree of this cost to `boxes`.
  void place(const SetBlock& block, std::vector<Box>& boxes);

 private:
  [[nodiscard]] Envelope build(ProcessorSet set, const SideSavings& sides);
  [[nodiscard]] bool may_cross(ProcessorSet first, ProcessorSet second);

  const Frame& frame_;
  NodeBudget& budget_;
  ProcessorSets sets_;
  Junctions junctions_;
  std::vector<Envelope> envelopes_;  // by sides, then by set; empty until requested
};

/// The cheapest decomposition found so far, and the test of whether another may be cheaper.
class Incumbent {
 public:
  explicit Incumbent(const Frame& frame);

  /// Whether a decomposition with the lower bound `bound` can be cheaper by more than the rounding error (1e-10 of the
  /// sum of both sides).
  [[nodiscard]] bool may_be_beaten_by(double bound) const { return bound < total_ - margin_; }
  /// Keeps the boxes, one per processor of the frame, if their geometry costs less.
  void offer(const std::vector<Box>& boxes);

  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }

 private:
  const Frame& frame_;
  double margin_;
  double total_;
  std::vector<Box> boxes_;
};

/// Offers the best decomposition with a slicing tree in each block, if it is cheaper than the incumbent. `base` plus
/// the blocks' costs is a lower bound on its total. Every processor is in exactly one block.
void complete_blocks(SlicingTables& tables, const std::vector<SetBlock>& blocks, double base, Incumbent& incumbent);

/// The terms of the total that the costs of blocks omit: minus both sides of the array, and the latency of the 3 (p -
/// 1) edges of parts in general position, from which the costs of blocks subtract the savings.
[[nodiscard]] double base_cost(const Frame& frame);

/// Up to this number a layout that is not slicing consists of cuts that split off slicing trees, and then one simple
/// layout with slicing trees in its rooms; two simple layouts within or beside each other take nine processors.
inline constexpr std::size_t most_processors_in_layouts = 8;

/// Offers the best layout that is not slicing, if one is cheaper than the incumbent. At most most_processors_in_layouts
/// processors. Returns false if the areas of some layout that might be cheaper could not be solved, so that nothing is
/// proven.
[[nodiscard]] bool search_layouts(SlicingTables& tables, Incumbent& incumbent);

/// A room between four lines. Vertical lines are numbered from the left border, 0, to the right border, horizontal ones
/// from the bottom border to the top border. Each line comes after all lines that bound a room together with it from
/// the left or from below.
struct Room {
  std::array<std::size_t, 2> begin = {};  ///< the line at its left, and the one at its bottom
  std::array<std::size_t, 2> end = {};    ///< the line at its right, and the one at its top
};

/// A class of divisions of a box into rectangles: those whose rooms are between the same lines. In each class exactly
/// one division has given areas (Eppstein, Mumford, Speckmann and Verbeek 2012).
struct RoomLayout {
  std::vector<Room> rooms;
  std::array<std::size_t, 2> lines = {};  ///< the numbers of vertical and of horizontal lines, borders included
  /// How mirroring permutes the rooms of a layout that is its own mirror image: a map for each such mirroring; may be
  /// empty.
  std::vector<std::vector<std::size_t>> symmetries;
  /// Whether no mirror image of the layout is earlier in the list.
  bool represents_mirrored = true;
};

inline constexpr std::size_t most_rooms = 8;

/// All classes of `rooms` rooms, counted by the Baxter numbers 1, 2, 6, 22, 92, 422, 2074. Each is constructed from its
/// permutation (Ackerman, Barequet and Pinter 2006). Takes rooms! x rooms^3 steps.
[[nodiscard]] std::vector<RoomLayout> all_layouts(std::size_t rooms);

/// The simple ones among them: no set of rooms, except single rooms and all rooms, forms a rectangle. For fewer than
/// five rooms there is no such layout; for 5 to 8 there are 2, 0, 12, 24. Every other layout is one of these, or a cut,
/// with layouts in place of rooms. At most most_rooms; computed once.
[[nodiscard]] const std::vector<RoomLayout>& simple_layouts(std::size_t rooms);

/// The coordinates of the vertical and of the horizontal lines of a layout, borders included.
using LinePositions = std::array<std::vector<double>, 2>;

/// The lines of a layout in a box width x height with origin (0, 0), so that the rooms have these positive areas,
/// which sum to the box's. The x maximise sum of area x log(room's width), which is strictly concave: at the maximum
/// the heights area / width fit together on both sides of every line. Uses Newton's method. Returns false, with
/// `positions` undefined, if it does not converge to rooms of these areas to the accuracy of rounded coordinates
/// (1e-13).
[[nodiscard]] bool place_lines(const RoomLayout& layout, std::span<const double> areas, double width, double height,
                               LinePositions& positions);

/// A room's rectangle.
[[nodiscard]] inline Box room_box(const Room& room, const LinePositions& at) {
  const auto& [x, y] = at;
  return {x[room.begin[0]], y[room.begin[1]], x[room.end[0]] - x[room.begin[0]], y[room.end[1]] - y[room.begin[1]]};
}

}  // namespace apportion
