// Small random sharding graphs and their optima by trying all.
#include "extensions/shardings/tests/shardings.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <memory>

namespace apportion::testing_support {
namespace {

std::int64_t whole_below(std::int64_t end, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(0, end - 1)(stream);
}

// With odd ranges reductions leave more.
std::int64_t drawn_cost(std::int64_t most, RandomStream& stream) {
  const std::int64_t kind = whole_below(most % 2 == 0 ? 10 : 40, stream);
  if (kind == 0) return forbidden_cost;
  return kind < 4 ? 0 : whole_below(most, stream);
}

ShardingMatrix drawn_matrix(std::uint32_t rows, std::uint32_t columns, std::int64_t most, RandomStream& stream) {
  ShardingMatrix matrix{rows, columns, std::vector<std::int64_t>(std::size_t{rows} * columns, 0)};
  const std::int64_t kind = whole_below(4, stream);
  const auto turn = static_cast<std::size_t>(whole_below(4, stream));
  for (std::size_t a = 0; a < rows; ++a)
    for (std::size_t b = 0; b < columns; ++b) {
      std::int64_t& cost = matrix.costs[a * columns + b];
      if (kind == 0)
        cost = (a + turn) % columns == b ? 0 : forbidden_cost;
      else if (kind == 1)
        cost = a == b ? 0 : most / 2;
      else
        cost = drawn_cost(most, stream);
    }
  return matrix;
}

void limit_memory(ShardingGraph& graph, RandomStream& stream) {
  if (whole_below(5, stream) == 0) return;
  WideWhole sum = 0;
  for (const std::int64_t usage : graph.usages) sum += usage;
  const auto labels = static_cast<std::int64_t>(graph.usages.size());
  const auto nodes = static_cast<std::int64_t>(graph.size());
  graph.usage_limit = static_cast<std::int64_t>(sum * nodes / labels * whole_below(12, stream) / 10 / 2);
}

}  // namespace

ShardingGraph tiny_sharding_graph(int number) {
  RandomStream stream(41, std::to_string(number));
  ShardingGraph graph;
  const std::int64_t most = number % 7 == 0 ? forbidden_cost : number % 3 == 0 ? 5 : number % 3 == 1 ? 1000 : 999;
  const std::int64_t nodes = 1 + whole_below(8, stream);
  for (std::int64_t v = 0; v < nodes; ++v) {
    const auto strategies = static_cast<std::uint32_t>(1 + whole_below(4, stream));
    const std::int64_t from = whole_below(6, stream);
    graph.nodes.push_back({graph.costs.size(), strategies, from, from + whole_below(5, stream)});
    for (std::uint32_t s = 0; s < strategies; ++s) {
      graph.costs.push_back(drawn_cost(most, stream));
      graph.usages.push_back(whole_below(3, stream) == 0 ? 0
                                                         : whole_below(number % 11 == 0 ? forbidden_cost : 50, stream));
    }
  }
  const std::int64_t edges = whole_below(2 * nodes + 1, stream);
  for (std::int64_t e = 0; e < edges; ++e) {
    const auto u = static_cast<std::uint32_t>(whole_below(nodes, stream));
    const auto v = static_cast<std::uint32_t>(whole_below(nodes, stream));
    graph.edges.push_back({u, v, static_cast<std::uint32_t>(graph.matrices.size())});
    graph.matrices.push_back(drawn_matrix(graph.nodes[u].strategies, graph.nodes[v].strategies, most, stream));
  }
  limit_memory(graph, stream);
  return graph;
}

ShardingGraph hard_sharding_graph(std::uint32_t side) {
  constexpr std::uint32_t strategies = 8;
  RandomStream stream(1, "hard");
  ShardingGraph graph;
  for (std::uint32_t v = 0; v < side * side; ++v) {
    graph.nodes.push_back({graph.costs.size(), strategies, 0, 0});
    graph.costs.resize(graph.costs.size() + strategies, 0);
    graph.usages.resize(graph.costs.size(), 0);
    for (const std::uint32_t to : {v + 1, v + side}) {
      if (to >= side * side || (to == v + 1 && to % side == 0)) continue;
      graph.edges.push_back({v, to, static_cast<std::uint32_t>(graph.matrices.size())});
      graph.matrices.push_back({strategies, strategies, {}});
      for (std::uint32_t k = 0; k < strategies * strategies; ++k)
        graph.matrices.back().costs.push_back(whole_below(1000, stream));
    }
  }
  return graph;
}

std::optional<Sharding> best_sharding(const ShardingGraph& graph) {
  std::optional<Sharding> best;
  WideWhole cost = 0;
  Sharding labels(graph.size(), 0);
  while (true) {
    const ShardingTotals sum = totals(graph, labels);
    if (sum.allowed && (!best || sum.cost < cost)) {
      best = labels;
      cost = sum.cost;
    }
    std::size_t v = 0;
    while (v < graph.size() && ++labels[v] == graph.nodes[v].strategies) labels[v++] = 0;
    if (v == graph.size()) return best;
  }
}

ShardingSolution solve_sharding_by(const std::string& algorithm, const ShardingGraph& graph,
                                   const ShardingWatch& watch) {
  RandomStream stream(1, "test");
  return ShardingRegistry::instance().choose(algorithm).solve({std::make_shared<ShardingGraph>(graph), watch}, stream);
}

}  // namespace apportion::testing_support
