// Pressures in the slices of a grid: what the equal-pressure and the gas-pressure distribution have in common.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/grids/distributions.hpp"

namespace apportion {

/// Keeps the cycle-times 1/p and its buffers, so that sweeps allocate nothing.
class Pressures {
 public:
  explicit Pressures(const MappedGrid& grid);

  /// For each slice i of dimension k the greatest (prod_{j != k} l_j) / p in it: its pressure a unit of length. Valid
  /// until the next call.
  [[nodiscard]] std::span<const double> per_length(const Lengths& lengths, std::size_t k);

  /// f_{k,i} = l_{k,i} times that. Valid until the next call. The greatest is the time, whatever k.
  [[nodiscard]] std::span<const double> of(const Lengths& lengths, std::size_t k);

 private:
  // prod_{j != k} l_j for all cells of slice 0 of dimension k, into others_.
  void multiply_others(const Lengths& lengths, std::size_t k);

  const ProcessGrid& grid_;
  std::vector<double> cycle_times_;
  std::vector<double> others_;
  std::vector<double> values_;
};

}  // namespace apportion
