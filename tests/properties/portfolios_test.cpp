// Portfolios are never worse than any of their members, nor than with less effort.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/samplers.hpp"
#include "tests/support/cells.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/grids.hpp"

namespace apportion {
namespace {

using testing_support::solve;

Cluster cluster_of(std::size_t processors, int sample) {
  RandomStream stream(17, fmt::format("portfolios {} {}", processors, sample));
  return draw_cluster("log-uniform", processors, sample % 2 == 0 ? 8 : 200, stream);
}

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

std::vector<CellProblem> problems_of(const CellAlgorithm& /*algorithm*/) {
  std::vector<CellProblem> problems;
  for (const std::size_t processors : {1U, 4U, 11U})
    for (const double latency : {0.0, 5.0})
      problems.push_back({30, 41, cluster_of(processors, static_cast<int>(problems.size())), latency});
  problems.push_back(problems.back());
  std::vector<double> loads;
  for (int cell = 0; cell < 30 * 41; ++cell) loads.push_back(1 + cell % 7);
  problems.back().loads = std::make_shared<CellLoads>(30, 41, loads);
  std::ranges::move(small_arrays(), std::back_inserter(problems));
  return problems;
}

std::vector<GridProblem> problems_of(const GridAlgorithm& /*algorithm*/) {
  std::vector<GridProblem> problems;
  for (const char* grid : {"5", "2x3", "3x5", "2x2x3"})
    for (int sample = 0; sample < 3; ++sample) problems.push_back(testing_support::random_grid(grid, 8, sample));
  return problems;
}

std::vector<AlignmentGraph> problems_of(const GraphAlgorithm& /*algorithm*/) {
  std::vector<AlignmentGraph> problems;
  for (const std::size_t nodes : {2U, 9U, 30U}) {
    RandomStream stream(17, fmt::format("graphs {}", nodes));
    AlignmentGraph graph{.candidates = {"a", "b", "c"}, .nodes = {}, .edges = {}};
    for (std::size_t node = 0; node < nodes; ++node) {
      graph.nodes.push_back({fmt::format("n{}", node), draw_cluster("uniform", 3, 9, stream).speeds});
      if (node > 0) graph.edges.push_back({node / 2, node, 3.0});
      if (node > 3) graph.edges.push_back({node / 3, node, 1.0});
    }
    problems.push_back(std::move(graph));
  }
  return problems;
}

GraphSolution solve(std::string_view name, const AlignmentGraph& graph) {
  return testing_support::solve_graph_by(name, graph);
}

bool is_worse(const Options& /*options*/, const CellProblem& problem, const CellSolution& mine,
              const CellSolution& other) {
  return cell_rank(problem, mine.decomposition) > cell_rank(problem, other.decomposition);
}

bool is_worse(const Options& options, const GridProblem& /*problem*/, const GridSolution& mine,
              const GridSolution& other) {
  const auto time = [&](const GridSolution& solution) {
    return options.text("by") == "real" ? solution.time : solution.rounded_time;
  };
  return time(mine) * (1 - 1e-9) > time(other);
}

bool is_worse(const Options& /*options*/, const AlignmentGraph& /*graph*/, const GraphSolution& mine,
              const GraphSolution& other) {
  return mine.cost * (1 - 1e-9) > other.cost;
}

// Nothing if the algorithm refuses.
template <class Problem>
auto answer_if_any(const std::string& name, const Problem& problem) -> std::optional<decltype(solve(name, problem))> {
  try {
    return solve(name, problem);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

template <class AlgorithmType>
class Portfolios : public ::testing::Test {
 protected:
  using Registered = Registry<AlgorithmType>;
  using Problem = typename AlgorithmType::Instance;

  static std::vector<Configured<AlgorithmType>> portfolios() {
    std::vector<Configured<AlgorithmType>> found = Registered::instance().entries();
    std::erase_if(found, [](const Configured<AlgorithmType>& entry) { return entry.algorithm->members == nullptr; });
    return found;
  }

  static void expect_never_worse(const Configured<AlgorithmType>& portfolio, const std::vector<std::string>& others,
                                 const Problem& problem) {
    const auto mine = answer_if_any(portfolio.canonical_name(), problem);
    ASSERT_TRUE(mine) << portfolio.canonical_name();
    for (const std::string& name : others) {
      const auto other = answer_if_any(name, problem);
      EXPECT_FALSE(other && is_worse(portfolio.options, problem, *mine, *other))
          << portfolio.canonical_name() << " and " << name;
    }
  }
};

using Families = ::testing::Types<CellAlgorithm, GridAlgorithm, GraphAlgorithm>;
TYPED_TEST_SUITE(Portfolios, Families);

TYPED_TEST(Portfolios, AreNeverWorseThanTheirMembers) {
  const auto portfolios = TestFixture::portfolios();
  EXPECT_FALSE(portfolios.empty());
  for (const auto& portfolio : portfolios)
    for (const auto& problem : problems_of(*portfolio.algorithm)) {
      const std::vector<std::string> members = portfolio.algorithm->members(problem, portfolio.options);
      EXPECT_FALSE(members.empty()) << portfolio.canonical_name();
      TestFixture::expect_never_worse(portfolio, members, problem);
    }
}

TYPED_TEST(Portfolios, AreNeverWorseWithMoreEffort) {
  for (const TypeParam& algorithm : Registry<TypeParam>::instance().algorithms()) {
    if (algorithm.members == nullptr ||
        std::ranges::find(algorithm.options, "effort", &OptionSpec::name) == algorithm.options.end())
      continue;
    const auto problems = problems_of(algorithm);
    constexpr std::size_t with_thorough = 7;
    const auto named = [&](const char* effort) { return fmt::format("{}[effort={}]", algorithm.name, effort); };
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const Registry<TypeParam>& registry = Registry<TypeParam>::instance();
      TestFixture::expect_never_worse(registry.choose(named("normal")), {named("quick")}, problems[i]);
      if (i >= with_thorough) continue;
      TestFixture::expect_never_worse(registry.choose(named("thorough")), {named("quick"), named("normal")},
                                      problems[i]);
    }
  }
}

}  // namespace
}  // namespace apportion
