// JAG-M: m-way jagged, stripes with as many parts as their loads ask for.
#include <algorithm>
#include <functional>
#include <utility>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/jagged.hpp"

namespace apportion {
namespace {

/// Runs of processors with about equal speeds together.
std::vector<std::size_t> equal_speeds(const LoadTree& order, std::size_t stripes) {
  std::vector<std::size_t> ends;
  const std::size_t processors = order.order.size();
  for (std::size_t stripe = 1; stripe <= stripes; ++stripe) {
    const double behind =
        order.speed_behind.front() * static_cast<double>(stripes - stripe) / static_cast<double>(stripes);
    const auto found = std::ranges::lower_bound(order.speed_behind, behind, std::ranges::greater{});
    const auto end = static_cast<std::size_t>(found - order.speed_behind.begin());
    // One processor each, for this stripe and for those after it.
    const std::size_t least = ends.empty() ? 1 : ends.back() + 1;
    ends.push_back(std::clamp(end, least, processors - (stripes - stripe)));
  }
  ends.back() = processors;
  return ends;
}

/// Stripes by the loads of their lines alone, then the processors that they need.
JaggedDivision start(const CellProblem& problem, const LineBox& box, const LoadTree& order, std::size_t stripes) {
  const std::vector<std::size_t> groups = equal_speeds(order, stripes);
  std::vector<double> speeds;
  for (std::size_t stripe = 0; stripe < stripes; ++stripe)
    speeds.push_back(order.speed(stripe == 0 ? 0 : groups[stripe - 1], groups[stripe]));
  OrderedCuts cuts = best_cuts(problem, box, single_processors(problem, box, speeds));
  return best_groups(problem, order, {box, groups, std::move(cuts.ends), 0});
}

// So many numbers of stripes are tried, so that the time grows no faster with slender arrays.
constexpr std::size_t most_starts = 16;

/// Numbers of stripes that make parts near to squares: up to a quarter more or less, evenly spread.
std::vector<std::size_t> stripes_to_try(const LineBox& box, std::size_t processors) {
  const std::size_t square = square_stripes(box, processors);
  const std::size_t least = square - square / 4;
  const std::size_t further = std::min(square + square / 4, processors) - least;
  const std::size_t steps = std::min(further, most_starts - 1);
  std::vector<std::size_t> stripes = {least};
  for (std::size_t i = 1; i <= steps; ++i) stripes.push_back(least + i * further / steps);
  return stripes;
}

/// The best of these starts, stripes along rows or columns.
JaggedDivision best_start(const CellProblem& problem, const LoadTree& order) {
  JaggedDivision best;
  for (const bool turned : {false, true}) {
    const LineBox box = whole_box(problem, turned);
    for (const std::size_t stripes : stripes_to_try(box, order.order.size())) {
      JaggedDivision candidate = start(problem, box, order, stripes);
      if (best.ends.empty() || candidate.bottleneck < best.bottleneck) best = std::move(candidate);
    }
  }
  return best;
}

CellSolution solve_jag_m(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  constexpr int most_rounds = 4;
  constexpr double least_gain = 1e-6;
  require_few_processors(problem, "JAG-M");
  const LoadTree order = tree_without_nodes(problem);
  JaggedDivision best = best_start(problem, order);
  for (int round = 0; round < most_rounds; ++round) {
    const double before = best.bottleneck;
    for (JaggedDivision candidate = best_stripes(problem, best.box, order, best.group_ends);
         const JaggedDivision& next : {candidate, best_groups(problem, order, candidate)})
      if (next.bottleneck < best.bottleneck) best = next;
    if (best.bottleneck > before * (1 - least_gain)) break;
  }
  if (options.flag("jogs")) return {jogged_division(problem, jagged_tree(order, best))};
  return {matched_to_speeds(problem, jagged_rects(problem, order, best))};
}

const Registration<CellAlgorithm> jag_m_registration{
    {.name = "JAG-M",
     .source = "Saule, Bas and Catalyurek 2012, "
               "Load-balancing spatially located computations using rectangular partitions, JAG-M-PROBE; "
               "reconstructed, unequal processors and the refinement by this project",
     .summary =
         "Cuts stripes of equal load, as many as make the parts square or up to a quarter more "
         "or fewer (at most 16 numbers along each side are tried), and gives each the processors that it needs, "
         "fastest first; then finds the best stripes for these processors and the best processors for these stripes "
         "in turn; takes loads.",
     .options = {jogs_option()},
     .variants = {"jogs"},
     .solve = solve_jag_m}};

}  // namespace
}  // namespace apportion
