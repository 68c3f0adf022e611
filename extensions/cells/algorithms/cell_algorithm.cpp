// Calls of algorithms for whole cells with their checks, and the algorithms that some builds lack.
#include "extensions/cells/algorithms/cell_algorithm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/algorithms/chains.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion {
namespace {

std::vector<std::string> names_of_those(bool CellAlgorithm::*can) {
  std::vector<std::string> names;
  for (const CellAlgorithm& each : CellRegistry::instance().algorithms())
    if (each.*can) names.push_back(each.name);
  return names;
}

// `refusal` ends before the names of the algorithms that can.
void require(const CellAlgorithm& algorithm, bool CellAlgorithm::*can, const std::string& refusal) {
  if (algorithm.*can) return;
  throw InputError("{} {} {}", algorithm.name, refusal, fmt::join(names_of_those(can), ", "));
}

const Expectation<CellAlgorithm> expectation{{{.name = "METIS", .library = "METIS"},
                                              {.name = "SCOTCH", .library = "Scotch"},
                                              {.name = "ZOLTAN", .library = "Zoltan"}}};

}  // namespace

CellSolution solve_cells(const Configured<CellAlgorithm>& chosen, const CellProblem& problem, RandomStream& stream) {
  validate(problem);
  require_objective(chosen.algorithm->name, chosen.algorithm->objectives, problem.objective);
  if (problem.in_space())
    require(*chosen.algorithm, &CellAlgorithm::in_space,
            "divides arrays of rows and columns, and this one has layers; with layers there are");
  if (!problem.maps.empty())
    require(*chosen.algorithm, &CellAlgorithm::several_maps,
            fmt::format("balances one map of loads, and there are {}; several are balanced by", problem.maps.size()));
  if (problem.together) {
    require(*chosen.algorithm, &CellAlgorithm::keeps_together, "cannot keep cells together; those that can are");
    require_room_together(problem);
  }
  CellSolution solution = chosen.solve(problem, stream);
  require_division(problem, solution.decomposition);
  if (problem.keep_order && !keeps_order(problem, solution.decomposition))
    throw InputError(chosen.algorithm->name + " does not keep the order of the processors; BEST does");
  if (problem.together && count_together(problem, solution.decomposition).cut > 0)
    throw std::logic_error(chosen.algorithm->name + " cuts cells that are to stay together");
  for (const Decomposition& division : solution.curve) require_division(problem, division);
  return solution;
}

}  // namespace apportion
