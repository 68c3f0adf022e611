// From blocks to the best complete decomposition, crossings of lines included.
#pragma once

#include <vector>

#include "algorithms/rectangles/optimal_tables.hpp"

namespace apportion {

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

}  // namespace apportion
