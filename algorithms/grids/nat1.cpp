// NAT1: the hyperplanes through the origin first, the weakest process at the origin.
#include <algorithm>
#include <numeric>

#include "algorithms/grids/mappings.hpp"

namespace apportion {
namespace {

// The first dimension, counted from the last, in which the cell's coordinate is 0; m where there is none.
std::size_t step_of(const ProcessGrid& grid, std::size_t cell) {
  const std::size_t m = grid.dimensions();
  std::size_t step = 0;
  while (step < m && grid.coordinate(cell, m - 1 - step) != 0) ++step;
  return step;
}

}  // namespace

std::vector<std::size_t> hyperplane_order(const ProcessGrid& grid) {
  std::vector<std::size_t> steps(grid.cells());
  for (std::size_t cell = 0; cell < steps.size(); ++cell) steps[cell] = step_of(grid, cell);
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return steps[a] < steps[b]; });
  return order;
}

Mapping nat1(const ProcessGrid& grid, std::span<const double> performances) {
  require_sorted_edges(grid);
  const std::vector<std::size_t> processes = ascending_order(performances);
  const std::vector<std::size_t> cells = hyperplane_order(grid);
  Mapping mapping(cells.size());
  for (std::size_t j = 0; j < cells.size(); ++j) mapping[cells[j]] = processes[j];
  return mapping;
}

}  // namespace apportion
