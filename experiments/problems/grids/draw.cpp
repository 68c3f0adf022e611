// Blocks on process grids for readers: drawings, titles and texts.

#include <fmt/format.h>

#include <iterator>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/grids/study.hpp"

namespace apportion::problems {
namespace {

// "time 408.5, 1.089 times the ideal", for titles.
std::string time_words(double rounded_time, double ideal_time) {
  return fmt::format("time {:.6g}, {:.4g} times the ideal", rounded_time, rounded_time / ideal_time);
}

bool is_drawable(const GridProblem& problem) { return problem.grid.dimensions() == 2; }

std::string solution_text(const GridProblem& problem, const GridSolution& solution,
                          const std::vector<std::string>& names) {
  std::string text = fmt::format("mapping: {}\n", fmt::join(solution.mapping, " "));
  for (std::size_t k = 0; k < solution.rounded.size(); ++k)
    fmt::format_to(std::back_inserter(text), "lengths of dimension {}: {}\n", k, fmt::join(solution.rounded[k], " "));
  // With more parts a drawing of characters is unreadable.
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
  std::vector<RankingKey> keys;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    keys.push_back({.algorithm = algorithms[i], .cost = solutions[i].rounded_time});
  std::vector<std::string> titles = ranked_names(keys);
  for (std::size_t i = 0; i < titles.size(); ++i)
    titles[i] += ": " + time_words(solutions[i].rounded_time, ideal_time(problem));
  return titles;
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

std::vector<RankedValue> row_of_grids(const GridQuestion& /*question*/, const GridAnswer& answer,
                                      const GridAnswer& best) {
  std::vector<RankedValue> row;
  if (answer.run) {
    const TimeUnit unit = readable_unit(best.run->seconds);
    row.push_back(
        {fmt::format("{}, {}", answer.run->workload, unit.name), with_digits(unit.of(answer.run->seconds), 6)});
    row.push_back({"over first, %", with_decimals(100 * (answer.run->seconds / best.run->seconds - 1), 2)});
  }
  row.push_back({"rounded time", with_digits(answer.solution.rounded_time, 10)});
  row.push_back({"over ideal", with_decimals(answer.solution.rounded_time / answer.ideal_time, 4)});
  row.push_back({"time", with_digits(answer.solution.time, 10)});
  row.push_back({"proven", answer.solution.proven_optimal ? "optimal before rounding" : "-"});
  return row;
}

std::string drawn_grids(const GridQuestion& question, const std::vector<GridAnswer>& answers,
                        const std::string& format) {
  const GridProblem& problem = question.problem;
  const std::string where =
      answers.size() > 1 ? "" : fmt::format(" on {} over {}", fmt::join(problem.block, " x "), spelled(problem.grid));
  std::vector<LabelledDecomposition> all;
  for (const GridAnswer& answer : answers)
    all.push_back({.title = fmt::format("{}{}: {}", answer.algorithm, where,
                                        time_words(answer.solution.rounded_time, answer.ideal_time)),
                   .decomposition = as_rectangles(problem, answer.solution),
                   .names = answer.names});
  return drawing_of(all, format);
}

engine::Presentation<GridAlgorithm> show_grids(const std::vector<std::string>& names) {
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<GridSolution>;
  return {.instance = [](const GridProblem& problem) { return to_json(problem); },
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
