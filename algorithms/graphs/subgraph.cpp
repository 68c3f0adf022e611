// Subgraphs, the incremental objective of a partition, and the lemmas of Section 4.
#include "algorithms/graphs/subgraph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/disjoint_sets.hpp"

namespace apportion {
namespace {

void choose_static(Subgraph& subgraph) {
  std::vector<double> sums(subgraph.candidates);
  for (const double* costs : subgraph.costs)
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += costs[c];
  subgraph.best = cheapest(sums);
}

void link(Subgraph& subgraph, const CutEdge& edge) {
  subgraph.edges.push_back(edge);
  subgraph.neighbours[edge.u].push_back({edge.v, edge.capacity});
  subgraph.neighbours[edge.v].push_back({edge.u, edge.capacity});
}

constexpr double infinity = std::numeric_limits<double>::infinity();

double degree_cost(const Subgraph& subgraph, std::size_t node) {
  double sum = 0;
  for (const Subgraph::Neighbour& next : subgraph.neighbours[node]) sum += next.cost;
  return sum;
}

// Cutting off one node is a cut, so that most comparisons need no minimum cut.
bool min_cut_at_least(const Subgraph& subgraph, double bound) {
  if (subgraph.size() < 2 || bound <= 0) return true;
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    if (degree_cost(subgraph, node) < bound) return false;
  return min_cut(subgraph) >= bound;
}

bool accretion_from(const Subgraph& subgraph, const std::vector<double>& degree, std::size_t first) {
  std::vector<bool> inside(subgraph.size());
  std::vector<double> to_inside(subgraph.size());
  std::vector<std::size_t> added{first};
  inside[first] = true;
  for (std::size_t next = 0; next < added.size(); ++next)
    for (const Subgraph::Neighbour& edge : subgraph.neighbours[added[next]]) {
      const std::size_t node = edge.node;
      to_inside[node] += edge.cost;
      if (inside[node]) continue;
      const double elsewhere = std::max(0.0, degree[node] - to_inside[node]) + subgraph.outside[node];
      if (!accretes(subgraph, node, to_inside[node], elsewhere)) continue;
      inside[node] = true;
      added.push_back(node);
    }
  return added.size() == subgraph.size();
}

}  // namespace

Subgraph whole_subgraph(const AlignmentGraph& graph) {
  Subgraph whole;
  whole.candidates = graph.candidates.size();
  whole.neighbours.resize(graph.size());
  whole.outside.resize(graph.size());
  for (std::size_t node = 0; node < graph.size(); ++node) {
    whole.members.push_back(node);
    whole.costs.push_back(graph.nodes[node].costs.data());
  }
  for (const AlignmentEdge& edge : graph.edges)
    if (const double cost = redistribution_cost(graph, edge); cost > 0) link(whole, {edge.u, edge.v, cost});
  choose_static(whole);
  return whole;
}

Subgraph part_of(const Subgraph& subgraph, const std::vector<std::size_t>& part, std::size_t which) {
  Subgraph result;
  result.candidates = subgraph.candidates;
  std::vector<std::size_t> place(subgraph.size());
  for (std::size_t node = 0; node < subgraph.size(); ++node) {
    if (part[node] != which) continue;
    place[node] = result.members.size();
    result.members.push_back(subgraph.members[node]);
    result.costs.push_back(subgraph.costs[node]);
    result.outside.push_back(subgraph.outside[node]);
  }
  result.neighbours.resize(result.size());
  for (const CutEdge& edge : subgraph.edges) {
    const bool u_inside = part[edge.u] == which;
    const bool v_inside = part[edge.v] == which;
    if (u_inside && v_inside) link(result, {place[edge.u], place[edge.v], edge.capacity});
    if (u_inside && !v_inside) result.outside[place[edge.u]] += edge.capacity;
    if (v_inside && !u_inside) result.outside[place[edge.v]] += edge.capacity;
  }
  choose_static(result);
  return result;
}

std::vector<std::size_t> components(const Subgraph& subgraph) {
  DisjointSets sets(subgraph.size());
  for (const CutEdge& edge : subgraph.edges) sets.unite(edge.u, edge.v);
  return sets.numbers();
}

double least_cost(const Subgraph& subgraph, std::size_t node) {
  return *std::min_element(subgraph.costs[node], subgraph.costs[node] + subgraph.candidates);
}

double greatest_cost(const Subgraph& subgraph, std::size_t node) {
  return *std::max_element(subgraph.costs[node], subgraph.costs[node] + subgraph.candidates);
}

Sides signs(const std::vector<double>& values) {
  constexpr double zero = 1e-12;
  Sides sides;
  for (const double value : values) sides.push_back(value < -zero);
  return sides;
}

Bipartition::Bipartition(const Subgraph& subgraph, Sides sides, GraphCounters& counters)
    : subgraph_(&subgraph), counters_(&counters), sides_(std::move(sides)), cut_(subgraph.size()) {
  for (std::vector<double>& sums : sums_) sums.resize(subgraph.candidates);
  for (std::size_t node = 0; node < subgraph.size(); ++node) {
    const int set = sides_[node] ? 1 : 0;
    ++in_set_[set];
    for (std::size_t c = 0; c < subgraph.candidates; ++c) sums_[set][c] += subgraph.costs[node][c];
  }
  for (const CutEdge& edge : subgraph.edges) {
    if (sides_[edge.u] == sides_[edge.v]) continue;
    cut_[edge.u] += edge.capacity;
    cut_[edge.v] += edge.capacity;
    cut_cost_ += edge.capacity;
  }
  counters.flops += static_cast<std::int64_t>(subgraph.size() * subgraph.candidates + 3 * subgraph.edges.size());
}

void Bipartition::flip(std::size_t node) {
  const int from = sides_[node] ? 1 : 0;
  const int to = 1 - from;
  for (std::size_t c = 0; c < subgraph_->candidates; ++c) {
    sums_[from][c] -= subgraph_->costs[node][c];
    sums_[to][c] += subgraph_->costs[node][c];
  }
  cut_cost_ -= cut_[node];
  cut_[node] = 0;
  for (const Subgraph::Neighbour& next : subgraph_->neighbours[node]) {
    const bool will_differ = sides_[next.node] == sides_[node];
    cut_[next.node] += will_differ ? next.cost : -next.cost;
    if (will_differ) cut_[node] += next.cost;
  }
  cut_cost_ += cut_[node];
  --in_set_[from];
  ++in_set_[to];
  sides_[node] = to == 1;
  counters_->flops += static_cast<std::int64_t>(2 * subgraph_->candidates + 2 * subgraph_->neighbours[node].size() + 2);
}

double Bipartition::objective() const {
  ++counters_->evaluations;
  counters_->flops += static_cast<std::int64_t>(2 * subgraph_->candidates + 2);
  return cut_cost_ + *std::ranges::min_element(sums_[0]) + *std::ranges::min_element(sums_[1]);
}

double Bipartition::objective_after(std::size_t node) const {
  ++counters_->evaluations;
  counters_->flops += static_cast<std::int64_t>(4 * subgraph_->candidates + 2);
  const int from = sides_[node] ? 1 : 0;
  double least[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double total = 0;
  for (const Subgraph::Neighbour& next : subgraph_->neighbours[node]) total += next.cost;
  for (std::size_t c = 0; c < subgraph_->candidates; ++c) {
    least[0] = std::min(least[0], sums_[from][c] - subgraph_->costs[node][c]);
    least[1] = std::min(least[1], sums_[1 - from][c] + subgraph_->costs[node][c]);
  }
  return cut_cost_ - 2 * cut_[node] + total + least[0] + least[1];
}

double min_cut(const Subgraph& subgraph) {
  return subgraph.size() < 2 ? infinity : global_min_cut(subgraph.size(), subgraph.edges);
}

double dissension(const Subgraph& subgraph) {
  double least = 0;
  for (std::size_t node = 0; node < subgraph.size(); ++node) least += least_cost(subgraph, node);
  return std::max(0.0, subgraph.best.cost - least);
}

double boundary_cost(const Subgraph& subgraph) {
  return std::accumulate(subgraph.outside.begin(), subgraph.outside.end(), 0.0);
}

bool is_unanimous(const Subgraph& subgraph) {
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    if (subgraph.costs[node][subgraph.best.candidate] > least_cost(subgraph, node)) return false;
  return true;
}

double least_regret(const Subgraph& subgraph) {
  double least = infinity;
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    for (std::size_t c = 0; c < subgraph.candidates; ++c)
      if (c != subgraph.best.candidate)
        least = std::min(least, subgraph.costs[node][c] - subgraph.costs[node][subgraph.best.candidate]);
  return least;
}

bool static_alone(const Subgraph& subgraph) { return min_cut_at_least(subgraph, dissension(subgraph)); }

bool static_by_min_cut(const Subgraph& subgraph) {
  return min_cut_at_least(subgraph, boundary_cost(subgraph) + dissension(subgraph));
}

bool static_by_unanimity(const Subgraph& subgraph) {
  if (!is_unanimous(subgraph)) return false;
  const double regret = least_regret(subgraph);
  return regret == infinity || min_cut_at_least(subgraph, boundary_cost(subgraph) - regret);
}

bool accretes(const Subgraph& subgraph, std::size_t node, double inside, double elsewhere) {
  return inside >= elsewhere + greatest_cost(subgraph, node) - least_cost(subgraph, node);
}

bool static_by_accretion(const Subgraph& subgraph) {
  std::vector<double> degree;
  for (std::size_t node = 0; node < subgraph.size(); ++node) degree.push_back(degree_cost(subgraph, node));
  for (std::size_t first = 0; first < subgraph.size(); ++first)
    if (accretion_from(subgraph, degree, first)) return true;
  return false;
}

}  // namespace apportion
