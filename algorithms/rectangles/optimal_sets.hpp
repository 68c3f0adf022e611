// Sets of processors as OPTIMAL enumerates them: equal weights are one and the same; and what a search may cost.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
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

}  // namespace apportion
