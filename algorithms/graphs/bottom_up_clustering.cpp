// bottom-up-clustering (an idea of Chatterjee et al. 1994): single nodes, merged two clusters at a time.

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/subgraph.hpp"

namespace apportion {
namespace {

// All other clusters may be neighbours of one: time grows with the square of the nodes.
constexpr std::size_t most_nodes = 10000;

/// A set of nodes that share their best static distribution.
struct Cluster {
  std::size_t size = 1;
  std::vector<double> costs;            // [candidate], added up
  std::map<std::size_t, double> links;  // cluster, and the cost of the edges to it
  StaticChoice best;
};

/// Two clusters with common edges, and how much cheaper their union is than both and all edges between them.
struct Merge {
  double gain = 0;
  std::size_t size = 0;  // size of the union
  std::size_t into = 0;  // the cluster with the lower number
  std::size_t from = 0;
  std::size_t candidate = 0;  // of the union, once it is made

  // For equal gains the smaller union comes first, so that clusters grow everywhere.
  bool operator<(const Merge& other) const {
    return std::tuple(-gain, size, into, from) < std::tuple(-other.gain, other.size, other.into, other.from);
  }
};

class Clustering {
 public:
  explicit Clustering(const AlignmentGraph& graph) : clusters_(graph.size()) {
    for (std::size_t node = 0; node < graph.size(); ++node) {
      clusters_[node].costs = graph.nodes[node].costs;
      clusters_[node].best = cheapest(clusters_[node].costs);
      cost_ += clusters_[node].best.cost;
    }
    for (const CutEdge& edge : whole_subgraph(graph).edges) {
      clusters_[edge.u].links[edge.v] += edge.capacity;
      clusters_[edge.v].links[edge.u] += edge.capacity;
      if (differ(edge.u, edge.v)) cost_ += edge.capacity;
    }
    greatest_cost_ = cost_;
    for (std::size_t a = 0; a < clusters_.size(); ++a) offer_merges(a, a);
  }

  [[nodiscard]] bool done() const { return merges_.empty(); }
  /// The cost of giving each cluster its best static distribution.
  [[nodiscard]] double cost() const { return cost_; }
  [[nodiscard]] const GraphCounters& counters() const { return counters_; }

  /// Forms the union that gains most, or loses least, and returns it.
  Merge merge() {
    Merge next = *merges_.begin();
    cost_ -= share(next.into) + share(next.from);
    if (differ(next.into, next.from)) cost_ += clusters_[next.into].links[next.from];  // was subtracted twice
    withdraw(next.into);
    withdraw(next.from);
    join(next.into, next.from);
    cost_ += share(next.into);
    keep_digits();
    offer_merges(next.into, 0);
    next.candidate = clusters_[next.into].best.candidate;
    return next;
  }

 private:
  [[nodiscard]] bool differ(std::size_t a, std::size_t b) const {
    return clusters_[a].best.candidate != clusters_[b].best.candidate;
  }

  // A cost that forbids a candidate, such as 1e30, takes all digits of the sum while it is part of it: once it has
  // left, the costs are summed afresh.
  void keep_digits() {
    constexpr double most_lost = 1000;
    greatest_cost_ = std::max(greatest_cost_, cost_);
    if (greatest_cost_ <= most_lost * cost_) return;
    cost_ = 0;
    for (std::size_t a = 0; a < clusters_.size(); ++a) {
      cost_ += clusters_[a].best.cost;
      for (const auto& [b, capacity] : clusters_[a].links)
        if (a < b && differ(a, b)) cost_ += capacity;
    }
    greatest_cost_ = cost_;
  }

  // The cost of a cluster and its edges.
  [[nodiscard]] double share(std::size_t a) const {
    double cost = clusters_[a].best.cost;
    for (const auto& [b, capacity] : clusters_[a].links)
      if (differ(a, b)) cost += capacity;
    return cost;
  }

  [[nodiscard]] Merge offer(std::size_t a, std::size_t b) const {
    const Cluster& one = clusters_[a];
    const Cluster& other = clusters_[b];
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < one.costs.size(); ++c) least = std::min(least, one.costs[c] + other.costs[c]);
    return {one.best.cost + other.best.cost + one.links.at(b) - least, one.size + other.size, std::min(a, b),
            std::max(a, b)};
  }

  // Offers merges with all neighbours from `first` on.
  void offer_merges(std::size_t a, std::size_t first) {
    for (const auto& [b, capacity] : clusters_[a].links) {
      if (b < first) continue;
      merges_.insert(offer(a, b));
      ++counters_.evaluations;
      counters_.flops += static_cast<std::int64_t>(2 * clusters_[a].costs.size() + 3);
    }
  }

  void withdraw(std::size_t a) {
    for (const auto& [b, capacity] : clusters_[a].links) merges_.erase(offer(a, b));
  }

  void join(std::size_t into, std::size_t from) {
    for (const auto& [other, capacity] : clusters_[from].links) {
      clusters_[other].links.erase(from);
      if (other == into) continue;
      clusters_[into].links[other] += capacity;
      clusters_[other].links[into] += capacity;
    }
    clusters_[into].size += clusters_[from].size;
    for (std::size_t c = 0; c < clusters_[into].costs.size(); ++c) clusters_[into].costs[c] += clusters_[from].costs[c];
    clusters_[into].best = cheapest(clusters_[into].costs);
    clusters_[from] = {};
    counters_.flops += static_cast<std::int64_t>(2 * clusters_[into].costs.size());
  }

  std::vector<Cluster> clusters_;
  std::set<Merge> merges_;
  double cost_ = 0;
  double greatest_cost_ = 0;  // since the last summation
  GraphCounters counters_;
};

// The labels after the first `count` merges. Clusters merge only into lower-numbered ones.
Labelling labels_after(const AlignmentGraph& graph, const std::vector<Merge>& merges, std::size_t count) {
  Labelling labels = least_cost_labels(graph);
  std::vector<std::size_t> into(graph.size());
  std::iota(into.begin(), into.end(), std::size_t{0});
  for (std::size_t k = 0; k < count; ++k) {
    into[merges[k].from] = merges[k].into;
    labels[merges[k].into] = merges[k].candidate;
  }
  for (std::size_t node = 0; node < graph.size(); ++node)
    if (into[node] != node) labels[node] = labels[into[node]];
  return labels;
}

GraphSolution solve_bottom_up_clustering(const AlignmentGraph& graph, const Options& /*options*/,
                                         RandomStream& /*stream*/) {
  if (graph.size() > most_nodes)
    throw InputError("bottom-up-clustering takes up to {} nodes, and there are {}; algorithm1-flow takes more",
                     most_nodes, graph.size());
  Clustering clustering(graph);
  std::vector<Merge> merges;
  double least = clustering.cost();
  std::size_t best = 0;
  while (!clustering.done()) {
    merges.push_back(clustering.merge());
    // Rounding must not pass for an improvement; of equally good labellings, the one with fewer clusters is kept.
    if (clustering.cost() > least * (1 + 1e-12)) continue;
    least = std::min(least, clustering.cost());
    best = merges.size();
  }
  Labelling labels = labels_after(graph, merges, best);
  const bool proven = completion_time(graph, labels) <= local_minima(graph);
  GraphSolution solution = labelled(graph, std::move(labels), proven);
  solution.counters = clustering.counters();
  return solution;
}

const Registration<GraphAlgorithm> bottom_up_clustering_registration{
    {.name = "bottom-up-clustering",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 2, which names the idea and leaves it open",
     .summary = "merges single nodes to clusters, always the two whose union saves most, "
                "and keeps the cheapest labelling on the way that gives each cluster its best static distribution",
     .revision = 2,
     .solve = solve_bottom_up_clustering}};

}  // namespace
}  // namespace apportion
