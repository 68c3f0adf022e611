// The search for static sets: who follows a neighbour, and what heavy edges hold together.
#include "algorithms/graphs/static_sets.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "algorithms/graphs/termination.hpp"
#include "base/disjoint_sets.hpp"

namespace apportion {
namespace {

// A node to which Lemma 3 applies with one neighbour costs no more with that neighbour's label, whatever the labels of
// all others. Hence many may follow at once, unless they follow each other in a circle.
void unite_followers(const Subgraph& whole, DisjointSets& sets) {
  for (std::size_t node = 0; node < whole.size(); ++node) {
    double all = 0;
    for (const Subgraph::Neighbour& next : whole.neighbours[node]) all += next.cost;
    const auto heaviest = std::ranges::max_element(whole.neighbours[node], {}, &Subgraph::Neighbour::cost);
    if (heaviest == whole.neighbours[node].end()) continue;
    if (accretes(whole, node, heaviest->cost, std::max(0.0, all - heaviest->cost))) sets.unite(node, heaviest->node);
  }
}

// The components that are left of a connected subgraph without the edges up to the least cost that disconnects it.
std::vector<std::size_t> firmer_parts(const Subgraph& subgraph) {
  std::vector<CutEdge> edges = subgraph.edges;
  std::ranges::stable_sort(edges, std::ranges::greater(), &CutEdge::capacity);
  DisjointSets all(subgraph.size());
  DisjointSets firm(subgraph.size());
  std::size_t united = 0;  // edges of `all` that are in `firm` as well
  for (std::size_t next = 0; all.count() > 1; ++next) {
    if (edges[next].capacity < edges[united].capacity)
      for (; united < next; ++united) firm.unite(edges[united].u, edges[united].v);
    all.unite(edges[next].u, edges[next].v);
  }
  return firm.numbers();
}

void add_parts(const Subgraph& subgraph, const std::vector<std::size_t>& part, std::vector<Subgraph>& waiting) {
  const std::size_t count = *std::ranges::max_element(part) + 1;
  for (std::size_t which = 0; which < count; ++which) waiting.push_back(part_of(subgraph, part, which));
}

// The conditions of Lemmas 1 and 2 do not depend on how others are labelled, so that disjoint sets are static at once.
void unite_firm_sets(const Subgraph& whole, DisjointSets& sets) {
  std::vector<Subgraph> waiting;
  add_parts(whole, components(whole), waiting);
  while (!waiting.empty()) {
    const Subgraph subgraph = std::move(waiting.back());
    waiting.pop_back();
    if (subgraph.size() == 1) continue;
    if (!static_by_min_cut(subgraph) && !static_by_unanimity(subgraph)) {
      add_parts(subgraph, firmer_parts(subgraph), waiting);
      continue;
    }
    for (const std::size_t member : subgraph.members) sets.unite(subgraph.members[0], member);
  }
}

AlignmentGraph contracted(const AlignmentGraph& graph, const std::vector<std::size_t>& number, std::size_t count) {
  AlignmentGraph result{.name = graph.name, .rho = graph.rho, .candidates = graph.candidates};
  result.nodes.resize(count);
  for (std::size_t node = 0; node < graph.size(); ++node) {
    AlignmentNode& into = result.nodes[number[node]];
    if (into.costs.empty()) {
      into = graph.nodes[node];
      continue;
    }
    for (std::size_t c = 0; c < into.costs.size(); ++c) into.costs[c] += graph.nodes[node].costs[c];
  }
  for (const AlignmentEdge& edge : graph.edges)
    if (number[edge.u] != number[edge.v]) result.edges.push_back({number[edge.u], number[edge.v], edge.weight});
  merge_parallel_edges(result);
  return result;
}

// Whether anything was found.
bool collapse_once(CollapsedGraph& collapsed, void (*unite)(const Subgraph&, DisjointSets&)) {
  DisjointSets sets(collapsed.graph.size());
  unite(whole_subgraph(collapsed.graph), sets);
  if (sets.count() == collapsed.graph.size()) return false;
  const std::vector<std::size_t> number = sets.numbers();
  collapsed.graph = contracted(collapsed.graph, number, sets.count());
  for (std::size_t& node : collapsed.node_of) node = number[node];
  return true;
}

}  // namespace

CollapsedGraph collapse_static_sets(const AlignmentGraph& graph) {
  CollapsedGraph collapsed{.graph = graph, .node_of = std::vector<std::size_t>(graph.size())};
  std::iota(collapsed.node_of.begin(), collapsed.node_of.end(), std::size_t{0});
  // Followers are found at once; minimum cuts only where there are none left.
  while (collapse_once(collapsed, unite_followers) || collapse_once(collapsed, unite_firm_sets)) continue;
  return collapsed;
}

Labelling expanded(const CollapsedGraph& collapsed, const Labelling& labels) {
  Labelling all;
  for (const std::size_t node : collapsed.node_of) all.push_back(labels[node]);
  return all;
}

}  // namespace apportion
