// best: the portfolio. It chooses among the answers of every other method (on small grids the optimum is one of them),
// and the results of alternating from these and from some more starts.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/grids/alternating.hpp"
#include "algorithms/grids/mappings.hpp"
#include "algorithms/grids/optimal.hpp"
#include "algorithms/grids/polish.hpp"
#include "base/error.hpp"
#include "sim/network/matrix_jobs.hpp"
#include "sim/network/network.hpp"

namespace apportion {
namespace {

enum class Goal { rounded_time, time };

Goal chosen_goal(const Options& options) { return options.text("by") == "real" ? Goal::time : Goal::rounded_time; }

double value(const GridSolution& solution, Goal goal) {
  return goal == Goal::time ? solution.time : solution.rounded_time;
}

// The solution with the least `goal` time; of those that tie, the least other time; of those, the first. A proof
// concerns the time before rounding, and so all solutions that tie in it.
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

// The three mappings of the grid with its dimensions in reverse order.
std::vector<Arrangement> reversed_mappings(const ProcessGrid& grid) {
  const std::size_t m = grid.dimensions();
  const ProcessGrid reversed{{grid.edges.rbegin(), grid.edges.rend()}};
  const auto same_cell = [&](std::size_t cell) {
    std::size_t result = 0;
    for (std::size_t k = 0; k < m; ++k) result += reversed.coordinate(cell, k) * grid.stride(m - 1 - k);
    return result;
  };
  const std::vector<std::size_t> hyperplanes = hyperplane_order(reversed);
  const auto slowest = static_cast<std::uint32_t>(grid.cells() - 1);
  std::vector<Arrangement> arrangements(3, Arrangement(grid.cells()));
  for (std::uint32_t j = 0; j <= slowest; ++j) {
    arrangements[0][same_cell(j)] = slowest - j;
    arrangements[1][same_cell(hyperplanes[j])] = slowest - j;
    arrangements[2][same_cell(hyperplanes[j])] = j;
  }
  return arrangements;
}

struct Settings {
  Goal goal = Goal::rounded_time;
  std::int64_t exchanges = 0;
  std::size_t moves = 0;
};

// The distinct settled lengths of the solutions, the fastest first, ties in their order.
std::vector<WholeLengths> settled_lengths(LengthPolish& polish, const std::vector<GridSolution>& solutions) {
  std::vector<WholeLengths> all;
  std::vector<double> times;
  std::size_t fastest = 0;
  for (const GridSolution& solution : solutions) {
    WholeLengths lengths = polish.settled(solution.rounded);
    if (std::ranges::find(all, lengths) != all.end()) continue;
    times.push_back(polish.time(lengths));
    if (times.back() < times[fastest] * (1 - tie_tolerance)) fastest = all.size();
    all.push_back(std::move(lengths));
  }
  std::swap(all.front(), all[fastest]);
  return all;
}

// Polishes the solutions: all are settled, and the fastest result is annealed. If there are many moves this is done in
// rounds, and every other round begins with another solution, since the fastest can be in a place that annealing does
// not leave.
GridSolution polished(const GridProblem& problem, const std::vector<GridSolution>& solutions, std::size_t moves) {
  constexpr double hottest = 0.06;
  constexpr std::size_t usual_cells = 64;
  constexpr std::size_t most_rounds = 8;
  constexpr std::size_t moves_of_round = 100;
  LengthPolish polish(problem);
  const std::vector<WholeLengths> starts = settled_lengths(polish, solutions);
  // A stream of its own, so that a batch gives the same answers as its problems one by one.
  RandomStream stream(default_seed, "polish of grids");
  const std::size_t cells = problem.grid.cells();
  if (cells > usual_cells) moves = moves * usual_cells / cells;
  const std::size_t rounds = std::clamp<std::size_t>(moves / moves_of_round, 1, most_rounds);
  WholeLengths best = starts.front();
  for (std::size_t round = 0; round < rounds; ++round) {
    const WholeLengths& start = round % 2 == 0 ? best : starts[(round + 1) / 2 % starts.size()];
    const LengthPolish::Annealing annealing{.hottest = hottest, .moves = moves / rounds, .settles = true};
    WholeLengths lengths = polish.annealed(start, annealing, stream);
    if (polish.time(lengths) < polish.time(best) * (1 - tie_tolerance)) best = std::move(lengths);
  }
  return polish.solution(best);
}

// The candidates for the best: `members`, the answers of other methods, and improvements of them.
std::vector<GridSolution> candidates_of(const GridProblem& problem, std::vector<GridSolution> members,
                                        const std::vector<Arrangement>& more_starts, const Settings& settings,
                                        Alternation& search) {
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
  return candidates;
}

// --- On a network

// Reverses slices and processes along one dimension: the blocks stay the same.
GridSolution reversed(const ProcessGrid& grid, GridSolution solution, std::size_t dimension) {
  std::ranges::reverse(solution.lengths[dimension]);
  std::ranges::reverse(solution.rounded[dimension]);
  Mapping mapping = solution.mapping;
  for (std::size_t cell = 0; cell < mapping.size(); ++cell) {
    const std::size_t at = grid.coordinate(cell, dimension);
    const std::size_t mirrored = grid.edge(dimension) - 1 - at;
    mapping[cell - at * grid.stride(dimension) + mirrored * grid.stride(dimension)] = solution.mapping[cell];
  }
  solution.mapping = std::move(mapping);
  return solution;
}

void append(const ProcessorGroup& group, std::vector<std::size_t>& order) {
  if (group.groups.empty()) order.insert(order.end(), group.processors.begin(), group.processors.end());
  for (const ProcessorGroup& each : group.groups) append(each, order);
}

// Exchanges processes of equal performance so that they follow the order of the network's groups, row by row or column
// by column.
GridSolution regrouped(const GridProblem& problem, GridSolution solution, const std::vector<std::size_t>& order,
                       bool by_rows) {
  std::map<double, std::vector<std::size_t>> cells;  // of each performance
  for (std::size_t i = 0; i < problem.grid.cells(); ++i) {
    const std::size_t cell = by_rows ? i % problem.grid.edge(1) * problem.grid.edge(0) + i / problem.grid.edge(1) : i;
    cells[problem.performances[solution.mapping[cell]]].push_back(cell);
  }
  std::map<double, std::size_t> filled;
  for (const std::size_t process : order) {
    const double performance = problem.performances[process];
    solution.mapping[cells[performance][filled[performance]++]] = process;
  }
  return solution;
}

class FastestGrid {
 public:
  explicit FastestGrid(const GridProblem& problem) : problem_(problem) {}

  void offer(GridSolution solution) {
    const double seconds = matrix_seconds(*problem_.platform, problem_.grid, solution.mapping, solution.rounded);
    if (best_ && seconds * (1 + 1e-12) >= seconds_) return;
    best_ = std::move(solution);
    seconds_ = seconds;
  }

  void exchange(std::size_t most_simulations) {
    const std::size_t cells = problem_.grid.cells();
    bool has_helped = true;
    std::size_t simulations = 0;
    while (has_helped) {
      has_helped = false;
      for (std::size_t one = 0; one < cells; ++one)
        for (std::size_t other = one + 1; other < cells; ++other) {
          if (++simulations > most_simulations) return;
          const double before = seconds_;
          GridSolution next = *best_;
          std::swap(next.mapping[one], next.mapping[other]);
          next.time = block_time(problem_, next.mapping, next.lengths);
          next.rounded_time = block_time(problem_, next.mapping, as_real(next.rounded));
          next.proven_optimal = false;
          offer(std::move(next));
          has_helped |= seconds_ < before;
        }
    }
  }

  [[nodiscard]] const std::optional<GridSolution>& best() const { return best_; }

 private:
  const GridProblem& problem_;
  std::optional<GridSolution> best_;
  double seconds_ = 0;
};

// The solution with the shortest matrix_seconds() on the problem's platform, among: the answers; those with processes
// of equal performance in the order of the network's groups; all of these with one or both dimensions reversed; and the
// fastest improved by exchanges of two processes. The first exchange that helps is kept, pair after pair, until none
// helps or four million messages were simulated.
GridSolution fastest_on_network(const GridProblem& problem, const std::vector<GridSolution>& answers) {
  FastestGrid fastest(problem);
  std::vector<GridSolution> candidates = answers;
  if (const ProcessorGroup groups = groups_of(*problem.platform->network); !groups.groups.empty()) {
    std::vector<std::size_t> order;
    append(groups, order);
    for (const GridSolution& answer : answers)
      for (const bool by_rows : {false, true}) candidates.push_back(regrouped(problem, answer, order, by_rows));
  }
  constexpr std::size_t most_messages = 4'000'000;
  const GridSolution& first = answers.front();
  const std::size_t messages =
      1 + matrix_job(*problem.platform, problem.grid, first.mapping, first.rounded).messages.size();
  std::size_t simulations = std::max<std::size_t>(1, most_messages / messages);
  std::optional<InputError> refusal;
  for (const GridSolution& candidate : candidates)
    for (std::size_t turned = 0; turned < 4 && simulations > 0; ++turned, --simulations) {
      GridSolution next = candidate;
      for (std::size_t dimension = 0; dimension < 2; ++dimension)
        if (turned >> dimension & 1U) next = reversed(problem.grid, std::move(next), dimension);
      try {
        fastest.offer(std::move(next));
      } catch (const InputError& error) {
        refusal = error;
      }
    }
  if (!fastest.best()) throw InputError(refusal ? refusal->what() : "no candidate");
  fastest.exchange(simulations);
  return *fastest.best();
}

// --- The portfolio

// The chosen solution; on a network the fastest there, with the chosen one before polishing as a candidate.
GridSolution solve_with(const GridProblem& problem, const std::vector<GridSolution>& members,
                        const std::vector<Arrangement>& more_starts, const Settings& settings, Alternation& search) {
  std::vector<GridSolution> candidates = candidates_of(problem, members, more_starts, settings, search);
  GridSolution chosen = choose(candidates, settings.goal);
  std::vector<GridSolution> on_network = {chosen};
  const bool is_polished = settings.goal == Goal::rounded_time && settings.moves > 0 &&
                           LengthPolish::takes(problem.grid) &&
                           chosen.rounded_time * (1 - tie_tolerance) > ideal_time(problem);
  if (is_polished) {
    candidates.push_back(polished(problem, candidates, settings.moves));
    chosen = choose(candidates, settings.goal);
    on_network.push_back(chosen);
  }
  if (!problem.platform) return chosen;
  on_network.insert(on_network.end(), members.begin(), members.end());
  return fastest_on_network(problem, on_network);
}

// Common work is done once; gas pressure, equal pressure and Beaumont et al. run side by side.
std::vector<GridSolution> solve_batch_best(std::span<const GridProblem> problems, const Options& options) {
  const Settings settings{chosen_goal(options), options.count("exchanges"),
                          static_cast<std::size_t>(options.count("moves"))};
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
    solutions.push_back(solve_with(problem, members[j], more_starts, settings, *search));
  }
  return solutions;
}

// The search here includes that of alternating without exchanges.
std::vector<std::string> members(const GridProblem& problem, const Options& /*options*/) {
  std::vector<std::string> names = {"natural", "proposed", "alternating"};
  for (const MappingRule& rule : mapping_rules)
    names.push_back("equal-pressure[mapping=" + std::string(rule.name) + "]");
  if (problem.grid.dimensions() == 2) names.emplace_back("beaumont");
  if (optimal_takes(problem)) names.emplace_back("optimal");
  return names;
}

// Compares rounded times only: real-valued lengths are not changed.
void search_on_lengths(const GridProblem& problem, const Options& options, const GridSolution& start,
                       const std::function<void(const GridSolution& better)>& found, RandomStream& stream) {
  if (chosen_goal(options) == Goal::rounded_time)
    search_on(problem, start, std::numeric_limits<std::size_t>::max(), found, stream);
}

const Registration<GridAlgorithm> best_registration{
    {.name = "best",
     .source = "ours: a portfolio of the methods of Kalinov & Klimov 2004, Beaumont et al. 2001 and later searches",
     .summary = "Never worse than natural, equal-pressure, proposed and beaumont: the best of these, "
                "of their improvements by alternating with exchanges, and, on 2-D grids of up to 12 processes, "
                "of the optimum; by the rounded time whole lengths are annealed as well. On a network: the fastest of "
                "these there, and of what exchanges of processes make of it.",
     .revision = 2,
     .options = {{.name = "by",
                  .kind = OptionKind::text,
                  .default_value = "rounded",
                  .choices = {"rounded", "real"},
                  .summary = "rounded: least time in whole elements; real: least time before rounding"},
                 exchanges_option("100"),
                 count_option("moves", "200",
                              "moves that anneal whole lengths by the rounded time; fewer on grids of more than 64 "
                              "processes")},
     .variants = {"by=real"},
     .solve = solve_one<solve_batch_best>,
     .solve_batch = solve_batch_best,
     .search_on = search_on_lengths,
     .members = members}};

}  // namespace
}  // namespace apportion
