// POLISHED: another method's answer, or the previous division, improved on the mesh of its cells.
#include <algorithm>
#include <cstddef>

#include "base/error.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"

namespace apportion {
namespace {

template <std::size_t Axes>
Decomposition previous_division(const CellProblem& problem) {
  const GridMesh<Axes> mesh = mesh_of<Axes>(problem, "POLISHED");
  return division_of(problem, mesh, filled(problem, mesh));
}

Decomposition previous_division(const CellProblem& problem) {
  if (!problem.previous) throw InputError("POLISHED[of=previous] polishes a previous division; give one by --previous");
  return problem.in_space() ? previous_division<3>(problem) : previous_division<2>(problem);
}

CellSolution solve_polished(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (options.text("of") == "previous") return {polished_by_steps(problem, previous_division(problem), stream)};
  const Configured<CellAlgorithm> first = CellRegistry::instance().choose(options.text("of"));
  if (first.algorithm->name == "POLISHED") throw InputError("POLISHED polishes another method's answer, not its own");
  CellProblem by_first = problem;
  if (std::ranges::find(first.algorithm->objectives, problem.objective) == first.algorithm->objectives.end())
    by_first.objective = Objective::total;
  if (!first.algorithm->several_maps) by_first.maps.clear();
  CellSolution solution = solve_cells(first, by_first, stream);
  if (problem.cluster.size() == 1) return solution;
  return {polished_by_steps(problem, solution.decomposition, stream)};
}

const Registration<CellAlgorithm> polished_registration{
    {.name = "POLISHED",
     .source = "this project",
     .summary = "another method's answer, or the previous division, annealed at the boundaries of its parts and "
                "refined; never worse",
     .revision = 7,
     .exact_everywhere = false,
     .in_space = true,
     .several_maps = true,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "of",
                  .kind = OptionKind::text,
                  .default_value = "RCB[jogs]",
                  .summary = "the other method, or previous: the division of --previous, whatever moves"}},
     .solve = solve_polished}};

}  // namespace

}  // namespace apportion
