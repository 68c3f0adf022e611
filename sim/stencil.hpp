// The communication and computation of a stencil iteration on a divided array.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The elements that two parts send each other in an iteration.
struct Halo {
  std::size_t one = 0;  ///< the smaller number
  std::size_t other = 0;
  double sent = 0;  ///< by `one` to `other`
  double received = 0;
};

/// The messages between neighbours in one iteration, and the number of elements of each part.
struct Stencil {
  std::vector<Halo> halos;  ///< in the order of the pairs
  std::vector<double> elements;
};

/// For parts of any shape, with real or whole sides: each sends the length of the common boundary. Boundaries shorter
/// than coincidence_tolerance() cause no message.
[[nodiscard]] Stencil stencil_of(const Decomposition& decomposition);

}  // namespace apportion
