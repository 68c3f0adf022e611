// JOGGED and ROUNDED, answers of rectangle algorithms as whole cells; and STRIPES, runs of cells in serpentine order.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion {
namespace {

// --- JOGGED

CellSolution solve_jogged(const CellProblem& problem, const Options& options, RandomStream& stream) {
  const std::string& of = options.text("of");
  const RectangleSolution exact = RectangleRegistry::instance().choose(of).solve(rectangle_problem(problem), stream);
  const std::optional<slices::Tree<2>> cuts = slices::tree_of(exact.decomposition);
  if (!cuts)
    throw InputError(
        "JOGGED cannot use the answer of {} here: it is not made of straight cuts through whole pieces; "
        "XY2, HUFFMAN, SQUARIFIED and ROLLOUT always give answers that are",
        of);
  if (!problem.loads) return {division_of(problem, *cuts)};
  slices::Tree<2> tree(problem.cluster.speeds);
  for (auto node = cuts->leaves(); node < cuts->size(); ++node)  // children come before their parents
    tree.join(cuts->at(node).child[0], cuts->at(node).child[1], cuts->at(node).axis);
  return {jogged_division(problem, tree)};
}

const Registration<CellAlgorithm> jogged_registration{
    {.name = "JOGGED",
     .source = "this project",
     .summary = "Applies the straight cuts of a rectangle algorithm to whole cells, from the first cut down: "
                "each takes whole lines and part of one more, so that every part is within one cell of its share; "
                "takes loads, and cuts by them.",
     .revision = 2,
     .exact_everywhere = false,
     .options = {{.name = "of",
                  .kind = OptionKind::text,
                  .default_value = "XY2",
                  .summary = "the rectangle algorithm; its answer must be made of straight cuts through whole pieces"}},
     .variants = {"of=ROLLOUT", "of=HUFFMAN"},
     .solve = solve_jogged}};

// --- ROUNDED

CellSolution solve_rounded(const CellProblem& problem, const Options& options, RandomStream& stream) {
  require_full_grid(problem, "ROUNDED");
  const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(options.text("of"));
  const RectangleSolution exact = solve_rectangles(chosen, rectangle_problem(problem), stream);
  return {to_whole(exact.decomposition, problem.cluster).decomposition};
}

const Registration<CellAlgorithm> rounded_registration{
    {.name = "ROUNDED",
     .source = "this project",
     .summary = "The rectangles of a rectangle algorithm with each line rounded to the nearest whole row or column: "
                "parts stay rectangles, but may be more than a cell from their shares, and small ones may be empty.",
     .revision = 2,
     .exact_everywhere = false,
     .options =
         {{.name = "of", .kind = OptionKind::text, .default_value = "BEST", .summary = "the rectangle algorithm"}},
     .variants = {"of=XY2"},
     .solve = solve_rounded}};

// --- STRIPES

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
  return {cell_rank(problem, rows) < cell_rank(problem, columns) ? std::move(rows) : std::move(columns)};
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
    if (sizes[processor] > 0) add_part(division, processor, stripe(first, first + sizes[processor], height));
    first += sizes[processor];
  }
  return along_rows ? transposed(std::move(division)) : division;
}

}  // namespace apportion
