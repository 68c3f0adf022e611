// The proof for small graphs whose costs pass 64 bits.
#include "algorithms/shardings/wide_search.hpp"

#include <algorithm>
#include <vector>

namespace apportion::shardings {
namespace {

class WideSearch {
 public:
  explicit WideSearch(Effort& effort)
      : effort_(effort),
        graph_(effort.graph()),
        labels_(graph_.size(), 0),
        back_(graph_.size()),
        least_(graph_.size() + 1) {
    for (const ShardingEdge& edge : graph_.edges) back_[std::max(edge.u, edge.v)].push_back(edge);
    for (std::size_t v = graph_.size(); v-- > 0;) {
      const auto first = graph_.costs.begin() + static_cast<std::ptrdiff_t>(graph_.nodes[v].first);
      least_[v] = least_[v + 1] + *std::min_element(first, first + graph_.nodes[v].strategies);
    }
  }

  bool run() { return visit(0, 0); }

 private:
  // Returns whether all of it was looked at.
  bool visit(std::size_t v, WideWhole cost) {
    if (effort_.has_answer() && cost + least_[v] >= effort_.solution.cost) return true;
    if (v == graph_.size()) {
      effort_.offer(labels_);
      return true;
    }
    if (!effort_.may_branch()) return false;
    ++effort_.solution.nodes;
    for (std::uint32_t label = 0; label < graph_.nodes[v].strategies; ++label) {
      labels_[v] = label;
      const WideWhole more = cost_of(v);
      if (more < forbidden_sum && !visit(v + 1, cost + more)) return false;
    }
    return true;
  }

  static constexpr WideWhole forbidden_sum = WideWhole{1} << 100;

  // Of a node and its edges to nodes before it.
  [[nodiscard]] WideWhole cost_of(std::size_t v) const {
    WideWhole sum = 0;
    const auto add = [&](std::int64_t cost) { sum += cost >= forbidden_cost ? forbidden_sum : cost; };
    add(graph_.costs[graph_.nodes[v].first + labels_[v]]);
    for (const ShardingEdge& edge : back_[v]) {
      const ShardingMatrix& matrix = graph_.matrices[edge.matrix];
      add(matrix.costs[std::size_t{labels_[edge.u]} * matrix.columns + labels_[edge.v]]);
    }
    return sum;
  }

  Effort& effort_;
  const ShardingGraph& graph_;
  Sharding labels_;
  std::vector<std::vector<ShardingEdge>> back_;  // [node] edges to nodes before it, and loops
  std::vector<WideWhole> least_;                 // [node] costs of it and of all after it, at least
};

}  // namespace

void search_wide(Effort& effort) {
  constexpr std::size_t most_nodes = 1000;  // one call stands in another for each
  if (effort.graph().size() > most_nodes || !WideSearch(effort).run()) return;
  if (!effort.has_answer())
    effort.solution.proven_infeasible = true;
  else
    effort.raise_bound(effort.solution.cost);
  effort.solution.proven_optimal = effort.is_proven();
}

}  // namespace apportion::shardings
