// Fuzz target: program descriptions of `solve programs`, and the affine expressions in them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// How far from 0 an expression can be whose indices are at most `reach` from it.
double farthest(const Affine& expression, double reach) {
  double sum = std::abs(static_cast<double>(expression.constant));
  for (const auto& [index, coefficient] : expression.coefficients)
    sum += std::abs(static_cast<double>(coefficient)) * reach;
  return sum;
}

// An upper bound on the iterations of the loops.
double most_trips(const std::vector<Loop>& loops) {
  double nest = 1;
  double reach = 0;
  for (const Loop& loop : loops) {
    const double from = farthest(loop.from, reach);
    const double to = farthest(loop.to, reach);
    constexpr double most_doublings = 64;
    nest *= loop.factor ? most_doublings : 1 + (from + to) / std::abs(static_cast<double>(loop.step));
    reach = std::max({reach, from, to});
  }
  return nest;
}

// Long loops are no more interesting than short ones.
bool is_small(const Program& program) {
  constexpr double most_iterations = 1000;
  double iterations = 0;
  for (const ProgramNode& node : program.nodes) iterations += most_trips(node.loops);
  return iterations <= most_iterations && program.processors <= 64 && program.rank <= 3 && program.nodes.size() <= 6 &&
         program.objects.size() <= 6 && program.edges.size() <= 10;
}

void expect_costs(const AlignmentGraph& graph) {
  for (const AlignmentNode& node : graph.nodes)
    for (const double cost : node.costs) expect(cost >= 0 && std::isfinite(cost), "an invalid cost");
  for (const AlignmentEdge& edge : graph.edges)
    expect(edge.weight >= 0 && std::isfinite(edge.weight), "an invalid weight");
}

void fuzz_programs(std::string_view input) {
  problems::ProgramQuestion question = problems::parse_program_question(input);
  if (!is_small(question.program)) return;
  question.algorithm = "icm";
  const problems::ProgramAnswer answer = solve(question);
  expect_costs(answer.built.graph);
  expect_json(to_json(answer));
  expect_at_most(answer.lower_bound, answer.cost, 0, "cheaper than the bound");
  expect_at_most(answer.cost, answer.static_cost, 0, "costs more than one distribution for all");
  // What --print-graph prints is what solve graphs takes, with the same answer.
  const std::string printed = problems::to_json(answer.built.graph);
  problems::GraphQuestion graph = read_again(printed, problems::parse_graph_question);
  expect(problems::to_json(graph.graph) == printed, "a graph does not come back from JSON");
  graph.algorithm = question.algorithm;
  const auto solved = [&graph](const std::string&) { return solve(graph).solution.labels; };
  expect(read_again(printed, solved) == answer.labels, "the graph alone has another answer");
}

void fuzz_affine(std::string_view input) { static_cast<void>(problems::parse_affine(input)); }

const TargetRegistration programs_registration{{"programs", fuzz_programs}};
const TargetRegistration affine_registration{{"affine", fuzz_affine}};

}  // namespace
}  // namespace apportion::fuzz
