// Counting what moves, and reading the curve.
#include "experiments/problems/cells/migration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/cells/migration.hpp"

namespace apportion::problems {
namespace {

std::vector<CurvePoint> points_of(const CellProblem& problem, const std::vector<Decomposition>& curve) {
  std::vector<CurvePoint> points;
  for (const Decomposition& division : curve)
    points.push_back({.moved = moved_cells(problem, division), .costs = cell_costs(problem, division)});
  for (CurvePoint& point : points) {
    point.gain = points.front().costs.objective - point.costs.objective;
    if (point.gain > 0)
      point.break_even = problem.previous->price * static_cast<double>(point.moved - points.front().moved) / point.gain;
  }
  return points;
}

}  // namespace

CellMigration migration_of(const CellQuestion& question, const Decomposition& division, double objective,
                           const std::vector<Decomposition>& curve) {
  CellMigration migration{.moved = moved_cells(question.problem, division),
                          .must_move = least_moved_cells(question.problem),
                          .price = question.problem.previous->price};
  migration.cost = cost_with_migration(question.problem, objective, migration.moved);
  if (question.curve) migration.curve = points_of(question.problem, curve);
  return migration;
}

std::string curve_json(const std::vector<CurvePoint>& curve) {
  if (curve.empty()) return "";
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"(,"curve":[)");
  for (const CurvePoint& point : curve) {
    fmt::format_to(out, R"({}{{"moved":{},"boundary":{},"objective":{},"gain":{})", &point == curve.data() ? "" : ",",
                   point.moved, point.costs.boundary.edges, plain(point.costs.objective), plain(point.gain));
    if (point.break_even) fmt::format_to(out, R"(,"break_even":{})", plain(*point.break_even));
    fmt::format_to(out, "}}");
  }
  fmt::format_to(out, "]");
  return fmt::to_string(text);
}

std::string curve_table(const FieldValues& given) {
  CellQuestion question = cell_question(given);
  if (!question.problem.previous) throw InputError("a curve starts from a previous division; give --previous OWNERS");
  question.curve = true;
  question.network = nullptr;  // nothing is simulated
  const CellAnswer answer = solve(question);
  const CellMigration& migration = answer.migration.value();
  std::string text = fmt::format("{}: {} at least must move; each costs {:.10g}\n{:>10} {:>12} {:>10} {:>10} {:>14}",
                                 answer.algorithm, counted(migration.must_move, "cell"), migration.price, "moved",
                                 objective_name(question.problem.objective), "imbalance", "gain", "pays after");
  for (const CurvePoint& point : migration.curve)
    fmt::format_to(std::back_inserter(text), "\n{:>10} {:>12.10g} {:>8.2f} % {:>10.10g}{}", point.moved,
                   point.costs.objective, 100 * point.costs.balance.imbalance, point.gain,
                   point.break_even ? fmt::format(" {:>8.4g} steps", *point.break_even) : "");
  return text;
}

}  // namespace apportion::problems
