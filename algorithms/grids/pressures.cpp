// Pressures, plainly. The batched code (pressure_lanes.hpp) does the same operations in the same order.
#include "algorithms/grids/pressures.hpp"

#include <algorithm>

namespace apportion {

Pressures::Pressures(const MappedGrid& grid)
    : grid_(grid.grid),
      others_(grid.grid.cells()),
      values_(*std::max_element(grid.grid.edges.begin(), grid.grid.edges.end())) {
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

}  // namespace apportion
