// The family of rectangles: arrays divided into a rectangle for each processor.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/compare.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/fields.hpp"
#include "experiments/problems/rectangles/inputs.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

std::string title_of(const RectangleQuestion& question, const RectangleAnswer& answer) {
  const Extent& extent = question.problem.extent;
  std::string title = fmt::format("{} on {} x {}: Acost {:.10g}, {} internal edges", answer.algorithm, extent.rows,
                                  extent.columns, answer.acost, answer.internal_edges);
  if (question.problem.latency > 0)
    title += fmt::format(", total {:.10g} at latency {}", answer.total, question.problem.latency);
  if (answer.whole) title += fmt::format(", load imbalance {:.3g} %", 100 * answer.whole->imbalance);
  if (answer.whole && answer.whole->empty > 0) title += fmt::format(", {} without an element", answer.whole->empty);
  return title;
}

std::string solve_given(const FieldValues& given) { return to_json(solve(rectangle_question(given))); }

std::string draw(const FieldValues& given, const std::string& format) {
  const RectangleQuestion question = rectangle_question(given);
  const RectangleAnswer answer = solve(question);
  const std::string title = title_of(question, answer);
  return drawing_of({{title, answer.decomposition, {}, {}, answer.names}}, format);
}

Comparison compare(const FieldValues& given, const std::vector<std::string>& algorithms) {
  return compare_rectangles(rectangle_question(given), algorithms);
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<RectangleAlgorithm>("rectangles"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(rectangle_study(), definition, rectangle_inputs(), own_solvers(rectangle_exchange()));
}

const FamilyRegistration registration{{.name = "rectangles",
                                       .summary = "arrays divided into a rectangle for each of unequal processors",
                                       .compared_metric = "total",
                                       .algorithms = algorithms,
                                       .sweep = sweep,
                                       .fields = rectangle_fields,
                                       .solve = solve_given,
                                       .draw = draw,
                                       .compare = compare}};

}  // namespace
}  // namespace apportion::problems
