// The exact optimum on a 2 x 2 grid: three arrangements, four spanning trees each.
#include <array>

#include "algorithms/grids/beaumont.hpp"

namespace apportion {
namespace {

using CycleTimes = std::array<double, 4>;  // of the cells: t(row, column) at 2 row + column

// The three constraints but that of cell `loose` are tight. With (i, j) the cell opposite to the loose one, r_i = 1.
GridShares tight_but(std::size_t loose, const CycleTimes& t) {
  const std::size_t row = 1 - loose / 2;
  const std::size_t column = 1 - loose % 2;
  GridShares shares{{1, 1}, {1, 1}};
  shares.columns[column] = 1 / t[2 * row + column];
  shares.columns[1 - column] = 1 / t[2 * row + 1 - column];
  shares.rows[1 - row] = t[2 * row + column] / t[2 * (1 - row) + column];
  return shares;
}

// r_a t c_b <= 1 for the loose cell, by the cross products of the cycle-times; where these tie, all four constraints
// are tight.
bool feasible(std::size_t loose, const CycleTimes& t) {
  const bool main_diagonal = loose == 0 || loose == 3;
  const double loose_diagonal = main_diagonal ? t[0] * t[3] : t[1] * t[2];
  const double other_diagonal = main_diagonal ? t[1] * t[2] : t[0] * t[3];
  return loose_diagonal * (1 - tie_tolerance) <= other_diagonal;
}

}  // namespace

GridSolution exact_two_by_two(const GridProblem& problem, Rounding rounding) {
  // The fastest process at the origin; who is opposite to it makes the difference.
  const std::array<Arrangement, 3> arrangements = {{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}}};
  const std::vector<std::size_t> fastest = descending_order(problem.performances);
  std::vector<GridShares> candidates;
  std::vector<double> objectives;
  std::vector<std::size_t> arrangement_of;
  for (std::size_t a = 0; a < arrangements.size(); ++a) {
    CycleTimes t{};
    for (std::size_t cell = 0; cell < t.size(); ++cell)
      t[cell] = 1 / problem.performances[fastest[arrangements[a][cell]]];
    for (std::size_t loose = 0; loose < t.size(); ++loose) {
      if (!feasible(loose, t)) continue;
      candidates.push_back(tight_but(loose, t));
      objectives.push_back(candidates.back().objective());
      arrangement_of.push_back(a);
    }
  }
  const std::size_t best = first_greatest(objectives);
  return shares_solution(problem, fastest, arrangements[arrangement_of[best]], candidates[best], rounding);
}

}  // namespace apportion
