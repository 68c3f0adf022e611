// Divisions into rectangles for readers: drawings, titles, texts and rankings.

#include "experiments/problems/rectangles/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/text.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/outline.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

// "XY2: 4500, gap 1.55 %, 9 edges": the title of one of several drawings.
std::string title_beside_others(const std::string& name, double total, double gap, std::int64_t edges) {
  return fmt::format("{}: {:.6g}, gap {:.2f} %, {} edges", name, total, gap, edges);
}

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

// The answer of the question's algorithm, or the given one.
RectangleAnswer ranked_answer(const RectangleQuestion& question, const RivalTime& by_xy2, bool is_given) {
  RectangleAnswer answer = is_given ? evaluate(question, by_xy2) : solve(question, by_xy2);
  answer.imbalance = imbalance_of(question.problem, answer);
  if (question.given) answer.cells = measured_cells(question.problem, answer.decomposition);
  if (!is_given)
    answer.seconds = seconds_to_solve(choose_algorithm(question.own, question.algorithm), asked_problem(question),
                                      solving_stream(answer.algorithm));
  return answer;
}

std::string json_of(const RectangleAnswer& answer, std::int64_t rank) {
  return to_json(answer, ranked_members(rectangle_quantities(), answer, rank));
}

// Gives no bound in whole rows and columns, where every rounding has its own.
std::string title_of(const RectangleQuestion& question) {
  const RectangleProblem& problem = question.problem;
  std::string title = fmt::format("{} x {} for {}", problem.extent.rows, problem.extent.columns,
                                  counted(problem.cluster.size(), "processor"));
  if (problem.latency > 0) title += fmt::format(", latency {:.10g}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  title += question.whole
               ? ", in whole rows and columns"
               : fmt::format("; no parts of any shape cost less than {:.10g}", total_lower_bound(problem, Shapes::any));
  if (ranks_answers(question.variation))
    title += "\nranked: least " + ranked_value_words(*question.variation, question.network != nullptr);
  return title;
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

std::string drawn(const std::vector<RectangleAnswer>& answers, const std::string& format) {
  std::vector<LabelledDecomposition> all;
  for (const RectangleAnswer& answer : answers)
    all.push_back(
        {.title = title_beside_others(answer.algorithm, answer.total, gap_percent(answer), answer.internal_edges),
         .decomposition = answer.decomposition,
         .names = answer.names});
  return drawing_of(all, format);
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

std::string solution_text(const RectangleSolution& solution, const std::vector<std::string>& names) {
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
  std::vector<RankingKey> keys;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const Decomposition& decomposition = solutions[i].decomposition;
    const std::int64_t edges = internal_edges(decomposition);
    keys.push_back({.algorithm = algorithms[i],
                    .cost = total_cost(acost(decomposition), edges, problem.latency),
                    .secondary = edges});
  }
  std::vector<std::string> titles = ranked_names(keys);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const double total = keys[i].cost;
    titles[i] = title_beside_others(titles[i], total, gap_percent(problem, total), keys[i].secondary);
  }
  return titles;
}

}  // namespace

LabelledDecomposition labelled(const RectangleQuestion& question, const RectangleAnswer& answer) {
  return {title_of(question, answer), answer.decomposition, {}, {}, answer.names};
}

std::string draw_rectangles(const FieldValues& given, const std::string& format) {
  const RectangleQuestion question = rectangle_question(given);
  return drawing_of({labelled(question, solve(question))}, format);
}

Comparison compare_rectangles(const FieldValues& given, const std::vector<std::string>& algorithms) {
  const RectangleQuestion question = rectangle_question(given);
  validate(question.problem);
  const RivalTime by_xy2 = seconds_by_xy2(question);
  const auto answer_by = [&](const std::string& algorithm) {
    RectangleQuestion asked = question;
    asked.algorithm = algorithm;
    asked.rivals.clear();
    return ranked_answer(asked, by_xy2, question.given && algorithm == question.given_name);
  };
  const auto row = [&](const RectangleAnswer& answer, const RectangleAnswer& best) {
    return row_of(rectangle_quantities(), question.problem, answer, best);
  };
  std::vector<std::string> names = canonical_names(algorithms, question.own);
  if (question.given) names.push_back(question.given_name);
  return ranked<RectangleAnswer>(
      title_of(question) + note_on(by_xy2), names,
      {.solve = answer_by, .key = ranking_key_of, .row = row, .json_line = json_of, .draw = drawn});
}

engine::Presentation<RectangleAlgorithm> show_rectangles(const std::vector<std::string>& names) {
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<RectangleSolution>;
  return {.instance = [](const RectangleProblem& problem) { return to_json(problem); },
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
