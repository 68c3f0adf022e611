// BEST for boxes, which anneals slicing trees; and RCB, RecursiveBisection2 and HUFFMAN, whose trees follow from the
// weights.
#include <array>

#include "algorithms/slices/tree_search.hpp"
#include "base/error.hpp"
#include "extensions/boxes/algorithms/box_algorithm.hpp"

namespace apportion {
namespace {

slices::Problem<3> slices_of_boxes(const BoxProblem& problem) {
  const double narrowest = narrowest_box(problem.extent);
  return {.extent = problem.extent,
          .volumes = volumes_of(problem),
          .latency = problem.latency,
          .narrowest = {narrowest, narrowest, narrowest}};
}

BoxDivision boxes_of(const BoxProblem& problem, const slices::Tree<3>& tree) {
  BoxDivision division{problem.extent, {}};
  for (const slices::Brick<3>& brick : tree.bricks(problem.extent)) division.parts.push_back({brick.at, brick.sides});
  return division;
}

std::optional<slices::Tree<3>> tree_of_boxes(const BoxDivision& division) {
  std::vector<slices::Brick<3>> bricks;
  for (const Cuboid& part : division.parts) bricks.push_back({part.at, part.sides});
  return slices::tree_of<3>(division.extent, bricks, coincidence_tolerance(division.extent));
}

// Whether a longer search finds nothing: annealing found the least of all trees on 4,000 drawn problems of such sizes.
bool is_small(const BoxProblem& problem) { return problem.cluster.size() <= (problem.latency > 0 ? 4U : 6U); }

BoxDivision solve_best_boxes(const BoxProblem& problem, const Options& /*options*/, RandomStream& stream) {
  constexpr std::array efforts = {slices::Effort{.moves_per_part = 2500, .most_moves = 250'000}};
  const slices::Problem<3> asked = slices_of_boxes(problem);
  BoxDivision best = boxes_of(problem, slices::searched<3>(asked, {}, efforts, stream));
  // The last bits of costs differ between trees and boxes: BEST must not be behind these starts by one of them.
  for (const auto& start :
       {slices::bisection_by_count(asked), slices::bisection_by_weight(asked), slices::huffman(asked)})
    if (is_wide_enough(start, asked) && total_cost(problem, boxes_of(problem, start)) < total_cost(problem, best))
      best = boxes_of(problem, start);
  return best;
}

void search_on_boxes(const BoxProblem& problem, const Options& /*options*/, const BoxDivision& start,
                     const std::function<void(const BoxDivision& better)>& found, RandomStream& stream) {
  if (problem.cluster.size() < 3 || is_small(problem)) return;
  const slices::Problem<3> asked = slices_of_boxes(problem);
  const std::optional<slices::Tree<3>> tree = tree_of_boxes(start);
  double least = total_cost(problem, start);
  slices::search_on<3>(
      asked, tree ? *tree : slices::huffman(asked),
      [&](const slices::Tree<3>& better) {
        const BoxDivision division = boxes_of(problem, better);
        const double total = total_cost(problem, division);
        if (!(total < least)) return;
        least = total;
        found(division);
      },
      stream);
}

template <slices::Tree<3> (*tree)(const slices::Problem<3>&)>
BoxDivision solved_by_tree(const BoxProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  return boxes_of(problem, tree(slices_of_boxes(problem)));
}

const Registration<BoxAlgorithm> box_best_registration{
    {.name = "BEST",
     .source = "slicing trees by annealing: Wong & Liu 1986, in space",
     .summary = "simulated annealing of slicing trees, from the better of RecursiveBisection2 and HUFFMAN",
     .revision = 3,
     .exact_everywhere = false,
     .solve = solve_best_boxes,
     .search_on = search_on_boxes}};

const Registration<BoxAlgorithm> box_rcb_registration{
    {.name = "RCB",
     .source = "Berger & Bokhari 1987, in space",
     .summary = "the list of processors halved by count again and again, each box cut across its longest side",
     .solve = solved_by_tree<slices::bisection_by_count<3>>}};

const Registration<BoxAlgorithm> box_bisection_registration{
    {.name = "RecursiveBisection2",
     .source = "Kaddoura, Ranka & Wang 1996, in space",
     .summary = "processors by descending weight, divided behind half of the weight, across the longest side",
     .solve = solved_by_tree<slices::bisection_by_weight<3>>}};

const Registration<BoxAlgorithm> box_huffman_registration{
    {.name = "HUFFMAN",
     .source = "the tree of Huffman 1952, in space",
     .summary = "the two lightest groups joined again and again, then cut from the whole down across longest sides",
     .solve = solved_by_tree<slices::huffman<3>>}};

const FormerNames former_box_names{
    {{"algorithm", "OPTIMAL", "BEST"}, {"algorithm", "SLABS", "BEST"}, {"algorithm", "TREE", "BEST"}}};

}  // namespace
}  // namespace apportion
