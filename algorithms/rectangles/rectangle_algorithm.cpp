// The one way in which rectangle algorithms are called.
#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion {

RectangleSolution solve_rectangles(const Configured<RectangleAlgorithm>& chosen, const RectangleProblem& problem,
                                   RandomStream& stream) {
  validate(problem);
  return chosen.solve(problem, stream);
}

}  // namespace apportion
