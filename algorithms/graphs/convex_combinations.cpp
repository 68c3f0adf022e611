// The two extremal vectors, and the search on the segment between them.
#include "algorithms/graphs/convex_combinations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

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

// Where golden-section search on the segment ends.
double golden_section(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters) {
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
  return (low + high) / 2;
}

// That point, and both ends of the segment.
void offer_golden(const Subgraph& subgraph, const Vector& from, const Vector& to, GraphCounters& counters, Best& best) {
  for (const double lambda : {golden_section(subgraph, from, to, counters), 0.0, 1.0}) {
    const Bipartition partition(subgraph, signs(combined(from, to, lambda)), counters);
    if (!partition.one_sided()) best.offer(partition.objective(), partition.sides());
  }
}

bool agree_somewhere(const Vector& x, const Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] * y[i] > 0) return true;
  return false;
}

// What the paper prints: one sign of x_M, and the one point that the search ends at, whatever (2) is there.
Sides printed_search(const Subgraph& subgraph, const Vector& x_l, Vector x_m, GraphCounters& counters) {
  if (!agree_somewhere(x_m, x_l)) x_m = negated(std::move(x_m));
  return signs(combined(x_m, x_l, golden_section(subgraph, x_m, x_l, counters)));
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

void require_dense(std::size_t nodes) {
  if (nodes > largest_dense_problem)
    throw InputError(
        fmt::format("algorithm1-cc would need the eigenvectors of a dense {0} x {0} matrix; "
                    "it takes up to {1} connected nodes, algorithm1-flow takes more",
                    nodes, largest_dense_problem));
}

// Empty or one-sided where the search finds no partition.
Sides searched(const Subgraph& subgraph, const Vector& x_l, const CombinationChoices& choices,
               GraphCounters& counters) {
  const Vector x_m = node_vector(subgraph, choices.savings, counters);
  if (choices.search == SegmentSearch::printed)
    return x_m.empty() ? signs(x_l) : printed_search(subgraph, x_l, x_m, counters);
  Best best;
  const auto offer = choices.search == SegmentSearch::golden ? offer_golden : offer_segment;
  offer(subgraph, x_m.empty() ? x_l : x_m, x_l, counters, best);
  // Either vector is determined up to its sign only.
  if (!x_m.empty()) offer(subgraph, negated(x_m), x_l, counters, best);
  return best.sides().value_or(Sides());
}

}  // namespace

Sides partition_by_combinations(const Subgraph& subgraph, const CombinationChoices& choices, GraphCounters& counters) {
  require_dense(subgraph.size());
  const Vector x_l = fiedler_vector(subgraph.size(), subgraph.edges);
  counters.flops += eigen_flops(subgraph.size());
  Sides found = searched(subgraph, x_l, choices, counters);
  if (!found.empty() && !is_one_sided(found)) return found;
  Sides by_edges = signs(x_l);
  return is_one_sided(by_edges) ? first_node_aside(subgraph.size()) : by_edges;
}

}  // namespace apportion
