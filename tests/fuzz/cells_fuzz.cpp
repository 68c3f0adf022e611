// Fuzz target: problems of `solve cells`, solved where they are small.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/cells/cell_costs.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/support/cells.hpp"

namespace apportion::fuzz {
namespace {

using problems::CellAnswer;
using problems::CellQuestion;

// The latter keep every part within one cell of its share.
constexpr std::array cell_algorithms = {"HIER-RB", "HIER-RELAXED", "JAG-M",   "JAG-M[jogs]",    "JAG-PQ",
                                        "RCB",     "RCB[jogs]",    "ROUNDED", "ROUNDED[of=XY2]"};
constexpr std::array balanced_algorithms = {"JOGGED", "STRIPES"};

// Costs as they are defined, cell by cell.
void expect_costs(const CellProblem& problem, const CellAnswer& answer) {
  const CellBoundary& boundary = answer.costs.boundary;
  const CellBoundary plain = testing_support::by_definition(testing_support::painted(problem, answer.decomposition));
  expect(boundary.edges == plain.edges && boundary.neighbours == plain.neighbours && boundary.halo == plain.halo &&
             boundary.fragments == plain.fragments && boundary.empty == plain.empty,
         fmt::format("{}: the costs are not those of the cells", answer.algorithm));
  const bool is_sound = boundary.empty + boundary.fragments == 0 && answer.costs.balance.beyond_one_cell.empty();
  if (is_sound) expect_at_most(answer.costs.lower_bound, answer.costs.total, 0, answer.algorithm + " below its bound");
}

void expect_read_again(const CellProblem& problem, const CellAnswer& answer) {
  const std::string json = to_json(answer);
  expect_json(json);
  const problems::Json read = problems::parse_json(json);
  try {
    static_cast<void>(problems::cell_exchange().answer(problem, problems::JsonReader(read, "answer")));
  } catch (const std::exception& refusal) {
    expect(false, fmt::format("our own answer is refused: {}\n{}", refusal.what(), json));
  }
}

// Nothing where the algorithm does not take the problem.
void solve_cells_by(const std::string& algorithm, CellQuestion question, bool is_balanced) {
  question.algorithm = algorithm;
  CellAnswer answer;
  try {
    answer = solve(question);
  } catch (const InputError&) {
    return;
  }
  expect_costs(question.problem, answer);
  expect_read_again(question.problem, answer);
  expect(!is_balanced || answer.costs.balance.beyond_one_cell.empty(),
         fmt::format("{} leaves a part more than a cell from its share", algorithm));
}

// Arrays with a mask may have a hundred million cells, each with a load of its own.
bool has_many_cells(std::string_view input) {
  constexpr double most_cells = 1e6;
  const problems::Json json = problems::parse_json(input);
  if (!json.is_object()) return false;
  const auto side = [&json](const char* key) {
    return json.contains(key) && json[key].is_number() ? json[key].get<double>() : 1.0;
  };
  return json.contains("mask") && std::abs(side("rows") * side("columns")) > most_cells;
}

void fuzz_cells(std::string_view input) {
  constexpr std::size_t most_processors = 6;
  constexpr std::int64_t most_side = 24;
  if (has_many_cells(input)) return;
  CellQuestion question = problems::parse_cell_question(input);
  const CellProblem& problem = question.problem;
  validate(problem);
  const std::string text = problems::to_json(problem);
  if (problem.rows > most_side || problem.columns > most_side || problem.cluster.size() > most_processors) return;
  expect(problems::to_json(read_again(text, problems::parse_cell_question).problem) == text,
         "a problem does not come back from JSON");
  if (!is_search(question.algorithm)) solve_cells_by(std::string(question.algorithm), question, false);
  for (const char* name : cell_algorithms) solve_cells_by(name, question, false);
  for (const char* name : balanced_algorithms) solve_cells_by(name, question, true);
}

const TargetRegistration cells_registration{{"cells", fuzz_cells}};

}  // namespace
}  // namespace apportion::fuzz
