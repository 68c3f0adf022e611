// The rounded lengths of a grid's slices as sides of rectangles.
#include "experiments/problems/grids/drawing.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion::problems {

Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution) {
  if (problem.grid.dimensions() != 2)
    throw InputError(fmt::format("only two-dimensional grids can be drawn, {} has {}", spelled(problem.grid),
                                 counted(static_cast<std::int64_t>(problem.grid.dimensions()), "dimension")));
  Decomposition decomposition{{static_cast<double>(problem.block[0]), static_cast<double>(problem.block[1])}, {}};
  decomposition.parts.resize(solution.mapping.size());
  double column = 0;
  for (std::size_t i = 0; i < problem.grid.edge(1); ++i) {
    double row = 0;
    for (std::size_t j = 0; j < problem.grid.edge(0); ++j) {
      const auto rows = static_cast<double>(solution.rounded[0][j]);
      const auto columns = static_cast<double>(solution.rounded[1][i]);
      decomposition.parts[solution.mapping[i * problem.grid.edge(0) + j]] = {row, column, rows, columns};
      row += rows;
    }
    column += static_cast<double>(solution.rounded[1][i]);
  }
  return decomposition;
}

std::string time_words(double rounded_time, double ideal_time) {
  return fmt::format("time {:.6g}, {:.4g} times the ideal", rounded_time, rounded_time / ideal_time);
}

}  // namespace apportion::problems
