// Calls of algorithms for boxes, with their checks.
#include "algorithms/boxes/box_algorithm.hpp"

namespace apportion {

BoxDivision solve_boxes(const Configured<BoxAlgorithm>& chosen, const BoxProblem& problem, RandomStream& stream) {
  validate(problem);
  BoxDivision division = chosen.solve(problem, stream);
  require_tiling(problem, division);
  return division;
}

}  // namespace apportion
