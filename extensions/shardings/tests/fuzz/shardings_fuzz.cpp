// Fuzz target: problems of `solve shardings`, solved where they are tiny.
#include <memory>
#include <optional>

#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/problem/solve.hpp"
#include "extensions/shardings/tests/shardings.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

using problems::parse_sharding_graph;

constexpr std::size_t most_shardings = 200;

bool is_tiny(const ShardingGraph& graph) {
  std::size_t shardings = 1;
  for (const ShardingNode& node : graph.nodes) {
    shardings *= node.strategies;
    if (shardings > most_shardings) return false;
  }
  return true;
}

void expect_least(const ShardingGraph& graph) {
  problems::ShardingQuestion question;
  question.algorithm = "optimal";
  question.graph = std::make_shared<const ShardingGraph>(graph);
  const problems::ShardingAnswer answer = solve(question, {});
  const std::optional<Sharding> least = testing_support::best_sharding(graph);
  expect(answer.solution.proven_infeasible == !least, "optimal is wrong about whether there is an answer");
  expect(!least || answer.solution.proven_optimal, "optimal does not prove a tiny graph");
  expect(!least || answer.solution.cost == totals(graph, *least).cost, "optimal does not find the least cost");
  expect_json(to_json(answer));
}

void fuzz_shardings(std::string_view input) {
  const ShardingGraph graph = parse_sharding_graph(input);
  const std::string text = problems::to_json(graph);
  expect_json(text);
  expect(problems::to_json(read_again(text, parse_sharding_graph)) == text, "a graph does not come back from JSON");
  if (is_tiny(graph)) expect_least(graph);
}

const TargetRegistration shardings_registration{{"shardings", fuzz_shardings}};

}  // namespace
}  // namespace apportion::fuzz
