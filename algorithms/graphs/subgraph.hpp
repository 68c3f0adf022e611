// The subgraphs of Algorithm 1, partitions of their nodes into two sets, and tests of whether a set need not be
// divided: Lemmas 1 to 3 and the test on the subgraph alone.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/graphs/flow.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {

/// The subgraph G(S) that a set S of nodes induces. Its nodes are numbered from 0 in the order of `members`.
struct Subgraph {
  struct Neighbour {
    std::size_t node = 0;
    double cost = 0;  ///< rho * weight, positive
  };

  std::vector<std::size_t> members;                ///< nodes of the whole graph, ascending
  std::vector<const double*> costs;                ///< [node][candidate], those of the whole graph
  std::vector<std::vector<Neighbour>> neighbours;  ///< within S
  std::vector<CutEdge> edges;                      ///< within S, capacity rho * weight
  std::vector<double> outside;                     ///< [node] rho * weight of its edges out of S
  std::size_t candidates = 0;
  StaticChoice best;  ///< best static distribution of G(S) and its cost

  [[nodiscard]] std::size_t size() const { return members.size(); }
};

[[nodiscard]] Subgraph whole_subgraph(const AlignmentGraph& graph);

/// The subgraph of those nodes of `subgraph` whose entry in `part` is `which`.
[[nodiscard]] Subgraph part_of(const Subgraph& subgraph, const std::vector<std::size_t>& part, std::size_t which);

/// The number of the connected component of each node, numbered by their first nodes. Edges without cost do not
/// connect.
[[nodiscard]] std::vector<std::size_t> components(const Subgraph& subgraph);

/// The least cost of a node over the candidates.
[[nodiscard]] double least_cost(const Subgraph& subgraph, std::size_t node);
[[nodiscard]] double greatest_cost(const Subgraph& subgraph, std::size_t node);

/// Whether each node is in the second set.
using Sides = std::vector<bool>;

/// Which values are negative, up to rounding: sign(0) = +1.
[[nodiscard]] Sides signs(const std::vector<double>& values);

/// A partition of a subgraph into two sets, either of which may temporarily be empty, with its objective kept up to
/// date: kappa_S = cut cost + static costs of both sets, equation (2).
class Bipartition {
 public:
  Bipartition(const Subgraph& subgraph, Sides sides, GraphCounters& counters);

  /// Moves a node to the other set. O(degree + candidates).
  void flip(std::size_t node);
  [[nodiscard]] double objective() const;
  /// The objective after flip(node). O(degree + candidates).
  [[nodiscard]] double objective_after(std::size_t node) const;

  [[nodiscard]] const Sides& sides() const { return sides_; }
  /// Whether moving the node would leave its set empty.
  [[nodiscard]] bool is_last(std::size_t node) const { return in_set_[sides_[node] ? 1 : 0] == 1; }
  [[nodiscard]] bool one_sided() const { return in_set_[0] == 0 || in_set_[1] == 0; }

 private:
  const Subgraph* subgraph_;
  GraphCounters* counters_;
  Sides sides_;
  std::size_t in_set_[2] = {0, 0};
  std::vector<double> sums_[2];  // [set][candidate]
  std::vector<double> cut_;      // [node] cost of its edges to the other set
  double cut_cost_ = 0;
};

/// mincut(S): the least cost of dividing G(S) into two nonempty sets; 0 if it is disconnected, infinite for one node.
[[nodiscard]] double min_cut(const Subgraph& subgraph);

/// Delta(S): static cost - sum of each node's least cost. Section 4.
[[nodiscard]] double dissension(const Subgraph& subgraph);

/// w(S): cost of the edges with exactly one end in S.
[[nodiscard]] double boundary_cost(const Subgraph& subgraph);

/// Whether the best static distribution is also a local minimum at each node.
[[nodiscard]] bool is_unanimous(const Subgraph& subgraph);

/// theta(S) of a unanimous set: the least cost of moving one node from the common distribution to its next best one;
/// infinite if there is only one candidate.
[[nodiscard]] double least_regret(const Subgraph& subgraph);

/// mincut(S) >= Delta(S): some optimal labelling of G(S), taken alone, is static. Lemma 1 with w(S) = 0.
[[nodiscard]] bool static_alone(const Subgraph& subgraph);

/// Lemma 1 (min-cut): mincut(S) >= w(S) + Delta(S).
[[nodiscard]] bool static_by_min_cut(const Subgraph& subgraph);

/// Lemma 2 (unanimous): S is unanimous and mincut(S) + theta(S) >= w(S).
[[nodiscard]] bool static_by_unanimity(const Subgraph& subgraph);

/// The condition of Lemma 3 (accretion) for one node: `inside`, the cost of its edges to an optimally static set, is at
/// least `elsewhere`, that of its other edges, + range(v).
[[nodiscard]] bool accretes(const Subgraph& subgraph, std::size_t node, double inside, double elsewhere);

/// Whether Lemma 3, begun at some single node (which is optimally static) and applied as often as possible, reaches all
/// of S. O(n (n + m)).
[[nodiscard]] bool static_by_accretion(const Subgraph& subgraph);

}  // namespace apportion
