// The draws that the searches over slicing trees share.
#pragma once

#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cstddef>

#include "sim/random_stream.hpp"

namespace apportion {

/// Uniform on 0 .. count - 1, count >= 1.
[[nodiscard]] inline std::size_t draw_below(std::size_t count, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::size_t>(0, count - 1)(stream);
}

/// Uniform on [0, 1).
[[nodiscard]] inline double draw_unit(RandomStream& stream) { return boost::random::uniform_01<double>()(stream); }

}  // namespace apportion
