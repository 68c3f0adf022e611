// What OPTIMAL is made of: tables of slicing trees (optimal.cpp), and layouts that are not slicing
// (optimal_layouts.cpp).
#pragma once

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

/// Bit k stands for the k-th heaviest processor of a frame.
using ProcessorSet = std::uint32_t;

[[nodiscard]] inline int size_of(ProcessorSet set) { return std::popcount(set); }
[[nodiscard]] inline ProcessorSet lowest_of(ProcessorSet set) { return set & (~set + 1); }

/// Thrown where a search would take more nodes than it was granted.
struct TooManyNodes {};

/// How many nodes a search may still look at.
class NodeBudget {
 public:
  explicit NodeBudget(std::uint64_t nodes) : granted_(nodes) {}
  void spend() {
    stop_if_asked();
    if (spent_ == granted_) throw TooManyNodes{};
    ++spent_;
  }
  [[nodiscard]] std::uint64_t spent() const { return spent_; }

 private:
  std::uint64_t granted_;
  std::uint64_t spent_ = 0;
};

/// The sets of a frame's processors, their areas, and which of them are the same but for names.
class ProcessorSets {
 public:
  explicit ProcessorSets(const Frame& frame);

  [[nodiscard]] std::size_t processors() const { return processors_; }
  [[nodiscard]] ProcessorSet all() const { return static_cast<ProcessorSet>(areas_.size() - 1); }
  /// In the units of the frame's sides; positive even where a weight vanishes beside others.
  [[nodiscard]] double area(ProcessorSet set) const { return areas_[set]; }
  /// The set with the first processors of each weight instead of others of this weight.
  [[nodiscard]] ProcessorSet canonical(ProcessorSet set) const { return canonical_[set]; }
  /// Whether `part` takes the first ones of each weight in `whole`: one choice stands for all that cost the same.
  [[nodiscard]] bool is_leading(ProcessorSet part, ProcessorSet whole) const;
  /// Whether the k-th heaviest processor weighs as much as the one before it.
  [[nodiscard]] bool repeats(std::size_t k) const { return repeats_[k]; }

 private:
  std::size_t processors_;
  std::vector<double> areas_;
  std::vector<ProcessorSet> canonical_;
  std::vector<ProcessorSet> classes_;  // of equal weights, those of two or more processors
  std::vector<bool> repeats_;
};

/// Through which direction a box is cut: a vertical cut puts its two sides beside each other.
enum class Cut { vertical, horizontal };

/// Up to the width `to`, the cost is p x width + q x height + k. p, q and k of a slicing tree are the same in every
/// box.
struct Piece {
  double to = 0;
  double p = 0;
  double q = 0;
  double k = 0;
};

/// The least of such costs over boxes of one area whose widths lie in [from, last piece's `to`]. `pieces` is not empty.
struct Envelope {
  double area = 0;
  double from = 0;
  std::vector<Piece> pieces;
  double least = 0;  ///< over all widths

  /// The cost in a box of this width and of the envelope's area; widths out of range by rounding take the end pieces.
  [[nodiscard]] double at(double width) const;
};

/// For sets of a frame's processors: at which shares of a side of their box a line can end in some slicing tree. They
/// do not depend on the box's shape, and mirrored ones are among them.
class Junctions {
 public:
  /// Spends nodes of the budget where sets are too large to be listed.
  Junctions(const Frame& frame, const ProcessorSets& sets, NodeBudget& budget)
      : frame_(frame), sets_(sets), budget_(budget), most_listed_(sets.processors() > 8 ? 5 : 4) {}

  /// All shares in ascending order, for a set of at most four processors.
  [[nodiscard]] const std::vector<double>& shares(ProcessorSet set);

  /// Whether lines of two disjoint sets that share a whole side can meet there in one point, within the coincidence
  /// tolerance (errs towards true).
  [[nodiscard]] bool may_meet(ProcessorSet first, ProcessorSet second);

  /// Whether may_meet() is true of any two disjoint sets in this one.
  [[nodiscard]] bool may_meet_within(ProcessorSet set);

 private:
  [[nodiscard]] std::vector<double> list(ProcessorSet set);
  [[nodiscard]] bool contains(ProcessorSet set, double share, double tolerance);
  [[nodiscard]] bool meet(ProcessorSet fewer, ProcessorSet more);

  const Frame& frame_;
  const ProcessorSets& sets_;
  NodeBudget& budget_;
  int most_listed_;  // lists of five pay where sets of seven are asked for
  std::unordered_map<ProcessorSet, std::vector<double>> shares_;
  std::unordered_map<std::uint64_t, bool> meet_;
  std::unordered_map<ProcessorSet, bool> within_;
};

/// How many halves of the latency each inner line saves that ends on a side of a box. Of 3 (p - 1) edges of p parts in
/// general position one is saved for each line's end on the array's border (2 halves), and one for every two that meet
/// in a crossing (1 half each).
struct SideSavings {
  std::uint8_t left = 0;
  std::uint8_t right = 0;
  std::uint8_t bottom = 0;
  std::uint8_t top = 0;

  [[nodiscard]] SideSavings turned() const { return {bottom, top, left, right}; }
};

/// A block: a box that is to be divided among the processors of a set.
struct SetBlock {
  ProcessorSet set = 0;
  Box box;
  SideSavings sides;
  std::optional<Cut> barred = std::nullopt;  ///< no cut in this direction comes first; its tree is found elsewhere
};

/// The two sides of a cut.
struct Halves {
  SetBlock first;
  SetBlock second;
  double saving = 0;  ///< of the cut's own two ends, in cost
};

/// The best slicing trees of all sets of a frame's processors, found when they are asked for. Costs are half perimeters
/// less the latency that ends of lines save; where crossings are possible they are supposed, so that the costs are
/// lower bounds (else exact).
class SlicingTables {
 public:
  /// Has 2^p entries, however few are asked for.
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

  /// A block cut in two: `first` at the left or at the bottom.
  [[nodiscard]] Halves divide(const SetBlock& block, ProcessorSet first, Cut cut);

  /// Puts the parts of a tree of this cost into `boxes`.
  void place(const SetBlock& block, std::vector<Box>& boxes);

 private:
  [[nodiscard]] Envelope build(ProcessorSet set, const SideSavings& sides);
  [[nodiscard]] bool may_cross(ProcessorSet first, ProcessorSet second);

  const Frame& frame_;
  NodeBudget& budget_;
  ProcessorSets sets_;
  Junctions junctions_;
  std::vector<Envelope> envelopes_;  // by sides, then by set; without pieces where not asked for yet
};

/// The cheapest decomposition found so far, and when another one is worth looking at.
class Incumbent {
 public:
  explicit Incumbent(const Frame& frame);

  /// Whether what costs at least `bound` can be cheaper by more than rounding hides (1e-10 of both sides' sum).
  [[nodiscard]] bool may_be_beaten_by(double bound) const { return bound < total_ - margin_; }
  /// Keeps the boxes, one per processor of the frame, if they cost less: geometry decides.
  void offer(const std::vector<Box>& boxes);

  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }

 private:
  const Frame& frame_;
  double margin_;
  double total_;
  std::vector<Box> boxes_;
};

/// Offers the best decomposition in which each block is divided by a slicing tree, if one beats the incumbent. `base`
/// and the blocks' costs together are a lower bound of its total. The blocks hold every processor once.
void complete_blocks(SlicingTables& tables, const std::vector<SetBlock>& blocks, double base, Incumbent& incumbent);

/// What the costs of blocks leave out of the total: minus both sides of the array, and the latency of the 3 (p - 1)
/// edges of parts in general position, from which the costs of blocks take what is saved.
[[nodiscard]] double base_cost(const Frame& frame);

/// Up to here a layout that is not slicing is cuts that split off slicing trees, and then one simple layout with
/// slicing trees in its rooms: for two simple layouts within or beside each other it takes nine processors.
inline constexpr std::size_t most_processors_in_layouts = 8;

/// Offers the best layout that is not slicing, if one beats the incumbent. At most most_processors_in_layouts
/// processors. False where the areas of some layout that might beat it could not be solved, so that nothing is proven.
[[nodiscard]] bool search_layouts(SlicingTables& tables, Incumbent& incumbent);

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

/// Those among them in which no set of rooms, neither one room nor all, makes up a rectangle: for fewer than five rooms
/// there is no such layout, for 5 to 8 there are 2, 0, 12, 24. All others are one of these, or a cut, with layouts in
/// place of rooms. At most most_rooms; computed once.
[[nodiscard]] const std::vector<RoomLayout>& simple_layouts(std::size_t rooms);

/// Where the lines of a layout are, borders included.
struct LinePositions {
  std::vector<double> x;  ///< of vertical lines
  std::vector<double> y;  ///< of horizontal ones
};

/// The lines of a layout in a box width x height whose origin is (0, 0), so that the rooms have these positive areas,
/// which sum to the box's. The x maximise sum of area x log(room's width), which is strictly concave: at the maximum
/// the heights area / width fit together on both sides of every line. By Newton's method. False, and `positions`
/// undefined, where that does not converge to rooms of these areas as exactly as coordinates are rounded (1e-13).
[[nodiscard]] bool place_lines(const RoomLayout& layout, std::span<const double> areas, double width, double height,
                               LinePositions& positions);

/// A room's rectangle.
[[nodiscard]] inline Box room_box(const Room& room, const LinePositions& at) {
  return {at.x[room.left], at.y[room.bottom], at.x[room.right] - at.x[room.left], at.y[room.top] - at.y[room.bottom]};
}

}  // namespace apportion
