// Volumes and times of blocks.
#include "sim/grids/block_times.hpp"

#include <algorithm>
#include <numeric>

namespace apportion {

Lengths as_real(const WholeLengths& lengths) {
  Lengths real;
  real.reserve(lengths.size());
  for (const std::vector<std::int64_t>& of_dimension : lengths)
    real.emplace_back(of_dimension.begin(), of_dimension.end());
  return real;
}

std::vector<double> block_volumes(const ProcessGrid& grid, const Lengths& lengths) {
  std::vector<double> volumes{1};
  volumes.reserve(grid.cells());
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    const std::size_t below = volumes.size();
    volumes.resize(below * grid.edge(k));
    for (std::size_t i = grid.edge(k); i-- > 0;)
      for (std::size_t c = 0; c < below; ++c) volumes[i * below + c] = volumes[c] * lengths[k][i];
  }
  return volumes;
}

std::vector<double> block_times(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths) {
  std::vector<double> times = block_volumes(problem.grid, lengths);
  const double undivided = undivided_volume(problem);
  for (std::size_t cell = 0; cell < times.size(); ++cell)
    times[cell] = times[cell] * undivided / problem.performances[mapping[cell]];
  return times;
}

double block_time(const GridProblem& problem, const Mapping& mapping, const Lengths& lengths) {
  return std::ranges::max(block_times(problem, mapping, lengths));
}

double ideal_time(const GridProblem& problem) {
  return elements_of(problem) / std::accumulate(problem.performances.begin(), problem.performances.end(), 0.0);
}

}  // namespace apportion
