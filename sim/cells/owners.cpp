// Owners from rectangles, and rectangles from owners.
#include "sim/cells/owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstddef>

#include "base/error.hpp"
#include "base/stopping.hpp"

namespace apportion {
namespace {

// A run of cells of one row with one owner.
struct Run {
  std::int64_t column;
  std::int64_t end;
  std::int32_t owner;

  friend auto operator<=>(const Run&, const Run&) = default;
};

std::vector<Run> runs_of(const std::int32_t* row, std::int64_t columns) {
  std::vector<Run> runs;
  for (std::int64_t column = 0; column < columns;) {
    std::int64_t end = column + 1;
    while (end < columns && row[end] == row[column]) ++end;
    if (row[column] != no_owner) runs.push_back({column, end, row[column]});
    column = end;
  }
  return runs;
}

}  // namespace

std::string sides_text(std::int64_t layers, std::int64_t rows, std::int64_t columns) {
  if (layers <= 1) return fmt::format("{} x {}", rows, columns);
  return fmt::format("{} x {} x {}", layers, rows / layers, columns);
}

std::string cell_text(std::size_t cell, std::int64_t layers, std::int64_t rows, std::int64_t columns) {
  const std::int64_t row = static_cast<std::int64_t>(cell) / columns;
  const std::string layer = layers > 1 ? fmt::format("layer {}, ", row / (rows / layers)) : "";
  return fmt::format("{}row {}, column {}", layer, row % (rows / layers), static_cast<std::int64_t>(cell) % columns);
}

void require_space(std::int64_t layers, std::int64_t rows, std::int64_t columns) {
  if (layers > most_single_cells / columns || layers * columns > most_single_cells / rows)
    throw InputError("{} x {} x {} cells are too many; with layers the limit is {}", layers, rows, columns,
                     most_single_cells);
}

std::vector<std::int32_t> owners_of(const Decomposition& division) {
  const Extent& extent = division.extent;
  if (extent.area() > static_cast<double>(most_single_cells))
    throw InputError("{} x {} cells are too many to be visited one by one; the limit is {}", extent.rows,
                     extent.columns, most_single_cells);
  const auto columns = static_cast<std::int64_t>(extent.columns);
  std::vector<std::int32_t> owners(static_cast<std::size_t>(extent.area()), no_owner);
  const auto paint = [&](const Rect& rect, std::size_t owner) {
    for (auto row = static_cast<std::int64_t>(rect.row); row < static_cast<std::int64_t>(rect.row_end()); ++row)
      std::fill_n(owners.begin() + row * columns + static_cast<std::int64_t>(rect.column),
                  static_cast<std::int64_t>(rect.columns), static_cast<std::int32_t>(owner));
  };
  for (std::size_t i = 0; i < division.parts.size(); ++i) paint(division.parts[i], i);
  for (const FurtherRect& further : division.further) paint(further.rect, further.processor);
  return owners;
}

Decomposition division_of(std::int64_t rows, std::int64_t columns, std::size_t processors,
                          const std::vector<std::int32_t>& owners) {
  std::vector<std::vector<Rect>> parts(processors);
  std::vector<Lasting<Run>> open;
  for (std::int64_t row = 0; row <= rows; ++row) {
    stop_if_asked();
    const std::vector<Run> runs = row < rows ? runs_of(owners.data() + row * columns, columns) : std::vector<Run>{};
    go_on(open, runs, row, [&](const Lasting<Run>& ended) {
      const Run& run = ended.key;
      parts[static_cast<std::size_t>(run.owner)].push_back(
          {static_cast<double>(ended.begin), static_cast<double>(run.column), static_cast<double>(row - ended.begin),
           static_cast<double>(run.end - run.column)});
    });
  }
  Decomposition division{{static_cast<double>(rows), static_cast<double>(columns)}, std::vector<Rect>(processors)};
  for (std::size_t i = 0; i < processors; ++i) {
    if (parts[i].empty()) continue;
    std::iter_swap(parts[i].begin(), std::ranges::max_element(parts[i], {}, &Rect::area));
    division.parts[i] = parts[i].front();
    for (std::size_t k = 1; k < parts[i].size(); ++k) division.further.push_back({i, parts[i][k]});
  }
  return division;
}

}  // namespace apportion
