// natural: the natural mapping with the natural shares, the rival of Kalinov & Klimov's Figure 5 (b).
#include "algorithms/grids/candidate.hpp"

namespace apportion {
namespace {

GridSolution solve(const GridProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  validate(problem);
  Mapping mapping = nat(problem.grid, problem.performances);
  Lengths lengths = natural_lengths(mapped(problem, mapping));
  return rounded_solution(problem, std::move(mapping), std::move(lengths), Rounding::printed);
}

const Registration<GridAlgorithm> registration{
    {.name = "natural",
     .source = "Dovolnov, Kalinov & Klimov 2003, as given in Kalinov & Klimov 2004, Sections 3.1 and 3.2",
     .summary = "Natural mapping (NAT), slices in proportion to the performances in them, rounded as printed.",
     .solve = solve}};

}  // namespace
}  // namespace apportion
