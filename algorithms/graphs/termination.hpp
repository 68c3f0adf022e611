// When a set of nodes needs no dividing: Lemmas 1 to 3, and the test on the subgraph alone.
#pragma once

#include "algorithms/graphs/subgraph.hpp"

namespace apportion {

/// mincut(S): the least cost of dividing G(S) into two nonempty sets; 0 where it is disconnected, infinite for one
/// node.
[[nodiscard]] double min_cut(const Subgraph& subgraph);

/// Delta(S): static cost - sum of each node's least cost. Section 4.
[[nodiscard]] double dissension(const Subgraph& subgraph);

/// w(S): cost of the edges with exactly one end in S.
[[nodiscard]] double boundary_cost(const Subgraph& subgraph);

/// Whether the best static distribution is also a local minimum at each node.
[[nodiscard]] bool is_unanimous(const Subgraph& subgraph);

/// theta(S) of a unanimous set: the least cost of moving one node from the common distribution to its next best one;
/// infinite where there is one candidate only.
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

/// Whether Lemma 3, begun at some single node (which is optimally static) and applied as often as it goes, reaches all
/// of S. O(n (n + m)).
[[nodiscard]] bool static_by_accretion(const Subgraph& subgraph);

}  // namespace apportion
