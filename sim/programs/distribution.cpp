// Block-cyclic distributions: owners, names, validation, and exact counts.
#include "sim/programs/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

// --- Distributions

constexpr std::int64_t longest_period = 4'000'000'000;

// --- Exact counts by floor sums and by walking blocks, not by walking the cells of a large array

constexpr std::int64_t farthest_cell = 1'000'000'000;
constexpr std::int64_t most_pairs = std::int64_t{2048} * 2048;

std::int64_t residue(std::int64_t value, std::int64_t modulus) {
  const std::int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

// Sum of floor((a i + b) / m) for i = 0..n-1 as in Euclid's algorithm; a < m. a n + b must stay below 2^64, which n <=
// 2 * 10^9 and m <= 4 * 10^9 ensure.
std::uint64_t floor_sum(std::uint64_t n, std::uint64_t m, std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  while (true) {
    if (a >= m) sum += n * (n - 1) / 2 * (a / m);
    a %= m;
    sum += n * (b / m);
    b %= m;
    const std::uint64_t top = a * n + b;
    if (top < m) return sum;
    n = top / m;
    b = top % m;
    std::swap(m, a);
  }
}

// The number of leading cells of a progression in the same block as its first.
std::int64_t cells_in_block(const Progression& cells, std::int64_t block) {
  const std::int64_t left = block - residue(cells.first, block);
  return std::min(cells.count, (left + cells.stride - 1) / cells.stride);
}

Progression without_leading(const Progression& cells, std::int64_t count) {
  return {cells.first + cells.stride * count, cells.stride, cells.count - count};
}

// Adds `times` the cells of each pair of owners, add(coarse owner, fine owner, cells): walks the blocks of `coarse`,
// and in each those of `fine` or, if these are many, its processors.
template <class Add>
void add_pairs(Progression cells, std::int64_t times, const DimensionDistribution& coarse,
               const DimensionDistribution& fine, const Add& add) {
  while (cells.count > 0) {
    Progression block{cells.first, cells.stride, cells_in_block(cells, coarse.block)};
    cells = without_leading(cells, block.count);
    const std::int64_t owner = coarse.owner(block.first);
    const std::int64_t fine_blocks = (block.last() - block.first) / fine.block + 1;
    if (std::min(fine_blocks, block.count) > 4 * fine.processors) {
      const std::vector<std::int64_t> counts = cells_per_processor(block, fine);
      for (std::size_t r = 0; r < counts.size(); ++r) add(owner, static_cast<std::int64_t>(r), times * counts[r]);
      continue;
    }
    while (block.count > 0) {
      const std::int64_t step = cells_in_block(block, fine.block);
      add(owner, fine.owner(block.first), times * step);
      block = without_leading(block, step);
    }
  }
}

// The number of elements after which both patterns of owners repeat, or the whole count if that is less.
std::int64_t common_period(const Progression& cells, std::int64_t first_period, std::int64_t second_period) {
  const std::int64_t shared = std::gcd(first_period, second_period);
  if (first_period / shared > 4 * farthest_cell / second_period) return cells.count;
  const std::int64_t period = first_period / shared * second_period;
  return std::min(cells.count, period / std::gcd(period, cells.stride));
}

// --- Exact redistribution volume: pairs of owners in each dimension, multiplied for each processor

// Counts of one dimension for each processor.
struct DimensionCounts {
  std::int64_t from_processors;
  std::int64_t to_processors;
  std::vector<std::int64_t> from;  // cells of each processor
  std::vector<std::int64_t> to;
  std::vector<std::int64_t> pairs;  // [from * to_processors + to]
};

// The number of cells whose residue modulo `modulus` is in [low, high), 0 <= low <= high <= modulus <= 4 * 10^9. O(log
// modulus) for any count.
std::int64_t cells_in_residues(const Progression& cells, std::int64_t modulus, std::int64_t low, std::int64_t high) {
  if (cells.count <= 0 || low >= high) return 0;
  const auto n = static_cast<std::uint64_t>(cells.count);
  const auto m = static_cast<std::uint64_t>(modulus);
  const auto a = static_cast<std::uint64_t>(residue(cells.stride, modulus));
  const std::int64_t first = residue(cells.first, modulus) + modulus;
  const auto sum_from = [&](std::int64_t edge) { return floor_sum(n, m, a, static_cast<std::uint64_t>(first - edge)); };
  return static_cast<std::int64_t>(sum_from(low) - sum_from(high));
}

}  // namespace

std::int64_t DimensionDistribution::owner(std::int64_t cell) const { return residue(cell, period()) / block; }

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
    throw InputError("a distribution has {} dimensions; it must have 1 to {}", distribution.rank(),
                     most_template_dimensions);
  std::int64_t processors = 1;
  for (std::size_t i = 0; i < distribution.rank(); ++i) {
    const auto& [count, block] = distribution.dimensions[i];
    if (count < 1 || count > most_template_processors || (processors *= count) > most_template_processors)
      throw InputError("dimension {} has {} processors; there must be 1 to {} in all dimensions together", i + 1, count,
                       most_template_processors);
    if (block < 1 || block > longest_period / count)
      throw InputError(
          "dimension {} has blocks of {} cells on {} processors; "
          "blocks must have at least 1 cell, and all processors together at most {}",
          i + 1, block, count, longest_period);
  }
}

Progression make_progression(std::int64_t first, std::int64_t stride, std::int64_t count) {
  if (count <= 0) return {0, 1, 0};
  std::int64_t last = 0;
  if (__builtin_mul_overflow(stride, count - 1, &last) || __builtin_add_overflow(last, first, &last) ||
      std::max(first, last) > farthest_cell || std::min(first, last) < -farthest_cell)
    throw InputError("it reaches a template cell beyond {} or before -{}", farthest_cell, farthest_cell);
  if (count == 1) return {first, 1, 1};
  return {std::min(first, last), std::abs(stride), count};
}

std::vector<std::int64_t> cells_per_processor(const Progression& cells, const DimensionDistribution& distribution) {
  return cells_staying(cells, distribution, 0);
}

std::vector<std::int64_t> cells_staying(const Progression& cells, const DimensionDistribution& distribution,
                                        std::int64_t by) {
  const std::int64_t period = distribution.period();
  const std::int64_t block = distribution.block;
  const std::int64_t forth = residue(by, period);
  const std::int64_t back = period - forth;
  std::vector<std::int64_t> counts;
  counts.reserve(static_cast<std::size_t>(distribution.processors));
  for (std::int64_t q = 0; q < distribution.processors; ++q) {
    const std::int64_t low = q * block;
    // Staying cells move forward within the block, or round the whole period into the block from below.
    const std::int64_t ahead = cells_in_residues(cells, period, low, low + std::max<std::int64_t>(0, block - forth));
    const std::int64_t around = cells_in_residues(cells, period, low + std::min(block, back), low + block);
    counts.push_back(ahead + around);
  }
  return counts;
}

std::vector<std::int64_t> cells_per_pair(const Progression& cells, const DimensionDistribution& from,
                                         const DimensionDistribution& to) {
  const std::int64_t entries = from.processors * to.processors;
  if (entries > most_pairs)
    throw InputError("{} x {} pairs of processors in one dimension; at most {} are counted", from.processors,
                     to.processors, most_pairs);
  std::vector<std::int64_t> pairs(static_cast<std::size_t>(entries));
  if (cells.count <= 0) return pairs;
  const bool from_is_coarse = from.block >= to.block;
  const auto add = [&](std::int64_t coarse, std::int64_t fine, std::int64_t count) {
    pairs[static_cast<std::size_t>(from_is_coarse ? coarse * to.processors + fine : fine * to.processors + coarse)] +=
        count;
  };
  const std::int64_t period = common_period(cells, from.period(), to.period());
  const std::int64_t rest = cells.count % period;
  const DimensionDistribution& coarse = from_is_coarse ? from : to;
  const DimensionDistribution& fine = from_is_coarse ? to : from;
  add_pairs({cells.first, cells.stride, period}, cells.count / period, coarse, fine, add);
  add_pairs({cells.first, cells.stride, rest}, 1, coarse, fine, add);
  return pairs;
}

RedistributionVolume redistribution_volume(std::span<const Progression> cells, const TemplateDistribution& from,
                                           const TemplateDistribution& to) {
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
