// The best shares for a fixed mapping by the concave-convex procedure (Yuille & Rangarajan, Neural Computation 15,
// 2003): the block's time is least where prod_k sum_i l_{k,i} is greatest subject to prod_k l_{k,rho_k} <= p at every
// cell. In logarithms that objective is convex and the constraints are linear. Linearised at the current shares it is a
// transport problem; its solution, a vertex, gains at least as much in the true objective, and is the next point. The
// procedure is finite, since no vertex is repeated.
//
// With y_{k,i} = log l_{k,i} the block takes at most time 1 if sum_k y_{k,rho_k} <= log p at every cell rho:
// linear constraints. A linear objective over them is an m-marginal transport problem (its dual); in two dimensions the
// tight constraints of a vertex are a spanning tree of the complete bipartite graph K_{rows,columns}. The problems are
// tiny and dense (a dozen variables, some tens of constraints) and are solved by the thousand, each beginning where the
// last one ended. The simplex method on a dense inverse therefore takes a few microseconds, far less than it takes to
// pass the problem to a library. In two dimensions all entries of the inverse are -1, 0 or 1: nothing is rounded.
//
// Logarithms and exponentials use only + - x /: grid algorithms promise the same bytes everywhere, and the C library's
// last bits differ between processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/grids/block_lengths.hpp"
#include "sim/grids/process_grid.hpp"

namespace apportion {

/// The natural logarithm of a positive normal number, to some 1e-16 of the greater of its magnitude and 1.
[[nodiscard]] double portable_log(double value);

/// e to the power of `exponent`, to some 1e-15 of it for exponents within ±100; 0 below -740. Exponents up to 700.
[[nodiscard]] double portable_exp(double exponent);

class SharePolytope {
 public:
  /// Grids with more slices or cells are refused, since the inverse would be too large.
  static constexpr std::size_t most_slices = 256;
  static constexpr std::size_t most_cells = 16384;
  [[nodiscard]] static bool takes(const ProcessGrid& grid);

  explicit SharePolytope(const ProcessGrid& grid);

  /// Begins at a point with these logarithms of shares, slice by slice and dimension by dimension, scaled so that it
  /// touches a constraint; `limits` are log p, cell by cell. The point need not be a vertex.
  void begin(std::span<const double> limits, std::span<const double> logarithms);

  /// Moves to a vertex at which sum_{k,i} weights_{k,i} y_{k,i} is greatest (up to 1e-10 of the weights) and no less
  /// than at the start. Weights are positive and have the same sum in every dimension.
  void maximise(std::span<const double> weights);

  /// The number of edges at a vertex.
  [[nodiscard]] std::size_t edges() const { return members_.size(); }
  /// The length of an edge: its other end is at logarithms() - length x direction(edge). Infinite if it has no other
  /// end.
  [[nodiscard]] double length(std::size_t edge);
  [[nodiscard]] std::span<const double> direction(std::size_t edge) const;
  /// Moves to the other end of the edge.
  void follow(std::size_t edge);
  /// The tight cells that define the vertex, sorted. A vertex with further tight cells has several such sets.
  [[nodiscard]] std::vector<std::size_t> basis() const;

  [[nodiscard]] const std::vector<double>& logarithms() const { return logarithms_; }

 private:
  struct Step {
    double length = 0;
    std::size_t cell = 0;
    bool bounded = false;
  };

  [[nodiscard]] double gain(std::size_t member, std::span<const double> weights) const;
  [[nodiscard]] Step longest_step(std::size_t member, double sign);
  void move(std::size_t member, double sign, const Step& step);
  void replace(std::size_t member, std::size_t cell);
  void compute_slacks();
  void reach_vertex(std::span<const double> weights);
  [[nodiscard]] std::size_t loosened(std::span<const double> weights, bool lowest) const;

  // The constraint of a member of the basis: a cell or, before a vertex is reached, the condition that one slice keeps
  // its value.
  static constexpr std::size_t no_cell = static_cast<std::size_t>(-1);

  std::size_t dimensions_;
  std::size_t slices_ = 0;
  std::vector<std::size_t> first_slice_;    // of each dimension, and the number of slices
  std::vector<std::uint32_t> cell_slices_;  // m of each cell
  std::vector<double> limits_;
  std::vector<double> logarithms_;
  std::vector<double> slacks_;        // limit minus sum, cell by cell
  std::vector<double> rates_;         // how fast a cell's sum grows along a direction
  std::vector<std::size_t> members_;  // the basis
  std::vector<char> in_basis_;        // cell by cell
  std::vector<double> inverse_;       // row j: the direction along which only constraint j of the basis grows, by 1
};

/// Finds shares on one grid after another, all of one shape, and reuses its buffers.
class ShareFinder {
 public:
  explicit ShareFinder(const ProcessGrid& grid);

  /// Improves lengths from `start` by the procedure, which ends at a vertex without a better neighbour. Never slower
  /// than `start` by more than rounding errors. Equal-pressure states lack this property: they form a continuum, and
  /// the vertices are its ends. Grids that are too large (SharePolytope::takes()) keep `start`.
  [[nodiscard]] Lengths improved(const MappedGrid& grid, const Lengths& start);

  /// The same; but if a two-dimensional grid has at most 12 vertices (2 x n up to 2 x 12, 3 x 3, 3 x 4), and its
  /// constraints are independent, the best of all vertices: the optimum for the mapping.
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
  std::vector<double> limits_;
  std::vector<double> logarithms_;
  std::vector<double> weights_;  // the shares at the polytope's point, as parts of their dimensions
};

}  // namespace apportion
