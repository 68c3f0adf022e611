// How often a method on process grids ends with each mapping of Kalinov & Klimov.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/grids/solve.hpp"

namespace apportion::frontier {
namespace {

// Each is 1 if the arrangement is that of the mapping, otherwise 0.
struct MappingMeasures {
  double nat = 0;
  double nat1 = 0;
  double nat2 = 0;
  double other = 0;
};
// For each dimension the slices in ascending order of the sum of their performances.
std::vector<std::vector<std::size_t>> sorted_slices(const ProcessGrid& grid, const std::vector<double>& performances) {
  std::vector<std::vector<std::size_t>> order;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    std::vector<double> sums(grid.edge(k), 0.0);
    for (std::size_t cell = 0; cell < performances.size(); ++cell) sums[grid.coordinate(cell, k)] += performances[cell];
    std::vector<std::size_t> slices(grid.edge(k));
    std::iota(slices.begin(), slices.end(), std::size_t{0});
    std::ranges::stable_sort(slices, {}, [&](std::size_t slice) { return sums[slice]; });
    order.push_back(std::move(slices));
  }
  return order;
}

// The performances with the slices of every dimension sorted; the grid's k-th dimension is dimension places[k] of the
// arrangement.
std::vector<double> sorted_performances(const ProcessGrid& grid, const std::vector<double>& performances,
                                        const std::vector<std::size_t>& places) {
  const std::vector<std::vector<std::size_t>> order = sorted_slices(grid, performances);
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

MappingMeasures measure(const GridProblem& problem, const GridSolution& solution) {
  const auto is = [&](const Mapping& mapping) {
    return same_arrangement(problem, solution.mapping, mapping) ? 1.0 : 0.0;
  };
  MappingMeasures measures{.nat = is(nat(problem.grid, problem.performances)),
                           .nat1 = is(nat1(problem.grid, problem.performances)),
                           .nat2 = is(nat2(problem.grid, problem.performances))};
  measures.other = measures.nat + measures.nat1 + measures.nat2 > 0 ? 0 : 1;
  return measures;
}

engine::Experiment mappings_experiment() {
  engine::Experiment study = problems::grid_study().study("frontier/grid-mappings");
  study.title = "Which mapping the methods end with";
  study.claim = "none; the question is how often one of the three mappings is the best arrangement";
  study.source = "the mappings are Kalinov & Klimov's (2004), Section 3.1";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values({"2x2", "3x3", "3x4", "6x6", "2x2x2", "3x3x3"}));
  problems::set_axes(study.axes, {{"level", {2, 8, 16}}, {"block", {1000}}});
  study.measured = engine::measured(
      measure, {{"nat", "share of networks mapped by NAT", "", "", 3, &MappingMeasures::nat},
                {"nat1", "share of networks mapped by NAT1", "", "", 3, &MappingMeasures::nat1},
                {"nat2", "share of networks mapped by NAT2", "", "", 3, &MappingMeasures::nat2},
                {"other", "share of networks mapped in another way", "", "", 3, &MappingMeasures::other}});
  study.algorithms = {"equal-pressure", "proposed", "ccp", "alternating", "best[by=real]", "best"};
  study.samples = 200;
  study.chunk_size = 50;
  return engine::completed(std::move(study));
}

const engine::Registration mappings_registration{mappings_experiment};

}  // namespace
}  // namespace apportion::frontier
