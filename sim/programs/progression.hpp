// The template cells that one array axis occupies, and exact counts of how they fall on the processors.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/programs/distribution.hpp"

namespace apportion {

/// Cells first, first + stride, ... in one template dimension; stride >= 1. None if count = 0.
struct Progression {
  std::int64_t first = 0;
  std::int64_t stride = 1;
  std::int64_t count = 1;

  [[nodiscard]] std::int64_t last() const { return first + stride * (count - 1); }
  auto operator<=>(const Progression&) const = default;
};

/// first + stride * (i - 1) for i = 1..count, with any stride but 0, as an ascending progression. InputError where a
/// cell is beyond 10^9 from cell 0.
[[nodiscard]] Progression make_progression(std::int64_t first, std::int64_t stride, std::int64_t count);

/// Cells whose residue modulo `modulus` is in [low, high), 0 <= low <= high <= modulus <= 4 * 10^9. O(log modulus),
/// whatever the count.
[[nodiscard]] std::int64_t cells_in_residues(const Progression& cells, std::int64_t modulus, std::int64_t low,
                                             std::int64_t high);

/// Cells that each processor of the dimension holds.
[[nodiscard]] std::vector<std::int64_t> cells_per_processor(const Progression& cells,
                                                            const DimensionDistribution& distribution);

/// Cells c that each processor holds and still holds once they are shifted to c + by.
[[nodiscard]] std::vector<std::int64_t> cells_staying(const Progression& cells,
                                                      const DimensionDistribution& distribution, std::int64_t by);

/// Cells that processor q holds under `from` and processor r under `to`: entry q * to.processors + r. Walks the blocks
/// of the coarser distribution over one common period at most. InputError where both have more than 2048 processors'
/// worth of pairs.
[[nodiscard]] std::vector<std::int64_t> cells_per_pair(const Progression& cells, const DimensionDistribution& from,
                                                       const DimensionDistribution& to);

}  // namespace apportion
