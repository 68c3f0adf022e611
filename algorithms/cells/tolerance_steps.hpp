// Searches at one tolerance after the other, so that a looser one never gives a worse answer.
#pragma once

#include "algorithms/cells/multilevel.hpp"

namespace apportion {

struct SearchSettings {
  int tries = 4;   ///< at each of the tolerances that are searched anew
  int cycles = 8;  ///< of the best try, up by one to three levels
  /// Searches at the tolerance of one cell alone, without polishing; at the searched tolerances from 1 % on the answer
  /// is only polished.
  bool once = false;
  TrySettings each = {};
  VolumeSettings volume = {};
};

/// The best of `given`, if there is one, and of searches at the tolerances up to that of the problem: one cell, .1, 1,
/// 3, 10, 30 and 100 percent; at .2, .5, 2, 5, 20 and 50 percent what was found before is polished. Every answer takes
/// part in the next step.
[[nodiscard]] MeshAnswer search_by_steps(const MeshLevels& levels, const SearchSettings& settings,
                                         const PlaceOwners* given, RandomStream& stream);

/// Only polishes `given`, at the same tolerances.
[[nodiscard]] MeshAnswer polish_by_steps(const MeshLevels& levels, const PlaceOwners& given, RandomStream& stream);

/// The same for a division of the problem's array; never worse than it by cell_rank().
[[nodiscard]] Decomposition polished_by_steps(const CellProblem& problem, const Decomposition& division,
                                              RandomStream& stream);

}  // namespace apportion
