// The heuristic of Beaumont et al. for two-dimensional grids, and what it is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

/// Validates and solves: 2 x 2 grids exactly, others by the heuristic. Problems of one grid that follow each other are
/// solved side by side, which changes no bit; a lane whose network is done takes the next one. Throws InputError for an
/// invalid problem and unless the grid has two dimensions.
[[nodiscard]] std::vector<GridSolution> beaumont_solutions(std::span<const GridProblem> problems, Rounding rounding,
                                                           LaneWidth width = LaneWidth::widest);

/// The fastest lengths on a 2 x 2 grid over all arrangements of four processes, rounded. For a fixed arrangement the
/// optimum has three of the four constraints r_i t_ij c_j <= 1 tight, those of a spanning tree of K_{2,2} (Beaumont et
/// al. 2001); there are four trees, and swapping rows, columns or both sides leaves three arrangements that differ.
[[nodiscard]] GridSolution exact_two_by_two(const GridProblem& problem, Rounding rounding);

/// Which process stands where: ranks[cell] counts the processes from the fastest (0) on.
using Arrangement = std::vector<std::uint32_t>;

/// Row and column shares of an arrangement (rows along dimension 1, columns along dimension 0), up to a factor: with
/// cycle-times t, r_i t_ij c_j <= 1, tight in every row. The time of the block is s_0 s_1 / (sum r sum c).
struct GridShares {
  std::vector<double> rows;
  std::vector<double> columns;

  [[nodiscard]] double objective() const;
};

/// The power iteration for the leading left singular vector ends when no component, the greatest being 1, moves by more
/// than this, or after this many steps.
inline constexpr double singular_tolerance = 1e-14;
inline constexpr int most_power_steps = 1000;
/// The heuristic ends here if no arrangement came back before.
inline constexpr std::size_t most_arrangements = 100;

/// The first of the values that tie with the greatest; the index, of at least one value.
[[nodiscard]] std::size_t first_greatest(std::span<const double> values);

/// The arrangement that gives the cells with larger r_i c_j the faster processes, lower cells first among those that
/// tie. Sorted products tie with their neighbours: a tie is no transitive relation, and so cells between which there is
/// no gap wider than the tolerance are one group, whatever the rounding errors. `order` is any order of the cells, and
/// is sorted on the way.
void rank_cells(std::span<const double> products, std::vector<std::uint32_t>& order, Arrangement& ranks);

/// The arrangements that the iteration has met, and whether it is over.
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

  /// The answer if the iteration ends with `next`, which follows the last arrangement; else nullptr. A repeated
  /// arrangement ends it: the last one where it follows itself, else the best on the cycle; at the cap the best of all;
  /// the first of those that tie. Valid until the next add().
  [[nodiscard]] const Met* answer(const Arrangement& next) const;

 private:
  [[nodiscard]] const Met* best_from(std::size_t first) const;

  std::vector<Met> met_;
};

/// The solution with these shares; `fastest` are the processes from the fastest on.
[[nodiscard]] GridSolution shares_solution(const GridProblem& problem, const std::vector<std::size_t>& fastest,
                                           const Arrangement& ranks, const GridShares& shares, Rounding rounding);

}  // namespace apportion
