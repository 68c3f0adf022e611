// Pairing of two series of numbers by sample or by chunk.
#pragma once

#include <cstdint>
#include <vector>

#include "results/comparing/comparison.hpp"

namespace apportion::results {

/// The numbers that both series have, and how many of each have no partner.
struct Pairing {
  std::vector<DifferingPair> pairs;  ///< all of them, equal ones too
  std::int64_t only_old = 0;
  std::int64_t only_new = 0;
};

/// Both are in ascending order. Chunks are paired if they have equally many samples.
[[nodiscard]] Pairing paired(const std::vector<SampleNumber>& older, const std::vector<SampleNumber>& newer);
[[nodiscard]] Pairing paired(const std::vector<ChunkNumber>& older, const std::vector<ChunkNumber>& newer);

}  // namespace apportion::results
