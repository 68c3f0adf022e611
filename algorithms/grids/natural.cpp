// natural: the natural mapping with the natural lengths, the rival of Kalinov & Klimov's Figure 5 (b).
#include <numeric>
#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/candidate.hpp"

namespace apportion {
namespace {

GridSolution solve_natural(const GridProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  validate(problem);
  Mapping mapping = nat(problem.grid, problem.performances);
  Lengths lengths = natural_lengths(mapped(problem, mapping));
  return rounded_solution(problem, std::move(mapping), std::move(lengths), Rounding::printed);
}

const Registration<GridAlgorithm> natural_registration{
    {.name = "natural",
     .source = "Dovolnov, Kalinov & Klimov 2003, as given in Kalinov & Klimov 2004, Sections 3.1 and 3.2",
     .summary = "Natural mapping (NAT), slices in proportion to the performances in them, rounded as printed.",
     .solve = solve_natural}};

}  // namespace

MappedGrid mapped(const GridProblem& problem, const Mapping& mapping) {
  MappedGrid grid{problem.grid, {}, problem.block};
  grid.performances.reserve(mapping.size());
  for (const std::size_t process : mapping) grid.performances.push_back(problem.performances[process]);
  return grid;
}

Lengths natural_lengths(const MappedGrid& mapped_grid) {
  const ProcessGrid& grid = mapped_grid.grid;
  const std::vector<double>& performances = mapped_grid.performances;
  const double total = std::accumulate(performances.begin(), performances.end(), 0.0);
  Lengths lengths;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    std::vector<double> sums(grid.edge(k), 0.0);
    const std::size_t stride = grid.stride(k);
    for (std::size_t cell = 0; cell < performances.size(); ++cell)
      sums[cell / stride % grid.edge(k)] += performances[cell];
    for (double& sum : sums) sum = static_cast<double>(mapped_grid.block[k]) * sum / total;
    lengths.push_back(std::move(sums));
  }
  return lengths;
}

}  // namespace apportion
