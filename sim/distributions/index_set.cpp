// Strided runs, and what a block-cyclic map takes into them.
#include "sim/distributions/index_set.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace apportion {
namespace {

// Adds what of the runs lies below `end`; runs that touch become one.
void add_clipped(IndexSet& set, StridedRuns runs, Index end) {
  if (runs.first >= end) return;
  if (runs.stride == runs.length) runs = {runs.first, capped_product(runs.length, runs.count), 0, 1};
  runs.count = runs.count == 1 ? 1 : std::min(runs.count, (end - 1 - runs.first) / runs.stride + 1);
  const Index last = runs.first + (runs.count == 1 ? 0 : (runs.count - 1) * runs.stride);
  const Index last_length = std::min(runs.length, end - last);
  const Index whole = last_length == runs.length ? runs.count : runs.count - 1;
  if (whole == 1) runs.stride = runs.length;
  if (whole > 0) set.push_back({runs.first, runs.length, runs.stride, whole});
  if (whole < runs.count) set.push_back({last, last_length, last_length, 1});
}

}  // namespace

Index capped_product(Index a, Index b) {
  constexpr Index most = std::numeric_limits<Index>::max() / 4;
  Index product = 0;
  return __builtin_mul_overflow(a, b, &product) ? most : std::min(product, most);
}

bool StridedRuns::contains(Index index) const {
  if (index < first) return false;
  const Index run = (index - first) / stride;
  return run < count && (index - first) % stride < length;
}

Index size(const IndexSet& set) {
  return std::accumulate(set.begin(), set.end(), Index{0},
                         [](Index sum, const StridedRuns& runs) { return sum + runs.size(); });
}

bool contains(const IndexSet& set, Index index) {
  return std::ranges::any_of(set, [index](const StridedRuns& runs) { return runs.contains(index); });
}

std::vector<Index> enumerate(const IndexSet& set) {
  std::vector<Index> all;
  for (const StridedRuns& runs : set)
    for (Index run = 0; run < runs.count; ++run)
      for (Index offset = 0; offset < runs.length; ++offset) all.push_back(runs.first + run * runs.stride + offset);
  std::ranges::sort(all);
  return all;
}

IndexSet cyclic_preimage(const IndexSet& set, Index n, Index p, Index block) {
  IndexSet found;
  const Index cycle = capped_product(block, p);
  const Index cycles = (n - 1) / cycle + 1;
  for (const StridedRuns& runs : set) {
    const Index first = capped_product(runs.first, block);
    const Index length = capped_product(runs.length, block);
    const Index stride = capped_product(runs.stride, block);
    if (runs.count == 1)
      add_clipped(found, {first, length, cycle, cycles}, n);
    else if (cycles == 1 || capped_product(runs.stride, runs.count) == p)
      add_clipped(found, {first, length, stride, capped_product(runs.count, cycles)}, n);
    else if (cycles <= runs.count)
      for (Index k = 0; k < cycles; ++k) add_clipped(found, {k * cycle + first, length, stride, runs.count}, n);
    else
      for (Index k = 0; k < runs.count; ++k) add_clipped(found, {first + k * stride, length, cycle, cycles}, n);
  }
  std::ranges::sort(found, [](const StridedRuns& a, const StridedRuns& b) { return a.first < b.first; });
  return found;
}

}  // namespace apportion
