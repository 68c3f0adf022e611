// Block-cyclic distributions: owners, names, and what is refused.
#include "sim/programs/distribution.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace apportion {
namespace {

constexpr std::int64_t longest_period = 4'000'000'000;

}  // namespace

std::int64_t DimensionDistribution::owner(std::int64_t cell) const {
  const std::int64_t residue = cell % period();
  return (residue < 0 ? residue + period() : residue) / block;
}

std::int64_t TemplateDistribution::processors() const {
  std::int64_t product = 1;
  for (const DimensionDistribution& dimension : dimensions) product *= dimension.processors;
  return product;
}

std::string TemplateDistribution::name() const {
  std::string grid;
  std::string blocks;
  for (const DimensionDistribution& dimension : dimensions) {
    const char* const separator = grid.empty() ? "" : "x";
    grid += fmt::format("{}{}", separator, dimension.processors);
    blocks += separator + (dimension.processors == 1 ? "*" : std::to_string(dimension.block));
  }
  return grid + "/" + blocks;
}

void validate(const TemplateDistribution& distribution) {
  if (distribution.rank() < 1 || distribution.rank() > most_template_dimensions)
    throw InputError(fmt::format("a distribution has {} dimensions; it must have 1 to {}", distribution.rank(),
                                 most_template_dimensions));
  std::int64_t processors = 1;
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const auto& [count, block] = distribution.dimensions[i];
    if (count < 1 || count > most_template_processors || (processors *= count) > most_template_processors)
      throw InputError(fmt::format("dimension {} has {} processors; there must be 1 to {} in all dimensions together",
                                   i + 1, count, most_template_processors));
    if (block < 1 || block > longest_period / count)
      throw InputError(
          fmt::format("dimension {} has blocks of {} cells on {} processors; "
                      "blocks must have at least 1 cell, and all processors together at most {}",
                      i + 1, block, count, longest_period));
  }
}

}  // namespace apportion
