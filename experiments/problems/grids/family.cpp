// The family of grids: blocks divided over process grids.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "experiments/problems/grids/drawing.hpp"
#include "experiments/problems/grids/fields.hpp"
#include "experiments/problems/grids/inputs.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

std::string solve_given(const FieldValues& given) { return to_json(solve(grid_question(given))); }

std::string draw(const FieldValues& given, const std::string& format) {
  const GridQuestion question = grid_question(given);
  const GridAnswer answer = solve(question);
  const Decomposition blocks = as_rectangles(question.problem, answer.solution);
  const std::string title =
      fmt::format("{} on {} over {}: {}", answer.algorithm, fmt::join(question.problem.block, " x "),
                  spelled(question.problem.grid), time_words(answer.solution.rounded_time, answer.ideal_time));
  return drawing_of({{title, blocks, {}, {}, answer.names}}, format);
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<GridAlgorithm>("grids"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(grid_study(), definition, grid_inputs(), own_solvers(grid_exchange()));
}

const FamilyRegistration registration{{.name = "grids",
                                       .synonyms = {"grid"},
                                       .summary = "blocks divided over grids of unequal processes",
                                       .compared_metric = "rounded_time",
                                       .algorithms = algorithms,
                                       .sweep = sweep,
                                       .fields = grid_fields,
                                       .solve = solve_given,
                                       .draw = draw}};

}  // namespace
}  // namespace apportion::problems
