// How Algorithm 1, its partitioners and the exact optimum grow with nodes and candidates, with the fitted exponents.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/edmonds_karp_max_flow.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "sim/graphs/sample_graphs.hpp"
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

// The problem of one cut, as Boost.Graph takes it: the terminals are the last two vertices.
struct LibraryCut {
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  struct Arc {
    Whole capacity = 0;
    Whole residual = 0;
    Traits::edge_descriptor reverse = {};
  };
  using Network = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Arc>;

  LibraryCut(const std::vector<SidePrices>& prices, const std::vector<CutEdge>& edges) : network(prices.size() + 2) {
    for (std::size_t v = 0; v < prices.size(); ++v) {
      connect(prices.size(), v, static_cast<Whole>(prices[v].sink), 0);
      connect(v, prices.size() + 1, static_cast<Whole>(prices[v].source), 0);
    }
    for (const CutEdge& edge : edges)
      connect(edge.u, edge.v, static_cast<Whole>(edge.capacity), static_cast<Whole>(edge.capacity));
  }

  void connect(std::size_t u, std::size_t v, Whole forward, Whole backward) {
    const auto there = boost::add_edge(u, v, network).first;
    const auto back = boost::add_edge(v, u, network).first;
    network[there] = {forward, forward, back};
    network[back] = {backward, backward, there};
  }

  template <class Method>
  Whole flow(const Method& method) {
    const std::size_t sink = boost::num_vertices(network) - 1;
    return method(network, sink - 1, sink,
                  boost::capacity_map(boost::get(&Arc::capacity, network))
                      .residual_capacity_map(boost::get(&Arc::residual, network))
                      .reverse_edge_map(boost::get(&Arc::reverse, network)));
  }

  Network network;
};

using Seconds = std::chrono::duration<double>;

template <class Work>
Seconds time_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - start;
}

void cut_by_ours(const std::vector<SidePrices>& prices, const std::vector<CutEdge>& edges) {
  WholeCut cut(prices.size());
  for (std::size_t v = 0; v < prices.size(); ++v)
    cut.add_prices(v, static_cast<Whole>(prices[v].source), static_cast<Whole>(prices[v].sink));
  for (const CutEdge& edge : edges)
    cut.add_arc(edge.u, edge.v, static_cast<Whole>(edge.capacity), static_cast<Whole>(edge.capacity));
  benchmark::DoNotOptimize(cut.source_side());
}

// One cut in a random graph of a mean degree of 6, as expansion moves ask for them. The counters are the times of
// Boost.Graph's methods over that of the Dinic of our own, building their networks included.
void cut_in_turn(benchmark::State& state) {
  const auto vertices = static_cast<std::size_t>(state.range(0));
  RandomStream stream(1, "cut " + std::to_string(vertices));
  const AlignmentGraph graph = random_graph({vertices, 2, 6, 0.3, true}, stream);
  std::vector<SidePrices> prices;
  std::vector<CutEdge> edges;
  for (const AlignmentNode& node : graph.nodes) prices.push_back({node.costs[0], node.costs[1]});
  for (const AlignmentEdge& edge : graph.edges)
    if (edge.weight > 0) edges.push_back({edge.u, edge.v, edge.weight});
  // Edmonds-Karp takes seconds on larger graphs, a thousand times as long.
  const bool by_shortest_paths = vertices <= 200;
  Seconds ours{};
  Seconds boykov_kolmogorov{};
  Seconds push_relabel{};
  Seconds edmonds_karp{};
  for (auto _ : state) {
    ours += time_of([&] { cut_by_ours(prices, edges); });
    boykov_kolmogorov += time_of([&] { benchmark::DoNotOptimize(min_terminal_cut(prices, edges)); });
    push_relabel += time_of([&] {
      benchmark::DoNotOptimize(LibraryCut(prices, edges).flow([](auto& network, auto source, auto sink, auto maps) {
        return boost::push_relabel_max_flow(network, source, sink, maps);
      }));
    });
    if (!by_shortest_paths) continue;
    edmonds_karp += time_of([&] {
      benchmark::DoNotOptimize(LibraryCut(prices, edges).flow([](auto& network, auto source, auto sink, auto maps) {
        return boost::edmonds_karp_max_flow(network, source, sink, maps);
      }));
    });
  }
  state.counters["boykov_kolmogorov"] = boykov_kolmogorov / ours;
  state.counters["push_relabel"] = push_relabel / ours;
  if (by_shortest_paths) state.counters["edmonds_karp"] = edmonds_karp / ours;
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
