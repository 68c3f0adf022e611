// beaumont: the two-dimensional baseline. *Reconstructed* from descriptions, since the paper's own text was not at
// hand: the initial arrangement, the order of normalising and the rule for cycles may differ from the original
// program's.
#include "algorithms/grids/beaumont_batch.hpp"
#include "algorithms/grids/beaumont_iteration.hpp"

namespace apportion {
namespace {

GridSolution solve(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  return beaumont_solution(problem, chosen_rounding(options));
}

std::vector<GridSolution> solve_batch(std::span<const GridProblem> problems, const Options& options) {
  return beaumont_solutions(problems, chosen_rounding(options));
}

const Registration<GridAlgorithm> registration{
    {.name = "beaumont",
     .source = "Beaumont, Boudet, Petitet, Rastello & Robert, IEEE Trans. Computers 50(10), 2001; reconstructed",
     .summary =
         "2-D grids: shares from leading singular vectors, processes rearranged until it repeats; 2 x 2 exactly.",
     .options = {printed_rounding_option()},
     .variants = {"printed-rounding"},
     .solve = solve,
     .solve_batch = solve_batch}};

}  // namespace
}  // namespace apportion
