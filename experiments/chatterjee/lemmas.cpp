// Lemmas 1 to 3 (Section 4), checked against all labellings of small random graphs, and other statements of Sections 3
// and 4: the matrix forms of the objective, savings, unanimous sets.
#include <algorithm>
#include <bit>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <valarray>
#include <vector>

#include "algorithms/graphs/numerics.hpp"
#include "algorithms/graphs/subgraph.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/graphs/alignment_graph.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

// The cases of a check are those of one graph to which it applies. Graphs have at most seven nodes, and whole costs and
// weights, so that sums are compared exactly.

// A set of nodes, a bit each.
using NodeBits = std::uint32_t;

using engine::CheckedCases;

bool has(NodeBits set, std::size_t node) { return (set >> node & 1U) != 0; }

// The nodes of the set as a subgraph.
Subgraph subgraph_of(const AlignmentGraph& graph, NodeBits set) {
  std::vector<std::size_t> part;
  for (std::size_t node = 0; node < graph.size(); ++node) part.push_back(has(set, node) ? 1 : 0);
  return part_of(whole_subgraph(graph), part, 1);
}

// --- Statements of Sections 3 and 4 besides the lemmas

using Vector = std::valarray<double>;

// +1 for the nodes in the set, -1 for the others.
Vector sign_vector(const AlignmentGraph& graph, NodeBits set) {
  Vector x(-1.0, graph.size());
  for (std::size_t node = 0; node < graph.size(); ++node)
    if (has(set, node)) x[node] = 1;
  return x;
}

// C y, where C is the d x n matrix of node costs.
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

// The greatest absolute value of M y, where M is b - C.
double savings_norm(const AlignmentGraph& graph, const Vector& y) {
  const Vector product = b_of(graph) * y.sum() - costs_times(graph, y);
  return Vector(std::abs(product)).max();
}

// rho x'Lx / 4, by matrix multiplication.
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
  for (std::size_t i = 0; i < n; ++i) form += x[i] * Vector(laplacian[i] * x).sum();
  return graph.rho * form / 4;
}

// kappa_S by its definition: static costs of both sets and the cost of the edges between them.
double kappa(const AlignmentGraph& graph, const Vector& x) {
  Sides sides;
  for (const double value : x) sides.push_back(value < 0);
  GraphCounters counters;
  return Bipartition(whole_subgraph(graph), sides, counters).objective();
}

// Calls check(x) for all partitions into two nonempty sets.
template <class Check>
CheckedCases for_all_partitions(const AlignmentGraph& graph, Check check) {
  CheckedCases cases;
  for (NodeBits set = 1; set + 1 < 1U << graph.size(); ++set) cases.add(check(sign_vector(graph, set)));
  return cases;
}

CheckedCases matrix_form(const AlignmentGraph& graph) {
  return for_all_partitions(graph, [&graph](const Vector& x) {
    const double nodes = costs_times(graph, 1.0 + x).min() + costs_times(graph, 1.0 - x).min();
    return quarter_form(graph, x) + nodes / 2 == kappa(graph, x);
  });
}

// Equation (3) is equation (2) minus b n.
CheckedCases savings_form(const AlignmentGraph& graph) {
  const double constant = b_of(graph) * static_cast<double>(graph.size());
  return for_all_partitions(graph, [&graph, constant](const Vector& x) {
    const double saved = savings_norm(graph, 1.0 + x) + savings_norm(graph, 1.0 - x);
    return quarter_form(graph, x) - saved / 2 + constant == kappa(graph, x);
  });
}

// The convex ||Mz|| has a maximum over the ball at one of its corners, the sign vectors.
CheckedCases greatest_savings(const AlignmentGraph& graph) {
  const double most = savings_norm(graph, Vector(1.0, graph.size()));
  CheckedCases cases;
  for (NodeBits set = 0; set < 1U << graph.size(); ++set)
    cases.add(savings_norm(graph, sign_vector(graph, set)) <= most);
  return cases;
}

std::vector<double> first_singular_vector(const AlignmentGraph& graph) {
  const double b = b_of(graph);
  Matrix matrix{graph.candidates.size(), {}};
  for (const AlignmentNode& node : graph.nodes)
    for (const double cost : node.costs) matrix.values.push_back(b - cost);
  return right_singular_vector(matrix, 0);
}

CheckedCases positive_vector(const AlignmentGraph& graph) {
  CheckedCases cases;
  cases.add(std::ranges::all_of(first_singular_vector(graph), [](double value) { return value > 0; }));
  return cases;
}

CheckedCases near_e(const AlignmentGraph& graph) {
  const std::vector<double> first = first_singular_vector(graph);
  const double sum = std::accumulate(first.begin(), first.end(), 0.0);
  const double squares = std::inner_product(first.begin(), first.end(), first.begin(), 0.0);
  static const double far_from_right = sweeps::threshold("chatterjee", "far_from_right");
  CheckedCases cases;
  cases.add(sum >= far_from_right * std::sqrt(squares * static_cast<double>(first.size())));
  return cases;
}

CheckedCases no_dissension(const AlignmentGraph& graph) {
  CheckedCases cases;
  for (NodeBits set = 1; set < 1U << graph.size(); ++set) {
    const Subgraph subgraph = subgraph_of(graph, set);
    // The definition: some distribution is a local minimum at every node.
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
  for (NodeBits set = 1; set < 1U << graph.size(); ++set) {
    const Subgraph subgraph = subgraph_of(graph, set);
    if (subgraph.size() > 1 && is_unanimous(subgraph) && static_by_min_cut(subgraph))
      cases.add(static_by_unanimity(subgraph));
  }
  return cases;
}

// --- Lemmas 1 to 3

bool advance(Labelling& labels, std::size_t candidates) {
  for (std::size_t& label : labels) {
    if (++label < candidates) return true;
    label = 0;
  }
  return false;
}

// For every set of nodes, whether some optimal labelling gives all its nodes one distribution. Costs are whole, so that
// they are compared exactly.
std::vector<bool> optimally_static_sets(const AlignmentGraph& graph) {
  std::vector<double> least(std::size_t{1} << graph.size(), std::numeric_limits<double>::infinity());
  Labelling labels(graph.size(), 0);
  do {
    const double cost = completion_time(graph, labels);
    for (std::size_t c = 0; c < graph.candidates.size(); ++c) {
      NodeBits alike = 0;
      for (std::size_t node = 0; node < graph.size(); ++node)
        if (labels[node] == c) alike |= 1U << node;
      least[alike] = std::min(least[alike], cost);
    }
  } while (advance(labels, graph.candidates.size()));
  // A labelling that is static on a set is static on its subsets.
  for (std::size_t node = 0; node < graph.size(); ++node)
    for (NodeBits set = 0; set < least.size(); ++set)
      if (!has(set, node)) least[set] = std::min(least[set], least[set | 1U << node]);
  std::vector<bool> result;
  for (const double cost : least) result.push_back(cost == least[0]);
  return result;
}

engine::CasesUpTo<AlignmentGraph> test_sets(bool (*lemma)(const Subgraph&)) {
  return [lemma](const AlignmentGraph& graph) {
    const std::vector<bool> truth = optimally_static_sets(graph);
    CheckedCases cases;
    for (NodeBits set = 1; set < truth.size(); ++set)
      if (!std::has_single_bit(set) && lemma(subgraph_of(graph, set))) cases.add(truth[set]);
    return cases;
  };
}

// Checks the lemma for every set that is optimally static, and every node outside it.
CheckedCases accretion_lemma(const AlignmentGraph& graph) {
  const std::vector<bool> truth = optimally_static_sets(graph);
  const Subgraph whole = whole_subgraph(graph);
  CheckedCases cases;
  for (NodeBits set = 1; set < truth.size(); ++set)
    for (std::size_t node = 0; node < graph.size(); ++node) {
      if (!truth[set] || has(set, node)) continue;
      double inside = 0;
      double elsewhere = 0;
      for (const Subgraph::Neighbour& next : whole.neighbours[node])
        (has(set, next.node) ? inside : elsewhere) += next.cost;
      if (!accretes(whole, node, inside, elsewhere)) continue;
      cases.add(truth[set | 1U << node]);
    }
  return cases;
}

AlignmentGraph small_graph(const engine::Point& point, RandomStream& stream) {
  const auto nodes = boost::random::uniform_int_distribution<std::size_t>(2, 7)(stream);
  const auto candidates = boost::random::uniform_int_distribution<std::size_t>(1, 3)(stream);
  const auto degree = boost::random::uniform_int_distribution<int>(1, 4)(stream);
  return random_graph({nodes, candidates, static_cast<double>(degree), point.number("strength"), true}, stream);
}

const std::vector<engine::Check<AlignmentGraph>> checks = {
    {"lemma1", test_sets(static_by_min_cut)},
    {"lemma2", test_sets(static_by_unanimity)},
    {"lemma3", accretion_lemma},
    // Algorithm 1 uses the lemma so: single nodes grow to the whole set.
    {"lemma3-grown", test_sets(static_by_accretion)},
    {"equation2", matrix_form},
    {"equation3", savings_form},
    {"greatest-savings", greatest_savings},
    {"positive-vector", positive_vector},
    {"near-e", near_e},
    {"no-dissension", no_dissension},
    {"stronger-lemma", stronger_lemma}};

const engine::Registration lemmas_registration{[] {
  using engine::Numbers;
  std::vector<engine::StudyFunction<AlignmentGraph, Numbers>> functions;
  for (const engine::Check<AlignmentGraph>& check : checks)
    functions.push_back({.name = check.name,
                         .solve = [check](const AlignmentGraph& graph, RandomStream& stream) -> Numbers {
                           const CheckedCases found = check(graph, stream);
                           return {{"applied", found.cases}, {"wrong", found.failures}};
                         },
                         .exact_everywhere = false});  // singular vectors are not exact
  return sweeps::experiment_of_functions(
      {.name = "chatterjee/lemmas",
       .forms = engine::shown<Algorithm<AlignmentGraph, Numbers>>(
           {.instance = [](const AlignmentGraph& graph) { return problems::to_json(graph); }})},
      small_graph, std::move(functions));
}};

}  // namespace
}  // namespace apportion::chatterjee
