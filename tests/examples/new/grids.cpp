// EVEN: the natural mapping, and slices in proportion to the performances in them.
#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/candidate.hpp"

namespace apportion {
namespace {

GridSolution solve(const GridProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  validate(problem);
  Mapping mapping = nat(problem.grid, problem.performances);
  Lengths lengths = natural_lengths(mapped(problem, mapping));
  return rounded_solution(problem, std::move(mapping), std::move(lengths), Rounding::remainders);
}

const Registration<GridAlgorithm> registration{
    {.name = "EVEN",
     .source = "Kalinov & Klimov 2004, Sections 3.1 and 3.2",
     .summary = "natural mapping (NAT), slices in proportion to the performances in them, rounded by remainders",
     .solve = solve}};

}  // namespace
}  // namespace apportion
