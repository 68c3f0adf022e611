// What the heuristic of Beaumont et al. is made of; used by its plain and by its batched form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/grids/candidate.hpp"

namespace apportion {

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
/// than this, or after so many steps.
inline constexpr double singular_tolerance = 1e-14;
inline constexpr int most_power_steps = 1000;
/// The heuristic ends here if no arrangement came back before.
inline constexpr std::size_t most_arrangements = 100;

/// Shares from the leading singular vectors of the matrix of performances (cells in the grid's order).
[[nodiscard]] GridShares singular_shares(const ProcessGrid& grid, std::span<const double> performances);

/// The arrangement that gives the cells with larger r_i c_j the faster processes, lower cells first among equals;
/// `order` is any order of the cells, and is sorted on the way.
void rank_cells(std::span<const double> products, std::vector<std::uint32_t>& order, Arrangement& ranks);

/// The arrangements that the iteration has met, and whether it is over.
class ArrangementHistory {
 public:
  void clear() { met_.clear(); }

  /// Adds an arrangement and its objective.
  void add(const Arrangement& arrangement, double objective) { met_.push_back({arrangement, objective}); }

  /// Where the iteration ends if `next` is what follows the last arrangement: the index of the answer among those met,
  /// or -1 to go on. A repeated arrangement ends it: the last one where it follows itself, else the best on the cycle;
  /// at the cap the best of all.
  [[nodiscard]] std::ptrdiff_t answer(const Arrangement& next) const;

  [[nodiscard]] const Arrangement& arrangement(std::ptrdiff_t index) const {
    return met_[static_cast<std::size_t>(index)].arrangement;
  }
  [[nodiscard]] bool is_last(std::ptrdiff_t index) const { return static_cast<std::size_t>(index) + 1 == met_.size(); }

 private:
  struct Met {
    Arrangement arrangement;
    double objective = 0;
  };

  [[nodiscard]] std::ptrdiff_t best_from(std::size_t first) const;

  std::vector<Met> met_;
};

/// The solution with these shares; `fastest` are the processes from the fastest on.
[[nodiscard]] GridSolution shares_solution(const GridProblem& problem, const std::vector<std::size_t>& fastest,
                                           const Arrangement& ranks, const GridShares& shares, Rounding rounding);

/// The performances cell by cell.
[[nodiscard]] std::vector<double> arranged_performances(const GridProblem& problem,
                                                        const std::vector<std::size_t>& fastest,
                                                        const Arrangement& ranks);

/// InputError unless the grid has two dimensions.
void require_two_dimensions(const GridProblem& problem);

/// Validates and solves one problem, 2 x 2 grids exactly, others by the heuristic.
[[nodiscard]] GridSolution beaumont_solution(const GridProblem& problem, Rounding rounding);

}  // namespace apportion
