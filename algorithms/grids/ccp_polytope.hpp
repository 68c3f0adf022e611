// The shares of a mapped grid that keep a time, in logarithms, as a polytope, and a walk over its vertices.
//
// With y_{k,i} = log l_{k,i} the block takes no longer than 1 where sum_k y_{k,rho_k} <= log p at every cell rho:
// linear constraints. A linear objective over them is an m-marginal transport problem (its dual); in two dimensions the
// tight constraints of a vertex are a spanning tree of the complete bipartite graph K_{rows,columns}. The problems are
// tiny and dense (a dozen variables, some tens of constraints) and come by the thousand, each beginning where the last
// one ended, so that the simplex method on a dense inverse takes a few microseconds, far less than a library needs to
// be given the problem. In two dimensions all entries of the inverse are -1, 0 or 1: nothing is rounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/grids/process_grid.hpp"

namespace apportion {

class SharePolytope {
 public:
  /// Grids with more slices or cells are not taken: the inverse would be too large.
  static constexpr std::size_t most_slices = 256;
  static constexpr std::size_t most_cells = 16384;
  [[nodiscard]] static bool takes(const ProcessGrid& grid);

  explicit SharePolytope(const ProcessGrid& grid);

  /// Begins at a point with these logarithms of shares, slice by slice and dimension by dimension, scaled so that it
  /// touches a constraint; `limits` are log p, cell by cell. The point need be no vertex.
  void begin(std::span<const double> limits, std::span<const double> logarithms);

  /// Moves to a vertex at which sum_{k,i} weights_{k,i} y_{k,i} is greatest (up to 1e-10 of the weights), which is no
  /// less than where it begins. Weights are positive and have the same sum in every dimension.
  void maximise(std::span<const double> weights);

  /// How many edges leave a vertex.
  [[nodiscard]] std::size_t edges() const { return members_.size(); }
  /// How long an edge is: its other end is at logarithms() - length x direction(edge). Infinite if it has no end.
  [[nodiscard]] double length(std::size_t edge);
  [[nodiscard]] std::span<const double> direction(std::size_t edge) const;
  /// Goes there.
  void follow(std::size_t edge);
  /// The tight cells that make the vertex, sorted. A vertex with more tight cells than it needs has several such sets.
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

  // Which constraint a member of the basis is: a cell, or, before a vertex is reached, that one slice keeps its value.
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
  std::vector<double> inverse_;       // row j: the direction in which constraint j alone of the basis grows, by 1
};

}  // namespace apportion
