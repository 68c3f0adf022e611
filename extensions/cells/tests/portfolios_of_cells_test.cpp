// Portfolios for whole cells are never worse than any of their members, nor than with less effort.
#include <iterator>
#include <memory>

#include "algorithms/rectangles/random_draws.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "tests/support/portfolios.hpp"

namespace apportion {
namespace {

// In the plane and with layers, for each objective, every second one with loads and gaps.
std::vector<CellProblem> small_arrays() {
  RandomStream stream(17, "small arrays");
  std::vector<CellProblem> problems;
  for (int i = 0; i < 24; ++i) {
    const auto drawn = [&](std::int64_t least, std::size_t choices) {
      return least + static_cast<std::int64_t>(draw_below(choices, stream));
    };
    CellProblem problem{.rows = drawn(5, 2), .columns = drawn(5, 2), .cluster = {}};
    if (i % 2 == 1) {
      problem.layers = drawn(2, 2);
      problem.rows = 3 * problem.layers;
      problem.stencil = 7;
    }
    for (std::int64_t parts = drawn(3, 4); parts > 0; --parts)
      problem.cluster.speeds.push_back(static_cast<double>(drawn(1, 5)));
    problem.objective = cell_problem_objectives()[static_cast<std::size_t>(i / 2) % 3];
    if (i % 4 > 1) {
      std::vector<double> loads;
      for (std::int64_t cell = 0; cell < problem.rows * problem.columns; ++cell)
        loads.push_back(static_cast<double>(drawn(0, 4)));
      problem.loads =
          std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads), problem.layers);
    }
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace

template <>
struct PortfolioCase<CellAlgorithm> {
  static std::vector<CellProblem> problems() {
    std::vector<CellProblem> problems;
    for (const std::size_t processors : {1U, 4U, 11U})
      for (const double latency : {0.0, 5.0})
        problems.push_back({20, 27, portfolio_cluster(processors, static_cast<int>(problems.size())), latency});
    problems.push_back(problems.back());
    std::vector<double> loads;
    for (int cell = 0; cell < 20 * 27; ++cell) loads.push_back(1 + cell % 7);
    problems.back().loads = std::make_shared<CellLoads>(20, 27, loads);
    std::ranges::move(small_arrays(), std::back_inserter(problems));
    return problems;
  }

  static CellSolution solve(const std::string& name, const CellProblem& problem) {
    return testing_support::solve(name, problem);
  }

  static bool is_worse(const Options& /*options*/, const CellProblem& problem, const CellSolution& mine,
                       const CellSolution& other) {
    return cell_rank(problem, mine.decomposition) > cell_rank(problem, other.decomposition);
  }
};

namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Cells, Portfolios, CellAlgorithm);

}  // namespace
}  // namespace apportion
