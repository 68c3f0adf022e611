// XY: the cheapest XY decomposition, by enumeration.
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "algorithms/rectangles/xy_enumeration.hpp"

namespace apportion {
namespace {

RectangleSolution solve_xy(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return columns_solution(frame, enumerate_columns(frame, Orientations::columns).best);
}

const Registration<RectangleAlgorithm> xy_registration{
    {.name = "XY",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.1, Figure 13",
     .summary = "Columns with nondecreasing numbers of items, the cheapest of all pt(p) by enumeration.",
     .solve = solve_xy}};

}  // namespace
}  // namespace apportion
