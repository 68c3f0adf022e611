// JOGGED: the slicing tree of a rectangle algorithm, each cut through whole lines and a part of one.
#include <fmt/format.h>

#include <optional>
#include <string>

#include "algorithms/cells/candidate_trees.hpp"
#include "algorithms/cells/cell_algorithm.hpp"

namespace apportion {
namespace {

CellSolution solve_jogged(const CellProblem& problem, const Options& options, RandomStream& stream) {
  require_full_grid(problem, "JOGGED");
  const std::string& of = options.text("of");
  const RectangleSolution exact = RectangleRegistry::instance().choose(of).solve(rectangle_problem(problem), stream);
  const std::optional<CellTree> tree = cell_tree_of(problem, exact.decomposition);
  if (!tree)
    throw InputError(
        fmt::format("JOGGED cannot use the answer of {} here: it is not made of straight cuts through whole pieces; "
                    "XY2, HUFFMAN, SQUARIFIED and ROLLOUT always give answers that are",
                    of));
  return {division_of(problem, *tree)};
}

const Registration<CellAlgorithm> jogged_registration{
    {.name = "JOGGED",
     .source = "this project",
     .summary = "Applies the straight cuts of a rectangle algorithm to whole cells, from the first cut down: "
                "each takes whole lines and part of one more, so that every part is within one cell of its share.",
     .exact_everywhere = false,
     .options = {{.name = "of",
                  .kind = OptionKind::text,
                  .default_value = "XY2",
                  .summary = "the rectangle algorithm; its answer must be made of straight cuts through whole pieces"}},
     .variants = {"of=ROLLOUT", "of=HUFFMAN"},
     .solve = solve_jogged}};

}  // namespace
}  // namespace apportion
