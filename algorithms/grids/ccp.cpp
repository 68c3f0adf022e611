// ccp: the best of the three mappings, each with the best shares that the concave-convex procedure finds for it.
#include <optional>
#include <string>
#include <utility>

#include "algorithms/grids/candidate.hpp"
#include "algorithms/grids/ccp_shares.hpp"

namespace apportion {
namespace {

// From the lengths of equal pressure, so that it is never slower than these before rounding.
std::vector<GridSolution> solve_batch_ccp(std::span<const GridProblem> problems, const Options& options) {
  std::vector<GridSolution> best(problems.size());
  std::optional<ShareFinder> finder;
  for (const MappingRule& rule : chosen_mappings(options)) {
    std::vector<GridSolution> starts = solutions_of("equal-pressure[mapping=" + std::string(rule.name) + "]", problems);
    for (std::size_t j = 0; j < problems.size(); ++j) {
      const GridProblem& problem = problems[j];
      if (j == 0 || problem.grid != problems[j - 1].grid) finder.emplace(problem.grid);
      Lengths lengths = finder->best(mapped(problem, starts[j].mapping), starts[j].lengths);
      GridSolution solution =
          rounded_solution(problem, std::move(starts[j].mapping), std::move(lengths), Rounding::apportioned);
      if (best[j].mapping.empty() || is_faster(solution, best[j])) best[j] = std::move(solution);
    }
  }
  return best;
}

const Registration<GridAlgorithm> ccp_registration{
    {.name = "ccp",
     .source = "ours; the procedure after Yuille & Rangarajan, Neural Computation 15, 2003",
     .summary = "Best of NAT, NAT1, NAT2, each with the best shares that a concave-convex procedure finds for it.",
     .options = {mapping_option()},
     .variants = {"mapping=NAT", "mapping=NAT1", "mapping=NAT2"},
     .solve = solve_one<solve_batch_ccp>,
     .solve_batch = solve_batch_ccp}};

}  // namespace
}  // namespace apportion
