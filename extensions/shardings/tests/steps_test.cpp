// The steps of the solver of sharding graphs, one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "extensions/shardings/algorithms/local_search.hpp"
#include "extensions/shardings/algorithms/potentials.hpp"
#include "extensions/shardings/tests/shardings.hpp"

namespace apportion::shardings {
namespace {

using testing_support::best_sharding;
using testing_support::solve_sharding_by;
using testing_support::tiny_sharding_graph;

constexpr WideWhole no_limit = forbidden_cost - 1;

Core reduced(const ShardingGraph& graph) {
  Core core(graph, {0, no_limit}, {});
  reduce(core, {1'000'000, {}});
  return core;
}

// All labellings of a flat core.
template <class Visit>
void visit_all(const FlatCore& flat, Visit visit) {
  Places places(flat.size(), 0);
  while (true) {
    visit(places);
    std::uint32_t v = 0;
    while (v < flat.size() && ++places[v] == flat.labels(v)) places[v++] = 0;
    if (v == flat.size()) return;
  }
}

// Whether costs are small enough for the sums of a core.
bool is_small(int number) { return number % 7 != 0; }

TEST(MemoryTree, KnowsTheWorstRow) {
  RandomStream stream(3, "memory");
  std::vector<std::int64_t> excess;
  for (int t = 0; t < 37; ++t) excess.push_back(-static_cast<std::int64_t>(stream() % 100));
  std::vector<std::int64_t> capacity;
  for (const std::int64_t each : excess) capacity.push_back(-each);
  MemoryTree tree(capacity);
  for (int k = 0; k < 500; ++k) {
    SCOPED_TRACE(k);
    const auto from = static_cast<std::uint32_t>(stream() % excess.size());
    const auto to = from + 1 + static_cast<std::uint32_t>(stream() % (excess.size() - from));
    const auto amount = static_cast<std::int64_t>(stream() % 50) - 25;
    tree.add(from, to, amount);
    for (std::uint32_t t = from; t < to; ++t) excess[t] += amount;
    ASSERT_EQ(tree.worst(), std::ranges::max(excess));
    ASSERT_EQ(excess[tree.worst_row()], tree.worst());
  }
}

TEST(ShardingReductions, ExcludePairsThatDoNotFitTogether) {
  const ShardingGraph graph{.nodes = {{0, 2, 0, 2}, {2, 2, 1, 3}},
                            .costs = {0, 5, 0, 5},
                            .usages = {10, 0, 10, 5},
                            .edges = {{0, 1, 0}},
                            .matrices = {{2, 2, {0, 3, 3, 0}}},
                            .usage_limit = 15};
  const Core core = reduced(graph);
  ASSERT_EQ(core.edges.size(), 1U);
  EXPECT_EQ(core.edges[0].matrix->costs, (std::vector<Whole>{forbidden, 3, 3, 0}));
}

// A ring of nodes without memory, each with two neighbours.
TEST(ShardingReductions, LeaveNothingOfARing) {
  ShardingGraph graph{.matrices = {{2, 2, {0, 5, 7, 0}}, {2, 2, {9, 1, 0, 4}}}};
  for (std::uint32_t v = 0; v < 5; ++v) {
    graph.nodes.push_back({graph.costs.size(), 2, 0, 0});
    graph.costs.insert(graph.costs.end(), {v, 2});
    graph.usages.insert(graph.usages.end(), {0, 0});
    graph.edges.push_back({v, (v + 1) % 5, v % 2});
  }
  const Core core = reduced(graph);
  EXPECT_TRUE(core.groups.empty());
  EXPECT_TRUE(core.base == totals(graph, *best_sharding(graph)).cost);
  EXPECT_TRUE(core.base == totals(graph, core.expanded({})).cost);
}

TEST(ShardingReductions, KeepTheOptimum) {
  for (int number = 0; number < 300; ++number) {
    if (!is_small(number)) continue;
    SCOPED_TRACE(number);
    const ShardingGraph graph = tiny_sharding_graph(number);
    const std::optional<Sharding> best = best_sharding(graph);
    const Core core = reduced(graph);
    if (core.infeasible) {
      EXPECT_FALSE(best.has_value());
      continue;
    }
    const FlatCore flat(core);
    std::optional<WideWhole> least;
    visit_all(flat, [&](const Places& places) {
      std::vector<std::uint32_t> of_groups(places.begin(), places.end());
      const Sharding labels = core.expanded(of_groups);
      const ShardingTotals sum = totals(graph, labels);
      if (cost_of(flat, places) >= infinite || !FilledLabels(flat, places).fits()) return;
      EXPECT_TRUE(sum.allowed);
      EXPECT_EQ(static_cast<double>(sum.cost), cost_of(flat, places));
      if (!least || sum.cost < *least) least = sum.cost;
    });
    ASSERT_EQ(least.has_value(), best.has_value());
    if (best) {
      EXPECT_TRUE(*least == totals(graph, *best).cost);
    }
  }
}

TEST(Neighbourhood, OfAllNodesHoldsTheBestLabels) {
  for (int number = 0; number < 300; ++number) {
    SCOPED_TRACE(number);
    if (!is_small(number)) continue;
    const Core core = reduced(tiny_sharding_graph(number));
    if (core.infeasible) continue;
    const FlatCore flat(core);
    Neighbourhood near(flat);
    near.begin();
    for (std::uint32_t v = 0; v < flat.size(); ++v) near.add(v, {});
    const Places present(flat.size(), 0);
    near.open(present, flat.costs, 1e6, [] { return 0.5; });
    ASSERT_TRUE(near.solve(false));
    double least = std::numeric_limits<double>::max();
    visit_all(flat, [&](const Places& places) { least = std::min(least, cost_of(flat, places)); });
    if (least < infinite) {
      EXPECT_EQ(near.cost(true) + flat.base, least) << number;
    }
  }
}

// A grid on which every label counts: its tables take longer than a stop may.
TEST(Neighbourhood, AsksForAStopWithinItself) {
  const Core core = reduced(testing_support::hard_sharding_graph(14));
  const FlatCore flat(core);
  int asked = 0;
  Neighbourhood near(flat, [&asked] { return ++asked == 3; });
  near.begin();
  for (std::uint32_t v = 0; v < flat.size(); ++v) near.add(v, {});
  near.open(Places(flat.size(), 0), flat.costs, 120'000, [] { return 0.5; });
  EXPECT_FALSE(near.solve(false));
  EXPECT_EQ(asked, 3);
  near.begin();
  near.add(0, {});
  near.open(Places(flat.size(), 0), flat.costs, 120'000, [] { return 0.5; });
  EXPECT_FALSE(near.solve(false)) << "a stop lasts";
}

TEST(WholeBound, HoldsForAnyPotentials) {
  RandomStream stream(5, "potentials");
  for (int number = 0; number < 300; ++number) {
    if (!is_small(number)) continue;
    const Core core = reduced(tiny_sharding_graph(number));
    if (core.infeasible) continue;
    const FlatCore flat(core);
    Potentials potentials{std::vector<double>(flat.messages), std::vector<double>(flat.capacity.size())};
    for (double& message : potentials.messages) message = static_cast<double>(stream() % 1000) - 500;
    for (double& price : potentials.prices) price = static_cast<double>(stream() % 1000) / 100;
    const WholeBound bound = whole_bound(core, flat, potentials);
    visit_all(flat, [&](const Places& places) {
      const double cost = cost_of(flat, places);
      if (cost >= infinite || !FilledLabels(flat, places).fits()) return;
      const WideWhole scaled = static_cast<WideWhole>(cost) << bound.scale;
      EXPECT_TRUE(bound.bound <= scaled) << number;
      for (std::uint32_t v = 0; v < flat.size(); ++v)
        EXPECT_TRUE(bound.labels[flat.first[v] + places[v]] <= scaled) << number;
    });
  }
}

TEST(WholeBound, ClipsNoEdgeWhosePairsAreAllDear) {
  constexpr std::int64_t dear = std::int64_t{1} << 50;
  const ShardingGraph graph{.nodes = {{0, 2, 0, 0}, {2, 2, 0, 0}},
                            .costs = {1, 2, 3, 4},
                            .usages = {0, 0, 0, 0},
                            .edges = {{0, 1, 0}},
                            .matrices = {{2, 2, {dear, dear + 9, dear + 7, dear}}}};
  const Core core(graph, {0, no_limit}, {});
  const FlatCore flat(core);
  const Passing passing(flat);
  EXPECT_EQ(whole_bound(core, flat, passing.potentials()).cost(), dear + 4);
}

TEST(Certificate, ClosesEveryState) {
  for (int number = 0; number < 200; ++number) {
    if (!is_small(number)) continue;
    SCOPED_TRACE(number);
    const ShardingGraph graph = tiny_sharding_graph(number);
    std::uint32_t entered = 0;
    std::set<std::uint32_t> open = {0};
    std::optional<Sharding> answer;
    std::size_t records = 0;
    ShardingWatch watch;
    watch.certificate = [&](const CertificateRecord& record) {
      EXPECT_EQ(std::holds_alternative<ProofStart>(record.what), records++ == 0);
      if (const auto* state = std::get_if<EnteredState>(&record.what)) entered = state->state;
      if (std::holds_alternative<ClosedState>(record.what)) open.erase(entered);
      if (const auto* known = std::get_if<KnownAnswer>(&record.what)) answer = known->labels;
      if (const auto* branched = std::get_if<BranchedState>(&record.what)) {
        open.erase(entered);
        open.insert({branched->first, branched->second});
      }
    };
    const ShardingSolution solution = solve_sharding_by("optimal", graph, watch);
    EXPECT_TRUE(open.empty());
    EXPECT_EQ(answer, solution.labels);
  }
}

TEST(Shardings, SumsPast64BitsAreExact) {
  ShardingGraph graph;
  constexpr std::int64_t dear = 900'000'000'000'000'000;
  for (std::uint32_t v = 0; v < 40; ++v) {
    graph.nodes.push_back({graph.costs.size(), 2, 0, 0});
    graph.costs.insert(graph.costs.end(), {dear + v, dear + v + 1});
    graph.usages.insert(graph.usages.end(), {0, 0});
  }
  const ShardingSolution solution = solve_sharding_by("optimal", graph);
  ASSERT_TRUE(solution.labels.has_value());
  EXPECT_TRUE(solution.cost == WideWhole{dear} * 40 + 780);
  EXPECT_TRUE(solution.proven_optimal);
}

TEST(Shardings, ThreadsDoNotChangeTheAnswer) {
  const ShardingGraph graph = testing_support::hard_sharding_graph(14);
  const auto solved = [&graph](unsigned threads) {
    ShardingWatch watch;
    watch.threads = threads;
    return solve_sharding_by("best[sweeps=600,moves=3000,nodes=2]", graph, watch);
  };
  const ShardingSolution one = solved(1);
  EXPECT_FALSE(one.proven_optimal);
  for (const unsigned threads : {2U, 5U}) {
    SCOPED_TRACE(threads);
    const ShardingSolution more = solved(threads);
    EXPECT_EQ(more.labels, one.labels);
    EXPECT_TRUE(more.lower_bound == one.lower_bound);
    EXPECT_EQ(more.sweeps, one.sweeps);
    EXPECT_EQ(more.moves, one.moves);
  }
}

TEST(Shardings, AClockStandsInForTheCountsOfBest) {
  const ShardingGraph graph = testing_support::hard_sharding_graph(4);
  ShardingWatch timed;
  timed.is_timed = true;
  EXPECT_FALSE(solve_sharding_by("best[sweeps=1,moves=1,nodes=1]", graph).proven_optimal);
  EXPECT_TRUE(solve_sharding_by("best[sweeps=1,moves=1,nodes=1]", graph, timed).proven_optimal);
}

// Memory binds, so that the first answer needs a repair.
ShardingGraph hard_graph_with_memory() {
  ShardingGraph graph = testing_support::hard_sharding_graph(8);
  for (ShardingNode& node : graph.nodes) node.to = 1;
  for (std::size_t k = 0; k < graph.usages.size(); ++k) graph.usages[k] = static_cast<std::int64_t>(k % 8);
  graph.usage_limit = 100;
  return graph;
}

TEST(Shardings, AnAnswerIsThereBeforeMessagesArePassed) {
  const ShardingGraph graph = hard_graph_with_memory();
  const ShardingSolution first = solve_sharding_by("greedy", graph);
  ASSERT_TRUE(first.labels.has_value());
  for (const char* algorithm : {"best[sweeps=0]", "optimal[sweeps=0]"}) {
    SCOPED_TRACE(algorithm);
    const ShardingSolution solution = solve_sharding_by(algorithm, graph);
    EXPECT_EQ(solution.labels, first.labels) << algorithm;
    EXPECT_EQ(solution.sweeps, 0);
  }
  bool answered = false;
  ShardingWatch watch;
  watch.stop = [&answered] { return answered; };
  watch.progress = [&answered](const ShardingSolution& so_far) { answered = so_far.labels.has_value(); };
  EXPECT_EQ(solve_sharding_by("best", graph, watch).labels, first.labels);
}

TEST(Shardings, AStopBeforeThereIsAnAnswerWaitsForOne) {
  const ShardingGraph graph = hard_graph_with_memory();
  ShardingWatch stopped;
  stopped.stop = [] { return true; };
  for (const ShardingAlgorithm& algorithm : ShardingRegistry::instance().algorithms())
    EXPECT_TRUE(solve_sharding_by(algorithm.name, graph, stopped).labels.has_value()) << algorithm.name;
}

TEST(Shardings, AStopIsObeyedAndSeedsDecide) {
  const ShardingGraph graph = tiny_sharding_graph(5);
  ShardingWatch stopped;
  stopped.stop = [] { return true; };
  for (const ShardingAlgorithm& algorithm : ShardingRegistry::instance().algorithms()) {
    const ShardingSolution solution = solve_sharding_by(algorithm.name, graph, stopped);
    if (solution.labels) {
      EXPECT_TRUE(totals(graph, *solution.labels).allowed);
    }
    EXPECT_EQ(solve_sharding_by(algorithm.name, graph).labels, solve_sharding_by(algorithm.name, graph).labels);
  }
}

}  // namespace
}  // namespace apportion::shardings
