// Fuzz target: problems of `solve grids`, solved if they are small.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "sim/grids/process_grid.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/support/questions.hpp"

namespace apportion::fuzz {
namespace {

using problems::GridAnswer;
using problems::GridQuestion;

constexpr std::array grid_algorithms = {"natural", "equal-pressure", "proposed", "beaumont", "ccp[mapping=NAT]"};

void expect_lengths(const GridProblem& problem, const GridSolution& solution) {
  Mapping sorted = solution.mapping;
  std::ranges::sort(sorted);
  expect(sorted.size() == problem.grid.cells(), "not one process for each cell");
  for (std::size_t cell = 0; cell < sorted.size(); ++cell) expect(sorted[cell] == cell, "a process has two cells");
  for (std::size_t k = 0; k < problem.grid.dimensions(); ++k) {
    const std::vector<double>& lengths = solution.lengths[k];
    const std::vector<std::int64_t>& rounded = solution.rounded[k];
    const auto side = static_cast<double>(problem.block[k]);
    expect(lengths.size() == problem.grid.edge(k) && rounded.size() == problem.grid.edge(k),
           "not one length per slice");
    expect(std::abs(std::accumulate(lengths.begin(), lengths.end(), 0.0) - side) <= 1e-9 * side,
           "lengths do not sum to the side");
    expect(std::accumulate(rounded.begin(), rounded.end(), std::int64_t{0}) == problem.block[k],
           "whole lengths do not sum to the side");
    expect(std::ranges::min(rounded) >= 0 && std::ranges::min(lengths) >= 0, "a negative length");
  }
}

void expect_right(const GridProblem& problem, const GridAnswer& answer) {
  const GridSolution& solution = answer.solution;
  expect_lengths(problem, solution);
  expect(solution.time == block_time(problem, solution.mapping, solution.lengths), "the time is not that of the block");
  expect(solution.rounded_time == block_time(problem, solution.mapping, as_real(solution.rounded)),
         "the rounded time is not that of the block");
  expect_at_most(answer.ideal_time, time_lower_bound(problem), 0, "the bound is below the ideal time");
  for (const double time : {solution.time, solution.rounded_time}) {
    expect_at_most(time_lower_bound(problem), time, 0, answer.algorithm + " is faster than the bound");
    expect_at_most(answer.lower_bound, time, 0, answer.algorithm + " is faster than its own bound");
  }
  expect_accepted(problems::grid_frame().exchange, problem, to_json(answer));
}

// The algorithm's answers; empty if it does not accept the problem.
std::vector<GridAnswer> grid_answers_by(const std::string& algorithm, GridQuestion question) {
  question.algorithm = algorithm;
  std::vector<GridAnswer> answers;
  try {
    answers.push_back(solve(question));
  } catch (const InputError&) {
    return {};
  }
  expect_right(question.problem, answers.front());
  return answers;
}

void fuzz_grids(std::string_view input) {
  constexpr std::size_t most_cells = 12;
  constexpr std::size_t most_for_proofs = 6;
  const GridQuestion question = problems::parse_grid_question(input);
  const GridProblem& problem = question.problem;
  validate(problem);
  expect_same_problem(problem, problems::parse_grid_question, problems::to_json);
  if (problem.grid.cells() > most_cells) return;
  const bool is_small = problem.grid.cells() <= most_for_proofs;
  const bool is_quick = question.algorithm.find("best") == std::string::npos &&
                        question.algorithm.find("optimal") == std::string::npos &&
                        question.algorithm.find("alternating") == std::string::npos;
  if (is_quick && question.algorithm.find('[') == std::string::npos)
    static_cast<void>(grid_answers_by(question.algorithm, question));
  std::vector<GridAnswer> answers;
  for (const char* name : grid_algorithms)
    std::ranges::copy(grid_answers_by(name, question), std::back_inserter(answers));
  if (!is_small) return;
  for (const GridAnswer& optimal : grid_answers_by("optimal", question))
    for (const GridAnswer& other : answers)
      if (optimal.solution.proven_optimal)
        expect_at_most(optimal.solution.time, other.solution.time, 0, other.algorithm + " beats optimal");
  for (const GridAnswer& best : grid_answers_by("best", question))
    for (const GridAnswer& other : answers)
      if (!other.algorithm.starts_with("ccp"))
        expect_at_most(best.solution.rounded_time, other.solution.rounded_time, 0, other.algorithm + " beats best");
}

const TargetRegistration grids_registration{{"grids", fuzz_grids}};

}  // namespace
}  // namespace apportion::fuzz
