// How arrays are cut into blocks, and how many blocks remain when those without load are removed.
#include "extensions/layouts/sim/block_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace apportion {
namespace {

std::int64_t ceiling(std::int64_t dividend, std::int64_t divisor) { return (dividend + divisor - 1) / divisor; }

// Each block gets its share, rounded up, of the lines that remain.
std::vector<std::int64_t> longest_first(std::int64_t length, std::int64_t blocks) {
  std::vector<std::int64_t> lengths;
  for (; blocks > 0; --blocks) {
    lengths.push_back(ceiling(length, blocks));
    length -= lengths.back();
  }
  return lengths;
}

// As longest_first(), but from both ends to the middle.
std::vector<std::int64_t> mirrored(std::int64_t length, std::int64_t blocks) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(blocks), length);
  for (std::size_t first = 0; blocks > 1; ++first, blocks -= 2) {
    lengths[first] = ceiling(length, blocks);
    lengths[lengths.size() - 1 - first] = lengths[first];
    length -= 2 * lengths[first];
  }
  if (blocks == 1) lengths[lengths.size() / 2] = length;
  return lengths;
}

std::vector<std::int64_t> fms_lengths(std::int64_t length, std::int64_t blocks) {
  const bool is_odd = blocks % 2 == 1;
  const bool both = is_odd == (length % 2 == 1);
  return both || (is_odd && blocks < length / 2) ? mirrored(length, blocks) : longest_first(length, blocks);
}

std::vector<std::int64_t> ceil_lengths(std::int64_t length, std::int64_t blocks) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(blocks), ceiling(length, blocks));
  lengths.back() = length - (blocks - 1) * lengths.front();
  return lengths;
}

// On how many of its two sides along one axis a block has another block.
std::int64_t sides_with_others(std::size_t blocks, bool periodic) {
  if (blocks == 1) return 0;
  return blocks == 2 && !periodic ? 1 : 2;
}

std::int64_t active_between(const CellLoads& loads, std::int64_t top, std::int64_t bottom, std::int64_t left,
                            std::int64_t right) {
  return loads.active_before(bottom, right) - loads.active_before(top, right) - loads.active_before(bottom, left) +
         loads.active_before(top, left);
}

}  // namespace

std::vector<std::int64_t> block_bounds(std::int64_t length, std::int64_t blocks, BlockRule rule) {
  const auto cut = rule == BlockRule::fms ? fms_lengths : rule == BlockRule::nemo ? longest_first : ceil_lengths;
  const std::vector<std::int64_t> lengths = cut(length, blocks);
  if (lengths.back() < 1) return {};
  std::vector<std::int64_t> bounds{0};
  for (const std::int64_t each : lengths) bounds.push_back(bounds.back() + each);
  return bounds;
}

std::vector<std::int64_t> lengths_of(const std::vector<std::int64_t>& bounds) {
  std::vector<std::int64_t> lengths(bounds.size());
  std::adjacent_difference(bounds.begin(), bounds.end(), lengths.begin());
  lengths.erase(lengths.begin());
  return lengths;
}

std::vector<std::int64_t> row_bounds(std::int64_t rows, std::int64_t ny, const LayoutRules& rules) {
  std::vector<std::int64_t> bounds = block_bounds(rows, ny, rules.cut);
  if (!rules.north_first) return bounds;
  std::ranges::reverse(bounds);
  for (std::int64_t& bound : bounds) bound = rows - bound;
  return bounds;
}

BlockGrid block_grid(const CellLoads& loads, const Layout& layout, const LayoutRules& rules) {
  return {row_bounds(loads.rows(), layout.ny, rules), block_bounds(loads.columns(), layout.nx, rules.cut)};
}

BlockCount::BlockCount(const CellLoads& loads, const LayoutRules& rules, const BlockGrid& grid)
    : loads_(loads),
      rules_(rules),
      grid_(grid),
      is_mask_(loads.greatest() == 1 && loads.total() == static_cast<double>(loads.active_cells())) {
  const auto [least_rows, rows] = std::ranges::minmax(lengths_of(grid.rows));
  const auto [least_columns, columns] = std::ranges::minmax(lengths_of(grid.columns));
  costs_ = {.rows = rows, .columns = columns, .least_rows = least_rows, .least_columns = least_columns};
  const auto [shorter, longer] = std::minmax(costs_.rows, costs_.columns);
  costs_.aspect = static_cast<double>(longer) / static_cast<double>(shorter);
  costs_.halo = sides_with_others(grid.rows.size() - 1, false) * costs_.columns +
                sides_with_others(grid.columns.size() - 1, rules.periodic) * costs_.rows;
}

void BlockCount::add_row(std::size_t j, double most_load) {
  const auto active_left_of = [&](std::int64_t column) {
    return loads_.active_before(grid_.rows[j + 1], column) - loads_.active_before(grid_.rows[j], column);
  };
  const auto load_left_of = [&](std::int64_t column) {
    return loads_.load_before(grid_.rows[j + 1], column) - loads_.load_before(grid_.rows[j], column);
  };
  std::int64_t before = 0;
  for (std::size_t i = 0; i + 1 < grid_.columns.size(); ++i) {
    const std::int64_t until = active_left_of(grid_.columns[i + 1]);
    const std::int64_t cells = until - std::exchange(before, until);
    if (cells == 0 && is_removed_without_load(i, j)) continue;
    ++costs_.active;
    active_cells_ += cells;
    const double load =
        is_mask_ ? static_cast<double>(cells) : load_left_of(grid_.columns[i + 1]) - load_left_of(grid_.columns[i]);
    costs_.largest_load = std::max(costs_.largest_load, load);
    if (load > most_load) return;
  }
}

std::int64_t BlockCount::least_active() const {
  return costs_.active + ceiling(loads_.active_cells() - active_cells_, costs_.rows * costs_.columns);
}

bool BlockCount::is_removed(std::size_t i, std::size_t j) const {
  return active_between(loads_, grid_.rows[j], grid_.rows[j + 1], grid_.columns[i], grid_.columns[i + 1]) == 0 &&
         is_removed_without_load(i, j);
}

bool BlockCount::is_removed_without_load(std::size_t i, std::size_t j) const {
  if (rules_.north_fold && j == (rules_.north_first ? 0 : grid_.rows.size() - 2)) return false;
  return rules_.margin == 0 || !has_load_within_margin(i, j);
}

bool BlockCount::has_load_within_margin(std::size_t i, std::size_t j) const {
  const std::int64_t top = std::max<std::int64_t>(grid_.rows[j] - rules_.margin, 0);
  const std::int64_t bottom = std::min(grid_.rows[j + 1] + rules_.margin, loads_.rows());
  const std::int64_t left = grid_.columns[i] - rules_.margin;
  const std::int64_t right = grid_.columns[i + 1] + rules_.margin;
  const std::int64_t width = loads_.columns();
  const auto has_load = [&](std::int64_t from, std::int64_t to) {
    return active_between(loads_, top, bottom, std::max<std::int64_t>(from, 0), std::min(to, width)) > 0;
  };
  if (has_load(left, right)) return true;
  return rules_.periodic &&
         ((left < 0 && has_load(left + width, width)) || (right > width && has_load(0, right - width)));
}

LayoutCosts layout_costs(const CellLoads& loads, const BlockGrid& grid, const LayoutRules& rules) {
  BlockCount count(loads, rules, grid);
  for (std::size_t j = 0; j + 1 < grid.rows.size(); ++j) count.add_row(j);
  return count.costs();
}

}  // namespace apportion
