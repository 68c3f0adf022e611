// MULTILEVEL and POLISHED: divisions of cells that are no boxes.
#include <algorithm>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/tolerance_steps.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

CellSolution one_for_all(const CellProblem& problem) {
  return {{problem.extent(), {{0, 0, problem.extent().rows, problem.extent().columns}}}};
}

SearchSettings settings_of(const Options& options) {
  const std::string& effort = options.text("effort");
  if (effort == "quick")
    return {.tries = 1,
            .cycles = 0,
            .each = {.regrouped_first = 2, .regrouped = 0, .cuts = false},
            .volume = {.draws = 20, .replayed = 2, .regrouped = 0}};
  if (effort == "thorough")
    return {.tries = 14,
            .cycles = 40,
            .each = {.regrouped_first = 10, .regrouped = 8},
            .volume = {.draws = 60, .replayed = 12, .annealed = 8, .regrouped = 20}};
  return {};
}

// Few processors make cheap tries, between which elements differ more.
int tries_by_elements(const CellProblem& problem, const Options& options) {
  const int tries = static_cast<int>(50 / std::clamp<std::size_t>(problem.cluster.size(), 12, 50));
  return options.text("effort") == "thorough" ? 4 * tries : tries;
}

// The tries of few processors are cheap and differ much; many have more to gain from groups of parts.
SearchSettings settings_for(const CellProblem& problem, const Options& options) {
  constexpr std::size_t few_processors = 16;
  constexpr std::int64_t many_cells = 250'000;
  const bool has_many_cells = active_cells(problem) > many_cells;
  SearchSettings settings = settings_of(options);
  if (has_many_cells) {
    settings.each.largest_parts = 1000;
    settings.each.regrouped *= 2;
  }
  if (problem.objective != Objective::total) {
    settings.tries = tries_by_elements(problem, options);
  } else if (options.text("effort") == "quick") {
    settings.once = has_many_cells;
  } else if (problem.cluster.size() <= few_processors) {
    settings.tries *= has_many_cells ? 5 : 3;
  } else {
    settings.each.regrouped_first = 16;
  }
  return settings;
}

CellSolution solve_multilevel(const CellProblem& problem, const Options& options, RandomStream& stream) {
  const SearchSettings settings = settings_for(problem, options);
  if (problem.cluster.size() == 1) return one_for_all(problem);
  const MeshLevels levels(problem, "MULTILEVEL");
  RandomStream own = stream.renamed("MULTILEVEL");
  const MeshAnswer answer = search_by_steps(levels, settings, nullptr, own);
  return {division_of(problem, levels.finest(), answer.owners)};
}

CellSolution solve_polished(const CellProblem& problem, const Options& options, RandomStream& stream) {
  const Configured<CellAlgorithm> first = CellRegistry::instance().choose(options.text("of"));
  if (first.algorithm->name == "POLISHED") throw InputError("POLISHED polishes another method's answer, not its own");
  CellProblem by_first = problem;
  if (std::ranges::find(first.algorithm->objectives, problem.objective) == first.algorithm->objectives.end())
    by_first.objective = Objective::total;
  CellSolution solution = solve_cells(first, by_first, stream);
  if (problem.cluster.size() == 1) return solution;
  return {polished_by_steps(problem, solution.decomposition, stream)};
}

const Registration<CellAlgorithm> multilevel_registration{
    {.name = "MULTILEVEL",
     .source = "this project, after Hendrickson & Leland 1995 and Fiduccia & Mattheyses 1982",
     .summary = "parts of any shape, with loads and at the tolerance that is asked for: coarse meshes of 2 x 2 places, "
                "several starts by sweeps, annealing and refinement on every mesh; for elements sent, bisection with "
                "diagonal cuts, annealed; groups of neighbouring parts divided anew, and minimum cuts between pairs",
     .revision = 4,
     .exact_everywhere = false,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "effort",
                  .kind = OptionKind::text,
                  .default_value = "normal",
                  .choices = {"quick", "normal", "thorough"},
                  .summary = "quick, normal or thorough: 1, 4 or 14 tries at each tolerance, and 0, 8 or 40 cycles up "
                             "by some meshes and down again. Above quick up to 16 processors have 3 times as many "
                             "tries, with over 250000 cells 5 times. Quick with over 250000 cells: one try at a "
                             "cell, polished from 1 % on"}},
     .variants = {"effort=quick"},
     .solve = solve_multilevel}};

const Registration<CellAlgorithm> polished_registration{
    {.name = "POLISHED",
     .source = "this project",
     .summary =
         "another method's answer, annealed at the boundaries of its parts, refined and cut pair by pair; never worse",
     .revision = 3,
     .exact_everywhere = false,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "of", .kind = OptionKind::text, .default_value = "RCB[jogs]", .summary = "the other method"}},
     .solve = solve_polished}};

}  // namespace
}  // namespace apportion
