// Minimum cuts: the one place of Boost.Graph.
#pragma once

#include <cstddef>
#include <vector>

namespace apportion {

/// An undirected edge between vertices u and v, with a positive capacity.
struct CutEdge {
  std::size_t u = 0;
  std::size_t v = 0;
  double capacity = 0;
};

/// The least total capacity of edges whose removal divides a graph of `vertices` >= 2 into two nonempty parts
/// (Stoer-Wagner, O(n m + n^2 log n)).
[[nodiscard]] double global_min_cut(std::size_t vertices, const std::vector<CutEdge>& edges);

/// What a vertex pays for standing on one side of a cut; not negative.
struct SidePrices {
  double source = 0;
  double sink = 0;
};

/// A division of the vertices that makes the sum of what they pay and of the cut edges' capacities least.
struct TerminalCut {
  double value = 0;
  std::vector<bool> sink_side;
};

/// One s-t minimum cut (Boykov-Kolmogorov). By ties few vertices stand on the source's side.
[[nodiscard]] TerminalCut min_terminal_cut(const std::vector<SidePrices>& vertices, const std::vector<CutEdge>& edges);

}  // namespace apportion
