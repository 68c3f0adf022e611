// Sorting networks into lanes, and solutions out of them.
#include "algorithms/grids/pressure_lanes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/grids/candidate.hpp"

namespace apportion {
namespace {

// How many problems from the first on have its grid and block.
std::size_t same_shape(std::span<const GridProblem> problems) {
  const auto other = std::ranges::find_if(problems, [&](const GridProblem& problem) {
    return problem.grid != problems[0].grid || problem.block != problems[0].block;
  });
  return static_cast<std::size_t>(other - problems.begin());
}

template <std::size_t width>
Lengths lengths_of_lane(const LaneGrid<width>& grid, std::size_t lane) {
  Lengths lengths;
  lengths.reserve(grid.dimensions.size());
  for (const LaneDimension& d : grid.dimensions) {
    std::vector<double> of_dimension(d.edge);
    for (std::size_t i = 0; i < d.edge; ++i) of_dimension[i] = grid.lengths[d.first_length + i].v[lane];
    lengths.push_back(std::move(of_dimension));
  }
  return lengths;
}

struct BatchRequest {
  std::vector<MappingRule> mappings;
  Rounding rounding = Rounding::remainders;
  PressureMethod method;
};

// At most `width` problems; lanes that are left over do what the first one does.
template <std::size_t width>
void solve_lanes(std::span<const GridProblem> problems, const BatchRequest& request, LaneGrid<width>& grid,
                 GridSolution* solutions) {
  std::array<Mapping, width> mappings;
  for (const MappingRule& rule : request.mappings) {
    for (std::size_t lane = 0; lane < problems.size(); ++lane)
      mappings[lane] = rule.map(problems[lane].grid, problems[lane].performances);
    for (std::size_t lane = 0; lane < width; ++lane) {
      const std::size_t source = lane < problems.size() ? lane : 0;
      for (std::size_t cell = 0; cell < grid.performances.size(); ++cell)
        grid.performances[cell].v[lane] = problems[source].performances[mappings[source][cell]];
    }
    if constexpr (width == 8)
      request.method.eight(grid);
    else if constexpr (width == 4)
      request.method.four(grid);
    else
      request.method.two(grid);
    for (std::size_t lane = 0; lane < problems.size(); ++lane) {
      GridSolution solution =
          rounded_solution(problems[lane], std::move(mappings[lane]), lengths_of_lane(grid, lane), request.rounding);
      if (solutions[lane].mapping.empty() || is_faster(solution, solutions[lane]))
        solutions[lane] = std::move(solution);
    }
  }
}

template <std::size_t width>
std::vector<GridSolution> solve_all(std::span<const GridProblem> problems, const BatchRequest& request) {
  std::vector<GridSolution> solutions(problems.size());
  for (std::size_t first = 0; first < problems.size();) {
    const std::size_t end = first + same_shape(problems.subspan(first));
    LaneGrid<width> grid(problems[first].grid, problems[first].block);
    for (; first < end; first += std::min(width, end - first))
      solve_lanes(problems.subspan(first, std::min(width, end - first)), request, grid, &solutions[first]);
  }
  return solutions;
}

}  // namespace

std::vector<GridSolution> best_of_mappings(std::span<const GridProblem> problems, const Options& options,
                                           const PressureMethod& method, LaneWidth width) {
  for (const GridProblem& problem : problems) validate(problem);
  const BatchRequest request{chosen_mappings(options), chosen_rounding(options), method};
  return with_lanes<8>(width, problems.size(), [&](auto lanes) { return solve_all<lanes()>(problems, request); });
}

}  // namespace apportion
