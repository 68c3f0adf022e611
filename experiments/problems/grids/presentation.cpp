// Grid problems and solutions for readers.
#include <fmt/format.h>

#include <iterator>

#include "experiments/problems/grids/drawing.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/problems/rectangles/drawing.hpp"

namespace apportion::problems {
namespace {

std::string instance_line(const GridProblem& problem) { return to_json(problem); }

bool is_drawable(const GridProblem& problem) { return problem.grid.dimensions() == 2; }

std::string solution_text(const GridProblem& problem, const GridSolution& solution,
                          const std::vector<std::string>& names) {
  std::string text = fmt::format("mapping: {}\n", fmt::join(solution.mapping, " "));
  for (std::size_t k = 0; k < solution.rounded.size(); ++k)
    fmt::format_to(std::back_inserter(text), "lengths of dimension {}: {}\n", k, fmt::join(solution.rounded[k], " "));
  // Beyond this a drawing of characters shows nothing.
  constexpr std::size_t most_drawn = 200;
  if (is_drawable(problem) && solution.mapping.size() <= most_drawn)
    text += text_drawing(as_rectangles(problem, solution), {}, names);
  return text;
}

std::vector<LabelledDecomposition> labelled_by(const GridProblem& problem, const std::vector<std::string>& titles,
                                               const std::vector<GridSolution>& solutions,
                                               const std::vector<std::string>& names) {
  std::vector<LabelledDecomposition> labelled;
  if (!is_drawable(problem)) return labelled;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    labelled.push_back({titles[i], as_rectangles(problem, solutions[i]), {}, {}, names});
  return labelled;
}

}  // namespace

engine::Presentation<GridAlgorithm> show_grids(const std::vector<std::string>& names) {
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<GridSolution>;
  return {.instance = instance_line,
          .text = [names](const GridProblem& problem,
                          const GridSolution& solution) { return solution_text(problem, solution, names); },
          .svg =
              [names](const GridProblem& problem, const Titles& titles, const Solutions& solutions) {
                return is_drawable(problem) ? svg_drawing(labelled_by(problem, titles, solutions, names)) : "";
              },
          .parts =
              [names](const GridProblem& problem, const Titles& titles, const Solutions& solutions) {
                return drawn_parts(labelled_by(problem, titles, solutions, names));
              }};
}

}  // namespace apportion::problems
