// The heuristic of Beaumont et al. for two-dimensional grids, and its steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

/// Validates and solves: 2 x 2 grids exactly, others by the heuristic. Consecutive problems on the same grid are solved
/// side by side, with the same bits as one by one; a lane whose network is finished takes the next one. Throws
/// InputError for an invalid problem and unless the grid has two dimensions.
[[nodiscard]] std::vector<GridSolution> beaumont_solutions(std::span<const GridProblem> problems, Rounding rounding,
                                                           LaneWidth width = LaneWidth::widest);

/// The fastest lengths on a 2 x 2 grid over all arrangements of four processes, rounded. For a fixed arrangement the
/// optimum has three of the four constraints r_i t_ij c_j <= 1 tight, those of a spanning tree of K_{2,2} (Beaumont et
/// al. 2001); there are four trees, and up to swaps of rows, of columns or of both there are three different
/// arrangements.
[[nodiscard]] GridSolution exact_two_by_two(const GridProblem& problem, Rounding rounding);

/// The process at each cell: ranks[cell] is its rank, the fastest being 0.
using Arrangement = std::vector<std::uint32_t>;

/// Row and column shares of an arrangement (rows along dimension 1, columns along dimension 0), up to a factor: with
/// cycle-times t, r_i t_ij c_j <= 1, tight in every row. The time of the block is s_0 s_1 / (sum r sum c).
struct GridShares {
  std::vector<double> rows;
  std::vector<double> columns;

  [[nodiscard]] double objective() const;
};

/// The power iteration for the leading left singular vector ends when no component, relative to the greatest, changes
/// by more than this, or after this many steps.
inline constexpr double singular_tolerance = 1e-14;
inline constexpr int most_power_steps = 1000;

/// The heuristic ends after this many steps if no arrangement repeats before.
inline constexpr std::size_t most_arrangements = 100;

/// The index of the first value that ties with the greatest. There is at least one value.
[[nodiscard]] std::size_t first_greatest(std::span<const double> values);

/// The arrangement that gives the cells with larger r_i c_j the faster processes; among ties lower cells come
/// first. Ties are not transitive: sorted products without a gap wider than the tolerance between neighbours
/// form one group, which rounding errors do not divide. `order` is any order of the cells, and is sorted in
/// place.
void rank_cells(std::span<const double> products, std::vector<std::uint32_t>& order, Arrangement& ranks);

/// The arrangements that the iteration has visited, and the test of whether it ends.
class ArrangementHistory {
 public:
  struct Met {
    Arrangement arrangement;
    GridShares shares;
    double objective = 0;
  };

  void clear() { met_.clear(); }

  /// Adds an arrangement and its shares.
  void add(const Arrangement& arrangement, const GridShares& shares) {
    met_.push_back({arrangement, shares, shares.objective()});
  }

  /// The answer if the iteration ends with `next`, which follows the last arrangement; else nullptr. It ends with a
  /// repeated arrangement: the answer is the last one if it follows itself, otherwise the best on the cycle; at the cap
  /// it is the best of all. Ties go to the first. Valid until the next add().
  [[nodiscard]] const Met* answer(const Arrangement& next) const;

 private:
  [[nodiscard]] const Met* best_from(std::size_t first) const;

  std::vector<Met> met_;
};

/// The solution with these shares; `fastest` lists the processes, the fastest first.
[[nodiscard]] GridSolution shares_solution(const GridProblem& problem, const std::vector<std::size_t>& fastest,
                                           const Arrangement& ranks, const GridShares& shares, Rounding rounding);

/// Several arrangements on one grid, and buffers. With share_lanes(), one step of the heuristic for several networks at
/// once: shares from the leading singular vectors of the matrices of performances. The kernels are always inlined, so
/// that each caller compiles them for its own instruction set.
template <std::size_t width>
struct LaneArrangements {
  explicit LaneArrangements(const ProcessGrid& grid)
      : performances(grid.cells()),
        products(grid.cells()),
        rows(grid.edge(1)),
        columns(grid.edge(0)),
        next(grid.edge(1)) {}

  std::vector<Lanes<width>> performances;  ///< cell by cell; the input
  std::vector<Lanes<width>> products;      ///< r_i c_j cell by cell; output, as are the shares
  std::vector<Lanes<width>> rows;
  std::vector<Lanes<width>> columns;
  std::vector<Lanes<width>> next;
};

/// One step of the power iteration on P P^T, scaled to a greatest component of 1. Lanes that are not `active` are
/// unchanged; those that have converged become inactive.
template <std::size_t width, class Mask>
[[gnu::always_inline]] inline void lane_power_step(LaneArrangements<width>& a, Mask& active) {
  using Vector = typename Lanes<width>::Vector;
  const std::size_t edge = a.columns.size();
  for (std::size_t j = 0; j < edge; ++j) {
    Vector sum = {};
    for (std::size_t i = 0; i < a.rows.size(); ++i) sum += a.rows[i].v * a.performances[i * edge + j].v;
    a.columns[j].v = sum;
  }
  Vector greatest = {};
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    Vector sum = {};
    for (std::size_t j = 0; j < edge; ++j) sum += a.performances[i * edge + j].v * a.columns[j].v;
    greatest = greatest > sum ? greatest : sum;
    a.next[i].v = sum;
  }
  Vector change = {};
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    const Vector value = a.next[i].v / greatest;
    const Vector difference = value - a.rows[i].v;
    const Vector distance = difference < 0.0 ? -difference : difference;
    change = change > distance ? change : distance;
    a.rows[i].v = active ? value : a.rows[i].v;
  }
  active = active & (change > singular_tolerance);
}

/// Makes first the columns, then the rows as long as the constraints allow; the order matters. The right singular
/// vector and the singular value cancel out.
template <std::size_t width>
[[gnu::always_inline]] inline void tighten_lanes(LaneArrangements<width>& a) {
  using Vector = typename Lanes<width>::Vector;
  const std::size_t edge = a.columns.size();
  for (std::size_t j = 0; j < edge; ++j) {
    Vector greatest = {};
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
      const Vector value = a.rows[i].v / a.performances[i * edge + j].v;
      greatest = greatest > value ? greatest : value;
    }
    a.columns[j].v = 1.0 / greatest;
  }
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    Vector greatest = {};
    for (std::size_t j = 0; j < edge; ++j) {
      const Vector value = a.columns[j].v / a.performances[i * edge + j].v;
      greatest = greatest > value ? greatest : value;
    }
    a.rows[i].v = 1.0 / greatest;
  }
}

/// Computes the shares and their products from the performances.
template <std::size_t width>
[[gnu::always_inline]] inline void share_lanes(LaneArrangements<width>& a) {
  using Vector = typename Lanes<width>::Vector;
  for (Lanes<width>& row : a.rows) row.v = Vector{} + 1.0;
  auto active = a.rows[0].v == a.rows[0].v;
  for (int step = 0; step < most_power_steps; ++step) {
    lane_power_step(a, active);
    if (!any_lane<width>(active)) break;
  }
  tighten_lanes(a);
  for (std::size_t i = 0; i < a.rows.size(); ++i)
    for (std::size_t j = 0; j < a.columns.size(); ++j)
      a.products[i * a.columns.size() + j].v = a.rows[i].v * a.columns[j].v;
}

}  // namespace apportion
