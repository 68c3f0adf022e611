// proposed: Kalinov & Klimov's decomposition, the best of the three mappings with the gas-pressure distribution.
#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/pressure_batch.hpp"

namespace apportion {
namespace {

GridSolution solve(const GridProblem& problem, const Options& options, RandomStream& /*stream*/) {
  return best_of_mappings(problem, options, gas_pressure_lengths);
}

std::vector<GridSolution> solve_batch(std::span<const GridProblem> problems, const Options& options) {
  return best_of_mappings_batch(problems, options, PressureMethod::gas);
}

const Registration<GridAlgorithm> registration{
    {.name = "proposed",
     .source =
         "Kalinov & Klimov 2004, Section 3; step rule of the gas pressure reconstructed, its constants calibrated",
     .summary = "Best of NAT, NAT1, NAT2, each with the gas-pressure distribution (reconstructed and calibrated).",
     .options = {mapping_option(), printed_rounding_option()},
     .variants = {"printed-rounding", "mapping=NAT"},
     .solve = solve,
     .solve_batch = solve_batch}};

}  // namespace
}  // namespace apportion
