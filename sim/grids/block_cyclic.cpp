// Owners of the elements of block-cyclic data.
#include "sim/grids/block_cyclic.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace apportion {
namespace {

std::int64_t period(const BlockCyclic& data, std::size_t k) {
  return std::accumulate(data.lengths[k].begin(), data.lengths[k].end(), std::int64_t{0});
}

// The first index of slice i within the block.
std::int64_t begin_of(const BlockCyclic& data, std::size_t k, std::size_t i) {
  return std::accumulate(data.lengths[k].begin(), data.lengths[k].begin() + static_cast<std::ptrdiff_t>(i),
                         std::int64_t{0});
}

std::size_t slice_of(const BlockCyclic& data, std::size_t k, std::int64_t index) {
  std::int64_t left = index % period(data, k);
  std::size_t i = 0;
  while (left >= data.lengths[k][i]) left -= data.lengths[k][i++];
  return i;
}

std::int64_t slice_load(const BlockCyclic& data, std::size_t k, std::size_t i) {
  const std::int64_t side = period(data, k);
  const std::int64_t extent = data.extent[data.eta[k]];
  const std::int64_t in_last = std::clamp<std::int64_t>(extent % side - begin_of(data, k, i), 0, data.lengths[k][i]);
  return extent / side * data.lengths[k][i] + in_last;
}

std::vector<IndexRange> slice_ranges(const BlockCyclic& data, std::size_t k, std::size_t i) {
  std::vector<IndexRange> ranges;
  const std::int64_t extent = data.extent[data.eta[k]];
  for (std::int64_t first = begin_of(data, k, i); first < extent; first += period(data, k))
    if (data.lengths[k][i] > 0) ranges.push_back({first, std::min(data.lengths[k][i], extent - first)});
  return ranges;
}

void validate_lengths(const BlockCyclic& data) {
  if (data.lengths.size() != data.grid.dimensions())
    throw InputError("{} dimensions of the grid, but lengths for {}", data.grid.dimensions(), data.lengths.size());
  for (std::size_t k = 0; k < data.lengths.size(); ++k) {
    if (data.lengths[k].size() != data.grid.edge(k))
      throw InputError("dimension {} of the grid has {} slices, but {} lengths", k, data.grid.edge(k),
                       data.lengths[k].size());
    if (std::ranges::min(data.lengths[k]) < 0 || period(data, k) == 0)
      throw InputError("the lengths of dimension {} must not be negative, nor all 0", k);
  }
}

}  // namespace

void validate(const BlockCyclic& data) {
  validate(data.grid);
  validate_lengths(data);
  if (data.eta.size() != data.extent.size() || data.eta.size() < data.grid.dimensions())
    throw InputError(
        "data of {} dimensions with an eta of {} entries over a grid of {} dimensions; "
        "eta has an entry per dimension of the data, which has no fewer than the grid",
        data.extent.size(), data.eta.size(), data.grid.dimensions());
  std::vector<std::size_t> sorted = data.eta;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != i) throw InputError("eta must be a permutation of 0, ..., {}; it lacks {}", sorted.size() - 1, i);
  for (std::size_t i = 0; i < data.extent.size(); ++i)
    if (data.extent[i] < 0) throw InputError("extent {} of the data is {}", i, data.extent[i]);
}

std::size_t cell_of(const BlockCyclic& data, std::span<const std::int64_t> element) {
  std::size_t cell = 0;
  for (std::size_t k = data.grid.dimensions(); k-- > 0;)
    cell = cell * data.grid.edge(k) + slice_of(data, k, element[data.eta[k]]);
  return cell;
}

std::vector<std::vector<IndexRange>> elements_of(const BlockCyclic& data, std::size_t cell) {
  std::vector<std::vector<IndexRange>> ranges(data.extent.size());
  for (std::size_t d = 0; d < data.eta.size(); ++d) {
    const std::size_t dimension = data.eta[d];
    if (d < data.grid.dimensions())
      ranges[dimension] = slice_ranges(data, d, data.grid.coordinate(cell, d));
    else if (data.extent[dimension] > 0)
      ranges[dimension] = {{0, data.extent[dimension]}};
  }
  return ranges;
}

double load(const BlockCyclic& data, std::size_t cell) {
  double elements = undistributed_volume(data);
  for (std::size_t k = 0; k < data.grid.dimensions(); ++k)
    elements *= static_cast<double>(slice_load(data, k, data.grid.coordinate(cell, k)));
  return elements;
}

double undistributed_volume(const BlockCyclic& data) {
  double volume = 1;
  for (std::size_t d = data.grid.dimensions(); d < data.eta.size(); ++d)
    volume *= static_cast<double>(data.extent[data.eta[d]]);
  return volume;
}

}  // namespace apportion
