// Fuzz target: answers of users' programs for whole cells. Two lines: a problem, the answer.
#include <algorithm>
#include <string>

#include "extensions/cells/problem/solve.hpp"
#include "extensions/cells/tests/cell_questions.hpp"
#include "extensions/cells/tests/cells.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

void fuzz_cell_answers(std::string_view input) {
  constexpr std::size_t most_parts = 8;
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string answer(input.substr(std::min(end + 1, input.size())));
  constexpr std::int64_t most_side = 64;
  const CellProblem problem = problems::parse_cell_question(input.substr(0, end)).problem;
  validate(problem);
  if (problem.cluster.size() > most_parts || std::max(problem.rows, problem.columns) > most_side) return;
  const Decomposition division = accepted(problems::cell_frame().exchange, problem, answer).decomposition;
  const CellBoundary boundary = cell_boundary(problem, division);
  const CellBoundary plain = testing_support::by_definition(testing_support::painted(problem, division));
  expect(boundary.edges == plain.edges && boundary.neighbours == plain.neighbours &&
             boundary.fragments == plain.fragments && boundary.empty == plain.empty,
         "the costs of an answer are not those of its cells");
}

const TargetRegistration cell_answers_registration{{"cell-answers", fuzz_cell_answers}};

}  // namespace
}  // namespace apportion::fuzz
