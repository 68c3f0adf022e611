// How Algorithm 1, its partitioners and the exact optimum grow with nodes and candidates, with the fitted exponents.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/maximum_flow.hpp"
#include "sim/graphs/random_graphs.hpp"
#include "tests/bench/benchmarks.hpp"

namespace apportion {
namespace {

constexpr double mean_degree = 3;
constexpr double strength = 0.5;

AlignmentGraph graph_of(std::size_t nodes, std::size_t candidates) {
  RandomStream stream(1, "bench " + std::to_string(nodes) + " " + std::to_string(candidates));
  return random_graph({nodes, candidates, mean_degree, strength, false}, stream);
}

void solve_in_turn(benchmark::State& state, const std::string& name, const AlignmentGraph& graph) {
  const Configured<GraphAlgorithm> chosen = GraphRegistry::instance().choose(name);
  double partitions = 0;
  for (auto _ : state) {
    RandomStream stream(1, name);
    const GraphSolution solution = solve_graph(chosen, graph, stream);
    partitions = static_cast<double>(solution.counters.partitions);
    benchmark::DoNotOptimize(solution.cost);
  }
  state.counters["partitions"] = partitions;
}

void grow_nodes(benchmark::State& state, const std::string& name) {
  solve_in_turn(state, name, graph_of(static_cast<std::size_t>(state.range(0)), 20));
}

void grow_candidates(benchmark::State& state, const std::string& name) {
  solve_in_turn(state, name, graph_of(200, static_cast<std::size_t>(state.range(0))));
}

double seconds_of(const std::string& name, const AlignmentGraph& graph) {
  const Configured<GraphAlgorithm> chosen = GraphRegistry::instance().choose(name);
  double least = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < 3; ++repetition) {
    RandomStream stream(1, name);
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(solve_graph(chosen, graph, stream));
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

// The exponent e of time ~ size^e, by least squares on the logarithms.
template <class GraphOfSize>
double fitted_exponent(const std::string& name, const std::vector<std::size_t>& sizes, GraphOfSize graph_of_size) {
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (const std::size_t size : sizes) {
    const double x = std::log(static_cast<double>(size));
    const double y = std::log(seconds_of(name, graph_of_size(size)));
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const auto n = static_cast<double>(sizes.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void fit(benchmark::State& state, const std::string& name) {
  for (auto _ : state) {
    state.counters["exponent_nodes"] =
        fitted_exponent(name, {50, 100, 200, 400}, [](std::size_t nodes) { return graph_of(nodes, 20); });
    state.counters["exponent_candidates"] =
        fitted_exponent(name, {4, 8, 16, 32}, [](std::size_t candidates) { return graph_of(200, candidates); });
  }
}

void register_growth(const std::string& name, std::int64_t most_nodes) {
  benchmark::RegisterBenchmark(("graph/nodes/" + name).c_str(),
                               [name](benchmark::State& state) { grow_nodes(state, name); })
      ->RangeMultiplier(2)
      ->Range(25, most_nodes)
      ->Arg(200)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("graph/candidates/" + name).c_str(),
                               [name](benchmark::State& state) { grow_candidates(state, name); })
      ->RangeMultiplier(2)
      ->Range(2, 32)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("graph/fit/" + name).c_str(), [name](benchmark::State& state) { fit(state, name); })
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

// One cut in a random graph of a mean degree of 6, as expansion moves ask for them. The counter is the time of
// Boykov-Kolmogorov by Boost.Graph over that of the Dinic of our own.
void cut_in_turn(benchmark::State& state) {
  const auto vertices = static_cast<std::size_t>(state.range(0));
  RandomStream stream(1, "cut " + std::to_string(vertices));
  const AlignmentGraph graph = random_graph({vertices, 2, 6, 0.3, true}, stream);
  std::vector<SidePrices> prices;
  std::vector<CutEdge> edges;
  for (const AlignmentNode& node : graph.nodes) prices.push_back({node.costs[0], node.costs[1]});
  for (const AlignmentEdge& edge : graph.edges)
    if (edge.weight > 0) edges.push_back({edge.u, edge.v, edge.weight});
  using Clock = std::chrono::steady_clock;
  std::chrono::duration<double> ours{};
  std::chrono::duration<double> library{};
  for (auto _ : state) {
    const auto start = Clock::now();
    WholeCut cut(vertices);
    for (std::size_t v = 0; v < vertices; ++v)
      cut.add_prices(v, static_cast<Whole>(prices[v].source), static_cast<Whole>(prices[v].sink));
    for (const CutEdge& edge : edges)
      cut.add_arc(edge.u, edge.v, static_cast<Whole>(edge.capacity), static_cast<Whole>(edge.capacity));
    benchmark::DoNotOptimize(cut.source_side());
    const auto between = Clock::now();
    benchmark::DoNotOptimize(min_terminal_cut(prices, edges));
    ours += between - start;
    library += Clock::now() - between;
  }
  state.counters["library_over_ours"] = library / ours;
}

}  // namespace

void register_graph_benchmarks() {
  benchmark::RegisterBenchmark("graph/minimum_cut", cut_in_turn)
      ->Arg(20)
      ->Arg(200)
      ->Arg(2000)
      ->Arg(10000)
      ->Unit(benchmark::kMicrosecond);
  for (const char* name : {"algorithm1-cc", "algorithm1-cc[paper]", "algorithm1-cc[kernighan-lin]"})
    register_growth(name, 800);
  register_growth("algorithm1-flow", 400);
}

}  // namespace apportion
