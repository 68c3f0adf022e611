// The random draws of searches over slicing trees.
#pragma once

#include <boost/random/uniform_01.hpp>
#include <cstddef>

#include "sim/random_stream.hpp"

namespace apportion {

/// A uniform draw from [0, 1).
[[nodiscard]] inline double draw_unit(RandomStream& stream) { return boost::random::uniform_01<double>()(stream); }

/// A uniform draw from 0 .. count - 1, count from 1 to 2^30; faster than Boost's integer distribution, and uniform
/// enough for searches.
[[nodiscard]] inline std::size_t draw_below(std::size_t count, RandomStream& stream) {
  return static_cast<std::size_t>(draw_unit(stream) * static_cast<double>(count));
}

}  // namespace apportion
