// Graphs in whole numbers: costs, components, and conversion from floating point. Kolmogorov & Rother (2007) also scale
// to integers; the caps keep that accurate if some costs forbid candidates.
#include "algorithms/graphs/whole_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "algorithms/graphs/heuristics.hpp"

namespace apportion {

Whole cost_of(const WholeGraph& graph, const Labelling& labels) {
  Whole cost = graph.base;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const WholeNode& node = graph.nodes[v];
    cost += node.costs[place_of(node, labels[v])];
    for (const WholeLink& link : node.links)
      if (link.to > v && labels[link.to] != labels[v]) cost += link.weight;
  }
  return cost;
}

std::size_t place_of(const WholeNode& node, std::size_t label) {
  const auto place = std::lower_bound(node.labels.begin(), node.labels.end(), label);
  if (place == node.labels.end() || *place != label) return node.labels.size();
  return static_cast<std::size_t>(place - node.labels.begin());
}

std::size_t cheapest_place(const WholeNode& node) {
  return static_cast<std::size_t>(std::ranges::min_element(node.costs) - node.costs.begin());
}

Labelling cheapest_labels(const WholeGraph& graph) {
  Labelling labels;
  for (const WholeNode& node : graph.nodes) labels.push_back(node.labels[cheapest_place(node)]);
  return labels;
}

void drop_label(WholeNode& node, std::size_t place) {
  const auto at = static_cast<std::ptrdiff_t>(place);
  node.labels.erase(node.labels.begin() + at);
  node.costs.erase(node.costs.begin() + at);
  for (WholeLink& link : node.links)
    if (!link.message.empty()) link.message.erase(link.message.begin() + at);
}

namespace {

// A sum of nonnegative numbers is exact up to a relative 2^-53 for each addition: this covers 10^5 additions.
constexpr double rounding_of_sums = 1e-10;
// A part of the cost below which improvements are ignored; far below what a proof may leave open.
constexpr double negligible = 1e-11;
// The part of a cost that rounding may take.
constexpr double most_rounded = 1e-10;
constexpr double open_in_proof = 1e-9;

class Scaling {
 public:
  Scaling(const AlignmentGraph& graph, double known_cost)
      : graph_(graph), known_cost_(known_cost * (1 + rounding_of_sums)) {
    most_above_least_ = std::max(0.0, known_cost_ - local_minima(graph) * (1 - rounding_of_sums));
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

  // The cost rounded down, and whether that was exact.
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
    // No cheaper labelling cuts an edge of higher cost.
    const Whole cap = whole_of(most_above_least_).first + 1;
    const double cost = redistribution_cost(graph_, edge);
    // The exact product is cost + lost.
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

}  // namespace

WholeCosts whole_costs(const AlignmentGraph& graph) {
  Labelling known = static_labels(graph);
  double cost = completion_time(graph, known);
  Labelling each = least_cost_labels(graph);
  if (const double reached = completion_time(graph, each); reached < cost) {
    known = std::move(each);
    cost = reached;
  }
  // An expansion costs at most twice the optimum, up to the rounding: the cost at least halves each time, and usually
  // the second scaling is the last.
  for (;;) {
    WholeCosts whole = Scaling(graph, cost).scaled();
    whole.known = known;
    const double error = std::ldexp(static_cast<double>(whole.error), -whole.exponent);
    if (error <= most_rounded * local_minima(graph)) return whole;
    Labelling expanded = expanded_labels(whole.graph, known);
    const double reached = completion_time(graph, expanded);
    if (reached < cost) whole.known = known = std::move(expanded);
    if (!(reached < cost / 2)) return whole;
    cost = reached;
  }
}

bool is_proven(const GraphSolution& solution) {
  return solution.cost - solution.lower_bound <= open_in_proof * solution.cost;
}

GraphSolution solution_of(const AlignmentGraph& graph, const WholeCosts& whole, const WholeAnswer& answer) {
  GraphSolution solution = labelled(graph, answer.labels, false);
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
