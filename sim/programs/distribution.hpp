// Block-cyclic distributions of a template over a grid of processors, exact counts of the cells of an array axis on
// each processor, and the volume of a redistribution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace apportion {

/// The most dimensions of a template: as many as a Fortran 90 array may have.
inline constexpr std::size_t most_template_dimensions = 7;

/// The most processors that a template is distributed among.
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
  /// "4x1/2x*": the processors, then the blocks, of each dimension; * if one processor holds all, so that no block is
  /// needed.
  [[nodiscard]] std::string name() const;
  auto operator<=>(const TemplateDistribution&) const = default;
};

/// Throws InputError unless there are 1 to 7 dimensions, each with at least one processor and a block of at least one
/// cell, a period of at most 4 * 10^9 cells, and at most 65536 processors in all.
void validate(const TemplateDistribution& distribution);

/// Cells first, first + stride, ... in one template dimension; stride >= 1. Empty if count = 0.
struct Progression {
  std::int64_t first = 0;
  std::int64_t stride = 1;
  std::int64_t count = 1;

  [[nodiscard]] std::int64_t last() const { return first + stride * (count - 1); }
  auto operator<=>(const Progression&) const = default;
};

/// first + stride * (i - 1) for i = 1..count, with any stride but 0, as an ascending progression. InputError if a cell
/// is more than 10^9 from cell 0.
[[nodiscard]] Progression make_progression(std::int64_t first, std::int64_t stride, std::int64_t count);

/// Cells that each processor of the dimension holds.
[[nodiscard]] std::vector<std::int64_t> cells_per_processor(const Progression& cells,
                                                            const DimensionDistribution& distribution);

/// For each processor the number of cells c that it holds such that it also holds c + by.
[[nodiscard]] std::vector<std::int64_t> cells_staying(const Progression& cells,
                                                      const DimensionDistribution& distribution, std::int64_t by);

/// The number of cells that processor q holds under `from` and processor r under `to`: entry q * to.processors + r.
/// Walks the blocks of the coarser distribution over one common period at most. InputError above the pairs of 2048
/// processors in both.
[[nodiscard]] std::vector<std::int64_t> cells_per_pair(const Progression& cells, const DimensionDistribution& from,
                                                       const DimensionDistribution& to);

struct RedistributionVolume {
  std::int64_t elements = 0;         ///< elements of the object
  std::int64_t moved = 0;            ///< elements that change processor
  std::int64_t largest_send = 0;     ///< most elements that one processor sends
  std::int64_t largest_receive = 0;  ///< most elements that one processor receives
};

/// The data that a change of distribution moves, for an object that occupies the product of `cells`, with one
/// progression per dimension of both; they have the same number of processors. Processors of a grid are numbered with
/// the first dimension fastest, as Fortran numbers array elements, so that grids of different shapes share them. The
/// discrete metric of Chatterjee et al., Section 5.1, uses `elements` for `moved` for all pairs of different
/// distributions.
[[nodiscard]] RedistributionVolume redistribution_volume(std::span<const Progression> cells,
                                                         const TemplateDistribution& from,
                                                         const TemplateDistribution& to);

}  // namespace apportion
