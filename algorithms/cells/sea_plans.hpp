// Plans for arrays of several seas: how much load of each sea each part gets, so that few seas are cut, and where cuts
// are short. A transport problem with prices that are not convex, annealed.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "algorithms/cells/sea_profiles.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

struct SeaToPlan {
  double load = 0;
  CutProfile profile;
};

struct SeaShare {
  std::int32_t part = 0;
  double load = 0;
};

struct SeaPlan {
  std::vector<std::vector<SeaShare>> shares = {};  ///< of each sea, those of parts that have some of it
  double price = 0;                                ///< about what it costs, in sides
};

/// `cell` is the greatest load of one, in which excess over windows is counted.
[[nodiscard]] SeaPlan annealed_plan(const std::vector<SeaToPlan>& seas, const LoadWindows& windows, double cell,
                                    RandomStream& stream);

/// The plans without those that are the same but for parts with equal windows, cheapest first.
[[nodiscard]] std::vector<SeaPlan> distinct_plans(std::vector<SeaPlan> plans, const LoadWindows& windows);

}  // namespace apportion
