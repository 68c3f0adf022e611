// Portfolios for grids and graphs are never worse than any of their members, nor than with less effort.
#include "tests/support/portfolios.hpp"

#include "tests/support/graphs.hpp"
#include "tests/support/grids.hpp"

namespace apportion {

template <>
struct PortfolioCase<GridAlgorithm> {
  static std::vector<GridProblem> problems() {
    std::vector<GridProblem> problems;
    for (const char* grid : {"5", "2x3", "3x5", "2x2x3"})
      for (int sample = 0; sample < 3; ++sample) problems.push_back(testing_support::random_grid(grid, 8, sample));
    return problems;
  }

  static GridSolution solve(const std::string& name, const GridProblem& problem) {
    return testing_support::solve(name, problem);
  }

  static bool is_worse(const Options& options, const GridProblem& /*problem*/, const GridSolution& mine,
                       const GridSolution& other) {
    const auto time = [&](const GridSolution& solution) {
      return options.text("by") == "real" ? solution.time : solution.rounded_time;
    };
    return time(mine) * (1 - 1e-9) > time(other);
  }
};

template <>
struct PortfolioCase<GraphAlgorithm> {
  static std::vector<AlignmentGraph> problems() {
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

  static GraphSolution solve(const std::string& name, const AlignmentGraph& graph) {
    return testing_support::solve_graph_by(name, graph);
  }

  static bool is_worse(const Options& /*options*/, const AlignmentGraph& /*graph*/, const GraphSolution& mine,
                       const GraphSolution& other) {
    return mine.cost * (1 - 1e-9) > other.cost;
  }
};

namespace {

using Families = ::testing::Types<GridAlgorithm, GraphAlgorithm>;
INSTANTIATE_TYPED_TEST_SUITE_P(Core, Portfolios, Families);

}  // namespace
}  // namespace apportion
