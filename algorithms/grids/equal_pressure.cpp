// equal-pressure: the best of the three mappings with the equal-pressure distribution.
#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/pressure_batch.hpp"

namespace apportion {
namespace {

GridSolution solve(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  return best_of_mappings(problem, options, equal_pressure_lengths);
}

std::vector<GridSolution> solve_batch(std::span<const GridProblem> problems, const Options& options) {
  return best_of_mappings_batch(problems, options, PressureMethod::equal);
}

const Registration<GridAlgorithm> registration{
    {.name = "equal-pressure",
     .source = "after Kalinov & Klimov 2004, Section 3; the closed form of a sweep is ours",
     .summary = "Best of NAT, NAT1, NAT2, each with pressures made equal one dimension after the other; no parameters.",
     .options = {mapping_option(), printed_rounding_option()},
     .variants = {"printed-rounding"},
     .solve = solve,
     .solve_batch = solve_batch}};

}  // namespace
}  // namespace apportion
