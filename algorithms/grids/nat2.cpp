// NAT2: the hyperplanes through the origin first, the strongest process at the origin.
#include "algorithms/grids/mappings.hpp"

namespace apportion {

Mapping nat2(const ProcessGrid& grid, std::span<const double> performances) {
  require_sorted_edges(grid);
  const std::vector<std::size_t> processes = descending_order(performances);
  const std::vector<std::size_t> cells = hyperplane_order(grid);
  Mapping mapping(cells.size());
  for (std::size_t j = 0; j < cells.size(); ++j) mapping[cells[j]] = processes[j];
  return mapping;
}

}  // namespace apportion
