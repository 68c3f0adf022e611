// The steps of Beaumont et al.'s heuristic.
#include "algorithms/grids/beaumont_iteration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algorithms/grids/beaumont_two_by_two.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// One step of the power iteration on P P^T, the greatest component made 1; returns the greatest change.
double power_step(const ProcessGrid& grid, std::span<const double> performances, std::vector<double>& rows,
                  std::vector<double>& columns, std::vector<double>& next) {
  const std::size_t width = grid.edge(0);
  std::fill(columns.begin(), columns.end(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < width; ++j) columns[j] += rows[i] * performances[i * width + j];
  double greatest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    next[i] = 0;
    for (std::size_t j = 0; j < width; ++j) next[i] += performances[i * width + j] * columns[j];
    greatest = std::max(greatest, next[i]);
  }
  double change = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    next[i] /= greatest;
    change = std::max(change, std::abs(next[i] - rows[i]));
    rows[i] = next[i];
  }
  return change;
}

// First the columns, then the rows are made as long as the constraints allow; the order matters. The columns' own
// singular vector and the singular value drop out.
void tighten(const ProcessGrid& grid, std::span<const double> performances, GridShares& shares) {
  const std::size_t width = grid.edge(0);
  for (std::size_t j = 0; j < width; ++j) {
    double greatest = 0;
    for (std::size_t i = 0; i < shares.rows.size(); ++i)
      greatest = std::max(greatest, shares.rows[i] / performances[i * width + j]);
    shares.columns[j] = 1 / greatest;
  }
  for (std::size_t i = 0; i < shares.rows.size(); ++i) {
    double greatest = 0;
    for (std::size_t j = 0; j < width; ++j)
      greatest = std::max(greatest, shares.columns[j] / performances[i * width + j]);
    shares.rows[i] = 1 / greatest;
  }
}

std::vector<double> lengths_of(const std::vector<double>& shares, std::int64_t side) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<double> lengths;
  lengths.reserve(shares.size());
  for (const double share : shares) lengths.push_back(static_cast<double>(side) * share / sum);
  return lengths;
}

GridSolution by_heuristic(const GridProblem& problem, Rounding rounding) {
  const std::vector<std::size_t> fastest = descending_order(problem.performances);
  Arrangement ranks(problem.performances.size());
  std::iota(ranks.begin(), ranks.end(), 0U);
  std::vector<std::uint32_t> order = ranks;
  std::vector<double> products(ranks.size());
  ArrangementHistory history;
  for (;;) {
    const GridShares shares = singular_shares(problem.grid, arranged_performances(problem, fastest, ranks));
    history.add(ranks, shares.objective());
    const std::size_t width = shares.columns.size();
    for (std::size_t cell = 0; cell < products.size(); ++cell)
      products[cell] = shares.rows[cell / width] * shares.columns[cell % width];
    rank_cells(products, order, ranks);
    const std::ptrdiff_t answer = history.answer(ranks);
    if (answer < 0) continue;
    const Arrangement& chosen = history.arrangement(answer);
    return shares_solution(problem, fastest, chosen,
                           singular_shares(problem.grid, arranged_performances(problem, fastest, chosen)), rounding);
  }
}

}  // namespace

double GridShares::objective() const {
  return std::accumulate(rows.begin(), rows.end(), 0.0) * std::accumulate(columns.begin(), columns.end(), 0.0);
}

GridShares singular_shares(const ProcessGrid& grid, std::span<const double> performances) {
  GridShares shares{std::vector<double>(grid.edge(1), 1.0), std::vector<double>(grid.edge(0))};
  std::vector<double> next(grid.edge(1));
  for (int step = 0; step < most_power_steps; ++step)
    if (power_step(grid, performances, shares.rows, shares.columns, next) <= singular_tolerance) break;
  tighten(grid, performances, shares);
  return shares;
}

void rank_cells(std::span<const double> products, std::vector<std::uint32_t>& order, Arrangement& ranks) {
  // By insertion: from one arrangement to the next the order changes little.
  const auto before = [&products](std::uint32_t a, std::uint32_t b) {
    return products[a] > products[b] || (products[a] == products[b] && a < b);
  };
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::uint32_t cell = order[k];
    std::size_t place = k;
    for (; place > 0 && before(cell, order[place - 1]); --place) order[place] = order[place - 1];
    order[place] = cell;
  }
  for (std::uint32_t k = 0; k < order.size(); ++k) ranks[order[k]] = k;
}

std::ptrdiff_t ArrangementHistory::best_from(std::size_t first) const {
  std::size_t best = first;
  for (std::size_t k = first + 1; k < met_.size(); ++k)
    if (met_[k].objective > met_[best].objective) best = k;
  return static_cast<std::ptrdiff_t>(best);
}

std::ptrdiff_t ArrangementHistory::answer(const Arrangement& next) const {
  for (std::size_t k = met_.size(); k-- > 0;)
    if (met_[k].arrangement == next) return best_from(k);
  return met_.size() == most_arrangements ? best_from(0) : -1;
}

GridSolution shares_solution(const GridProblem& problem, const std::vector<std::size_t>& fastest,
                             const Arrangement& ranks, const GridShares& shares, Rounding rounding) {
  Mapping mapping;
  mapping.reserve(ranks.size());
  for (const std::uint32_t rank : ranks) mapping.push_back(fastest[rank]);
  Lengths lengths;
  lengths.reserve(2);
  lengths.push_back(lengths_of(shares.columns, problem.block[0]));
  lengths.push_back(lengths_of(shares.rows, problem.block[1]));
  return rounded_solution(problem, std::move(mapping), std::move(lengths), rounding);
}

std::vector<double> arranged_performances(const GridProblem& problem, const std::vector<std::size_t>& fastest,
                                          const Arrangement& ranks) {
  std::vector<double> performances;
  performances.reserve(ranks.size());
  for (const std::uint32_t rank : ranks) performances.push_back(problem.performances[fastest[rank]]);
  return performances;
}

void require_two_dimensions(const GridProblem& problem) {
  if (problem.grid.dimensions() != 2)
    throw InputError(
        fmt::format("beaumont divides two-dimensional grids only, {} has {} dimension{}; proposed and "
                    "equal-pressure take any",
                    spelled(problem.grid), problem.grid.dimensions(), problem.grid.dimensions() == 1 ? "" : "s"));
}

GridSolution beaumont_solution(const GridProblem& problem, Rounding rounding) {
  validate(problem);
  require_two_dimensions(problem);
  if (problem.grid.edges == std::vector<std::size_t>{2, 2}) return exact_two_by_two(problem, rounding);
  return by_heuristic(problem, rounding);
}

}  // namespace apportion
