// Capping and scaling. Kolmogorov & Rother (2007) scale to integers likewise; the caps are what makes it safe beside
// costs that forbid.
#include "algorithms/graphs/whole_costs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algorithms/graphs/expansion.hpp"
#include "algorithms/graphs/starts.hpp"

namespace apportion {
namespace {

// Sums of nonnegative numbers are right up to a relative 2^-53 for each addition: this covers 10^5 of them.
constexpr double rounding = 1e-10;
// Part of a cost below which nothing is looked for; little of what a proof may leave open.
constexpr double negligible = 1e-11;
// Part of a cost that rounding may take.
constexpr double most_rounded = 1e-10;
constexpr double open_in_proof = 1e-9;

class Scaling {
 public:
  Scaling(const AlignmentGraph& graph, double known_cost) : graph_(graph), known_cost_(known_cost * (1 + rounding)) {
    most_above_least_ = std::max(0.0, known_cost_ - local_minima(graph) * (1 - rounding));
    double sum = known_cost_;
    for (const AlignmentNode& node : graph.nodes) sum += greatest_allowed(node);
    for (const AlignmentEdge& edge : graph.edges) sum += std::min(redistribution_cost(graph, edge), known_cost_);
    whole_.exponent = sum > 0 ? 56 - std::ilogb(sum) : 0;
  }

  WholeCosts scaled() && {
    whole_.graph.candidates = static_cast<std::uint32_t>(graph_.candidates.size());
    for (const AlignmentNode& node : graph_.nodes) add(node);
    for (const AlignmentEdge& edge : graph_.edges) add(edge);
    for (WholeNode& node : whole_.graph.nodes) std::ranges::sort(node.links, {}, &WholeLink::to);
    const auto total = static_cast<double>(whole_of(known_cost_).first);
    whole_.unit = std::max<Whole>(1, unit_);
    whole_.negligible = static_cast<Whole>(negligible * total);
    if (!exact_) whole_.error = static_cast<Whole>(graph_.size() + graph_.edges.size());
    return std::move(whole_);
  }

 private:
  [[nodiscard]] bool allowed(const AlignmentNode& node, double cost) const {
    return cost - *std::ranges::min_element(node.costs) <= most_above_least_;
  }

  [[nodiscard]] double greatest_allowed(const AlignmentNode& node) const {
    double greatest = 0;
    for (const double cost : node.costs)
      if (allowed(node, cost)) greatest = std::max(greatest, cost);
    return greatest;
  }

  // Rounded down, and whether that took nothing.
  [[nodiscard]] std::pair<Whole, bool> whole_of(double cost) const {
    const double scaled = std::ldexp(cost, whole_.exponent);
    const double below = std::floor(scaled);
    return {static_cast<Whole>(below), below == scaled && (scaled > 0 || cost == 0)};
  }

  void note(Whole cost, bool exact) {
    unit_ = std::gcd(unit_, cost);
    exact_ = exact_ && exact;
  }

  void add(const AlignmentNode& node) {
    WholeNode& added = whole_.graph.nodes.emplace_back();
    for (std::uint32_t label = 0; label < node.costs.size(); ++label) {
      if (!allowed(node, node.costs[label])) continue;
      const auto [cost, exact] = whole_of(node.costs[label]);
      note(cost, exact);
      added.labels.push_back(label);
      added.costs.push_back(cost);
    }
  }

  void add(const AlignmentEdge& edge) {
    // No cheaper labelling cuts an edge that costs more.
    const Whole cap = whole_of(most_above_least_).first + 1;
    const double cost = redistribution_cost(graph_, edge);
    // The product as a real number is cost + lost.
    const double lost = std::fma(graph_.rho, edge.weight, -cost);
    Whole weight = cap;
    if (cost <= most_above_least_) {
      auto [below, exact] = whole_of(cost);
      if (exact && lost < 0) --below;
      exact = exact && lost == 0 && (cost > 0 || graph_.rho == 0 || edge.weight == 0);
      weight = std::clamp<Whole>(below, 0, cap);
      note(weight, exact);
    }
    if (weight == 0) return;
    const auto u = static_cast<std::uint32_t>(edge.u);
    const auto v = static_cast<std::uint32_t>(edge.v);
    whole_.graph.nodes[u].links.push_back({.to = v, .weight = weight});
    whole_.graph.nodes[v].links.push_back({.to = u, .weight = weight});
  }

  const AlignmentGraph& graph_;
  double known_cost_;
  double most_above_least_ = 0;
  WholeCosts whole_;
  Whole unit_ = 0;
  bool exact_ = true;
};

double cost_of(const AlignmentGraph& graph, const WholeLabels& labels) {
  return completion_time(graph, Labelling(labels.begin(), labels.end()));
}

WholeLabels cheaper_start(const AlignmentGraph& graph) {
  WholeLabels all = static_labels(graph);
  WholeLabels each = least_cost_labels(graph);
  return cost_of(graph, each) < cost_of(graph, all) ? each : all;
}

}  // namespace

KnownCosts whole_costs(const AlignmentGraph& graph) {
  KnownCosts answer{.whole = {}, .known = cheaper_start(graph)};
  double cost = cost_of(graph, answer.known);
  // An expansion ends within twice the optimum, up to the rounding: the cost at least halves each time, and mostly the
  // second scaling is the last.
  for (;;) {
    answer.whole = Scaling(graph, cost).scaled();
    const double error = std::ldexp(static_cast<double>(answer.whole.error), -answer.whole.exponent);
    if (error <= most_rounded * local_minima(graph)) return answer;
    WholeLabels expanded = expanded_labels(answer.whole.graph, answer.known);
    const double reached = cost_of(graph, expanded);
    if (reached < cost) answer.known = std::move(expanded);
    if (!(reached < cost / 2)) return answer;
    cost = reached;
  }
}

bool is_proven(const GraphSolution& solution) {
  return solution.cost - solution.lower_bound <= open_in_proof * solution.cost;
}

GraphSolution solution_of(const AlignmentGraph& graph, const WholeCosts& whole, const WholeAnswer& answer) {
  GraphSolution solution = labelled(graph, Labelling(answer.labels.begin(), answer.labels.end()), false);
  const Whole reached = cost_of(whole.graph, answer.labels);
  if (whole.error == 0 && answer.bound >= reached) {
    solution.lower_bound = solution.cost;
  } else {
    // Conversion may round up.
    constexpr double below = 1 - 0x1p-51;
    const double bound = std::ldexp(static_cast<double>(answer.bound), -whole.exponent) * below;
    solution.lower_bound = std::clamp(bound, std::min(solution.lower_bound, solution.cost), solution.cost);
  }
  solution.proven_optimal = is_proven(solution);
  return solution;
}

}  // namespace apportion
