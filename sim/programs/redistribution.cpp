// Exact redistribution volume: pairs of owners a dimension, multiplied for each processor.
#include "sim/programs/redistribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"

namespace apportion {
namespace {

void require_match(std::span<const Progression> cells, const TemplateDistribution& from,
                   const TemplateDistribution& to) {
  if (from.rank() != to.rank() || from.rank() != cells.size())
    throw InputError(
        fmt::format("an object of {} dimensions between distributions of {} and {}; "
                    "the numbers must be equal",
                    cells.size(), from.rank(), to.rank()));
  if (from.processors() != to.processors())
    throw InputError(fmt::format("distributions over {} and {} processors; the numbers must be equal",
                                 from.processors(), to.processors()));
}

// One dimension as seen by the processors, one after the other.
struct DimensionCounts {
  std::int64_t from_processors;
  std::int64_t to_processors;
  std::vector<std::int64_t> from;  // cells a processor
  std::vector<std::int64_t> to;
  std::vector<std::int64_t> pairs;  // [from * to_processors + to]
};

}  // namespace

RedistributionVolume redistribution_volume(std::span<const Progression> cells, const TemplateDistribution& from,
                                           const TemplateDistribution& to) {
  require_match(cells, from, to);
  RedistributionVolume volume{.elements = 1};
  std::vector<DimensionCounts> dimensions;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const DimensionDistribution& before = from.dimensions[i];
    const DimensionDistribution& after = to.dimensions[i];
    dimensions.push_back({before.processors, after.processors, cells_per_processor(cells[i], before),
                          cells_per_processor(cells[i], after), cells_per_pair(cells[i], before, after)});
    volume.elements *= cells[i].count;
  }
  for (std::int64_t processor = 0; processor < from.processors(); ++processor) {
    std::int64_t held = 1;
    std::int64_t wanted = 1;
    std::int64_t staying = 1;
    std::int64_t from_rest = processor;
    std::int64_t to_rest = processor;
    for (const DimensionCounts& dimension : dimensions) {
      const std::int64_t q = from_rest % dimension.from_processors;
      const std::int64_t r = to_rest % dimension.to_processors;
      from_rest /= dimension.from_processors;
      to_rest /= dimension.to_processors;
      held *= dimension.from[static_cast<std::size_t>(q)];
      wanted *= dimension.to[static_cast<std::size_t>(r)];
      staying *= dimension.pairs[static_cast<std::size_t>(q * dimension.to_processors + r)];
    }
    volume.moved += held - staying;
    volume.largest_send = std::max(volume.largest_send, held - staying);
    volume.largest_receive = std::max(volume.largest_receive, wanted - staying);
  }
  return volume;
}

}  // namespace apportion
