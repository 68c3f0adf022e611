// XY2: the cheapest XY decomposition, transposed ones included.
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/rectangles/xy2_programme.hpp"
#include "algorithms/rectangles/xy_enumeration.hpp"

namespace apportion {
namespace {

RectangleSolution solve_xy2(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return columns_solution(frame, options.flag("enumerate")
                                     ? enumerate_columns(frame, Orientations::with_transposed).best
                                     : cheapest_columns(frame));
}

const Registration<RectangleAlgorithm> xy2_registration{
    {.name = "XY2",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.1",
     .summary = "XY with the transpose of every candidate; by dynamic programming unless told to enumerate.",
     .options = {{.name = "enumerate",
                  .kind = OptionKind::flag,
                  .default_value = "",
                  .summary = "look at all pt(p) candidates, as the paper does"}},
     .variants = {"enumerate"},
     .solve = solve_xy2}};

}  // namespace
}  // namespace apportion
