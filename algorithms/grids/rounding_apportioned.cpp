// Rounding as an apportionment: in one dimension the least rounded time, in several one dimension after the other.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/rounding.hpp"

namespace apportion {
namespace {

// Times at which the dimensions are gone through again. Two or three are usual.
constexpr int most_rounds = 20;

// What the next element of a slice would make it cost, and the slice.
using NextElement = std::pair<double, std::size_t>;

// Every slice has at least its quota rounded down (Balinski & Young's lower quota), so that fewer than one element per
// slice is left, but for rounding errors.
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

std::int64_t left_over(const std::vector<std::int64_t>& whole, std::int64_t side) {
  for (const std::int64_t length : whole) side -= length;
  return side;
}

// The cost at which the last element goes: the least possible greatest cost, or less where no element is left over.
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

// For each slice of dimension k the time that an element of its length takes, with the other lengths as they are.
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

double greatest_cost(std::span<const double> costs, const std::vector<std::int64_t>& whole) {
  double greatest = 0;
  for (std::size_t i = 0; i < costs.size(); ++i)
    greatest = std::max(greatest, static_cast<double>(whole[i]) * costs[i]);
  return greatest;
}

struct TimedLengths {
  WholeLengths lengths;
  double time = 0;
};

// A dimension that is apportioned anew takes no longer than before. Where it takes as long, its slices may have changed
// all the same, and leave the next dimension more room: that is why a round without a gain is not the end, but a round
// without a change.
TimedLengths apportioned_from(const MappedGrid& grid, WholeLengths lengths) {
  double time = 0;
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = false;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      const std::vector<double> costs = costs_per_element(grid, lengths, k);
      std::vector<std::int64_t> whole = apportioned(costs, grid.block[k]);
      time = greatest_cost(costs, whole);
      if (whole == lengths[k]) continue;
      lengths[k] = std::move(whole);
      changed = true;
    }
    if (!changed) break;
  }
  return {std::move(lengths), time};
}

}  // namespace

std::vector<std::int64_t> apportioned(std::span<const double> costs, std::int64_t side) {
  std::vector<std::int64_t> whole = lower_quotas(costs, side);
  const double last = last_cost(costs, whole, left_over(whole, side));
  const auto take_below = [&](double limit) {
    for (std::size_t i = 0; i < costs.size(); ++i)
      while (static_cast<double>(whole[i] + 1) * costs[i] < limit) ++whole[i];
  };
  take_below(last * (1 - tie_tolerance));
  // What is left are elements that tie with the last one.
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
