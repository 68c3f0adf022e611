// Problems of whole cells and their solutions for readers.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/cells/compare.hpp"
#include "experiments/problems/cells/costs.hpp"
#include "experiments/problems/cells/drawing.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/cells/study.hpp"

namespace apportion::problems {
namespace {

// A line of more numbers than this helps nobody.
constexpr std::int64_t most_listed_loads = 100'000;

std::string instance_line(const CellProblem& problem) {
  return problem.loads != nullptr && problem.rows * problem.columns > most_listed_loads ? "" : to_json(problem);
}

// "3 x 4 at (0, 0)" for each rectangle of a part, as far as they fit a line.
std::string places_of(const std::vector<Rect>& rectangles) {
  constexpr std::size_t most_listed = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(rectangles.size(), most_listed); ++i)
    text += fmt::format("{}{} x {} at ({}, {})", i == 0 ? "" : " and ", rectangles[i].rows, rectangles[i].columns,
                        rectangles[i].row, rectangles[i].column);
  if (rectangles.size() > most_listed) text += fmt::format(" and {} more", rectangles.size() - most_listed);
  return text;
}

std::string solution_text(const CellProblem& problem, const CellSolution& solution,
                          const std::vector<std::string>& names) {
  const Decomposition& division = solution.decomposition;
  // Beyond this a drawing of characters shows nothing.
  constexpr std::size_t most_drawn = 200;
  std::string text = division.parts.size() + division.further.size() <= most_drawn
                         ? text_drawing(drawn_division(problem, "", division, names))
                         : "";
  const std::vector<double> loads = part_loads(problem, division);
  const std::vector<double> ideal = shares(problem);
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:>4}{}: {}, load {:.10g} for a share of {:.10g}\n", i,
                   i < names.size() ? " " + names[i] : "", places_of(rectangles_of(division, i)), loads[i], ideal[i]);
  return text;
}

std::vector<LabelledDecomposition> drawn_by(const CellProblem& problem, const std::vector<std::string>& titles,
                                            const std::vector<CellSolution>& solutions,
                                            const std::vector<std::string>& names) {
  std::vector<LabelledDecomposition> drawn;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    drawn.push_back(drawn_division(problem, titles[i], solutions[i].decomposition, names));
  return drawn;
}

// "BEST, rank 1 of 3: 210 edges, imbalance 0.15 %" for each of the algorithms.
std::vector<std::string> with_costs(const CellProblem& problem, const std::vector<std::string>& algorithms,
                                    const std::vector<CellSolution>& solutions) {
  std::vector<CellCosts> costs;
  std::vector<Standing> standings;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    costs.push_back(cell_costs(problem, solutions[i].decomposition));
    standings.push_back(standing_of(algorithms[i], costs.back()));
  }
  std::vector<std::string> titles = ranked_names(standings);
  for (std::size_t i = 0; i < titles.size(); ++i) titles[i] = title_beside_others(titles[i], costs[i]);
  return titles;
}

}  // namespace

engine::Presentation<CellAlgorithm> show_cells(const std::vector<std::string>& names) {
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<CellSolution>;
  return {.instance = instance_line,
          .text = [names](const CellProblem& problem,
                          const CellSolution& solution) { return solution_text(problem, solution, names); },
          .svg =
              [names](const CellProblem& problem, const Titles& titles, const Solutions& solutions) {
                return svg_drawing(drawn_by(problem, with_costs(problem, titles, solutions), solutions, names));
              },
          .parts =
              [names](const CellProblem& problem, const Titles& titles, const Solutions& solutions) {
                return drawn_parts(drawn_by(problem, titles, solutions, names));
              }};
}

}  // namespace apportion::problems
