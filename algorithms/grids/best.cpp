// best: the portfolio. Every other method's answer takes part as it is, so that no answer is worse, on small grids the
// optimum among them; what alternating makes of these and of some more starts takes part as well.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/grids/alternating.hpp"
#include "algorithms/grids/long_search.hpp"
#include "algorithms/grids/mappings.hpp"
#include "algorithms/grids/on_network.hpp"
#include "algorithms/grids/optimal.hpp"

namespace apportion {
namespace {

enum class Goal { rounded_time, time };

Goal chosen_goal(const Options& options) { return options.text("by") == "real" ? Goal::time : Goal::rounded_time; }

double value(const GridSolution& solution, Goal goal) {
  return goal == Goal::time ? solution.time : solution.rounded_time;
}

// The least of one time; of those that tie the least of the other one; of those the first. A proof is of the time
// before rounding, and so one for all that tie in it.
GridSolution choose(const std::vector<GridSolution>& candidates, Goal goal) {
  const Goal other = goal == Goal::time ? Goal::rounded_time : Goal::time;
  double least = value(candidates[0], goal);
  for (const GridSolution& candidate : candidates) least = std::min(least, value(candidate, goal));
  const GridSolution* chosen = nullptr;
  for (const GridSolution& candidate : candidates) {
    if (value(candidate, goal) * (1 - tie_tolerance) > least) continue;
    if (chosen == nullptr || value(candidate, other) < value(*chosen, other) * (1 - tie_tolerance)) chosen = &candidate;
  }
  GridSolution solution = *chosen;
  solution.proven_optimal = std::ranges::any_of(candidates, [&](const GridSolution& candidate) {
    return candidate.proven_optimal && solution.time * (1 - tie_tolerance) <= candidate.time;
  });
  return solution;
}

// The three mappings of the grid whose dimensions are in reverse order.
std::vector<Arrangement> reversed_mappings(const ProcessGrid& grid) {
  const std::size_t m = grid.dimensions();
  const ProcessGrid reversed{{grid.edges.rbegin(), grid.edges.rend()}};
  const auto same_cell = [&](std::size_t cell) {
    std::size_t result = 0;
    for (std::size_t k = 0; k < m; ++k) result += reversed.coordinate(cell, k) * grid.stride(m - 1 - k);
    return result;
  };
  std::vector<std::size_t> natural_order(grid.cells());
  for (std::size_t cell = 0; cell < natural_order.size(); ++cell) natural_order[cell] = cell;
  const std::vector<std::size_t> hyperplanes = hyperplane_order(reversed);
  const auto slowest = static_cast<std::uint32_t>(grid.cells() - 1);
  std::vector<Arrangement> arrangements(3, Arrangement(grid.cells()));
  for (std::uint32_t j = 0; j <= slowest; ++j) {
    arrangements[0][same_cell(natural_order[j])] = slowest - j;
    arrangements[1][same_cell(hyperplanes[j])] = slowest - j;
    arrangements[2][same_cell(hyperplanes[j])] = j;
  }
  return arrangements;
}

struct Settings {
  Goal goal = Goal::rounded_time;
  std::int64_t exchanges = 0;
};

// `members` are other methods' answers.
GridSolution best_of(const GridProblem& problem, std::vector<GridSolution> members,
                     const std::vector<Arrangement>& more_starts, const Settings& settings, Alternation& search) {
  search.begin(problem);
  std::vector<ArrangedLengths> found;
  for (const GridSolution& member : members) found.push_back(search.improved(member));
  for (const Arrangement& start : more_starts) found.push_back(search.improved(start));
  if (std::ranges::none_of(members, &GridSolution::proven_optimal)) {
    std::size_t fastest = 0;
    for (std::size_t k = 1; k < found.size(); ++k)
      if (is_faster(found[k], found[fastest])) fastest = k;
    found.push_back(search.exchanged(found[fastest], settings.exchanges));
  }

  std::vector<GridSolution> candidates = members;
  for (GridSolution& member : members)
    candidates.push_back(
        rounded_solution(problem, std::move(member.mapping), std::move(member.lengths), Rounding::apportioned));
  for (const ArrangedLengths& arranged : found) candidates.push_back(search.rounded(arranged));
  return choose(candidates, settings.goal);
}

// What all problems have in common is there once; gas pressure, equal pressure and Beaumont et al. go side by side.
std::vector<GridSolution> solve_batch_best(std::span<const GridProblem> problems, const Options& options) {
  const Settings settings{chosen_goal(options), options.count("exchanges")};
  std::vector<std::vector<GridSolution>> members = alternating_starts(problems);
  std::vector<GridSolution> proposed = solutions_of("proposed", problems);
  std::vector<GridSolution> natural = solutions_of("natural", problems);
  std::vector<GridSolution> solutions;
  std::optional<Alternation> search;
  std::vector<Arrangement> more_starts;
  for (std::size_t j = 0; j < problems.size(); ++j) {
    const GridProblem& problem = problems[j];
    if (j == 0 || problem.grid != problems[j - 1].grid) {
      search.emplace(problem.grid);
      more_starts = reversed_mappings(problem.grid);
    }
    members[j].push_back(std::move(proposed[j]));
    members[j].push_back(std::move(natural[j]));
    if (optimal_takes(problem)) members[j].push_back(std::move(solutions_of("optimal", {&problem, 1}).front()));
    std::vector<GridSolution> candidates;
    if (problem.platform) candidates = members[j];
    solutions.push_back(best_of(problem, std::move(members[j]), more_starts, settings, *search));
    if (!problem.platform) continue;
    candidates.insert(candidates.begin(), solutions.back());
    solutions.back() = fastest_on_network(problem, candidates);
  }
  return solutions;
}

// What alternating finds without exchanges is among what is found here.
std::vector<std::string> members(const GridProblem& problem, const Options& /*options*/) {
  std::vector<std::string> names = {"natural", "proposed", "alternating"};
  for (const MappingRule& rule : mapping_rules)
    names.push_back("equal-pressure[mapping=" + std::string(rule.name) + "]");
  if (problem.grid.dimensions() == 2) names.emplace_back("beaumont");
  if (optimal_takes(problem)) names.emplace_back("optimal");
  return names;
}

// By the rounded time alone: real-valued lengths are left as they are.
void search_on_lengths(const GridProblem& problem, const Options& options, const GridSolution& start,
                       const std::function<void(const GridSolution& better)>& found, RandomStream& stream) {
  if (chosen_goal(options) == Goal::rounded_time)
    search_on(problem, start, std::numeric_limits<std::size_t>::max(), found, stream);
}

const Registration<GridAlgorithm> best_registration{
    {.name = "best",
     .source = "ours: a portfolio of the methods of Kalinov & Klimov 2004, Beaumont et al. 2001 and later searches",
     .summary =
         "Never worse than natural, equal-pressure, proposed and beaumont: the best of these, "
         "of their improvements by alternating with exchanges, and, on 2-D grids of up to 12 processes, "
         "of the optimum. On a network: the fastest of these there, and of what exchanges of processes make of it.",
     .options = {{.name = "by",
                  .kind = OptionKind::text,
                  .default_value = "rounded",
                  .choices = {"rounded", "real"},
                  .summary = "rounded: least time in whole elements; real: least time before rounding"},
                 exchanges_option("100")},
     .variants = {"by=real"},
     .solve = solve_one<solve_batch_best>,
     .solve_batch = solve_batch_best,
     .search_on = search_on_lengths,
     .members = members}};

}  // namespace
}  // namespace apportion
