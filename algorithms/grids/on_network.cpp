// The fastest process grid on a network.
#include "algorithms/grids/on_network.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "sim/network/matrix_jobs.hpp"
#include "sim/network/processor_groups.hpp"

namespace apportion {
namespace {

// Slices and processes in reverse order along one dimension: no block changes.
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

// Processes of equal performance change places: in the order of the network's groups they stand row after row, or
// column after column.
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

}  // namespace

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

}  // namespace apportion
