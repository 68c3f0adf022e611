// Grid problems and solutions for readers.
#include <fmt/format.h>

#include <iterator>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/ranking.hpp"
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
    text += text_drawing({.decomposition = as_rectangles(problem, solution), .names = names});
  return text;
}

std::vector<LabelledDecomposition> labelled_by(const GridProblem& problem, const std::vector<std::string>& titles,
                                               const std::vector<GridSolution>& solutions,
                                               const std::vector<std::string>& names) {
  std::vector<LabelledDecomposition> labelled;
  if (!is_drawable(problem)) return labelled;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    labelled.push_back({.title = titles[i], .decomposition = as_rectangles(problem, solutions[i]), .names = names});
  return labelled;
}

// "proposed, rank 1 of 2: time 408.5, 1.089 times the ideal" for each of the algorithms.
std::vector<std::string> with_times(const GridProblem& problem, const std::vector<std::string>& algorithms,
                                    const std::vector<GridSolution>& solutions) {
  std::vector<Standing> standings;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    standings.push_back({.algorithm = algorithms[i], .cost = solutions[i].rounded_time});
  std::vector<std::string> titles = ranked_names(standings);
  for (std::size_t i = 0; i < titles.size(); ++i)
    titles[i] += ": " + time_words(solutions[i].rounded_time, ideal_time(problem));
  return titles;
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
                if (!is_drawable(problem)) return std::string();
                return svg_drawing(labelled_by(problem, with_times(problem, titles, solutions), solutions, names));
              },
          .parts =
              [names](const GridProblem& problem, const Titles& titles, const Solutions& solutions) {
                return drawn_parts(labelled_by(problem, titles, solutions, names));
              }};
}

}  // namespace apportion::problems
