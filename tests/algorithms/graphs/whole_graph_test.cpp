// The parts of the exact search, each compared with brute force: cuts, expansions, reductions, messages.
#include "algorithms/graphs/whole_graph.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/optimal.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/graphs.hpp"

namespace apportion {
namespace {

using testing_support::graphs;

WholeGraph whole_graph(std::size_t most_nodes, std::size_t most_candidates) {
  return whole_costs(*graphs(most_nodes, most_candidates)).graph;
}

Whole least_cost(const WholeGraph& graph) { return cost_of(graph, *elimination_optimum(graph, 10'000'000)); }

// Advances to the next labelling; false after the last.
bool advance(const WholeGraph& graph, Labelling& labels) {
  for (std::size_t v = graph.size(); v-- > 0;) {
    const std::size_t place = place_of(graph.nodes[v], labels[v]) + 1;
    if (place < graph.nodes[v].labels.size()) {
      labels[v] = graph.nodes[v].labels[place];
      return true;
    }
    labels[v] = graph.nodes[v].labels.front();
  }
  return false;
}

Whole least_of_all(const WholeGraph& graph) {
  Labelling labels;
  for (const WholeNode& node : graph.nodes) labels.push_back(node.labels.front());
  Whole least = std::numeric_limits<Whole>::max();
  do least = std::min(least, cost_of(graph, labels));
  while (advance(graph, labels));
  return least;
}

RC_GTEST_PROP(WholeCut, IsTheLeastOfAllAndTheLargestByTies, ()) {
  const auto vertices = *rc::gen::inRange<std::size_t>(1, 12);
  std::vector<SidePrices> prices;
  std::vector<CutEdge> edges;
  WholeCut cut(vertices);
  for (std::size_t v = 0; v < vertices; ++v) {
    prices.push_back({*rc::gen::inRange(0, 30) * 1.0, *rc::gen::inRange(0, 30) * 1.0});
    cut.add_prices(v, static_cast<Whole>(prices[v].source), static_cast<Whole>(prices[v].sink));
    for (std::size_t u = 0; u < v; ++u) {
      const int weight = std::max(0, *rc::gen::inRange(-20, 20));
      if (weight == 0) continue;
      edges.push_back({u, v, weight * 1.0});
      cut.add_arc(u, v, weight, weight);
    }
  }
  const std::vector<bool> source_side = cut.source_side();
  const auto cost_of_side = [&](const std::vector<bool>& side) {
    double cost = 0;
    for (std::size_t v = 0; v < vertices; ++v) cost += side[v] ? prices[v].source : prices[v].sink;
    for (const CutEdge& edge : edges)
      if (side[edge.u] != side[edge.v]) cost += edge.capacity;
    return cost;
  };
  const double cost = cost_of_side(source_side);
  for (std::uint32_t set = 0; set < 1U << vertices; ++set) {
    std::vector<bool> side;
    for (std::size_t v = 0; v < vertices; ++v) side.push_back((set >> v & 1U) != 0);
    const double other = cost_of_side(side);
    RC_ASSERT(cost <= other);
    // In a tie the source's side is the largest.
    for (std::size_t v = 0; other == cost && v < vertices; ++v) RC_ASSERT(source_side[v] || !side[v]);
  }
}

RC_GTEST_PROP(Elimination, FindsTheLeastOfAllLabellings, ()) {
  const WholeGraph graph = whole_graph(6, 4);
  RC_ASSERT(least_cost(graph) == least_of_all(graph));
}

RC_GTEST_PROP(WholeCosts, KeepWhatIsCheaperThanWhatIsKnown, ()) {
  const AlignmentGraph graph = *graphs(6, 4);
  const WholeCosts costs = whole_costs(graph);
  RC_ASSERT(costs.known.size() == graph.size());
  const double optimum = solve_graph_by("exhaustive", graph).cost;
  const double whole = std::ldexp(static_cast<double>(least_of_all(costs.graph)), -costs.exponent);
  RC_ASSERT(std::abs(whole - optimum) <= 1e-12 * optimum);
}

RC_GTEST_PROP(Reductions, KeepTheLeastCost, ()) {
  const WholeGraph graph = whole_graph(7, 4);
  const Reduction reduction = reduced(graph);
  RC_ASSERT(reduction.graph.size() <= graph.size());
  const Labelling optimum = *elimination_optimum(reduction.graph, 10'000'000);
  RC_ASSERT(cost_of(reduction.graph, optimum) == least_of_all(graph));
  RC_ASSERT(cost_of(graph, reduction.expanded(optimum)) == least_of_all(graph));
}

RC_GTEST_PROP(Reductions, ExpandLabellingsWithoutLoss, ()) {
  const WholeGraph graph = whole_graph(7, 4);
  const Reduction reduction = reduced(graph);
  Labelling labels;
  for (const WholeNode& node : reduction.graph.nodes) labels.push_back(*rc::gen::elementOf(node.labels));
  RC_ASSERT(cost_of(graph, reduction.expanded(labels)) <= cost_of(reduction.graph, labels));
}

// Arbitrary messages give a valid bound, so that it is a proof.
RC_GTEST_PROP(MessagePassing, BoundsAreValidForAnyMessages, ()) {
  WholeGraph graph = whole_graph(6, 4);
  const Whole optimum = least_of_all(graph);
  for (WholeNode& node : graph.nodes)
    for (WholeLink& link : node.links)
      for (std::size_t place = 0; place < node.labels.size(); ++place)
        link.message.push_back(link.weight / 4 * *rc::gen::inRange(-4, 5));
  MessagePassing messages(graph);
  RC_ASSERT(messages.bound() <= optimum);
  for (int pass = 0; pass < 3; ++pass) {
    messages.pass();
    const Whole bound = messages.bound();
    RC_ASSERT(bound <= optimum);
    // Fixing a node at a label costs at least its excess().
    for (std::uint32_t v = 0; v < graph.size(); ++v)
      for (std::size_t place = 0; place < graph.nodes[v].labels.size(); ++place) {
        WholeGraph fixed = graph;
        for (std::size_t other = graph.nodes[v].labels.size(); other-- > 0;)
          if (other != place) drop_label(fixed.nodes[v], other);
        RC_ASSERT(bound + messages.excess(v)[place] <= least_cost(fixed));
      }
  }
  messages.store(graph);
  RC_ASSERT(MessagePassing(graph).bound() == messages.bound());
}

RC_GTEST_PROP(MessagePassing, IsTightOnTrees, ()) {
  WholeGraph graph = whole_graph(7, 3);
  // Keeps the link to the first neighbour before each node.
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    std::vector<WholeLink>& links = graph.nodes[v].links;
    std::erase_if(links, [v, &links](const WholeLink& link) { return link.to < v && link.to != links.front().to; });
  }
  for (std::uint32_t v = 0; v < graph.size(); ++v)
    std::erase_if(graph.nodes[v].links, [v, &graph](const WholeLink& link) {
      return link.to > v &&
             std::ranges::find(graph.nodes[link.to].links, v, &WholeLink::to) == graph.nodes[link.to].links.end();
    });
  MessagePassing messages(graph);
  for (int pass = 0; pass < 20; ++pass) messages.pass();
  const Whole optimum = least_cost(graph);
  RC_ASSERT(messages.bound() <= optimum);
  // Shares are rounded down.
  RC_ASSERT(messages.bound() >= optimum - 1000);
}

RC_GTEST_PROP(Expansion, FindsTheBestOfItsMoves, ()) {
  const WholeGraph graph = whole_graph(6, 3);
  const Labelling labels = cheapest_labels(graph);
  for (std::uint32_t candidate = 0; candidate < graph.candidates; ++candidate) {
    WholeGraph moves = graph;
    for (std::size_t v = 0; v < graph.size(); ++v)
      for (std::size_t place = graph.nodes[v].labels.size(); place-- > 0;)
        if (graph.nodes[v].labels[place] != labels[v] && graph.nodes[v].labels[place] != candidate)
          drop_label(moves.nodes[v], place);
    RC_ASSERT(cost_of(graph, expanded_by(graph, labels, candidate)) == least_of_all(moves));
  }
  const Whole expanded = cost_of(graph, expanded_labels(graph, labels));
  RC_ASSERT(expanded <= cost_of(graph, labels));
  RC_ASSERT(expanded - graph.base <= 2 * (least_of_all(graph) - graph.base));
}

// Leaving "block" takes two other candidates at once.
TEST(Expansion, FailsOnAdiFromTheBestStaticLabelling) {
  const WholeCosts costs = whole_costs(adi_graph(30));
  const Labelling stuck = expanded_labels(costs.graph, Labelling(8, 1));
  EXPECT_EQ(std::ldexp(static_cast<double>(cost_of(costs.graph, stuck)), -costs.exponent), 1312);
  EXPECT_EQ(std::ldexp(static_cast<double>(least_cost(costs.graph)), -costs.exponent), 1152);
}

}  // namespace
}  // namespace apportion
