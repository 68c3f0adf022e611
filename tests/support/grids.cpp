// Solving and drawing of grid problems for tests.
#include "tests/support/grids.hpp"

#include <algorithm>
#include <string>

#include "sim/samplers.hpp"

namespace apportion::testing_support {

GridSolution solve(std::string_view name, const GridProblem& problem) {
  RandomStream stream(1, "tests");
  return GridRegistry::instance().choose(name).solve(problem, stream);
}

GridProblem random_grid(std::string_view grid, double level, int sample, std::int64_t side, std::string_view sampling) {
  RandomStream stream(7, "grids " + std::to_string(sample));
  GridProblem problem{parse_grid(grid), {}, {}};
  problem.performances = draw_cluster(sampling, problem.grid.cells(), level, stream).speeds;
  problem.block.assign(problem.grid.dimensions(), side);
  return problem;
}

double time_of(const MappedGrid& grid, const Lengths& lengths) {
  const std::vector<double> volumes = block_volumes(grid.grid, lengths);
  double time = 0;
  for (std::size_t cell = 0; cell < volumes.size(); ++cell)
    time = std::max(time, volumes[cell] / grid.performances[cell]);
  return time;
}

bool identical(const GridSolution& a, const GridSolution& b) {
  return a.mapping == b.mapping && a.lengths == b.lengths && a.rounded == b.rounded && a.time == b.time &&
         a.rounded_time == b.rounded_time && a.proven_optimal == b.proven_optimal;
}

}  // namespace apportion::testing_support
