// What Sections 3 and 4 state besides the lemmas: the matrix forms of the objective, savings, unanimous sets.
#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/graphs/linear_algebra.hpp"
#include "algorithms/graphs/subgraph.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/chatterjee/lemma.hpp"

namespace apportion::chatterjee {
namespace {

using engine::CheckedCases;

using Vector = std::vector<double>;

// +1 for the nodes in the set, -1 for the others.
Vector sign_vector(const AlignmentGraph& graph, NodeSet set) {
  Vector x;
  for (std::size_t node = 0; node < graph.size(); ++node) x.push_back((set >> node & 1U) != 0 ? 1 : -1);
  return x;
}

// e + x or e - x.
Vector around_one(const Vector& x, double sign) {
  Vector sum;
  for (const double value : x) sum.push_back(1 + sign * value);
  return sum;
}

// C y, C being the d x n matrix of node costs.
Vector costs_times(const AlignmentGraph& graph, const Vector& y) {
  Vector product(graph.candidates.size());
  for (std::size_t node = 0; node < graph.size(); ++node)
    for (std::size_t c = 0; c < product.size(); ++c) product[c] += graph.nodes[node].costs[c] * y[node];
  return product;
}

double b_of(const AlignmentGraph& graph) {
  double b = 1;
  for (const AlignmentNode& node : graph.nodes) b = std::max(b, *std::ranges::max_element(node.costs) + 1);
  return b;
}

// M y, M being b - C.
Vector savings_times(const AlignmentGraph& graph, const Vector& y) {
  const double b = b_of(graph);
  double sum = 0;
  for (const double value : y) sum += value;
  Vector product = costs_times(graph, y);
  for (double& value : product) value = b * sum - value;
  return product;
}

double infinity_norm(const Vector& x) {
  double greatest = 0;
  for (const double value : x) greatest = std::max(greatest, std::abs(value));
  return greatest;
}

// rho x'Lx / 4, by the matrix.
double quarter_form(const AlignmentGraph& graph, const Vector& x) {
  const std::size_t n = graph.size();
  std::vector<Vector> laplacian(n, Vector(n));
  for (const AlignmentEdge& edge : graph.edges) {
    laplacian[edge.u][edge.u] += edge.weight;
    laplacian[edge.v][edge.v] += edge.weight;
    laplacian[edge.u][edge.v] -= edge.weight;
    laplacian[edge.v][edge.u] -= edge.weight;
  }
  double form = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) form += x[i] * laplacian[i][j] * x[j];
  return graph.rho * form / 4;
}

// kappa_S by its definition: static costs of both sets and what the edges between them cost.
double kappa(const AlignmentGraph& graph, const Vector& x) {
  Sides sides;
  for (const double value : x) sides.push_back(value < 0);
  GraphCounters counters;
  return Bipartition(whole_subgraph(graph), sides, counters).objective();
}

// All partitions into two nonempty sets, as check(x).
template <class Check>
CheckedCases for_all_partitions(const AlignmentGraph& graph, Check check) {
  CheckedCases cases;
  for (NodeSet set = 1; set + 1 < 1U << graph.size(); ++set) cases.add(check(sign_vector(graph, set)));
  return cases;
}

CheckedCases matrix_form(const AlignmentGraph& graph) {
  return for_all_partitions(graph, [&graph](const Vector& x) {
    const Vector first = costs_times(graph, around_one(x, 1));
    const Vector second = costs_times(graph, around_one(x, -1));
    const double nodes = *std::ranges::min_element(first) + *std::ranges::min_element(second);
    return quarter_form(graph, x) + nodes / 2 == kappa(graph, x);
  });
}

// Equation (3) is equation (2) less b n.
CheckedCases savings_form(const AlignmentGraph& graph) {
  const double constant = b_of(graph) * static_cast<double>(graph.size());
  return for_all_partitions(graph, [&graph, constant](const Vector& x) {
    const double saved =
        infinity_norm(savings_times(graph, around_one(x, 1))) + infinity_norm(savings_times(graph, around_one(x, -1)));
    return quarter_form(graph, x) - saved / 2 + constant == kappa(graph, x);
  });
}

// A maximum of the convex ||Mz|| over the ball is at one of its corners, the sign vectors.
CheckedCases greatest_savings(const AlignmentGraph& graph) {
  const double most = infinity_norm(savings_times(graph, Vector(graph.size(), 1)));
  CheckedCases cases;
  for (NodeSet set = 0; set < 1U << graph.size(); ++set)
    cases.add(infinity_norm(savings_times(graph, sign_vector(graph, set))) <= most);
  return cases;
}

Vector first_singular_vector(const AlignmentGraph& graph) {
  const double b = b_of(graph);
  Matrix matrix{graph.candidates.size(), {}};
  for (const AlignmentNode& node : graph.nodes)
    for (const double cost : node.costs) matrix.values.push_back(b - cost);
  return leading_right_singular_vector(matrix);
}

CheckedCases positive_vector(const AlignmentGraph& graph) {
  CheckedCases cases;
  cases.add(std::ranges::all_of(first_singular_vector(graph), [](double value) { return value > 0; }));
  return cases;
}

CheckedCases near_e(const AlignmentGraph& graph) {
  double sum = 0;
  double squares = 0;
  const Vector first = first_singular_vector(graph);
  for (const double value : first) {
    sum += value;
    squares += value * value;
  }
  CheckedCases cases;
  cases.add(sum >= ClaimWords().far_from_right * std::sqrt(squares * static_cast<double>(first.size())));
  return cases;
}

CheckedCases no_dissension(const AlignmentGraph& graph) {
  CheckedCases cases;
  for (NodeSet set = 1; set < 1U << graph.size(); ++set) {
    const Subgraph subgraph = subgraph_of(graph, set);
    // Of the definition: some distribution is a local minimum at every node.
    bool unanimous = false;
    for (std::size_t c = 0; c < subgraph.candidates; ++c) {
      bool everywhere = true;
      for (std::size_t node = 0; node < subgraph.size(); ++node)
        everywhere = everywhere && subgraph.costs[node][c] == least_cost(subgraph, node);
      unanimous = unanimous || everywhere;
    }
    cases.add(unanimous == (dissension(subgraph) == 0));
  }
  return cases;
}

CheckedCases stronger_lemma(const AlignmentGraph& graph) {
  CheckedCases cases;
  for (NodeSet set = 1; set < 1U << graph.size(); ++set) {
    const Subgraph subgraph = subgraph_of(graph, set);
    if (subgraph.size() > 1 && is_unanimous(subgraph) && static_by_min_cut(subgraph))
      cases.add(static_by_unanimity(subgraph));
  }
  return cases;
}

}  // namespace

std::vector<Lemma> checks_of_facts() {
  return {
      {{.name = "equation2", .place = "Section 3", .text = "kappa_S by the Laplacian and C, over all partitions"},
       matrix_form},
      {{.name = "equation3",
        .place = "Section 3",
        .text = "kappa_S by the Laplacian and the savings matrix, over all partitions"},
       savings_form},
      {{.name = "greatest-savings",
        .place = "Section 3",
        .text = "e maximises ||Mz|| among vectors of unit infinity norm"},
       greatest_savings},
      {{.name = "positive-vector", .place = "Section 3", .text = "the first right singular vector of M is positive"},
       positive_vector},
      {{.name = "near-e", .place = "Section 3", .text = "e is far from orthogonal to that vector"}, near_e},
      {{.name = "no-dissension", .place = "Section 4", .text = "Delta(S) = 0 if and only if S is unanimous"},
       no_dissension},
      {{.name = "stronger-lemma",
        .place = "Section 4",
        .text = "where S is unanimous, Lemma 2 applies wherever Lemma 1 does"},
       stronger_lemma}};
}

}  // namespace apportion::chatterjee
