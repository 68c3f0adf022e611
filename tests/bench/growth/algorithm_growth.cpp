// The algorithms of all registries, and what is documented of their time.
#include <cmath>
#include <utility>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/graphs/random_graphs.hpp"
#include "sim/samplers.hpp"
#include "tests/bench/growth/growth.hpp"

namespace apportion::growth {
namespace {

// An answer nobody looks at.
volatile double sink = 0;

Documented documented(const Costs& costs, const std::string& name) {
  const auto found = costs.find(name);
  return found == costs.end() ? Documented{} : found->second;
}

// One subject for each algorithm with its default options. `make` gives a problem of size n, `solve` solves it.
template <class AlgorithmType, class Make, class Solve>
std::vector<Subject> subjects_of(const std::string& family, const Costs& costs, std::size_t smallest, const Make& make,
                                 const Solve& solve) {
  std::vector<Subject> subjects;
  for (const AlgorithmType& algorithm : Registry<AlgorithmType>::instance().algorithms()) {
    const Configured<AlgorithmType> chosen = Registry<AlgorithmType>::instance().choose(algorithm.name);
    subjects.push_back({.name = family + "/" + algorithm.name,
                        .documented = documented(costs, algorithm.name),
                        .prepare = [chosen, make, solve](std::size_t n) -> std::function<void()> {
                          return [chosen, solve, problem = make(n)] {
                            RandomStream stream(1, chosen.algorithm->name);
                            solve(chosen, problem, stream);
                          };
                        },
                        .smallest = smallest});
  }
  return subjects;
}

Cluster cluster_of_size(std::size_t processors) {
  RandomStream stream(1, "growth");
  return draw_cluster("max-set", processors, 4, stream);
}

// The registries' most general grids: as square as they can be.
ProcessGrid grid_of_size(std::size_t processes) {
  std::size_t edge = 1;
  while (edge * edge * 4 <= processes) edge *= 2;
  return parse_grid(std::to_string(edge) + "x" + std::to_string(processes / edge));
}

}  // namespace

// n: processors.
std::vector<Subject> rectangle_subjects() {
  const Costs costs = {
      {"ANNEALING", {"n^3: n^2 evaluations of n", 3}},
      {"BEST", {"n^3, as ANNEALING", 3}},
      {"CLUSTER", {"n log n", 1}},
      {"COLUMNS", {"n log n", 1}},
      {"HUFFMAN", {"n log n", 1}},
      {"HYBRID", {"n log n", 1}},
      {"LNS", {"n^2: n openings of n", 2}},
      {"MULTILEVEL", {"n log n", 1}},
      {"NAGAMOCHI-ABE", {"n log n", 1}},
      {"NRRP", {"n log n", 1}},
      {"OPTIMAL", {"exponential", 0}},
      {"RANGE", {"n^3", 3}},
      {"ROLLOUT", {"n^2 log n: n cuts of n log n", 2}},
      {"RecursiveBisection", {"n log n", 1}},
      {"RecursiveBisection2", {"n log n", 1}},
      {"RecursiveBisection3", {"n log n", 1}},
      {"SNRRP", {"n log n", 1}},
      {"SQUARIFIED", {"n log n", 1}},
      {"SUBSET", {"3^n", 0}},
      {"TILE", {"partitions of n", 0}},
      {"XY", {"partitions of n", 0}},
      {"XY2", {"n log n", 1}},
  };
  return subjects_of<RectangleAlgorithm>(
      "rectangles", costs, 2,
      [](std::size_t n) {
        return RectangleProblem{{1000, 1000}, cluster_of_size(n), 0};
      },
      [](const auto& chosen, const RectangleProblem& problem, RandomStream& stream) {
        sink = static_cast<double>(solve_rectangles(chosen, problem, stream).decomposition.parts.size());
      });
}

// n: processors, on 100 cells each. Partitioning libraries look at every cell.
std::vector<Subject> cell_subjects() {
  const Costs costs = {};
  return subjects_of<CellAlgorithm>(
      "cells", costs, 2,
      [](std::size_t n) {
        const auto side = static_cast<std::int64_t>(std::ceil(10 * std::sqrt(static_cast<double>(n))));
        return CellProblem{side, side, cluster_of_size(n)};
      },
      [](const auto& chosen, const CellProblem& problem, RandomStream& stream) {
        sink = static_cast<double>(solve_cells(chosen, problem, stream).decomposition.parts.size());
      });
}

// n: processes.
std::vector<Subject> grid_subjects() {
  const Costs costs = {};
  return subjects_of<GridAlgorithm>(
      "grids", costs, 4,
      [](std::size_t n) {
        GridProblem problem{grid_of_size(n), cluster_of_size(n).speeds, {}};
        problem.block.assign(problem.grid.dimensions(), 10'000);
        return problem;
      },
      [](const auto& chosen, const GridProblem& problem, RandomStream& stream) {
        sink = static_cast<double>(chosen.solve(problem, stream).lengths.size());
      });
}

// n: nodes, with 5 candidates and a mean degree of 3.
std::vector<Subject> graph_subjects() {
  const Costs costs = {};
  return subjects_of<GraphAlgorithm>(
      "graphs", costs, 5,
      [](std::size_t n) {
        RandomStream stream(1, "growth");
        return random_graph({n, 5, 3, 0.5, false}, stream);
      },
      [](const auto& chosen, const AlignmentGraph& graph, RandomStream& stream) {
        sink = solve_graph(chosen, graph, stream).cost;
      });
}

// n: indices of a kind; rows and columns of the matrices of a product.
std::vector<Subject> distribution_subjects() {
  const Costs kinds = {{"block-cyclic", {"1", 1}},
                       {"ceil-block", {"1", 1}},
                       {"identity", {"1", 1}},
                       {"linear", {"1", 1}},
                       {"wrap", {"1", 1}}};
  std::vector<Subject> subjects = subjects_of<DistributionKind>(
      "kinds", kinds, 1024,
      [](std::size_t n) {
        return DistributionShape{static_cast<Index>(n), static_cast<Index>(n)};
      },
      [](const auto& chosen, const DistributionShape& shape, RandomStream& stream) {
        sink = static_cast<double>(chosen.solve(shape, stream).length());
      });
  const Costs counts = {{"by-definition", {"n^3", 3}}, {"by-formula", {"1", 1}}, {"by-loads", {"processes", 1}}};
  const std::vector<Subject> ways = subjects_of<CommunicationCount>(
      "communications", counts, 16,
      [](std::size_t n) {
        const auto length = static_cast<Index>(n);
        return stored_with_result(make_distribution("wrap", length, 4), make_distribution("wrap", length, 4),
                                  make_distribution("ceil-block", length, 1));
      },
      [](const auto& chosen, const MatrixProduct& product, RandomStream& stream) {
        sink = static_cast<double>(chosen.solve(product, stream).first_stage);
      });
  subjects.insert(subjects.end(), ways.begin(), ways.end());
  return subjects;
}

}  // namespace apportion::growth
