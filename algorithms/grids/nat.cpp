// NAT: the natural mapping. The paper's formula, with the printed limit l-2 of the inner product corrected to l-1, says
// that the j-th process in ascending order gets the j-th cell.
#include <algorithm>
#include <numeric>

#include "algorithms/grids/mappings.hpp"

namespace apportion {

std::vector<std::size_t> ascending_order(std::span<const double> performances) {
  std::vector<std::size_t> order(performances.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return performances[a] < performances[b]; });
  return order;
}

std::vector<std::size_t> descending_order(std::span<const double> performances) {
  std::vector<std::size_t> order(performances.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return performances[a] > performances[b]; });
  return order;
}

Mapping nat(const ProcessGrid& grid, std::span<const double> performances) {
  require_sorted_edges(grid);
  return ascending_order(performances);
}

}  // namespace apportion
