// JAG-PQ: P stripes of Q parts each.
#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/jagged.hpp"

namespace apportion {
namespace {

/// Q processors for each stripe; the first stripes have one less where P x Q is more than there are.
std::vector<std::size_t> equal_groups(std::size_t processors, std::size_t stripes) {
  const std::size_t most = (processors + stripes - 1) / stripes;
  const std::size_t smaller = stripes * most - processors;
  std::vector<std::size_t> ends;
  for (std::size_t stripe = 0; stripe < stripes; ++stripe)
    ends.push_back((stripe == 0 ? 0 : ends.back()) + most - (stripe < smaller ? 1 : 0));
  return ends;
}

CellSolution solve_jag_pq(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  require_few_processors(problem, "JAG-PQ");
  const LoadTree order = tree_without_nodes(problem);
  JaggedDivision best;
  for (const bool turned : {false, true}) {
    const LineBox box = whole_box(problem, turned);
    const std::vector<std::size_t> groups = equal_groups(order.order.size(), square_stripes(box, order.order.size()));
    JaggedDivision candidate = best_stripes(problem, box, order, groups);
    if (best.ends.empty() || candidate.bottleneck < best.bottleneck) best = std::move(candidate);
  }
  if (options.flag("jogs")) return {jogged_division(problem, jagged_tree(order, best))};
  return {matched_to_speeds(problem, jagged_rects(problem, order, best))};
}

const Registration<CellAlgorithm> jag_pq_registration{
    {.name = "JAG-PQ",
     .source = "Saule, Bas and Catalyurek 2012, "
               "Load-balancing spatially located computations using rectangular partitions, JAG-PQ-OPT; "
               "reconstructed, unequal processors by this project",
     .summary = "P stripes of Q parts, or Q - 1 in the first stripes where P x Q is too many; "
                "the processors, fastest first, from stripe to stripe; "
                "along rows or columns, the cuts of the least load per speed; takes loads.",
     .options = {jogs_option()},
     .solve = solve_jag_pq}};

}  // namespace
}  // namespace apportion
