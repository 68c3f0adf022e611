// REBALANCED: a new division near a previous one.
#include <fmt/format.h>

#include "algorithms/cells/rebalancing/rebalancing.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

RebalancingMethod rebalancing_method(const Options& options) {
  const std::string& method = options.text("method");
  if (method == "all") return RebalancingMethod::all;
  if (method == "renamed") return RebalancingMethod::renamed;
  if (method == "cuts") return RebalancingMethod::cuts;
  if (method == "refined") return RebalancingMethod::refined;
  throw InputError(
      fmt::format("option method of REBALANCED is '{}'; it must be all, renamed, cuts or refined", method));
}

CellSolution solve_rebalanced(const CellProblem& problem, const Options& options, RandomStream& stream) {
  const RebalancingMethod method = rebalancing_method(options);
  const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(options.text("of"));
  if (problem.previous == nullptr)
    throw InputError("REBALANCED starts from a previous division; give --previous OWNERS");
  CellProblem fresh = problem;
  fresh.previous = nullptr;
  // Neither moved cuts nor the refined previous division looks at a new one.
  const bool asks = method == RebalancingMethod::all || method == RebalancingMethod::renamed;
  const Decomposition division = asks ? solve_cells(chosen, fresh, stream).decomposition : Decomposition{};
  return rebalanced(problem, division, method, "REBALANCED", stream);
}

const Registration<CellAlgorithm> rebalanced_registration{
    {.name = "REBALANCED",
     .source = "this project, after Fiduccia & Mattheyses 1982 and Catalyurek et al. 2009",
     .summary = "near a previous division, so that boundary and moved cells times their price are least: another "
                "method's answer with its parts renamed, the previous cuts moved, the previous division balanced and "
                "refined, and what lies between",
     .exact_everywhere = false,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "method",
                  .kind = OptionKind::text,
                  .default_value = "all",
                  .summary = "all, or one of them: renamed, cuts or refined"},
                 {.name = "of", .kind = OptionKind::text, .default_value = "BEST", .summary = "the other method"}},
     .solve = solve_rebalanced}};

}  // namespace
}  // namespace apportion
