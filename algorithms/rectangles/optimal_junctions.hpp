// Where inner lines can end on a side of a box, and so which cuts can have crossings.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "algorithms/rectangles/optimal_sets.hpp"

namespace apportion {

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

}  // namespace apportion
