// exhaustive, elimination and max-flow: exact methods for graphs that are small, narrow or have two candidates.
#include "algorithms/graphs/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {
namespace {

// exhaustive: all labellings of a small graph.

constexpr double most_labellings = 1e7;

// Advances to the next labelling; false after the last.
bool advance(Labelling& labels, std::size_t candidates) {
  for (std::size_t node = labels.size(); node-- > 0;) {
    if (++labels[node] < candidates) return true;
    labels[node] = 0;
  }
  return false;
}

// Ties go to the first labelling in lexicographic order.
GraphSolution solve_exhaustive(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  const double count = std::pow(static_cast<double>(graph.candidates.size()), static_cast<double>(graph.size()));
  if (!(count <= most_labellings))
    throw InputError(fmt::format("exhaustive would try {:.2g} labellings; it takes up to {:.0e}, optimal takes more",
                                 count, most_labellings));
  Labelling labels(graph.size(), 0);
  Labelling best = labels;
  double least = completion_time(graph, labels);
  while (advance(labels, graph.candidates.size())) {
    const double cost = completion_time(graph, labels);
    if (cost >= least) continue;
    least = cost;
    best = labels;
  }
  return labelled(graph, std::move(best), true);
}

const Registration<GraphAlgorithm> exhaustive_registration{
    {.name = "exhaustive",
     .source = "enumeration",
     .summary = "tries all labellings: the optimum of graphs with at most 10^7 of them",
     .solve = solve_exhaustive}};

// elimination: removes nodes one by one, each with a table of its best label for every labelling of its neighbours.

// A set of nodes, ascending.
using Scope = std::vector<std::uint32_t>;

// A cost for every labelling of a scope; the last node's label varies fastest.
struct Table {
  Scope scope;
  std::vector<Whole> costs;
};

struct Order {
  std::vector<std::pair<std::uint32_t, Scope>> nodes = {};
  double entries = 0;  // of all tables
};

// The order of least degree in the remaining graph, with the neighbours of each node at its removal. std::nullopt as
// soon as the tables have more than `most_entries` together.
std::optional<Order> order_of_elimination(const WholeGraph& graph, std::size_t most_entries) {
  std::vector<std::set<std::uint32_t>> neighbours(graph.size());
  std::set<std::pair<std::size_t, std::uint32_t>> by_degree;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (const WholeLink& link : graph.nodes[v].links) neighbours[v].insert(link.to);
    by_degree.emplace(neighbours[v].size(), v);
  }
  Order order;
  while (!by_degree.empty()) {
    const std::uint32_t node = by_degree.begin()->second;
    by_degree.erase(by_degree.begin());
    auto added = static_cast<double>(graph.nodes[node].labels.size());
    for (const std::uint32_t u : neighbours[node]) added *= static_cast<double>(graph.nodes[u].labels.size());
    order.entries += added;
    if (!(order.entries <= static_cast<double>(most_entries))) return std::nullopt;
    order.nodes.emplace_back(node, Scope(neighbours[node].begin(), neighbours[node].end()));
    for (const std::uint32_t u : neighbours[node]) {
      by_degree.erase({neighbours[u].size(), u});
      neighbours[u].erase(node);
      for (const std::uint32_t v : neighbours[node])
        if (v != u) neighbours[u].insert(v);
      by_degree.emplace(neighbours[u].size(), u);
    }
  }
  return order;
}

// A table that involves the node removed, and the stride of that node's labels in it.
struct Touching {
  const Table* table = nullptr;
  std::size_t stride = 0;
};

class Elimination {
 public:
  Elimination(const WholeGraph& graph, Order order)
      : graph_(graph), order_(std::move(order)), place_(graph.size()), tables_of_(graph.size()) {
    for (std::uint32_t v = 0; v < graph.size(); ++v)
      for (const WholeLink& link : graph.nodes[v].links)
        if (link.to > v) add(table_of(v, link));
  }

  Labelling solve() {
    std::vector<std::vector<std::uint32_t>> choices;
    for (const auto& [node, scope] : order_.nodes) choices.push_back(eliminate(node, scope));
    Labelling result(graph_.size());
    for (std::size_t k = order_.nodes.size(); k-- > 0;) {
      const auto& [node, scope] = order_.nodes[k];
      place_[node] = choices[k][entry(scope)];
      result[node] = graph_.nodes[node].labels[place_[node]];
    }
    return result;
  }

 private:
  [[nodiscard]] std::size_t labels(std::uint32_t node) const { return graph_.nodes[node].labels.size(); }

  [[nodiscard]] Table table_of(std::uint32_t v, const WholeLink& link) const {
    Table table{{v, link.to}, {}};
    for (const std::uint32_t a : graph_.nodes[v].labels)
      for (const std::uint32_t b : graph_.nodes[link.to].labels) table.costs.push_back(a == b ? 0 : link.weight);
    return table;
  }

  void add(Table table) {
    for (const std::uint32_t node : table.scope) tables_of_[node].push_back(tables_.size());
    tables_.push_back(std::move(table));
  }

  // The entry of a table over this scope for the present places of its nodes.
  [[nodiscard]] std::size_t entry(const Scope& scope) const {
    std::size_t at = 0;
    for (const std::uint32_t node : scope) at = at * labels(node) + place_[node];
    return at;
  }

  [[nodiscard]] Touching touching(const Table& table, std::uint32_t node) const {
    std::size_t stride = 1;
    for (std::size_t k = table.scope.size(); table.scope[--k] != node;) stride *= labels(table.scope[k]);
    return {&table, stride};
  }

  // Stores the best label of `node` for every labelling of its neighbours; its costs become a new table.
  std::vector<std::uint32_t> eliminate(std::uint32_t node, const Scope& scope) {
    std::vector<Touching> tables;
    for (const std::size_t index : tables_of_[node])
      if (!tables_[index].costs.empty()) tables.push_back(touching(tables_[index], node));
    Table left{scope, {}};
    std::vector<std::uint32_t> choice;
    place_[node] = 0;
    for (const std::uint32_t neighbour : scope) place_[neighbour] = 0;
    do {
      const auto [label, cost] = cheapest(node, tables);
      left.costs.push_back(cost);
      choice.push_back(label);
    } while (advance(scope));
    for (const std::size_t index : tables_of_[node]) tables_[index].costs = {};
    add(std::move(left));
    return choice;
  }

  [[nodiscard]] std::pair<std::uint32_t, Whole> cheapest(std::uint32_t node, const std::vector<Touching>& tables) {
    costs_ = graph_.nodes[node].costs;
    for (const auto& [table, stride] : tables) {
      const Whole* at = &table->costs[entry(table->scope)];
      for (std::size_t label = 0; label < costs_.size(); ++label) costs_[label] += at[label * stride];
    }
    const auto least = std::ranges::min_element(costs_);
    return {static_cast<std::uint32_t>(least - costs_.begin()), *least};
  }

  bool advance(const Scope& scope) {
    for (std::size_t k = scope.size(); k-- > 0;) {
      if (++place_[scope[k]] < labels(scope[k])) return true;
      place_[scope[k]] = 0;
    }
    return false;
  }

  const WholeGraph& graph_;
  Order order_;
  std::vector<std::uint32_t> place_;  // [node] its index in the labels
  std::vector<Table> tables_;
  std::vector<std::vector<std::size_t>> tables_of_;  // [node]; empty for tables already used
  std::vector<Whole> costs_;                         // [label] of the node removed
};

constexpr std::size_t most_table_entries = 20'000'000;

GraphSolution solve_elimination(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  const WholeCosts whole = whole_costs(graph);
  const std::optional<Labelling> labels = elimination_optimum(whole.graph, most_table_entries);
  if (!labels)
    throw InputError(
        fmt::format("the graph is too wide: elimination would need more than {:.0e} table entries; "
                    "optimal and algorithm1-cc take it",
                    static_cast<double>(most_table_entries)));
  return solution_of(graph, whole, {*labels, cost_of(whole.graph, *labels)});
}

const Registration<GraphAlgorithm> elimination_registration{
    {.name = "elimination",
     .source = "Bertele & Brioschi, Nonserial Dynamic Programming, 1972",
     .summary = "dynamic programming that eliminates node by node: the optimum of graphs of small width",
     .revision = 2,
     .solve = solve_elimination}};

// max-flow: the optimum of graphs with two candidates.

GraphSolution solve_max_flow(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  if (graph.candidates.size() > 2)
    throw InputError(fmt::format("max-flow takes up to 2 candidates, and there are {}; optimal takes more",
                                 graph.candidates.size()));
  const WholeCosts whole = whole_costs(graph);
  const Labelling labels = two_candidate_optimum(whole.graph);
  return solution_of(graph, whole, {labels, cost_of(whole.graph, labels)});
}

const Registration<GraphAlgorithm> max_flow_registration{
    {.name = "max-flow",
     .source = "Greig, Porteous & Seheult 1989; Dinic 1970",
     .summary = "one minimum cut between two candidates: the optimum of graphs that have no more",
     .revision = 2,
     .solve = solve_max_flow}};

}  // namespace

std::optional<Labelling> elimination_optimum(const WholeGraph& graph, std::size_t most_entries, std::int64_t* entries) {
  std::optional<Order> order = order_of_elimination(graph, most_entries);
  if (!order) return std::nullopt;
  if (entries != nullptr) *entries += static_cast<std::int64_t>(order->entries);
  return Elimination(graph, *std::move(order)).solve();
}

Labelling two_candidate_optimum(const WholeGraph& graph) {
  if (graph.candidates > 2) throw std::logic_error("a cut has two sides");
  Labelling labels;
  for (const WholeNode& node : graph.nodes) labels.push_back(node.labels.front());
  // With the first candidate everywhere, one expansion by the second reaches every labelling.
  return expanded_by(graph, labels, 1);
}

}  // namespace apportion
