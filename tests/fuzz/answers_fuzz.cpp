// Fuzz target: answers of users' programs. Three lines: the family, a problem, the answer.

#include <algorithm>
#include <array>
#include <string>

#include "base/error.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/external/program_pool.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/rectangles/costs.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/support/questions.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::fuzz {
namespace {

constexpr std::size_t most_answered = 8;

/// The three lines.
struct GivenAnswer {
  std::string family;
  std::string problem;
  std::string answer;
};

GivenAnswer lines_of(std::string_view input) {
  std::array<std::string, 3> lines;
  for (std::string& line : lines) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return {lines[0], lines[1], lines[2]};
}

void answer_rectangles(const GivenAnswer& given) {
  const RectangleProblem problem = problems::parse_rectangle_question(given.problem).problem;
  validate(problem);
  if (problem.cluster.size() > most_answered) return;
  const Decomposition division = accepted(problems::rectangle_frame().exchange, problem, given.answer).decomposition;
  expect(testing_support::tiles(division, 4e-9), "an answer is accepted that does not tile the array");
  expect_at_most(total_lower_bound(problem, shapes_of(division)),
                 total_cost(acost(division), internal_edges(division), problem.latency),
                 problem.extent.half_perimeter(), "an answer is accepted that costs less than the bound");
  expect(internal_edges(division) == testing_support::adjacent_pairs(division), "edges are not counted right");
}

void answer_grids(const GivenAnswer& given) {
  const GridProblem problem = problems::parse_grid_question(given.problem).problem;
  validate(problem);
  if (problem.grid.cells() > most_answered) return;
  const GridSolution solution = accepted(problems::grid_frame().exchange, problem, given.answer);
  expect_at_most(ideal_time(problem), solution.time, 0, "an answer is accepted that is faster than possible");
}

void answer_graphs(const GivenAnswer& given) {
  const AlignmentGraph graph = problems::parse_graph_question(given.problem).problem;
  const GraphSolution solution = accepted(problems::graph_frame().exchange, graph, given.answer);
  expect_at_most(local_minima(graph), solution.cost, 0, "an answer is accepted that is cheaper than possible");
}

void answer_distributions(const GivenAnswer& given) {
  const problems::FieldValues question = problems::distribution_question(given.problem);
  const auto size = [&](const char* name) { return question.has(name) ? question.whole(name) : 1; };
  const DistributionShape shape{size("n"), size("p")};
  const Distribution distribution = accepted(problems::distribution_exchange(), shape, given.answer);
  expect(distribution.length() == shape.length && distribution.processes() == shape.processes,
         "an answer is accepted to another problem");
}

void fuzz_answers(std::string_view input) {
  const GivenAnswer given = lines_of(input);
  if (given.family == "rectangles") answer_rectangles(given);
  if (given.family == "grids") answer_grids(given);
  if (given.family == "graphs") answer_graphs(given);
  if (given.family == "distributions") answer_distributions(given);
}

const TargetRegistration answers_registration{{"answers", fuzz_answers}};

}  // namespace
}  // namespace apportion::fuzz
