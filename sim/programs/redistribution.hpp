// The volume of a redistribution between two block-cyclic distributions, counted exactly.
#pragma once

#include <cstdint>
#include <span>

#include "sim/programs/distribution.hpp"
#include "sim/programs/progression.hpp"

namespace apportion {

struct RedistributionVolume {
  std::int64_t elements = 0;         ///< of the object
  std::int64_t moved = 0;            ///< elements that change processor
  std::int64_t largest_send = 0;     ///< of one processor
  std::int64_t largest_receive = 0;  ///< of one processor
};

/// What a change of distribution from `from` to `to` moves of the object that occupies the product of `cells`, one
/// progression a dimension. Processors of a grid are numbered with the first dimension fastest, as Fortran numbers
/// array elements, so that grids of different shapes share them. The discrete metric of Chatterjee et al., Section
/// 5.1, takes `moved` to be `elements` for all pairs of different distributions. InputError where the ranks or the
/// numbers of processors differ.
[[nodiscard]] RedistributionVolume redistribution_volume(std::span<const Progression> cells,
                                                         const TemplateDistribution& from,
                                                         const TemplateDistribution& to);

}  // namespace apportion
