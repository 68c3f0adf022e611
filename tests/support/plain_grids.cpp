// Grid algorithms in plain code, with the same operations in the same order as the code in lanes.
#include "tests/support/plain_grids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace apportion::testing_support {
namespace {

// Holds the cycle-times 1/p and buffers, so that sweeps allocate nothing.
class Pressures {
 public:
  explicit Pressures(const MappedGrid& grid);

  // For each slice i of dimension k the greatest (prod_{j != k} l_j) / p in it: its pressure per unit of length. Valid
  // until the next call.
  [[nodiscard]] std::span<const double> per_length(const Lengths& lengths, std::size_t k);

  // f_{k,i} = l_{k,i} times that. Valid until the next call. The greatest is the time, for every k.
  [[nodiscard]] std::span<const double> of(const Lengths& lengths, std::size_t k);

 private:
  // Computes prod_{j != k} l_j for all cells of slice 0 of dimension k, into others_.
  void multiply_others(const Lengths& lengths, std::size_t k);

  const ProcessGrid& grid_;
  std::vector<double> cycle_times_;
  std::vector<double> others_;
  std::vector<double> values_;
};

Pressures::Pressures(const MappedGrid& grid)
    : grid_(grid.grid), others_(grid.grid.cells()), values_(std::ranges::max(grid.grid.edges)) {
  for (const double performance : grid.performances) cycle_times_.push_back(1.0 / performance);
}

void Pressures::multiply_others(const Lengths& lengths, std::size_t k) {
  std::size_t below = 1;
  others_[0] = 1;
  for (std::size_t j = 0; j < grid_.dimensions(); ++j) {
    if (j == k) continue;
    for (std::size_t i = grid_.edge(j); i-- > 0;)
      for (std::size_t c = 0; c < below; ++c) others_[i * below + c] = others_[c] * lengths[j][i];
    below *= grid_.edge(j);
  }
}

std::span<const double> Pressures::per_length(const Lengths& lengths, std::size_t k) {
  multiply_others(lengths, k);
  const std::size_t edge = grid_.edge(k);
  const std::size_t stride = grid_.stride(k);
  const std::size_t blocks = grid_.cells() / (stride * edge);
  for (std::size_t i = 0; i < edge; ++i) {
    double greatest = 0;
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t c = 0; c < stride; ++c)
        greatest = std::max(greatest, others_[block * stride + c] * cycle_times_[(block * edge + i) * stride + c]);
    values_[i] = greatest;
  }
  return {values_.data(), edge};
}

std::span<const double> Pressures::of(const Lengths& lengths, std::size_t k) {
  const std::span<const double> unit = per_length(lengths, k);
  for (std::size_t i = 0; i < unit.size(); ++i) values_[i] *= lengths[k][i];
  return unit;
}

void move_borders(std::span<const double> pressure, double step, std::vector<double>& lengths) {
  const double equal = 1e-12 * std::ranges::max(pressure);
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    const double difference = pressure[i] - pressure[i + 1];
    const double amount = step * std::min(lengths[i], lengths[i + 1]);
    const double moved = difference > equal ? amount : difference < -equal ? -amount : 0.0;
    lengths[i] -= moved;
    lengths[i + 1] += moved;
  }
}

void equalise(std::span<const double> per_length, std::int64_t side, std::vector<double>& lengths) {
  double sum = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = 1.0 / per_length[i];
    sum += lengths[i];
  }
  const double factor = static_cast<double>(side) / sum;
  for (double& length : lengths) length *= factor;
}

// One step of the power iteration on P P^T, scaled to a greatest component of 1; returns the greatest change.
double power_step(const ProcessGrid& grid, std::span<const double> performances, std::vector<double>& rows,
                  std::vector<double>& columns, std::vector<double>& next) {
  const std::size_t width = grid.edge(0);
  std::ranges::fill(columns, 0.0);
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

GridSolution best_of_mappings(const GridProblem& problem, const Options& options,
                              Lengths (*find_lengths)(const MappedGrid& grid)) {
  GridSolution best;
  for (const MappingRule& rule : chosen_mappings(options)) {
    Mapping mapping = rule.map(problem.grid, problem.performances);
    Lengths lengths = find_lengths(mapped(problem, mapping));
    GridSolution solution = rounded_solution(problem, std::move(mapping), std::move(lengths), chosen_rounding(options));
    if (best.mapping.empty() || is_faster(solution, best)) best = std::move(solution);
  }
  return best;
}

GridSolution by_heuristic(const GridProblem& problem, Rounding rounding) {
  const std::vector<std::size_t> fastest = descending_order(problem.performances);
  Arrangement ranks(problem.performances.size());
  std::iota(ranks.begin(), ranks.end(), 0U);
  std::vector<std::uint32_t> order = ranks;
  std::vector<double> performances(ranks.size());
  std::vector<double> products(ranks.size());
  ArrangementHistory history;
  for (;;) {
    for (std::size_t cell = 0; cell < ranks.size(); ++cell)
      performances[cell] = problem.performances[fastest[ranks[cell]]];
    const GridShares shares = plain_singular_shares(problem.grid, performances);
    history.add(ranks, shares);
    const std::size_t width = shares.columns.size();
    for (std::size_t cell = 0; cell < products.size(); ++cell)
      products[cell] = shares.rows[cell / width] * shares.columns[cell % width];
    rank_cells(products, order, ranks);
    if (const ArrangementHistory::Met* const answer = history.answer(ranks))
      return shares_solution(problem, fastest, answer->arrangement, answer->shares, rounding);
  }
}

}  // namespace

Lengths plain_equal_pressure_lengths(const MappedGrid& grid) {
  Lengths lengths = natural_lengths(grid);
  Pressures pressures(grid);
  const std::size_t last = lengths.size() - 1;
  double time = std::numeric_limits<double>::infinity();
  for (;;) {
    const std::span<const double> unit = pressures.per_length(lengths, last);
    double now = 0;
    for (std::size_t i = 0; i < unit.size(); ++i) now = std::max(now, unit[i] * lengths[last][i]);
    if (time - now < 1e-12 * time) return lengths;
    time = now;
    equalise(unit, grid.block[last], lengths[last]);
    for (std::size_t k = last; k-- > 0;) equalise(pressures.per_length(lengths, k), grid.block[k], lengths[k]);
  }
}

Lengths plain_gas_pressure_lengths(const MappedGrid& grid) {
  Lengths lengths = natural_lengths(grid);
  Lengths best = lengths;
  double best_time = std::numeric_limits<double>::infinity();
  Pressures pressures(grid);
  double step = 0.2;
  for (int sweep = 0; sweep <= 150; ++sweep) {
    for (std::size_t k = lengths.size(); k-- > 0;) {
      const std::span<const double> pressure = pressures.of(lengths, k);
      if (k + 1 == lengths.size()) {
        const double time = std::ranges::max(pressure);
        if (time < best_time * (1 - 1e-12)) {
          best_time = time;
          best = lengths;
        }
        if (sweep == 150) return best;
      }
      move_borders(pressure, step, lengths[k]);
    }
    step *= 0.95;
  }
  return best;
}

GridShares plain_singular_shares(const ProcessGrid& grid, std::span<const double> performances) {
  GridShares shares{std::vector<double>(grid.edge(1), 1.0), std::vector<double>(grid.edge(0))};
  std::vector<double> next(grid.edge(1));
  for (int step = 0; step < most_power_steps; ++step)
    if (power_step(grid, performances, shares.rows, shares.columns, next) <= singular_tolerance) break;
  tighten(grid, performances, shares);
  return shares;
}

GridSolution plain_solution(std::string_view name, const GridProblem& problem) {
  const auto entry = GridRegistry::instance().choose(name);
  return plain_solution(*entry.algorithm, entry.options, problem);
}

GridSolution plain_solution(const GridAlgorithm& algorithm, const Options& options, const GridProblem& problem) {
  validate(problem);
  if (algorithm.name == "proposed") return best_of_mappings(problem, options, plain_gas_pressure_lengths);
  if (algorithm.name == "equal-pressure") return best_of_mappings(problem, options, plain_equal_pressure_lengths);
  if (algorithm.name == "beaumont" && problem.grid.edges != std::vector<std::size_t>{2, 2})
    return by_heuristic(problem, chosen_rounding(options));
  RandomStream unused(1, "tests");
  return algorithm.solve(problem, options, unused);  // has no plain version
}

}  // namespace apportion::testing_support
