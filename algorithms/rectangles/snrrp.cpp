// SNRRP: recursive division with L-shaped parts for processors that are too large for a cut.
#include "algorithms/rectangles/non_rectangular.hpp"

namespace apportion {
namespace {

RectangleSolution solve_snrrp(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  return divide_with_corners(make_frame(problem), 0);
}

// Proven there: the half perimeters sum to at most sqrt(3/2) times that of squares, on arrays of up to 1:3.
const Registration<RectangleAlgorithm> snrrp_registration{
    {.name = "SNRRP",
     .source = "Beaumont, Eyraud-Dubois and Lambert 2016; Beaumont et al. 2019 (IEEE TPDS); re-derived from the bound",
     .summary = "Cuts where the areas divide evenly enough, "
                "and otherwise gives the largest an L around a square of the others; ignores latency.",
     .solve = solve_snrrp}};

}  // namespace
}  // namespace apportion
