// Statements on distributions of data over grids (Sections 1, 2 and 4).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>

#include "experiments/kalinov/statement.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "sim/grids/block_cyclic.hpp"
#include "sim/grids/process_grid.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kalinov {
namespace {

constexpr std::int64_t distributed_side = 1000;

double equal_parts_time(const GridProblem& problem) {
  Lengths lengths;
  for (std::size_t k = 0; k < problem.grid.dimensions(); ++k)
    lengths.emplace_back(problem.grid.edge(k),
                         static_cast<double>(problem.block[k]) / static_cast<double>(problem.grid.edge(k)));
  Mapping mapping(problem.grid.cells());
  std::iota(mapping.begin(), mapping.end(), std::size_t{0});
  return block_time(problem, mapping, lengths);
}

bool equal_processes(const ProcessGrid& grid) {
  const GridProblem problem{grid, std::vector<double>(grid.cells(), 1.0),
                            std::vector<std::int64_t>(grid.dimensions(), distributed_side)};
  return equal_parts_time(problem) <= ideal_time(problem) * (1 + rounding_error);
}

GridProblem drawn_network(const ProcessGrid& grid, std::int64_t most, RandomStream& stream) {
  GridProblem problem{grid, {}, std::vector<std::int64_t>(grid.dimensions(), distributed_side)};
  boost::random::uniform_int_distribution<std::int64_t> performance(1, most);
  for (std::size_t j = 0; j < grid.cells(); ++j)
    problem.performances.push_back(static_cast<double>(performance(stream)));
  return problem;
}

// Networks of whole performances on grids of up to three dimensions, or of two alone; those that drew equal
// performances are no case.
enum class Grids { all, flat };
template <class Check>
CheckedCases on_drawn_networks(const Bounds& bounds, Grids grids, RandomStream& stream, Check check) {
  constexpr int networks = 20;
  CheckedCases checked{.bound = bounds.edge};
  for_each_grid(3, bounds.edge, [&](const ProcessGrid& grid) {
    if (grids == Grids::flat && grid.dimensions() != 2) return;
    for (int network = 0; network < networks; ++network) {
      const GridProblem problem = drawn_network(grid, bounds.performance, stream);
      if (heterogeneity_level(problem.performances) > 1) checked.add(check(problem), sizes_of(grid));
    }
  });
  return checked;
}

CheckedCases unequal_processes(const Bounds& bounds, RandomStream& stream) {
  return on_drawn_networks(bounds, Grids::all, stream, [](const GridProblem& problem) {
    return equal_parts_time(problem) > solved("proposed", problem).time * (1 + rounding_error);
  });
}

// Elements are counted from 1 in the paper, from 0 here.
CheckedCases cyclic_blocks(const Bounds& bounds) {
  CheckedCases checked{.bound = bounds.edge};
  for (std::int64_t e = 1; e <= bounds.edge; ++e)
    for (std::int64_t a = 1; a <= bounds.edge; ++a) {
      const auto edge = static_cast<std::size_t>(e);
      const BlockCyclic data{{{edge}}, {std::vector<std::int64_t>(edge, a)}, {0}, {3 * a * e}};
      bool agrees = true;
      for (std::int64_t k = 1; k <= data.extent[0]; ++k) {
        const std::vector<std::int64_t> element = {k - 1};
        agrees = agrees && cell_of(data, element) == static_cast<std::size_t>((k - 1) / a % e);
      }
      checked.add(agrees, {e, a});
    }
  return checked;
}

// One generalised block, element by element.
std::vector<double> elements_by_cell(const BlockCyclic& data) {
  std::vector<double> counts(data.grid.cells());
  std::vector<std::int64_t> element(data.extent.size());
  while (true) {
    ++counts.at(cell_of(data, element));
    std::size_t d = 0;
    while (d < element.size() && ++element[d] == data.extent[d]) element[d++] = 0;
    if (d == element.size()) return counts;
  }
}

// V_rho, by the formula.
std::vector<double> volumes_of(const BlockCyclic& data) {
  std::vector<double> volumes = block_volumes(data.grid, as_real(data.lengths));
  for (double& volume : volumes) volume *= undistributed_volume(data);
  return volumes;
}

// Slices of 1, 3, 5, ... elements along the first dimension, 2, 4, ... along the second, so that no two dimensions can
// be taken for each other; undistributed dimensions of 2 and 3.
BlockCyclic uneven_block(const ProcessGrid& grid, const std::vector<std::size_t>& eta) {
  BlockCyclic data{grid, {}, eta, std::vector<std::int64_t>(eta.size())};
  for (std::size_t d = 0; d < eta.size(); ++d) {
    if (d >= grid.dimensions()) {
      data.extent[eta[d]] = static_cast<std::int64_t>(d + 2 - grid.dimensions());
      continue;
    }
    data.lengths.emplace_back();
    for (std::size_t i = 0; i < grid.edge(d); ++i)
      data.lengths.back().push_back(static_cast<std::int64_t>(2 * i + 1 + d));
    data.extent[eta[d]] = std::accumulate(data.lengths[d].begin(), data.lengths[d].end(), std::int64_t{0});
  }
  return data;
}

CheckedCases volumes(const Bounds& bounds) {
  const std::int64_t edge = std::min<std::int64_t>(bounds.edge, 4);
  CheckedCases checked{.bound = edge};
  for_each_grid(2, edge, [&checked](const ProcessGrid& grid) {
    for (std::size_t n = grid.dimensions(); n <= 4; ++n) {
      std::vector<std::size_t> eta(n);
      std::iota(eta.begin(), eta.end(), std::size_t{0});
      do {
        const BlockCyclic data = uneven_block(grid, eta);
        checked.add(elements_by_cell(data) == volumes_of(data), sizes_of(grid));
      } while (std::ranges::next_permutation(eta).found);
    }
  });
  return checked;
}

std::int64_t borders_of_grid(const ProcessGrid& grid) {
  const auto p = static_cast<std::int64_t>(grid.edge(0));
  const auto q = static_cast<std::int64_t>(grid.edge(1));
  return 2 * p * q - p - q;
}

CheckedCases neighbours(const Bounds& bounds, RandomStream& stream) {
  return on_drawn_networks(bounds, Grids::flat, stream, [](const GridProblem& problem) {
    const Decomposition parts = problems::as_rectangles(problem, solved("proposed", problem));
    return internal_edges(parts, 0.5) == borders_of_grid(problem.grid);
  });
}

// The same processes in columns of as many each, which are divided by their own processes' performances: the load is
// then equal, and borders do not meet.
Decomposition balanced_columns(const GridProblem& problem) {
  const std::vector<double>& p = problem.performances;
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  Decomposition parts{{1, 1}, {}};
  double column = 0;
  for (std::size_t j = 0; j < problem.grid.edge(1); ++j) {
    const auto* const first = p.data() + j * problem.grid.edge(0);
    const double sum = std::accumulate(first, first + problem.grid.edge(0), 0.0);
    double row = 0;
    for (std::size_t i = 0; i < problem.grid.edge(0); ++i) {
      parts.parts.push_back({row, column, first[i] / sum, sum / total});
      row += first[i] / sum;
    }
    column += sum / total;
  }
  return parts;
}

CheckedCases fewest_neighbours(const Bounds& bounds, RandomStream& stream) {
  return on_drawn_networks(bounds, Grids::flat, stream, [](const GridProblem& problem) {
    return internal_edges(balanced_columns(problem)) >= borders_of_grid(problem.grid);
  });
}

// On 2 x 2 grids the baseline is the optimum, so that this is about every mapping and distribution.
bool is_balanced(const std::vector<std::int64_t>& p) {
  const GridProblem problem{{{2, 2}}, as_performances(p), {distributed_side, distributed_side}};
  return solved("beaumont", problem).time <= ideal_time(problem) * (1 + rounding_error);
}

CheckedCases imbalance(const Bounds& bounds) {
  CheckedCases checked{.bound = bounds.performance};
  for_each_network_of_four(bounds.performance, [&checked](const std::vector<std::int64_t>& p) {
    if (p.front() < p.back()) checked.add(!is_balanced(p), p);
  });
  return checked;
}

// In ascending order no other products of opposite processes can be equal.
CheckedCases imbalance_but_for_products(const Bounds& bounds) {
  CheckedCases checked{.bound = bounds.performance};
  for_each_network_of_four(bounds.performance, [&checked](const std::vector<std::int64_t>& p) {
    checked.add(is_balanced(p) == (p[0] * p[3] == p[1] * p[2]), p);
  });
  return checked;
}

}  // namespace

std::vector<Statement> checks_of_distribution() {
  return {{{1, "equal-processes", "Section 1", Said::paper, Reach::always,
            "equal parts balance the load of equal processes perfectly", "grids of 1 to 3 dimensions, edges <= %d",
            unnamed},
           on_all_grids(3, equal_processes)},
          {{2, "unequal-processes", "Section 1", Said::paper, Reach::always,
            "equal parts are not good enough for unequal processes: the proposed decomposition is faster",
            "20 networks on every grid of 1 to 3 dimensions, edges <= %d", unnamed, "reconstructed"},
           unequal_processes},
          {{3, "cyclic-blocks", "Section 2", Said::paper, Reach::always,
            "a block-cyclic distribution is a block distribution of generalised blocks: element k is at floor((k-1)/a) "
            "mod e",
            "a, e <= %d", unnamed},
           cyclic_blocks},
          {{4, "volumes", "Section 2, Figure 1", Said::paper, Reach::always,
            "a process gets V elements of n-dimensional data over an m-dimensional grid: "
            "the product of its lengths and of the sides that are not distributed",
            "m <= 2, m <= n <= 4, every eta, edges <= %d", unnamed},
           volumes},
          {{5, "neighbours", "Section 2", Said::paper, Reach::always,
            "in a true grid a process borders on one neighbour in each direction",
            "20 networks on every two-dimensional grid, edges <= %d", unnamed},
           neighbours},
          {{6, "fewest-neighbours", "Section 2", Said::paper, Reach::always,
            "a true grid minimises communication: no more borders than columns divided each for itself",
            "20 networks on every two-dimensional grid, edges <= %d", unnamed},
           fewest_neighbours},
          {{7, "imbalance", "Section 2", Said::paper, Reach::mostly,
            "a true grid of unequal processes leaves the load unbalanced (2x2)",
            "all networks of four, performances <= %d", unnamed},
           imbalance},
          {{8, "imbalance-corrected", "Section 2", Said::amended, Reach::always,
            "a true grid leaves the load unbalanced unless the least times the greatest performance is the product of "
            "the other two (2x2)",
            "all networks of four, performances <= %d", unnamed},
           imbalance_but_for_products}};
}

}  // namespace apportion::kalinov
