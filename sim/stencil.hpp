// What an iteration of a stencil on a divided array needs: who sends whom how much, and who computes how much.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/cells/cell_problem.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// Elements that two parts send each other in an iteration.
struct Halo {
  std::size_t one = 0;  ///< the smaller number
  std::size_t other = 0;
  double sent = 0;  ///< by one to other
  double received = 0;
};

/// What one iteration needs: what neighbours send each other, and how many elements each part has.
struct Stencil {
  std::vector<Halo> halos;  ///< in the order of the pairs
  std::vector<double> elements;
};

/// For parts of any shape, with real or whole sides: each sends the length of the common boundary. Boundaries shorter
/// than coincidence_tolerance() send no message.
[[nodiscard]] Stencil stencil_of(const Decomposition& decomposition);

/// What parts send each other in a sweep of the problem's stencil, each active cell once to every part that reads it,
/// and the load of each part as its elements. require_division() must accept the division. Without loads the result
/// follows from the geometry; otherwise all cells are visited.
[[nodiscard]] Stencil stencil_of(const CellProblem& problem, const Decomposition& division);

}  // namespace apportion
