// Rectangle problems and solutions for readers.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/json.hpp"
#include "experiments/problems/rectangles/outline.hpp"
#include "experiments/problems/rectangles/study.hpp"

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

std::string solution_text(const RectangleProblem& /*problem*/, const RectangleSolution& solution) {
  const Decomposition& decomposition = solution.decomposition;
  // Beyond this a drawing of characters shows nothing.
  constexpr std::size_t most_drawn = 200;
  std::string text = decomposition.parts.size() <= most_drawn ? text_drawing(decomposition) : "";
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:>4}: {}, area {:.6g}, perimeter {:.6g}\n", i,
                   places_of(rectangles_of(decomposition, i)), part_area(decomposition, i),
                   part_perimeter(decomposition, i));
  return text;
}

std::vector<LabelledDecomposition> labelled_by(const std::vector<std::string>& titles,
                                               const std::vector<RectangleSolution>& solutions) {
  std::vector<LabelledDecomposition> labelled;
  for (std::size_t i = 0; i < solutions.size(); ++i) labelled.push_back({titles[i], solutions[i].decomposition});
  return labelled;
}

std::string solutions_svg(const RectangleProblem& /*problem*/, const std::vector<std::string>& titles,
                          const std::vector<RectangleSolution>& solutions) {
  return svg_drawing(labelled_by(titles, solutions));
}

std::vector<engine::DrawnPart> solutions_parts(const RectangleProblem& /*problem*/,
                                               const std::vector<std::string>& titles,
                                               const std::vector<RectangleSolution>& solutions) {
  return drawn_parts(labelled_by(titles, solutions));
}

}  // namespace

engine::Presentation<RectangleAlgorithm> show_rectangles() {
  return {instance_line, solution_text, solutions_svg, solutions_parts};
}

}  // namespace apportion::problems
