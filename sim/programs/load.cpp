// Loads as products over the template's dimensions.
#include "sim/programs/load.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace apportion {
namespace {

/// Cells that a processor of one dimension holds, and those of them that stay with it.
using HeldAndStaying = std::pair<std::int64_t, std::int64_t>;

// The distinct pairs among the processors of a dimension; there are few, whatever the number of processors.
std::vector<HeldAndStaying> held_and_staying(const Progression& cells, const DimensionDistribution& distribution,
                                             std::int64_t shift) {
  const std::vector<std::int64_t> held = cells_per_processor(cells, distribution);
  const std::vector<std::int64_t> staying = cells_staying(cells, distribution, shift);
  std::set<HeldAndStaying> distinct;
  for (std::size_t q = 0; q < held.size(); ++q) distinct.emplace(held[q], staying[q]);
  return {distinct.begin(), distinct.end()};
}

}  // namespace

std::int64_t largest_load(const Placement& placement, const TemplateDistribution& distribution) {
  std::int64_t load = 1;
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const std::vector<std::int64_t> counts = cells_per_processor(placement.cells[i], distribution.dimensions[i]);
    load *= *std::ranges::max_element(counts);
  }
  return load;
}

double shortcut_load(const Placement& placement, const TemplateDistribution& distribution) {
  double load = 1;
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const std::vector<std::int64_t> counts = cells_per_processor(placement.cells[i], distribution.dimensions[i]);
    const auto idle = std::ranges::count(counts, 0);
    const auto effective = static_cast<std::int64_t>(counts.size()) - idle;
    if (effective == 0) return 0;
    load *= static_cast<double>(placement.cells[i].count) / static_cast<double>(effective);
  }
  return load;
}

std::int64_t largest_moved(const Placement& placement, const TemplateDistribution& distribution) {
  // Held and staying elements of every kind of processor, dimension by dimension.
  std::set<HeldAndStaying> products = {{1, 1}};
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    std::set<HeldAndStaying> longer;
    for (const auto& [held, staying] :
         held_and_staying(placement.cells[i], distribution.dimensions[i], placement.shift[i]))
      for (const auto& [held_before, staying_before] : products)
        longer.emplace(held_before * held, staying_before * staying);
    products = std::move(longer);
  }
  std::int64_t most = 0;
  for (const auto& [held, staying] : products) most = std::max(most, held - staying);
  return most;
}

}  // namespace apportion
