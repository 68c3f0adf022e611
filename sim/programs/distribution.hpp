// Block-cyclic distributions of a template over a grid of processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace apportion {

/// Of a template: as many as a Fortran 90 array may have.
inline constexpr std::size_t most_template_dimensions = 7;
/// That a template is distributed among.
inline constexpr std::int64_t most_template_processors = 65536;

/// One dimension: cell c >= 0 or < 0 is at processor (c div block) mod processors, division rounding down.
struct DimensionDistribution {
  std::int64_t processors = 1;
  std::int64_t block = 1;

  /// Cells after which the pattern of owners repeats.
  [[nodiscard]] std::int64_t period() const { return processors * block; }
  [[nodiscard]] std::int64_t owner(std::int64_t cell) const;
  auto operator<=>(const DimensionDistribution&) const = default;
};

/// The tensor product of its dimensions' distributions. Chatterjee et al., Section 1.1.
struct TemplateDistribution {
  std::vector<DimensionDistribution> dimensions;

  [[nodiscard]] std::size_t rank() const { return dimensions.size(); }
  [[nodiscard]] std::int64_t processors() const;
  /// "4x1/2x*": processors, then blocks, in each dimension; * where one processor holds all and no block is needed.
  [[nodiscard]] std::string name() const;
  auto operator<=>(const TemplateDistribution&) const = default;
};

/// Throws InputError unless there are 1 to 7 dimensions, each with at least one processor and a block of at least one
/// cell, a period of at most 4 * 10^9 cells, and at most 65536 processors in all.
void validate(const TemplateDistribution& distribution);

}  // namespace apportion
