// Cells of process grids, and validation.
#include "sim/grids/process_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"
#include "base/numbers.hpp"

namespace apportion {
namespace {

constexpr std::size_t most_cells = 10'000'000;
constexpr std::size_t most_dimensions = 10;
// Volumes, times and their products then stay far from overflow.
constexpr double least_performance = 1e-100;
constexpr double greatest_performance = 1e100;
constexpr std::int64_t longest_side = 1'000'000'000;

std::size_t product(const std::vector<std::size_t>& edges, std::size_t count) {
  return std::accumulate(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(count), std::size_t{1},
                         std::multiplies<>());
}

std::size_t parsed_edge(std::string_view piece, std::string_view text) {
  const std::optional<std::int64_t> edge = parse_whole(piece);
  if (!edge || *edge < 0)
    throw InputError(fmt::format("grid '{}': must be whole numbers joined by x, such as 6x6 or 2x3x4", text));
  return static_cast<std::size_t>(*edge);
}

}  // namespace

std::size_t ProcessGrid::cells() const { return product(edges, edges.size()); }
std::size_t ProcessGrid::stride(std::size_t k) const { return product(edges, k); }
std::size_t ProcessGrid::coordinate(std::size_t cell, std::size_t k) const { return cell / stride(k) % edges[k]; }

void validate(const ProcessGrid& grid) {
  if (grid.edges.empty()) throw InputError("the grid has no edges; give one per dimension, such as 6x6");
  if (grid.dimensions() > most_dimensions)
    throw InputError(
        fmt::format("the grid has {} dimensions; at most {} are supported", grid.dimensions(), most_dimensions));
  std::size_t cells = 1;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    if (grid.edge(k) == 0) throw InputError(fmt::format("edge {} of the grid is 0; it must be at least 1", k));
    if (grid.edge(k) > most_cells / cells)
      throw InputError(fmt::format("grid {} has more than {} cells", spelled(grid), most_cells));
    cells *= grid.edge(k);
  }
}

ProcessGrid parse_grid(std::string_view text) {
  ProcessGrid grid;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('x', start), text.size());
    grid.edges.push_back(parsed_edge(text.substr(start, end - start), text));
    start = end + 1;
  }
  validate(grid);
  return grid;
}

std::string spelled(const ProcessGrid& grid) {
  std::string text;
  for (const std::size_t edge : grid.edges) text += (text.empty() ? "" : "x") + std::to_string(edge);
  return text;
}

void require_sorted_edges(const ProcessGrid& grid) {
  if (std::ranges::is_sorted(grid.edges)) return;
  ProcessGrid sorted = grid;
  std::ranges::sort(sorted.edges);
  throw InputError(
      fmt::format("the edges of {} are out of order; this mapping needs them nondecreasing: give {}, "
                  "and the block's sides likewise",
                  spelled(grid), spelled(sorted)));
}

namespace {

void validate_block(const GridProblem& problem) {
  const std::size_t dimensions = problem.grid.dimensions();
  if (problem.block.size() < dimensions)
    throw InputError(
        fmt::format("grid {} has {} dimensions, but the block has {} sides; "
                    "give one per dimension, and further ones for dimensions that are not divided",
                    spelled(problem.grid), dimensions, problem.block.size()));
  if (problem.block.size() > most_dimensions)
    throw InputError(
        fmt::format("the block has {} sides; at most {} are supported", problem.block.size(), most_dimensions));
  for (std::size_t k = 0; k < problem.block.size(); ++k) {
    const bool is_divided = k < dimensions;
    const std::int64_t least = is_divided ? static_cast<std::int64_t>(problem.grid.edge(k)) : 1;
    if (problem.block[k] < least || problem.block[k] > longest_side)
      throw InputError(fmt::format("side {} of the block is {}; it must lie between {}{} and {}", k, problem.block[k],
                                   is_divided ? "the grid's edge " : "", least, longest_side));
  }
}

}  // namespace

double elements_of(const GridProblem& problem) {
  double elements = 1;
  for (const std::int64_t side : problem.block) elements *= static_cast<double>(side);
  return elements;
}

double undivided_volume(const GridProblem& problem) {
  double volume = 1;
  for (std::size_t k = problem.grid.dimensions(); k < problem.block.size(); ++k)
    volume *= static_cast<double>(problem.block[k]);
  return volume;
}

void validate(const GridProblem& problem) {
  validate(problem.grid);
  if (problem.performances.size() != problem.grid.cells())
    throw InputError(fmt::format("grid {} has {} cells, but there are {} performances; give one per cell",
                                 spelled(problem.grid), problem.grid.cells(), problem.performances.size()));
  for (std::size_t j = 0; j < problem.performances.size(); ++j) {
    const double performance = problem.performances[j];
    if (!(performance >= least_performance && performance <= greatest_performance))
      throw InputError(fmt::format("performance {} is {}; performances must be positive, from {} to {}", j, performance,
                                   least_performance, greatest_performance));
  }
  validate_block(problem);
}

}  // namespace apportion
