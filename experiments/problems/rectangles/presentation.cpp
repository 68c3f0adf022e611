// Rectangle problems and solutions for readers.
#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/rectangles/compare.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/measures.hpp"
#include "experiments/problems/rectangles/outline.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::problems {
namespace {

std::string instance_line(const RectangleProblem& problem) { return to_json(problem); }

// "3 x 4 at (0, 0)", for each rectangle of a part.
std::string places_of(const std::vector<Rect>& rectangles) {
  std::string text;
  for (const Rect& rect : rectangles)
    text += fmt::format("{}{:.6g} x {:.6g} at ({:.6g}, {:.6g})", text.empty() ? "" : " and ", rect.rows, rect.columns,
                        rect.row, rect.column);
  return text;
}

// "  3", or "  3 node07".
std::string processor_label(std::size_t processor, const std::vector<std::string>& names) {
  return processor < names.size() ? fmt::format("{:>4} {}", processor, names[processor])
                                  : fmt::format("{:>4}", processor);
}

std::string solution_text(const RectangleSolution& solution, const std::vector<std::string>& names) {
  const Decomposition& decomposition = solution.decomposition;
  // Beyond this a drawing of characters shows nothing.
  constexpr std::size_t most_drawn = 200;
  std::string text =
      decomposition.parts.size() <= most_drawn ? text_drawing({.decomposition = decomposition, .names = names}) : "";
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}: {}, area {:.6g}, perimeter {:.6g}\n", processor_label(i, names),
                   places_of(rectangles_of(decomposition, i)), part_area(decomposition, i),
                   part_perimeter(decomposition, i));
  return text;
}

std::vector<LabelledDecomposition> labelled_by(const std::vector<std::string>& titles,
                                               const std::vector<RectangleSolution>& solutions,
                                               const std::vector<std::string>& names) {
  std::vector<LabelledDecomposition> labelled;
  for (std::size_t i = 0; i < solutions.size(); ++i)
    labelled.push_back({.title = titles[i], .decomposition = solutions[i].decomposition, .names = names});
  return labelled;
}

// "XY2, rank 2 of 6: 4500, gap 1.55 %, 9 edges" for each of the algorithms.
std::vector<std::string> with_costs(const RectangleProblem& problem, const std::vector<std::string>& algorithms,
                                    const std::vector<RectangleSolution>& solutions) {
  std::vector<Standing> standings;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const Decomposition& decomposition = solutions[i].decomposition;
    const std::int64_t edges = internal_edges(decomposition);
    standings.push_back({.algorithm = algorithms[i],
                         .cost = total_cost(acost(decomposition), edges, problem.latency),
                         .secondary = edges});
  }
  std::vector<std::string> titles = ranked_names(standings);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const double total = standings[i].cost;
    titles[i] = title_beside_others(titles[i], total, gap_percent(problem, total), standings[i].secondary);
  }
  return titles;
}

}  // namespace

engine::Presentation<RectangleAlgorithm> show_rectangles(const std::vector<std::string>& names) {
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<RectangleSolution>;
  return {.instance = instance_line,
          .text = [names](const RectangleProblem& /*problem*/,
                          const RectangleSolution& solution) { return solution_text(solution, names); },
          .svg =
              [names](const RectangleProblem& problem, const Titles& titles, const Solutions& solutions) {
                return svg_drawing(labelled_by(with_costs(problem, titles, solutions), solutions, names));
              },
          .parts = [names](const RectangleProblem& /*problem*/, const Titles& titles,
                           const Solutions& solutions) { return drawn_parts(labelled_by(titles, solutions, names)); }};
}

}  // namespace apportion::problems
