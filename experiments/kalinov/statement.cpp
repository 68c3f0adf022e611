// What the checks of statements share.
#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {

std::vector<Statement> statements() {
  return engine::in_order({checks_of_distribution(), checks_of_lengths(), checks_of_mapping()});
}

void for_each_grid(std::size_t dimensions, std::int64_t edge, const std::function<void(const ProcessGrid&)>& visit) {
  std::vector<ProcessGrid> shorter = {{}};
  for (std::size_t m = 1; m <= dimensions; ++m) {
    std::vector<ProcessGrid> grids;
    for (const ProcessGrid& grid : shorter)
      for (std::size_t e = grid.edges.empty() ? 1 : grid.edges.back(); e <= static_cast<std::size_t>(edge); ++e) {
        grids.push_back(grid);
        grids.back().edges.push_back(e);
        visit(grids.back());
      }
    shorter = std::move(grids);
  }
}

engine::CasesUpTo<Bounds> on_all_grids(std::size_t dimensions, bool (*check)(const ProcessGrid& grid)) {
  return [dimensions, check](const Bounds& bounds) {
    CheckedCases checked{.bound = bounds.edge};
    for_each_grid(dimensions, bounds.edge, [&](const ProcessGrid& grid) { checked.add(check(grid), sizes_of(grid)); });
    return checked;
  };
}

void for_each_network_of_four(std::int64_t most, const std::function<void(const std::vector<std::int64_t>&)>& visit) {
  for (std::int64_t a = 1; a <= most; ++a)
    for (std::int64_t b = a; b <= most; ++b)
      for (std::int64_t c = b; c <= most; ++c)
        for (std::int64_t d = c; d <= most; ++d) visit({a, b, c, d});
}

std::vector<std::int64_t> sizes_of(const ProcessGrid& grid) { return {grid.edges.begin(), grid.edges.end()}; }

std::vector<double> as_performances(const std::vector<std::int64_t>& whole) { return {whole.begin(), whole.end()}; }

GridSolution solved(std::string_view algorithm, const GridProblem& problem) {
  RandomStream unused(0, "statements");
  return GridRegistry::instance().choose(algorithm).solve(problem, unused);
}

}  // namespace apportion::kalinov
