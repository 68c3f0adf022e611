// The algorithms of all registries, and what is documented of their time.
#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "sim/graphs/sample_graphs.hpp"
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

// One subject for each algorithm with its default options. `make` gives a problem of size n for the algorithm of a
// name, `solve` solves it.
template <class AlgorithmType, class Make, class Solve>
std::vector<Subject> subjects_of(const std::string& family, const Costs& costs, std::size_t smallest, const Make& make,
                                 const Solve& solve) {
  std::vector<Subject> subjects;
  for (const AlgorithmType& algorithm : Registry<AlgorithmType>::instance().algorithms()) {
    const Configured<AlgorithmType> chosen = Registry<AlgorithmType>::instance().choose(algorithm.name);
    subjects.push_back({.name = family + "/" + algorithm.name,
                        .documented = documented(costs, algorithm.name),
                        .prepare = [chosen, make, solve](std::size_t n) -> std::function<void()> {
                          return [chosen, solve, problem = make(n, chosen.algorithm->name)] {
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
      {"BEST", {"n^3, as ROLLOUT", 3}},
      {"COLUMNS", {"n log n", 1}},
      {"HUFFMAN", {"n log n", 1}},
      {"HYBRID", {"n log n", 1}},
      {"MULTILEVEL", {"n log n", 1}},
      {"NAGAMOCHI-ABE", {"n log n", 1}},
      {"NRRP", {"n log n", 1}},
      {"OPTIMAL", {"exponential", 0}},
      {"ROLLOUT", {"n^2 log n: n cuts of n log n", 2}},
      {"RecursiveBisection", {"n log n", 1}},
      {"RecursiveBisection2", {"n log n", 1}},
      {"RecursiveBisection3", {"n log n", 1}},
      {"SNRRP", {"n log n", 1}},
      {"SQUARIFIED", {"n log n", 1}},
      {"TILE", {"partitions of n", 0}},
      {"XY", {"partitions of n", 0}},
      {"XY2", {"n log n", 1}},
  };
  return subjects_of<RectangleAlgorithm>(
      "rectangles", costs, 2,
      [](std::size_t n, const std::string& /*name*/) {
        return RectangleProblem{{1000, 1000}, cluster_of_size(n), 0};
      },
      [](const auto& chosen, const RectangleProblem& problem, RandomStream& stream) {
        sink = static_cast<double>(solve_rectangles(chosen, problem, stream).decomposition.parts.size());
      });
}

// n: processors, on 100 cells each. Partitioning libraries look at every cell.
std::vector<Subject> cell_subjects() {
  const Costs costs = {
      {"BEST", {"n^3: trees annealed", 3}},
      {"HIER-RB", {"n log n", 1}},
      {"HIER-RELAXED", {"n log n", 1}},
      {"JAG-M", {"n^1.5 log n: 16 x sqrt(n) x n", 1.5}},
      {"JAG-PQ", {"n log n", 1}},
      {"JOGGED", {"n log n", 1}},
      {"METIS", {"n log n", 1}},
      {"RCB", {"n log n", 1}},
      {"RECTILINEAR", {"n log n", 1}},
      {"ROUNDED", {"n^3, as rectangles' BEST", 3}},
      {"SCOTCH", {"n log n", 1}},
      {"STRIPES", {"n log n", 1}},
      {"ZOLTAN", {"n log n", 1}},
  };
  return subjects_of<CellAlgorithm>(
      "cells", costs, 2,
      [](std::size_t n, const std::string& /*name*/) {
        const auto side = static_cast<std::int64_t>(std::ceil(10 * std::sqrt(static_cast<double>(n))));
        return CellProblem{side, side, cluster_of_size(n)};
      },
      [](const auto& chosen, const CellProblem& problem, RandomStream& stream) {
        sink = static_cast<double>(solve_cells(chosen, problem, stream).decomposition.parts.size());
      });
}

// n: processes.
std::vector<Subject> grid_subjects() {
  const Costs costs = {
      {"alternating", {"n^2: rounds of ccp", 2}},
      {"beaumont", {"n^1.5: sorting rounds", 1.5}},
      {"best", {"n^2, as alternating", 2}},
      {"ccp", {"n^2: n per step", 2}},
      {"equal-pressure", {"n^1.5: n per sweep", 1.5}},
      {"natural", {"n log n", 1}},
      {"optimal", {"exponential", 0}},
      {"proposed", {"n^1.5: n per sweep", 1.5}},
  };
  return subjects_of<GridAlgorithm>(
      "grids", costs, 3,
      [](std::size_t n, const std::string& /*name*/) {
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
  const Costs costs = {
      {"algorithm1-cc", {"n^3: dense eigenvectors", 3}},
      {"algorithm1-flow", {"n^3: minimum cuts", 3}},
      {"algorithm1-nl", {"n^4: n dense steps of n^3", 4}},
      {"alpha-expansion", {"n^3: minimum cuts", 3}},
      {"best", {"n^3, as its members", 3}},
      {"best-static", {"n log n", 1}},
      {"bottom-up-clustering", {"n^2 log n", 2}},
      {"elimination", {"exponential in the width", 0}},
      {"exhaustive", {"5^n", 0}},
      {"icm", {"n", 1}},
      {"ilp", {"exponential", 0}},
      {"max-flow", {"n^3: one minimum cut", 3}},
      {"optimal", {"exponential", 0}},
  };
  std::vector<Subject> subjects = subjects_of<GraphAlgorithm>(
      "graphs", costs, 5,
      [](std::size_t n, const std::string& name) {
        RandomStream stream(1, "growth");
        const std::size_t candidates = name == "max-flow" ? 2 : 5;
        return random_graph({n, candidates, std::min(3.0, static_cast<double>(n - 1)), 0.5, false}, stream);
      },
      [](const auto& chosen, const AlignmentGraph& graph, RandomStream& stream) {
        sink = solve_graph(chosen, graph, stream).cost;
      });
  for (Subject& subject : subjects) {
    // Larger graphs leave the caches.
    subject.largest = 50'000;
    if (subject.name == "graphs/exhaustive") subject.smallest = 2;
  }
  return subjects;
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
      [](std::size_t n, const std::string& /*name*/) {
        return DistributionShape{static_cast<Index>(n), static_cast<Index>(n)};
      },
      [](const auto& chosen, const DistributionShape& shape, RandomStream& stream) {
        sink = static_cast<double>(chosen.solve(shape, stream).length());
      });
  const Costs counts = {{"by-definition", {"n^3", 3}}, {"by-formula", {"1", 1}}, {"by-loads", {"processes", 1}}};
  const std::vector<Subject> ways = subjects_of<CommunicationCount>(
      "communications", counts, 16,
      [](std::size_t n, const std::string& /*name*/) {
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
