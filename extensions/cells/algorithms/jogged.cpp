// JOGGED and ROUNDED: answers of rectangle algorithms as whole cells.
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/cell_tree.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion {
namespace {

// --- JOGGED

// The array with equal cells.
CellProblem full_grid(const CellProblem& problem) {
  CellProblem full = problem;
  if (problem.loads) full.memory.clear();  // limits are for active cells
  full.loads = nullptr;
  return full;
}

LoadTree load_tree_of(const CellProblem& problem, const CellTree& cells) {
  LoadTree tree = tree_without_nodes(problem);
  std::vector<std::size_t> place_of(tree.order.size());
  for (std::size_t place = 0; place < tree.order.size(); ++place) place_of[tree.order[place]] = place;
  tree.nodes.resize(cells.nodes.size());
  std::vector<std::int32_t> origins = {cells.root};  // [node] its node in `cells`, parents first
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const CellNode& origin = cells.at(origins[i]);
    LoadTreeNode& node = tree.nodes[i];
    if (cells.is_leaf(origins[i])) {
      node.place = place_of[origin.processor];
      node.speed = problem.cluster.speeds[origin.processor];
      continue;
    }
    node.turned = origin.stacked;
    node.child = {origins.size(), origins.size() + 1};
    origins.insert(origins.end(), origin.child.begin(), origin.child.end());
  }
  for (std::size_t i = tree.nodes.size(); i-- > 0;)
    for (const std::size_t child : tree.nodes[i].child)
      if (child != LoadTreeNode::none) tree.nodes[i].speed += tree.nodes[child].speed;
  return tree;
}

CellSolution solve_jogged(const CellProblem& problem, const Options& options, RandomStream& stream) {
  const std::string& of = options.text("of");
  const RectangleSolution exact = RectangleRegistry::instance().choose(of).solve(rectangle_problem(problem), stream);
  const std::optional<CellTree> tree = cell_tree_of(full_grid(problem), exact.decomposition);
  if (!tree)
    throw InputError(
        fmt::format("JOGGED cannot use the answer of {} here: it is not made of straight cuts through whole pieces; "
                    "XY2, HUFFMAN, SQUARIFIED and ROLLOUT always give answers that are",
                    of));
  return {problem.loads ? jogged_division(problem, load_tree_of(problem, *tree)) : division_of(problem, *tree)};
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

}  // namespace

}  // namespace apportion
