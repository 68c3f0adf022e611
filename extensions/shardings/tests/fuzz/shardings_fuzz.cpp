// Fuzz target: problems of `solve shardings`, solved where they are tiny.
#include <optional>

#include "experiments/problems/problem_family.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"
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

// The answer to the graph as JSON.
std::string answer_to(const std::string& graph) {
  try {
    return solve_line(*problems::find_family("shardings"), R"({"algorithm":"optimal","problem":)" + graph + "}");
  } catch (const problems::NoSolution& none) {
    return none.what();
  }
}

void expect_least(const ShardingGraph& graph, const std::string& text) {
  const ShardingSolution solution = testing_support::solve_sharding_by("optimal", graph);
  const std::optional<Sharding> least = testing_support::best_sharding(graph);
  expect(solution.proven_infeasible == !least, "optimal is wrong about whether there is an answer");
  expect(!least || solution.proven_optimal, "optimal does not prove a tiny graph");
  expect(!least || solution.cost == totals(graph, *least).cost, "optimal does not find the least cost");
  expect_json(answer_to(text));
}

void fuzz_shardings(std::string_view input) {
  const ShardingGraph graph = parse_sharding_graph(input);
  const std::string text = problems::to_json(graph);
  expect_json(text);
  expect(problems::to_json(read_again(text, parse_sharding_graph)) == text, "a graph does not come back from JSON");
  if (is_tiny(graph)) expect_least(graph, text);
}

const TargetRegistration shardings_registration{{"shardings", fuzz_shardings}};

}  // namespace
}  // namespace apportion::fuzz
