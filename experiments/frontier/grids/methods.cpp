// How often a method on process grids ends with each mapping of Kalinov & Klimov.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"

namespace apportion::frontier {
namespace {

// The performances with the slices of every dimension in ascending order of their sums; the grid's k-th dimension is
// dimension places[k] of the arrangement.
std::vector<double> sorted_performances(const ProcessGrid& grid, const std::vector<double>& performances,
                                        const std::vector<std::size_t>& places) {
  std::vector<std::vector<std::size_t>> order;  // of the slices of each dimension
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    std::vector<double> sums(grid.edge(k), 0.0);
    for (std::size_t cell = 0; cell < performances.size(); ++cell) sums[grid.coordinate(cell, k)] += performances[cell];
    std::vector<std::size_t>& slices = order.emplace_back(grid.edge(k));
    std::iota(slices.begin(), slices.end(), std::size_t{0});
    std::ranges::stable_sort(slices, {}, [&](std::size_t slice) { return sums[slice]; });
  }
  std::vector<double> result(performances.size());
  for (std::size_t cell = 0; cell < result.size(); ++cell) {
    std::size_t source = 0;
    for (std::size_t k = 0; k < grid.dimensions(); ++k)
      source += order[places[k]][grid.coordinate(cell, k)] * grid.stride(places[k]);
    result[cell] = performances[source];
  }
  return result;
}

// Whether two mappings differ only by the order of slices, or of dimensions with equal edges, which changes no volume.
bool same_arrangement(const GridProblem& problem, const Mapping& mapping, const Mapping& other) {
  const auto performances = [&](const Mapping& of) {
    std::vector<double> result;
    for (const std::size_t process : of) result.push_back(problem.performances[process]);
    return result;
  };
  const ProcessGrid& grid = problem.grid;
  std::vector<std::size_t> places(grid.dimensions());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::vector<double> wanted = sorted_performances(grid, performances(other), places);
  const std::vector<double> mine = performances(mapping);
  do {
    const bool fits = std::ranges::equal(places, grid.edges, {}, [&](std::size_t k) { return grid.edge(k); });
    if (fits && sorted_performances(grid, mine, places) == wanted) return true;
  } while (std::ranges::next_permutation(places).found);
  return false;
}

// Each is 1 if the arrangement is that of the mapping, otherwise 0.
engine::Numbers measure(const GridProblem& problem, const GridSolution& solution) {
  const auto is = [&](const Mapping& mapping) { return same_arrangement(problem, solution.mapping, mapping); };
  const bool is_nat = is(nat(problem.grid, problem.performances));
  const bool is_nat1 = is(nat1(problem.grid, problem.performances));
  const bool is_nat2 = is(nat2(problem.grid, problem.performances));
  return {{"nat", is_nat}, {"nat1", is_nat1}, {"nat2", is_nat2}, {"other", !is_nat && !is_nat1 && !is_nat2}};
}

engine::Experiment mappings_experiment() {
  engine::Experiment study = problems::grid_study().study("frontier/grid-mappings");
  study.axes = problems::grid_axes();
  study = sweeps::described(std::move(study));
  engine::set_measure(study, measure);
  return engine::completed(std::move(study));
}

const engine::Registration mappings_registration{mappings_experiment};

}  // namespace
}  // namespace apportion::frontier
