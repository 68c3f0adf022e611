// The best shares for a fixed mapping by the concave-convex procedure (Yuille & Rangarajan, Neural Computation 15,
// 2003): the block's time is least where prod_k sum_i l_{k,i} is greatest subject to prod_k l_{k,rho_k} <= p at every
// cell. In logarithms that objective is convex and the constraints are linear. Linearised at the current shares it is a
// transport problem; its solution, a vertex, gains at least as much in the true objective, and is the next point. The
// procedure is finite, since no vertex is repeated.
//
// Logarithms and exponentials use only + - x /: grid algorithms promise the same bytes everywhere, and the C library's
// last bits differ between processors.
#pragma once

#include <memory>

#include "algorithms/grids/block_lengths.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {

/// The natural logarithm of a positive normal number, to some 1e-16 of the greater of its magnitude and 1.
[[nodiscard]] double portable_log(double value);

/// e to the power of `exponent`, to some 1e-15 of it for exponents within ±100; 0 below -740. Exponents up to 700.
[[nodiscard]] double portable_exp(double exponent);

/// Finds shares on one grid after another, all of one shape, and reuses its buffers.
class ShareFinder {
 public:
  /// Up to 256 slices and 16384 cells; for others the inverse would be too large, and they keep their start.
  [[nodiscard]] static bool takes(const ProcessGrid& grid);

  explicit ShareFinder(const ProcessGrid& grid);
  ~ShareFinder();

  /// Improves lengths from `start` by the procedure, which ends at a vertex without a better neighbour. Never slower
  /// than `start` by more than rounding errors. Equal-pressure states lack this property: they form a continuum, and
  /// the vertices are its ends.
  [[nodiscard]] Lengths improved(const MappedGrid& grid, const Lengths& start);

  /// The same; but if a two-dimensional grid has at most 12 vertices (2 x n up to 2 x 12, 3 x 3, 3 x 4), and its
  /// constraints are independent, the best of all vertices: the optimum for the mapping.
  [[nodiscard]] Lengths best(const MappedGrid& grid, const Lengths& start);

 private:
  class Search;
  std::unique_ptr<Search> search_;  // nullptr if the grid is too large
};

}  // namespace apportion
