// What drawings show of whole cells beside the rectangles.
#include "experiments/problems/cells/drawing.hpp"

#include <algorithm>
#include <cstdint>

namespace apportion::problems {
namespace {

constexpr std::int64_t most_squares = 250;  // a side

// Runs of squares, row by row.
std::vector<Rect> left_out_squares(const CellLoads& loads) {
  const std::int64_t side = (std::max(loads.rows(), loads.columns()) + most_squares - 1) / most_squares;
  std::vector<Rect> runs;
  for (std::int64_t row = 0; row < loads.rows(); row += side) {
    const auto rows = static_cast<double>(std::min(side, loads.rows() - row));
    bool begun = false;
    for (std::int64_t column = 0; column < loads.columns(); column += side) {
      const Rect square{static_cast<double>(row), static_cast<double>(column), rows,
                        static_cast<double>(std::min(side, loads.columns() - column))};
      const bool is_left_out = 2 * loads.active_in(square) < static_cast<std::int64_t>(square.area());
      if (is_left_out && begun)
        runs.back().columns += square.columns;
      else if (is_left_out)
        runs.push_back(square);
      begun = is_left_out;
    }
  }
  return runs;
}

}  // namespace

LabelledDecomposition drawn_division(const CellProblem& problem, const std::string& title,
                                     const Decomposition& division, const std::vector<std::string>& names) {
  LabelledDecomposition drawn{.title = title, .decomposition = division, .names = names};
  if (problem.loads == nullptr) return drawn;
  drawn.shares = part_loads(problem, division);
  for (double& share : drawn.shares) share *= 100 / problem.loads->total();
  if (problem.loads->active_cells() < problem.rows * problem.columns) drawn.left_out = left_out_squares(*problem.loads);
  return drawn;
}

}  // namespace apportion::problems
