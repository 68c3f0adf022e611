// Statements on the mappings of processes onto grids (Section 3.1).
#include <algorithm>
#include <numeric>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/mappings.hpp"
#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {
namespace {

std::int64_t edge_product(const ProcessGrid& grid, std::int64_t last) {
  std::int64_t product = 1;
  for (std::int64_t i = 0; i <= last; ++i) product *= static_cast<std::int64_t>(grid.edge(static_cast<std::size_t>(i)));
  return product;
}

// The formula for the coordinates of the j-th process, from rho_{m-1} down; `limit` is what is taken from l for the
// upper limit of the inner product: 2 in print.
bool fills_column_by_column(const ProcessGrid& grid, std::int64_t limit) {
  const auto m = static_cast<std::int64_t>(grid.dimensions());
  for (std::size_t j = 0; j < grid.cells(); ++j) {
    auto rest = static_cast<std::int64_t>(j);
    for (std::int64_t k = m - 1; k >= 0; --k) {
      const std::int64_t divisor = edge_product(grid, k - 1);
      const std::int64_t rho = rest >= 0 ? rest / divisor : -((divisor - 1 - rest) / divisor);
      if (rho != static_cast<std::int64_t>(grid.coordinate(j, static_cast<std::size_t>(k)))) return false;
      rest -= rho * edge_product(grid, k - limit);
    }
  }
  return true;
}

// 1, 2, ..., the process of performance j being the j-th in ascending order.
std::vector<double> counted_performances(std::size_t count) {
  std::vector<double> performances(count);
  std::iota(performances.begin(), performances.end(), 1.0);
  return performances;
}

bool has_zero_coordinate(const ProcessGrid& grid, std::size_t cell) {
  for (std::size_t k = 0; k < grid.dimensions(); ++k)
    if (grid.coordinate(cell, k) == 0) return true;
  return false;
}

bool hyperplanes_first(const ProcessGrid& grid) {
  const Mapping mapping = nat1(grid, counted_performances(grid.cells()));
  std::size_t last_on_hyperplanes = 0;
  std::size_t first_elsewhere = grid.cells();
  for (std::size_t cell = 0; cell < mapping.size(); ++cell)
    if (has_zero_coordinate(grid, cell))
      last_on_hyperplanes = std::max(last_on_hyperplanes, mapping[cell]);
    else
      first_elsewhere = std::min(first_elsewhere, mapping[cell]);
  return last_on_hyperplanes < first_elsewhere;
}

// Appends the cells whose coordinates lie in [least_k, end_k) for every k, the first coordinate fastest.
void append_subgrid(const ProcessGrid& grid, const std::vector<std::size_t>& least, const std::vector<std::size_t>& end,
                    std::vector<std::size_t>& cells) {
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    bool is_inside = true;
    for (std::size_t k = 0; k < grid.dimensions(); ++k)
      is_inside = is_inside && grid.coordinate(cell, k) >= least[k] && grid.coordinate(cell, k) < end[k];
    if (is_inside) cells.push_back(cell);
  }
}

// Step i = 1, ..., m: rho_k free for k < m-i, 0 for k = m-i, at least 1 beyond; step m+1: at least 1 everywhere.
std::vector<std::size_t> cells_step_by_step(const ProcessGrid& grid) {
  const std::size_t m = grid.dimensions();
  std::vector<std::size_t> cells;
  std::vector<std::size_t> least(m, 0);
  for (std::size_t k = m; k-- > 0;) {
    std::vector<std::size_t> end = grid.edges;
    end[k] = 1;
    append_subgrid(grid, least, end, cells);
    least[k] = 1;
  }
  append_subgrid(grid, least, grid.edges, cells);
  return cells;
}

bool step_by_step(const ProcessGrid& grid) { return hyperplane_order(grid) == cells_step_by_step(grid); }

bool symmetric(const ProcessGrid& grid) {
  const std::vector<double> performances = counted_performances(grid.cells());
  std::vector<double> reversed = performances;
  for (double& performance : reversed) performance = 1 / performance;
  return nat2(grid, performances) == nat1(grid, reversed);
}

constexpr std::int64_t mapped_side = 1000;

// The paper's example of heterogeneity that is shifted to the weak processes, 1, 10, 11, 12, 13, ...; its mirror image,
// shifted to the powerful ones, has the reciprocals.
GridProblem network_with_shift(const ProcessGrid& grid, bool to_powerful) {
  GridProblem problem{grid, {1}, std::vector<std::int64_t>(grid.dimensions(), mapped_side)};
  for (std::size_t j = 1; j < grid.cells(); ++j) problem.performances.push_back(static_cast<double>(9 + j));
  if (to_powerful)
    for (double& performance : problem.performances) performance = 1 / performance;
  return problem;
}

// Square grids up to twice the bound, and cubes up to it.
engine::CasesUpTo<Bounds> on_equal_edges(std::size_t least, bool (*check)(const ProcessGrid& grid)) {
  return [least, check](const Bounds& bounds) {
    CheckedCases checked{.bound = 2 * bounds.edge};
    for (std::size_t dimensions = 2; dimensions <= 3; ++dimensions)
      for (std::size_t edge = least; edge <= static_cast<std::size_t>(bounds.edge) * (4 - dimensions); ++edge) {
        const ProcessGrid grid{std::vector<std::size_t>(dimensions, edge)};
        checked.add(check(grid), sizes_of(grid));
      }
    return checked;
  };
}

// Times over the ideal one of the natural mapping with the natural lengths. The weakest process is the first.
std::vector<double> natural_times(const ProcessGrid& grid) {
  const GridProblem problem = network_with_shift(grid, false);
  const Mapping mapping = nat(grid, problem.performances);
  std::vector<double> times = block_times(problem, mapping, natural_lengths(mapped(problem, mapping)));
  for (double& time : times) time /= ideal_time(problem);
  return times;
}

bool overload(const ProcessGrid& grid) {
  const std::vector<double> times = natural_times(grid);
  return times.front() > 1 && times.front() == std::ranges::max(times);
}

// The powerful ones are all but the first.
bool underload(const ProcessGrid& grid) {
  const std::vector<double> times = natural_times(grid);
  const auto below = std::ranges::count_if(times, [](double time) { return time < 1; });
  return 2 * below > static_cast<std::int64_t>(times.size() - 1);
}

// On 2 x 2 grids NAT1 and NAT fill the cells in the same order.
bool weak_first(const ProcessGrid& grid) {
  const GridProblem problem = network_with_shift(grid, false);
  return solved("proposed[mapping=NAT1]", problem).time < solved("proposed[mapping=NAT]", problem).time;
}

bool powerful_first(const ProcessGrid& grid) {
  const GridProblem problem = network_with_shift(grid, true);
  return solved("proposed[mapping=NAT2]", problem).time < solved("proposed[mapping=NAT]", problem).time;
}

constexpr const char* section = "Section 3.1";

}  // namespace

std::vector<Statement> checks_of_mapping() {
  return {{{9, "nat-formula", section, Said::paper, Reach::always, "the formula of NAT fills the grid column by column",
            "grids of 1 to 3 dimensions, edges <= %d", unnamed},
           on_all_grids(3, [](const ProcessGrid& grid) { return fills_column_by_column(grid, 2); })},
          {{10, "nat-formula-corrected", section, Said::amended, Reach::always,
            "the formula of NAT fills the grid column by column, with l-1 for l-2",
            "grids of 1 to 3 dimensions, edges <= %d", unnamed},
           on_all_grids(3, [](const ProcessGrid& grid) { return fills_column_by_column(grid, 1); })},
          {{11, "nat-overloads", section, Said::paper, Reach::always,
            "performances 1, 10, 11, ...: NAT overloads the weakest process, which is the last to be done",
            "squares, edges <= %d, and cubes of half of that", unnamed},
           on_equal_edges(2, overload)},
          {{12, "nat-underloads", section, Said::paper, Reach::always,
            "performances 1, 10, 11, ...: NAT underloads the powerful ones: "
            "most of the others are done before the ideal time",
            "squares, edges <= %d, and cubes of half of that", unnamed},
           on_equal_edges(2, underload)},
          {{13, "nat1-hyperplanes", section, Said::paper, Reach::always,
            "NAT1 fills all hyperplanes through the first cell before the rest",
            "grids of 1 to 4 dimensions, edges <= %d", unnamed},
           on_all_grids(4, hyperplanes_first)},
          {{14, "nat1-steps", "Section 3.1, Figure 2", Said::paper, Reach::always,
            "NAT1 fills the subgrids of steps 1 to m+1, each in natural order",
            "grids of 1 to 4 dimensions, edges <= %d", unnamed},
           on_all_grids(4, step_by_step)},
          {{15, "nat1-for-weak", section, Said::paper, Reach::mostly,
            "performances 1, 10, 11, ...: NAT1 is better than NAT",
            "squares, 3 <= edges <= %d, and cubes of half of that", unnamed, "reconstructed"},
           on_equal_edges(3, weak_first)},
          {{16, "nat2-symmetric", section, Said::paper, Reach::always,
            "NAT2 is symmetric to NAT1: it is NAT1 of the reciprocal performances",
            "grids of 1 to 4 dimensions, edges <= %d", unnamed},
           on_all_grids(4, symmetric)},
          {{17, "nat2-for-powerful", section, Said::paper, Reach::mostly,
            "performances 1, 1/10, 1/11, ...: NAT2 is better than NAT",
            "squares, 3 <= edges <= %d, and cubes of half of that", unnamed, "reconstructed"},
           on_equal_edges(3, powerful_first)}};
}

}  // namespace apportion::kalinov
