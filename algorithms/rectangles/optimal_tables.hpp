// OPTIMAL's tables: for every set of processors the best slicing trees, whatever the box.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/rectangles/frame.hpp"
#include "algorithms/rectangles/optimal_envelope.hpp"
#include "algorithms/rectangles/optimal_junctions.hpp"
#include "algorithms/rectangles/optimal_sets.hpp"

namespace apportion {

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
  /// Has 2^p entries, whatever is asked for.
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

}  // namespace apportion
