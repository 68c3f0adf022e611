// The family of whole cells: arrays whose cells are divided among processors, each cell as a whole.
#include <string>
#include <vector>

#include "experiments/problems/cells/compare.hpp"
#include "experiments/problems/cells/drawing.hpp"
#include "experiments/problems/cells/fields.hpp"
#include "experiments/problems/cells/inputs.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

std::string solve_given(const FieldValues& given) { return to_json(solve(cell_question(given))); }

std::string draw(const FieldValues& given, const std::string& format) {
  const CellQuestion question = cell_question(given);
  const CellAnswer answer = solve(question);
  const std::string title = title_of(question.problem, answer);
  return drawing_of({drawn_division(question.problem, title, answer.decomposition, answer.names)}, format);
}

Comparison compare(const FieldValues& given, const std::vector<std::string>& algorithms) {
  return compare_cells(cell_question(given), algorithms);
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<CellAlgorithm>("cells"); }

std::vector<OptionalAlgorithm> missing() { return CellRegistry::instance().missing(); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(cell_study(), definition, cell_inputs(), own_solvers(cell_exchange()));
}

const FamilyRegistration registration{
    {.name = "cells",
     .summary = "arrays of whole cells, of equal or different loads, divided among unequal processors",
     .compared_metric = "total",
     .algorithms = algorithms,
     .missing = missing,
     .sweep = sweep,
     .fields = cell_fields,
     .solve = solve_given,
     .draw = draw,
     .compare = compare}};

}  // namespace
}  // namespace apportion::problems
