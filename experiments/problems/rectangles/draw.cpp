// Divisions into rectangles for readers: drawings, titles, texts and rankings.

#include "experiments/problems/rectangles/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/outline.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

bool has_whole_sides(const Extent& extent) {
  constexpr double most = 1e12;  // limit of to_whole()
  return extent.rows == std::floor(extent.rows) && extent.columns == std::floor(extent.columns) &&
         std::max(extent.rows, extent.columns) <= most;
}

std::optional<double> imbalance_of(const RectangleProblem& problem, const RectangleAnswer& answer) {
  if (answer.whole) return 100 * answer.whole->imbalance;
  if (!has_whole_sides(problem.extent)) return std::nullopt;
  return 100 * to_whole(answer.decomposition, problem.cluster).load_imbalance;
}

RectangleAnswer::OfCells measured_cells(const RectangleProblem& problem, const Decomposition& division) {
  const CellProblem cells{static_cast<std::int64_t>(problem.extent.rows),
                          static_cast<std::int64_t>(problem.extent.columns), problem.cluster};
  const CellBoundary boundary = cell_boundary(cells, division);
  return {cell_fill(cells, division), boundary.fragments, boundary.halo};
}

std::string title_of(const RectangleQuestion& question, const RectangleAnswer& answer) {
  const Extent& extent = question.problem.extent;
  std::string title = fmt::format("{} on {} x {}: Acost {:.10g}, {} internal edges", answer.algorithm, extent.rows,
                                  extent.columns, answer.acost, answer.internal_edges);
  if (question.problem.latency > 0)
    title += fmt::format(", total {:.10g} at latency {:.10g}", answer.total, question.problem.latency);
  if (answer.whole) title += fmt::format(", load imbalance {:.3g} %", 100 * answer.whole->imbalance);
  if (answer.whole && answer.whole->empty > 0) title += fmt::format(", {} without an element", answer.whole->empty);
  return title;
}

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

}  // namespace

void add_ranked_rectangles(const RectangleQuestion& question, RectangleAnswer& answer) {
  answer.imbalance = imbalance_of(question.problem, answer);
  if (question.given) answer.cells = measured_cells(question.problem, answer.decomposition);
}

// Gives no bound in whole rows and columns, where every rounding has its own.
std::string rectangle_title(const RectangleQuestion& question) {
  const RectangleProblem& problem = question.problem;
  std::string title = fmt::format("{} x {} for {}", problem.extent.rows, problem.extent.columns,
                                  counted(problem.cluster.size(), "processor"));
  if (problem.latency > 0) title += fmt::format(", latency {:.10g}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  title += question.whole
               ? ", in whole rows and columns"
               : fmt::format("; no parts of any shape cost less than {:.10g}", total_lower_bound(problem, Shapes::any));
  if (question.ranks_draws)
    title += "\nranked: least " + ranked_value_words(*question.variation, question.network != nullptr);
  return title + note_on(question.by_xy2.value_or(RivalTime{}));
}

std::vector<LabelledDecomposition> labelled(const RectangleQuestion& question, const RectangleAnswer& answer) {
  return {{title_of(question, answer), answer.decomposition, {}, {}, answer.names}};
}

std::vector<LabelledDecomposition> labelled_beside(const RectangleQuestion& /*question*/,
                                                   const RectangleAnswer& answer) {
  return {{.title = fmt::format("{}: {:.6g}, gap {:.2f} %, {} edges", answer.algorithm, answer.total,
                                gap_percent(answer), answer.internal_edges),
           .decomposition = answer.decomposition,
           .names = answer.names}};
}

std::string rectangle_solution_text(const RectangleProblem& /*problem*/, const RectangleSolution& solution,
                                    const std::vector<std::string>& names) {
  const Decomposition& decomposition = solution.decomposition;
  // With more parts a drawing of characters is unreadable.
  constexpr std::size_t most_drawn = 200;
  std::string text =
      decomposition.parts.size() <= most_drawn ? text_drawing({.decomposition = decomposition, .names = names}) : "";
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}: {}, area {:.6g}, perimeter {:.6g}\n", processor_label(i, names),
                   places_of(rectangles_of(decomposition, i)), part_area(decomposition, i),
                   part_perimeter(decomposition, i));
  return text;
}

}  // namespace apportion::problems
