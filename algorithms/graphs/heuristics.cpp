// best-static (Chatterjee et al. 1994), icm and alpha-expansion: one distribution for all nodes, and local searches by
// small and large moves.
#include "algorithms/graphs/heuristics.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {
namespace {

// The cheapest of the starts and of what `improved` makes of each, in the graph's own costs; the first of equals.
// Proven if it costs no more than the nodes' least costs.
template <class Improved>
GraphSolution cheapest_from(const AlignmentGraph& graph, const WholeGraph& whole, const std::vector<Labelling>& starts,
                            const Improved& improved) {
  Labelling cheapest = starts.front();
  double least = completion_time(graph, cheapest);
  for (const Labelling& start : starts)
    for (const Labelling& offered : {start, improved(restricted(whole, start))}) {
      const double cost = completion_time(graph, offered);
      if (cost >= least) continue;
      cheapest = offered;
      least = cost;
    }
  return labelled(graph, std::move(cheapest), least <= local_minima(graph));
}

// best-static: one distribution for the whole program.

GraphSolution solve_best_static(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  const StaticChoice best = best_static(graph);
  return labelled(graph, Labelling(graph.size(), best.candidate), best.cost <= local_minima(graph));
}

const Registration<GraphAlgorithm> best_static_registration{
    {.name = "best-static",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 1.2",
     .summary = "the one distribution for all nodes that costs least; optimal where the nodes are unanimous",
     .solve = solve_best_static}};

// icm: iterated conditional modes, the simplest local search.

GraphSolution solve_icm(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const WholeGraph whole = whole_costs(graph).graph;
  return cheapest_from(graph, whole, {static_labels(graph), least_cost_labels(graph)}, [&](Labelling labels) {
    return descended_labels(whole, std::move(labels), options.count("sweeps"));
  });
}

const Registration<GraphAlgorithm> icm_registration{
    {.name = "icm",
     .source = "Besag 1986, Section 2.5",
     .summary = "iterated conditional modes: each node in turn takes the label that is cheapest given its "
                "neighbours, once from the best static distribution and once from each node's least cost; the better "
                "of the two",
     .options = {count_option("sweeps", "100",
                              "greatest number of sweeps over all nodes from each start; mostly a few suffice")},
     .solve = solve_icm}};

// Five rounds are many; without a limit, gains of one unit each could take very long.
constexpr std::uint32_t most_rounds = 50;
constexpr std::size_t held = std::numeric_limits<std::size_t>::max();

// Prices a node that may change, and its links to those that come later or cannot change. The source's side takes the
// candidate.
void price(const WholeGraph& graph, const Labelling& labels, std::uint32_t candidate, std::uint32_t v,
           const std::vector<std::size_t>& vertex, WholeCut& cut) {
  const WholeNode& node = graph.nodes[v];
  Whole take = node.costs[place_of(node, candidate)];
  Whole stay = node.costs[place_of(node, labels[v])];
  for (const WholeLink& link : node.links) {
    const bool agree = labels[link.to] == labels[v];
    if (vertex[link.to] == held) {
      if (labels[link.to] != candidate) take += link.weight;
      if (!agree) stay += link.weight;
    } else if (link.to > v) {
      // Different ends pay the weight unless both take the candidate: by u if it stays, by the arc if u alone takes.
      if (!agree) stay += link.weight;
      cut.add_arc(vertex[v], vertex[link.to], link.weight, agree ? link.weight : 0);
    }
  }
  cut.add_prices(vertex[v], take, stay);
}

// alpha-expansion: expansion moves from three starts.

// The third start. From the other starts alone, expansions cannot leave a static distribution where two candidates are
// needed at once: on the paper's ADI they end at 1312 instead of 672 + 16 rho. Message passing finds such places, as
// Algorithm 1 does, in time proportional to the graph.
Labelling third_start(const AlignmentGraph& graph, const WholeGraph& whole, const Options& options,
                      RandomStream& stream) {
  if (graph.size() <= static_cast<std::size_t>(options.count("divided")))
    return GraphRegistry::instance().choose("algorithm1-cc").solve(graph, stream).labels;
  MessagePassing messages(whole);
  for (std::int64_t pass = 0; pass < options.count("passes"); ++pass) messages.pass();
  return messages.decoded();
}

GraphSolution solve_alpha_expansion(const AlignmentGraph& graph, const Options& options, RandomStream& stream) {
  const WholeGraph whole = whole_costs(graph).graph;
  return cheapest_from(graph, whole,
                       {static_labels(graph), least_cost_labels(graph), third_start(graph, whole, options, stream)},
                       [&](Labelling labels) { return expanded_labels(whole, std::move(labels)); });
}

const Registration<GraphAlgorithm> alpha_expansion_registration{
    {.name = "alpha-expansion",
     .source = "Boykov, Veksler & Zabih 2001, Section 5; Dinic 1970",
     .summary = "for each candidate one minimum cut decides which nodes take it, until none gains: "
                "at most twice the optimum; the best from three starts, the best static distribution, "
                "each node's least cost, and the answer of algorithm1-cc",
     .exact_everywhere = false,
     .options = {count_option("divided", "300",
                              "nodes up to which algorithm1-cc gives the third start; "
                              "beyond that message passing does"),
                 count_option("passes", "20", "passes over the graph for that third start")},
     .solve = solve_alpha_expansion}};

}  // namespace

Labelling static_labels(const AlignmentGraph& graph) { return Labelling(graph.size(), best_static(graph).candidate); }

Labelling least_cost_labels(const AlignmentGraph& graph) {
  Labelling labels;
  for (const AlignmentNode& node : graph.nodes)
    labels.push_back(static_cast<std::size_t>(std::ranges::min_element(node.costs) - node.costs.begin()));
  return labels;
}

Labelling restricted(const WholeGraph& graph, const Labelling& labels) {
  Labelling allowed = cheapest_labels(graph);
  for (std::size_t v = 0; v < allowed.size(); ++v)
    if (place_of(graph.nodes[v], labels[v]) < graph.nodes[v].labels.size()) allowed[v] = labels[v];
  return allowed;
}

Labelling descended_labels(const WholeGraph& graph, Labelling labels, std::int64_t most_sweeps) {
  std::vector<Whole> costs;
  bool changed = true;
  for (std::int64_t sweep = 0; changed && sweep < most_sweeps; ++sweep) {
    changed = false;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      const WholeNode& node = graph.nodes[v];
      costs = node.costs;
      for (const WholeLink& link : node.links) {
        const std::size_t same = place_of(node, labels[link.to]);
        // Equal labels save the weight.
        if (same < costs.size()) costs[same] -= link.weight;
      }
      const auto cheapest = std::ranges::min_element(costs);
      if (*cheapest >= costs[place_of(node, labels[v])]) continue;
      labels[v] = node.labels[static_cast<std::size_t>(cheapest - costs.begin())];
      changed = true;
    }
  }
  return labels;
}

Labelling expanded_by(const WholeGraph& graph, const Labelling& labels, std::uint32_t candidate) {
  std::vector<std::size_t> vertex(graph.size(), held);
  std::vector<std::uint32_t> nodes;  // [vertex]
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    if (labels[v] == candidate || place_of(graph.nodes[v], candidate) == graph.nodes[v].labels.size()) continue;
    vertex[v] = nodes.size();
    nodes.push_back(v);
  }
  WholeCut cut(nodes.size());
  for (const std::uint32_t v : nodes) price(graph, labels, candidate, v, vertex, cut);
  const std::vector<bool> taken = cut.source_side();
  Labelling moved = labels;
  for (std::size_t k = 0; k < nodes.size(); ++k)
    if (taken[k]) moved[nodes[k]] = candidate;
  return moved;
}

Labelling expanded_labels(const WholeGraph& graph, Labelling labels) {
  Whole cost = cost_of(graph, labels);
  std::uint32_t idle = 0;
  for (std::uint32_t move = 0; idle < graph.candidates && move < most_rounds * graph.candidates; ++move) {
    ++idle;
    const std::uint32_t candidate = move % graph.candidates;
    Labelling moved = expanded_by(graph, labels, candidate);
    const Whole reached = cost_of(graph, moved);
    if (reached >= cost) continue;
    cost = reached;
    labels = std::move(moved);
    idle = 0;
  }
  return labels;
}

}  // namespace apportion
