// Blocks on process grids for readers: drawings, titles and texts.

#include <fmt/format.h>

#include <iterator>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/grids/solve.hpp"

namespace apportion::problems {
namespace {

// "time 408.5, 1.089 times the ideal", for titles.
std::string time_words(double rounded_time, double ideal_time) {
  return fmt::format("time {:.6g}, {:.4g} times the ideal", rounded_time, rounded_time / ideal_time);
}

}  // namespace

Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution) {
  if (problem.grid.dimensions() != 2)
    throw InputError(fmt::format("only two-dimensional grids can be drawn, {} has {}", spelled(problem.grid),
                                 counted(problem.grid.dimensions(), "dimension")));
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

std::string grid_title(const GridQuestion& question) {
  return fmt::format("{} over {}; an even share takes {:.10g}", fmt::join(question.problem.block, " x "),
                     spelled(question.problem.grid), ideal_time(question.problem)) +
         run_in_words(question);
}

bool is_plane(const GridProblem& problem) { return problem.grid.dimensions() == 2; }

std::vector<RankedValue> run_columns(const GridAnswer& answer, const GridAnswer& best) {
  if (!answer.run) return {};
  const TimeUnit unit = readable_unit(best.run->seconds);
  return {{fmt::format("{}, {}", answer.run->workload, unit.name), with_digits(unit.of(answer.run->seconds), 6)},
          {"over first, %", with_decimals(100 * (answer.run->seconds / best.run->seconds - 1), 2)}};
}

std::vector<LabelledDecomposition> drawn_grid(const GridQuestion& question, const GridAnswer& answer) {
  return {
      {.title = fmt::format("{}: {}", answer.algorithm, time_words(answer.solution.rounded_time, answer.ideal_time)),
       .decomposition = as_rectangles(question.problem, answer.solution),
       .names = answer.names}};
}

std::vector<LabelledDecomposition> drawn_grid_alone(const GridQuestion& question, const GridAnswer& answer) {
  const GridProblem& problem = question.problem;
  std::vector<LabelledDecomposition> drawn = drawn_grid(question, answer);
  drawn.front().title = fmt::format("{} on {} over {}: {}", answer.algorithm, fmt::join(problem.block, " x "),
                                    spelled(problem.grid), time_words(answer.solution.rounded_time, answer.ideal_time));
  return drawn;
}

std::string grid_solution_text(const GridProblem& problem, const GridSolution& solution,
                               const std::vector<std::string>& names) {
  std::string text = fmt::format("mapping: {}\n", fmt::join(solution.mapping, " "));
  for (std::size_t k = 0; k < solution.rounded.size(); ++k)
    fmt::format_to(std::back_inserter(text), "lengths of dimension {}: {}\n", k, fmt::join(solution.rounded[k], " "));
  // With more parts a drawing of characters is unreadable.
  constexpr std::size_t most_drawn = 200;
  if (is_plane(problem) && solution.mapping.size() <= most_drawn)
    text += text_drawing({.decomposition = as_rectangles(problem, solution), .names = names});
  return text;
}

}  // namespace apportion::problems
