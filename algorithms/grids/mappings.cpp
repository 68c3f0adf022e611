// NAT, NAT1 and NAT2 (Kalinov and Klimov 2004). The paper's formula for NAT, with the printed limit l-2 of the inner
// product corrected to l-1, means that the j-th process in ascending order gets the j-th cell.
#include "algorithms/grids/mappings.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace apportion {
namespace {

template <class Compare>
std::vector<std::size_t> order_by(std::span<const double> values, Compare compare) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, compare, [values](std::size_t k) { return values[k]; });
  return order;
}

// The first dimension, counted from the last, in which the cell's coordinate is 0; m if no coordinate is 0.
std::size_t step_of(const ProcessGrid& grid, std::size_t cell) {
  const std::size_t m = grid.dimensions();
  std::size_t step = 0;
  while (step < m && grid.coordinate(cell, m - 1 - step) != 0) ++step;
  return step;
}

// Puts the j-th process onto the j-th cell of the hyperplane order.
Mapping on_hyperplanes(const ProcessGrid& grid, const std::vector<std::size_t>& processes) {
  const std::vector<std::size_t> cells = hyperplane_order(grid);
  Mapping mapping(cells.size());
  for (std::size_t j = 0; j < cells.size(); ++j) mapping[cells[j]] = processes[j];
  return mapping;
}

}  // namespace

std::vector<std::size_t> ascending_order(std::span<const double> performances) {
  return order_by(performances, std::ranges::less{});
}

std::vector<std::size_t> descending_order(std::span<const double> performances) {
  return order_by(performances, std::ranges::greater{});
}

std::vector<std::size_t> hyperplane_order(const ProcessGrid& grid) {
  std::vector<std::size_t> steps(grid.cells());
  for (std::size_t cell = 0; cell < steps.size(); ++cell) steps[cell] = step_of(grid, cell);
  std::vector<std::size_t> order;
  order.reserve(steps.size());
  for (std::size_t step = 0; step <= grid.dimensions(); ++step)
    for (std::size_t cell = 0; cell < steps.size(); ++cell)
      if (steps[cell] == step) order.push_back(cell);
  return order;
}

Mapping nat(const ProcessGrid& grid, std::span<const double> performances) {
  require_sorted_edges(grid);
  return ascending_order(performances);
}

Mapping nat1(const ProcessGrid& grid, std::span<const double> performances) {
  require_sorted_edges(grid);
  return on_hyperplanes(grid, ascending_order(performances));
}

Mapping nat2(const ProcessGrid& grid, std::span<const double> performances) {
  require_sorted_edges(grid);
  return on_hyperplanes(grid, descending_order(performances));
}

}  // namespace apportion
