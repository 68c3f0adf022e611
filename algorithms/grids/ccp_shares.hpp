// The best shares for a fixed mapping by the concave-convex procedure (Yuille & Rangarajan, Neural Computation 15,
// 2003): the block's time is least where prod_k sum_i l_{k,i} is greatest subject to prod_k l_{k,rho_k} <= p at every
// cell. In logarithms that objective is convex and the constraints are linear. Linearised at the current shares it is a
// transport problem; its solution, a vertex, gains at least as much in truth, and is the next point. Finite, since no
// vertex returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/ccp_polytope.hpp"

namespace apportion {

/// Finds shares on one grid after the other, all of one shape, and keeps the buffers.
class ShareFinder {
 public:
  explicit ShareFinder(const ProcessGrid& grid);

  /// Lengths from `start` by the procedure, which ends at a vertex none of whose neighbours is better. Never slower
  /// than `start` by more than rounding errors. Equal-pressure states have no such promise: they form a continuum, and
  /// the vertices are its ends. Grids that are too large (SharePolytope::takes()) keep `start`.
  [[nodiscard]] Lengths improved(const MappedGrid& grid, const Lengths& start);

  /// The same, and where a two-dimensional grid has at most 12 vertices (2 x n up to 2 x 12, 3 x 3, 3 x 4), and no
  /// two of its constraints depend on each other, the best of all: the optimum for the mapping.
  [[nodiscard]] Lengths best(const MappedGrid& grid, const Lengths& start);

 private:
  void begin(const MappedGrid& grid, const Lengths& start);
  double linearise();
  [[nodiscard]] double gain(const SharePolytope& polytope, std::size_t edge, double length) const;
  void climb();
  bool step_to_neighbour();
  void climb_to_summit();
  bool step_to_better_vertex();
  [[nodiscard]] Lengths lengths(const std::vector<std::int64_t>& block) const;

  ProcessGrid grid_;
  std::optional<SharePolytope> polytope_;
  bool has_few_vertices_;
  double greatest_performance_ = 0;
  std::vector<double> performances_;  // of the last call
  std::vector<double> limits_;
  std::vector<double> logarithms_;
  std::vector<double> weights_;  // the shares at the polytope's point, as parts of their dimensions
};

}  // namespace apportion
