// ROUNDED: an exact division into rectangles, its lines rounded to whole ones.
#include "algorithms/cells/candidate_trees.hpp"
#include "algorithms/cells/cell_algorithm.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion {
namespace {

CellSolution solve_rounded(const CellProblem& problem, const Options& options, RandomStream& stream) {
  require_full_grid(problem, "ROUNDED");
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(options.text("of"));
  const RectangleSolution exact = solve_rectangles(chosen, rectangle_problem(problem), stream);
  return {to_whole(exact.decomposition, problem.cluster).decomposition};
}

const Registration<CellAlgorithm> rounded_registration{
    {.name = "ROUNDED",
     .source = "this project",
     .summary = "The rectangles of a rectangle algorithm with each line rounded to the nearest whole row or column: "
                "parts stay rectangles, but may be more than a cell from their shares, and small ones may be empty.",
     .exact_everywhere = false,
     .options =
         {{.name = "of", .kind = OptionKind::text, .default_value = "BEST", .summary = "the rectangle algorithm"}},
     .variants = {"of=XY2"},
     .solve = solve_rounded}};

}  // namespace
}  // namespace apportion
