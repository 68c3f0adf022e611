// The algorithms of a family, asked by studies whose problems also say what is simulated.
#pragma once

#include <span>
#include <vector>

#include "algorithms/registry.hpp"

namespace apportion::validation {

/// An algorithm of a family that is given `Problem`, which is the family's problem and more.
template <class FamilyAlgorithm, class Problem>
struct SimulatedAlgorithm : FamilyAlgorithm {
  using Instance = Problem;

  /// Stands before the family's, which takes spans of the family's problems; problems are solved one after the other.
  std::vector<typename FamilyAlgorithm::Solution> (*solve_batch)(std::span<const Problem> problems,
                                                                 const Options& options) = nullptr;
};

/// A registry with every algorithm of the family, as it is when this is called.
template <class FamilyAlgorithm, class Problem>
[[nodiscard]] Registry<SimulatedAlgorithm<FamilyAlgorithm, Problem>> registry_of_family() {
  Registry<SimulatedAlgorithm<FamilyAlgorithm, Problem>> registry;
  for (const FamilyAlgorithm& algorithm : Registry<FamilyAlgorithm>::instance().algorithms()) registry.add({algorithm});
  return registry;
}

}  // namespace apportion::validation
