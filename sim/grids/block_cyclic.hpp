// Block-cyclic distribution of n-dimensional data over an m-dimensional process grid (Kalinov & Klimov, Section 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/grids/process_grid.hpp"

namespace apportion {

/// An array of N_0 x ... x N_{n-1} elements. Dimension k of the grid distributes dimension eta_k of the data; the
/// data's other dimensions (eta_m, ..., eta_{n-1}) are not distributed. Along a distributed dimension the slices'
/// lengths repeat with the generalised block's side, their sum, as period.
struct BlockCyclic {
  ProcessGrid grid;
  WholeLengths lengths;              ///< of the generalised block
  std::vector<std::size_t> eta;      ///< a permutation of 0, ..., n-1
  std::vector<std::int64_t> extent;  ///< N_0, ..., N_{n-1}, zero or more each
};

/// Throws InputError unless n >= m, eta is a permutation, every slice has a nonnegative length, the lengths of each
/// dimension have a positive sum, and extents are nonnegative.
void validate(const BlockCyclic& data);

/// The cell whose process owns an element. Indices are from 0 to the extent - 1.
[[nodiscard]] std::size_t cell_of(const BlockCyclic& data, std::span<const std::int64_t> element);

/// Indices first, ..., first + count - 1.
struct IndexRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
  bool operator==(const IndexRange&) const = default;
};

/// The elements of a cell: the product, over the dimensions of the data, of the union of that dimension's
/// ranges.
[[nodiscard]] std::vector<std::vector<IndexRange>> elements_of(const BlockCyclic& data, std::size_t cell);

/// The number of elements of a cell. Takes the same time for any size of the array.
[[nodiscard]] double load(const BlockCyclic& data, std::size_t cell);

/// The number of elements along the undistributed dimensions for each element of the block: a constant factor of every
/// volume and time.
[[nodiscard]] double undistributed_volume(const BlockCyclic& data);

}  // namespace apportion
