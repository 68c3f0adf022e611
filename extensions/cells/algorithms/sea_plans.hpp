// Plans for arrays with several seas: how much load of each sea each part gets, so that few seas are cut, and where
// cuts are short. A transport problem with nonconvex prices, solved by annealing.
#pragma once

#include <cstdint>
#include <vector>

#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/sea_profiles.hpp"
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
  std::vector<std::vector<SeaShare>> shares = {};  ///< [sea] the shares of parts that have some of it
  double price = 0;                                ///< its estimated cost in sides
};

/// `cell` is the greatest load of a cell, the unit of excess over windows.
[[nodiscard]] SeaPlan annealed_plan(const std::vector<SeaToPlan>& seas, const LoadWindows& windows, double cell,
                                    RandomStream& stream);

/// The plans, cheapest first, without those that differ only by exchanges of parts with equal windows.
[[nodiscard]] std::vector<SeaPlan> distinct_plans(std::vector<SeaPlan> plans, const LoadWindows& windows);

}  // namespace apportion
