// natural lengths and their algorithm `natural` (Kalinov and Klimov 2004), and the rounding rules.
#include "algorithms/grids/block_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "algorithms/grids/candidate.hpp"

namespace apportion {
namespace {

GridSolution solve_natural(const GridProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  validate(problem);
  Mapping mapping = nat(problem.grid, problem.performances);
  Lengths lengths = natural_lengths(mapped(problem, mapping));
  return rounded_solution(problem, std::move(mapping), std::move(lengths), Rounding::printed);
}

const Registration<GridAlgorithm> natural_registration{
    {.name = "natural",
     .source = "Kalinov & Klimov 2004, Sections 3.1 and 3.2, after Dovolnov, Kalinov & Klimov 2003",
     .summary = "Natural mapping (NAT), slices in proportion to the performances in them, rounded as printed.",
     .solve = solve_natural}};

// --- Rounding by remainders and as printed

// A length that should be whole may be below by a rounding error; remainders that should tie may differ by one.
constexpr double rounding_error = 1e-9;

std::int64_t left_over(const std::vector<std::int64_t>& whole, std::int64_t side) {
  for (const std::int64_t length : whole) side -= length;
  return side;
}

// --- Rounding by apportionment

// The most rounds over the dimensions. Two or three are usual.
constexpr int most_rounds = 20;

// The cost of a slice with one more element, and the slice.
using NextElement = std::pair<double, std::size_t>;

// Gives every slice its quota rounded down (Balinski & Young's lower quota), so that fewer than one element per slice
// is left, up to rounding errors.
std::vector<std::int64_t> lower_quotas(std::span<const double> costs, std::int64_t side) {
  double votes = 0;
  for (const double cost : costs) votes += 1 / cost;
  std::vector<std::int64_t> whole;
  whole.reserve(costs.size());
  for (const double cost : costs)
    whole.push_back(
        static_cast<std::int64_t>(std::floor(static_cast<double>(side) * (1 - tie_tolerance) / (cost * votes))));
  return whole;
}

// The cost at which the last element is assigned: the least possible greatest cost, or less if no element is left over.
double last_cost(std::span<const double> costs, const std::vector<std::int64_t>& whole, std::int64_t left) {
  std::priority_queue<NextElement, std::vector<NextElement>, std::greater<>> queue;
  std::vector<std::int64_t> given = whole;
  for (std::size_t i = 0; i < costs.size(); ++i) queue.emplace(static_cast<double>(given[i] + 1) * costs[i], i);
  double last = 0;
  for (; left > 0; --left) {
    const std::size_t slice = queue.top().second;
    last = queue.top().first;
    queue.pop();
    ++given[slice];
    queue.emplace(static_cast<double>(given[slice] + 1) * costs[slice], slice);
  }
  return last;
}

// For each slice of dimension k, the time per element of its length, with the other lengths fixed.
std::vector<double> costs_per_element(const MappedGrid& grid, const WholeLengths& lengths, std::size_t k) {
  Lengths others = as_real(lengths);
  std::ranges::fill(others[k], 1.0);
  const std::vector<double> volumes = block_volumes(grid.grid, others);
  std::vector<double> costs(grid.grid.edge(k), 0.0);
  for (std::size_t cell = 0; cell < volumes.size(); ++cell) {
    double& cost = costs[grid.grid.coordinate(cell, k)];
    cost = std::max(cost, volumes[cell] / grid.performances[cell]);
  }
  return costs;
}

struct TimedLengths {
  WholeLengths lengths;
  double time = 0;
};

// Apportioning a dimension anew never takes longer. Even with an equal time its slices may have
// changed and give the next dimension more room: hence rounds end without a change, not without a
// gain.
TimedLengths apportioned_from(const MappedGrid& grid, WholeLengths lengths) {
  double time = 0;
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = false;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      const std::vector<double> costs = costs_per_element(grid, lengths, k);
      std::vector<std::int64_t> whole = apportioned(costs, grid.block[k]);
      time = 0;
      for (std::size_t i = 0; i < costs.size(); ++i) time = std::max(time, static_cast<double>(whole[i]) * costs[i]);
      if (whole == lengths[k]) continue;
      lengths[k] = std::move(whole);
      changed = true;
    }
    if (!changed) break;
  }
  return {std::move(lengths), time};
}

}  // namespace

MappedGrid mapped(const GridProblem& problem, const Mapping& mapping) {
  MappedGrid grid{problem.grid, {}, problem.block};
  grid.performances.reserve(mapping.size());
  for (const std::size_t process : mapping) grid.performances.push_back(problem.performances[process]);
  return grid;
}

Lengths natural_lengths(const MappedGrid& mapped_grid) {
  const ProcessGrid& grid = mapped_grid.grid;
  const std::vector<double>& performances = mapped_grid.performances;
  const double total = std::accumulate(performances.begin(), performances.end(), 0.0);
  Lengths lengths;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    std::vector<double> sums(grid.edge(k), 0.0);
    const std::size_t stride = grid.stride(k);
    for (std::size_t cell = 0; cell < performances.size(); ++cell)
      sums[cell / stride % grid.edge(k)] += performances[cell];
    for (double& sum : sums) sum = static_cast<double>(mapped_grid.block[k]) * sum / total;
    lengths.push_back(std::move(sums));
  }
  return lengths;
}

std::vector<std::int64_t> rounded_by_remainders(const std::vector<double>& lengths, std::int64_t side) {
  return rounded_as_printed(lengths, lengths, side);
}

std::vector<std::int64_t> rounded_as_printed(const std::vector<double>& lengths, const std::vector<double>& natural,
                                             std::int64_t side) {
  std::vector<std::int64_t> whole;
  std::vector<double> shortfalls;
  whole.reserve(lengths.size());
  shortfalls.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    whole.push_back(static_cast<std::int64_t>(std::floor(lengths[i] + rounding_error)));
    shortfalls.push_back(natural[i] - static_cast<double>(whole[i]));
  }
  for (std::int64_t left = left_over(whole, side); left > 0; --left) {
    std::size_t neediest = 0;
    for (std::size_t i = 1; i < shortfalls.size(); ++i)
      if (shortfalls[i] > shortfalls[neediest] + rounding_error) neediest = i;
    ++whole[neediest];
    shortfalls[neediest] -= 1;
  }
  return whole;
}

std::vector<std::int64_t> apportioned(std::span<const double> costs, std::int64_t side) {
  std::vector<std::int64_t> whole = lower_quotas(costs, side);
  const double last = last_cost(costs, whole, left_over(whole, side));
  const auto take_below = [&](double limit) {
    for (std::size_t i = 0; i < costs.size(); ++i)
      while (static_cast<double>(whole[i] + 1) * costs[i] < limit) ++whole[i];
  };
  take_below(last * (1 - tie_tolerance));
  // The remaining elements tie with the last one.
  for (std::int64_t left = left_over(whole, side); left > 0;)
    for (std::size_t i = 0; i < costs.size() && left > 0; ++i)
      if (static_cast<double>(whole[i] + 1) * costs[i] <= last * (1 + tie_tolerance)) {
        ++whole[i];
        --left;
      }
  return whole;
}

WholeLengths rounded_by_apportionment(const MappedGrid& grid, const Lengths& lengths) {
  const Lengths natural = natural_lengths(grid);
  WholeLengths by_remainders;
  WholeLengths as_printed;
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    by_remainders.push_back(rounded_by_remainders(lengths[k], grid.block[k]));
    as_printed.push_back(rounded_as_printed(lengths[k], natural[k], grid.block[k]));
  }
  TimedLengths best = apportioned_from(grid, std::move(by_remainders));
  TimedLengths other = apportioned_from(grid, std::move(as_printed));
  return std::move(other.time < best.time * (1 - tie_tolerance) ? other.lengths : best.lengths);
}

}  // namespace apportion
