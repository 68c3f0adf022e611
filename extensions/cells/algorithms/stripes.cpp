// STRIPES: runs of cells in serpentine order.
#include "extensions/cells/algorithms/stripes.hpp"

#include <algorithm>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"

namespace apportion {
namespace {

// Cells [first, last) of a column with `height` cells, counted in the direction of the serpentine.
Rect run_of(std::int64_t column, std::int64_t first, std::int64_t last, std::int64_t height) {
  const bool upwards = column % 2 == 1;
  return {static_cast<double>(upwards ? height - last : first), static_cast<double>(column),
          static_cast<double>(last - first), 1};
}

// Cells [first, last) of the serpentine: the end of a column, whole columns, the beginning of a column; the largest
// first.
std::vector<Rect> stripe(std::int64_t first, std::int64_t last, std::int64_t height) {
  std::vector<Rect> rects;
  const std::int64_t begin = (first + height - 1) / height;
  const std::int64_t end = last / height;
  if (begin > end) return {run_of(end, first - end * height, last - end * height, height)};
  if (first < begin * height) rects.push_back(run_of(begin - 1, first - (begin - 1) * height, height, height));
  if (begin < end)
    rects.push_back({0, static_cast<double>(begin), static_cast<double>(height), static_cast<double>(end - begin)});
  if (last > end * height) rects.push_back(run_of(end, 0, last - end * height, height));
  std::ranges::stable_sort(rects, std::ranges::greater{}, &Rect::area);
  return rects;
}

CellSolution solve_stripes(const CellProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  require_full_grid(problem, "STRIPES");
  Decomposition columns = stripes(problem, false);
  Decomposition rows = stripes(problem, true);
  return {cost_of(problem, rows).is_better_than(cost_of(problem, columns)) ? std::move(rows) : std::move(columns)};
}

const Registration<CellAlgorithm> stripes_registration{
    {.name = "STRIPES",
     .source = "folklore; the order is boustrophedon",
     .summary = "Runs of cells along a path that goes back and forth through the rows or the columns, "
                "whichever costs less: every part is connected, within one cell of its share, "
                "and borders on at most two others unless it is smaller than a line.",
     .revision = 2,
     .solve = solve_stripes}};

}  // namespace

Decomposition stripes(const CellProblem& problem, bool along_rows) {
  const std::int64_t height = along_rows ? problem.columns : problem.rows;
  const Extent extent = problem.extent();
  Decomposition division{along_rows ? extent.transposed() : extent, std::vector<Rect>(problem.cluster.size())};
  std::int64_t first = 0;
  const std::vector<std::int64_t> sizes = largest_remainders(problem);
  for (std::size_t processor = 0; processor < sizes.size(); ++processor) {
    const std::vector<Rect> rects =
        sizes[processor] > 0 ? stripe(first, first + sizes[processor], height) : std::vector<Rect>{};
    first += sizes[processor];
    if (!rects.empty()) division.parts[processor] = rects.front();
    for (std::size_t i = 1; i < rects.size(); ++i) division.further.push_back({processor, rects[i]});
  }
  return along_rows ? transposed(std::move(division)) : division;
}

}  // namespace apportion
