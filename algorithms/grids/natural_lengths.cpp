// The natural distribution: shares of the performances (Kalinov & Klimov, Section 3.2, after Dovolnov et al. 2003).
#include <numeric>

#include "algorithms/grids/distributions.hpp"

namespace apportion {

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
