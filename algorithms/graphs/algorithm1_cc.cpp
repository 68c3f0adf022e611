// algorithm1-cc: Algorithm 1 with partitioner CC, convex combinations of two extremal vectors.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "algorithms/graphs/algorithm1.hpp"
#include "algorithms/graphs/linear_algebra.hpp"
#include "algorithms/graphs/operations.hpp"

namespace apportion {
namespace {

constexpr double zero = 1e-12;

using Vector = std::vector<double>;

Vector combined(const Vector& from, const Vector& to, double lambda) {
  Vector x;
  for (std::size_t i = 0; i < from.size(); ++i) x.push_back((1 - lambda) * from[i] + lambda * to[i]);
  return x;
}

Vector negated(Vector x) {
  for (double& value : x) value = -value;
  return x;
}

// sign(0) = +1.
Sides signs(const Vector& x) {
  Sides sides;
  for (const double value : x) sides.push_back(value < -zero);
  return sides;
}

// The cheapest partition seen that has two nonempty sets.
class Best {
 public:
  void offer(double objective, const Sides& sides) {
    if (objective >= objective_) return;
    objective_ = objective;
    sides_ = sides;
  }
  [[nodiscard]] const std::optional<Sides>& sides() const { return sides_; }

 private:
  double objective_ = std::numeric_limits<double>::infinity();
  std::optional<Sides> sides_;
};

// Evaluates (2) at every sign pattern on the segment: a node changes sides where its component crosses zero.
void offer_segment(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters,
                   Best& best) {
  std::vector<std::pair<double, std::size_t>> crossings;
  for (std::size_t node = 0; node < from.size(); ++node)
    if ((from[node] < -zero) != (to[node] < -zero)) crossings.emplace_back(from[node] / (from[node] - to[node]), node);
  std::ranges::sort(crossings);
  Bipartition partition(subgraph, signs(from), counters);
  for (std::size_t next = 0;; ++next) {
    const bool between =
        next == 0 || next == crossings.size() || crossings[next].first > crossings[next - 1].first + zero;
    if (between && !partition.one_sided()) best.offer(partition.objective(), partition.sides());
    if (next == crossings.size()) return;
    partition.flip(crossings[next].second);
  }
}

// The continuous objective (3), up to a constant: M = b - C, so that ||M y||_inf = b sum(y) - min_i (C y)_i.
double continuous_objective(const Subgraph& subgraph, const Vector& x, GraphCounters& counters) {
  double cut = 0;
  for (const CutEdge& edge : subgraph.edges) {
    const double difference = x[edge.u] - x[edge.v];
    cut += edge.capacity * difference * difference;
  }
  Vector plus(subgraph.candidates);
  Vector minus(subgraph.candidates);
  for (std::size_t node = 0; node < x.size(); ++node)
    for (std::size_t c = 0; c < subgraph.candidates; ++c) {
      plus[c] += subgraph.costs[node][c] * (1 + x[node]);
      minus[c] += subgraph.costs[node][c] * (1 - x[node]);
    }
  ++counters.evaluations;
  counters.flops += continuous_flops(subgraph);
  return cut / 4 + *std::ranges::min_element(plus) / 2 + *std::ranges::min_element(minus) / 2;
}

// Golden-section search on the segment, and both of its ends.
void offer_golden(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters, Best& best) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const auto objective = [&](double lambda) {
    return continuous_objective(subgraph, combined(from, to, lambda), counters);
  };
  double low = 0;
  double high = 1;
  double left = high - golden;
  double right = low + golden;
  double at_left = objective(left);
  double at_right = objective(right);
  while (high - low > 1e-6) {
    if (at_left <= at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = objective(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = objective(right);
    }
  }
  for (const double lambda : {(low + high) / 2, 0.0, 1.0}) {
    const Bipartition partition(subgraph, signs(combined(from, to, lambda)), counters);
    if (!partition.one_sided()) best.offer(partition.objective(), partition.sides());
  }
}

// C without the means of its rows and columns: the limit of the savings matrix b - C, as b grows, beside its first
// singular triplet, which tends to the constant vectors.
Matrix doubly_centred(const Subgraph& subgraph) {
  Matrix matrix{subgraph.candidates, {}};
  Vector row_mean(subgraph.candidates);
  for (const double* costs : subgraph.costs) {
    double mean = 0;
    for (std::size_t c = 0; c < subgraph.candidates; ++c) mean += costs[c] / static_cast<double>(subgraph.candidates);
    for (std::size_t c = 0; c < subgraph.candidates; ++c) {
      matrix.values.push_back(costs[c] - mean);
      row_mean[c] += (costs[c] - mean) / static_cast<double>(subgraph.size());
    }
  }
  for (std::size_t i = 0; i < matrix.values.size(); ++i) matrix.values[i] -= row_mean[i % subgraph.candidates];
  return matrix;
}

Matrix savings(const Subgraph& subgraph) {
  double b = 1;
  for (std::size_t node = 0; node < subgraph.size(); ++node) b = std::max(b, greatest_cost(subgraph, node) + 1);
  Matrix matrix{subgraph.candidates, {}};
  for (const double* costs : subgraph.costs)
    for (std::size_t c = 0; c < subgraph.candidates; ++c) matrix.values.push_back(b - costs[c]);
  return matrix;
}

// Section 3.3; empty where it is undetermined.
Vector node_vector(const Subgraph& subgraph, bool by_savings, GraphCounters& counters) {
  counters.flops += svd_flops(subgraph.candidates, subgraph.size());
  // All costs equal: what is left after centring is rounding.
  double spread = 0;
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    spread = std::max(spread, greatest_cost(subgraph, node) - least_cost(subgraph, node));
  if (!(spread > 0)) return {};
  return by_savings ? second_right_singular_vector(savings(subgraph))
                    : leading_right_singular_vector(doubly_centred(subgraph));
}

struct Choices {
  bool savings = false;
  bool golden = false;
};

void require_dense(std::size_t nodes) {
  if (nodes > largest_dense_problem)
    throw InputError(
        fmt::format("algorithm1-cc would need the eigenvectors of a dense {0} x {0} matrix; it takes up to "
                    "{1} connected nodes, algorithm1-flow takes more",
                    nodes, largest_dense_problem));
}

Sides partition_by_combinations(const Subgraph& subgraph, const Choices& choices, GraphCounters& counters) {
  require_dense(subgraph.size());
  const Vector x_l = fiedler_vector(subgraph.size(), subgraph.edges);
  counters.flops += eigen_flops(subgraph.size());
  const Vector x_m = node_vector(subgraph, choices.savings, counters);
  Best best;
  const auto offer = choices.golden ? offer_golden : offer_segment;
  if (x_m.empty()) {
    offer(subgraph, x_l, x_l, counters, best);
  } else {
    // Either vector is determined up to its sign only.
    offer(subgraph, x_m, x_l, counters, best);
    offer(subgraph, negated(x_m), x_l, counters, best);
  }
  if (best.sides()) return *best.sides();
  const Sides by_edges = signs(x_l);
  return is_one_sided(by_edges) ? first_node_aside(subgraph.size()) : by_edges;
}

GraphSolution solve(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const bool paper = options.flag("paper");
  const Choices choices{paper || options.flag("savings"), paper || options.flag("golden")};
  return algorithm1(graph, algorithm1_settings(options, paper),
                    [&choices](const Subgraph& subgraph, GraphCounters& counters) {
                      return partition_by_combinations(subgraph, choices, counters);
                    });
}

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> all = {
      {.name = "paper", .summary = "as printed: savings, golden, and Lemmas 1 to 3"},
      {.name = "savings", .summary = "x_M from the savings matrix max C + 1 - C instead of its limit"},
      {.name = "golden", .summary = "golden section on the continuous objective instead of every sign pattern"}};
  for (OptionSpec& option : algorithm1_options()) all.push_back(std::move(option));
  return all;
}

const Registration<GraphAlgorithm> registration{
    {.name = "algorithm1-cc",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.3 and 4",
     .summary =
         "divide and conquer; partitions by the signs of convex combinations of the Fiedler vector and a singular "
         "vector of the node costs",
     .exact_everywhere = false,
     .options = options(),
     .variants = {"paper", "kernighan-lin", "savings", "golden", "lemma1,lemma2,lemma3", "exhaust"},
     .solve = solve}};

}  // namespace
}  // namespace apportion
