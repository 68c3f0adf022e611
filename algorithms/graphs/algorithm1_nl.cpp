// algorithm1-nl: Algorithm 1 with partitioner NL, nonlinear minimisation over a ball of the 4-norm.
#include <fmt/format.h>

#include <algorithm>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "algorithms/graphs/algorithm1.hpp"
#include "algorithms/graphs/nonlinear.hpp"
#include "algorithms/graphs/operations.hpp"

namespace apportion {
namespace {

using Vector = std::vector<double>;

// The quadratic programmes are dense: beyond this, one step takes seconds.
constexpr std::size_t largest_problem = 500;

// ||y||_4, and its gradient in y.
double norm4(const Vector& y, Vector& gradient) {
  double greatest = 0;
  for (const double value : y) greatest = std::max(greatest, std::abs(value));
  if (!(greatest > 0)) return 0;
  double sum = 0;
  for (const double value : y) sum += std::pow(value / greatest, 4);
  const double norm = greatest * std::pow(sum, 0.25);
  for (std::size_t i = 0; i < y.size(); ++i) gradient[i] = std::pow(y[i] / norm, 3);
  return norm;
}

// Equation (4) with p = 2, divided by the size of its terms.
class Objective {
 public:
  explicit Objective(const Subgraph& subgraph) : subgraph_(subgraph) {
    for (std::size_t node = 0; node < subgraph.size(); ++node) b_ = std::max(b_, greatest_cost(subgraph, node));
    b_ += 1;
    for (const CutEdge& edge : subgraph.edges) scale_ += edge.capacity;
    scale_ += subgraph.best.cost;
  }

  double operator()(const Vector& x, Vector& gradient) const {
    std::ranges::fill(gradient, 0.0);
    double value = 0;
    for (const CutEdge& edge : subgraph_.edges) {
      const double difference = x[edge.u] - x[edge.v];
      value += edge.capacity * difference * difference / 4;
      gradient[edge.u] += edge.capacity * difference / 2;
      gradient[edge.v] -= edge.capacity * difference / 2;
    }
    for (const double sign : {1.0, -1.0}) value -= saved(x, sign, gradient) / 2;
    for (double& slope : gradient) slope /= scale_;
    return value / scale_;
  }

 private:
  // ||M (e + sign x)||_4; takes half its gradient off.
  double saved(const Vector& x, double sign, Vector& gradient) const {
    Vector savings(subgraph_.candidates);
    for (std::size_t node = 0; node < x.size(); ++node)
      for (std::size_t c = 0; c < savings.size(); ++c)
        savings[c] += (b_ - subgraph_.costs[node][c]) * (1 + sign * x[node]);
    Vector slope(savings.size());
    const double norm = norm4(savings, slope);
    for (std::size_t node = 0; node < x.size(); ++node)
      for (std::size_t c = 0; c < savings.size(); ++c)
        gradient[node] -= sign * slope[c] * (b_ - subgraph_.costs[node][c]) / 2;
    return norm;
  }

  const Subgraph& subgraph_;
  double b_ = 0;
  double scale_ = 1;
};

double sum_of(const Vector& x, Vector& gradient) {
  std::ranges::fill(gradient, 1.0);
  return std::accumulate(x.begin(), x.end(), 0.0);
}

// ||x||_4 = 1 as a polynomial, whose gradient exists everywhere.
double excess_norm(const Vector& x, Vector& gradient) {
  double sum = -1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::pow(x[i], 4);
    gradient[i] = 4 * std::pow(x[i], 3);
  }
  return sum;
}

// Normal, made orthogonal to e and of unit 4-norm.
Vector random_start(std::size_t nodes, RandomStream& stream) {
  boost::random::normal_distribution<double> normal;
  Vector x;
  for (std::size_t i = 0; i < nodes; ++i) x.push_back(normal(stream));
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(nodes);
  for (double& value : x) value -= mean;
  Vector unused(nodes);
  const double norm = norm4(x, unused);
  for (double& value : x) value /= norm;
  return x;
}

Sides partition_by_minimisation(const Subgraph& subgraph, std::int64_t starts, RandomStream& stream,
                                GraphCounters& counters) {
  if (subgraph.size() > largest_problem)
    throw InputError(
        fmt::format("algorithm1-nl would solve dense programmes of {} variables; "
                    "it takes up to {} connected nodes, algorithm1-cc and algorithm1-flow take more",
                    subgraph.size(), largest_problem));
  const Objective objective(subgraph);
  Sides best = first_node_aside(subgraph.size());
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t start = 0; start < starts; ++start) {
    const SmoothMinimum minimum = minimise(objective, {sum_of, excess_norm}, random_start(subgraph.size(), stream));
    counters.evaluations += minimum.evaluations;
    counters.flops += minimum.evaluations * (2 * continuous_flops(subgraph) + quadratic_step_flops(subgraph.size()));
    ++counters.starts;
    const Sides sides = signs(minimum.x);
    if (!minimum.feasible || is_one_sided(sides)) {
      ++counters.failed_starts;
      continue;
    }
    const double cost = Bipartition(subgraph, sides, counters).objective();
    if (cost >= least) continue;
    least = cost;
    best = sides;
  }
  return best;
}

GraphSolution solve_algorithm1_nl(const AlignmentGraph& graph, const Options& options, RandomStream& stream) {
  const std::int64_t starts = options.count("starts");
  if (starts < 1) throw InputError("option starts of algorithm1-nl is 0; there must be at least one start");
  return algorithm1(graph, algorithm1_settings(options, options.flag("paper")),
                    [starts, &stream](const Subgraph& subgraph, GraphCounters& counters) {
                      return partition_by_minimisation(subgraph, starts, stream, counters);
                    });
}

std::vector<OptionSpec> nl_options() {
  std::vector<OptionSpec> all = {{.name = "paper", .summary = "as printed: Lemmas 1 to 3"},
                                 {.name = "starts",
                                  .kind = OptionKind::count,
                                  .default_value = "10",
                                  .summary = "random starts per partition; the best is kept"}};
  for (OptionSpec& option : algorithm1_options()) all.push_back(std::move(option));
  return all;
}

const Registration<GraphAlgorithm> algorithm1_nl_registration{
    {.name = "algorithm1-nl",
     .source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.2 and 4",
     .summary = "divide and conquer; partitions by the signs of a local minimum of a smooth function over the ball of "
                "the 4-norm, from random starts",
     .exact_everywhere = false,
     .options = nl_options(),
     .variants = {"starts=1", "paper,starts=1", "kernighan-lin"},
     .solve = solve_algorithm1_nl}};

}  // namespace
}  // namespace apportion
