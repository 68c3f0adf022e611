// elimination: nodes leave one by one, each with a table of its best label for every labelling of its neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

// Sets of nodes, ascending.
using Scope = std::vector<std::size_t>;

// A cost for every labelling of a scope, the last node of which runs fastest.
struct Table {
  Scope scope;
  std::vector<double> costs;
};

using Order = std::vector<std::pair<std::size_t, Scope>>;

// The order of least degree in the graph that is left, with the neighbours that each node has when it leaves. None if
// the tables of these neighbours, d^w entries each, are more than `most_entries` together: a wide graph is given up as
// soon as that shows.
std::optional<Order> order_of_elimination(const AlignmentGraph& graph, std::size_t most_entries) {
  std::vector<std::set<std::size_t>> neighbours(graph.size());
  for (const AlignmentEdge& edge : graph.edges) {
    neighbours[edge.u].insert(edge.v);
    neighbours[edge.v].insert(edge.u);
  }
  std::set<std::pair<std::size_t, std::size_t>> by_degree;
  for (std::size_t node = 0; node < graph.size(); ++node) by_degree.emplace(neighbours[node].size(), node);
  const auto candidates = static_cast<double>(graph.candidates.size());
  double entries = 0;
  Order order;
  while (!by_degree.empty()) {
    const std::size_t node = by_degree.begin()->second;
    by_degree.erase(by_degree.begin());
    entries += std::pow(candidates, static_cast<double>(neighbours[node].size() + 1));
    if (!(entries <= static_cast<double>(most_entries))) return std::nullopt;
    order.emplace_back(node, Scope(neighbours[node].begin(), neighbours[node].end()));
    for (const std::size_t u : neighbours[node]) {
      by_degree.erase({neighbours[u].size(), u});
      neighbours[u].erase(node);
      for (const std::size_t v : neighbours[node])
        if (v != u) neighbours[u].insert(v);
      by_degree.emplace(neighbours[u].size(), u);
    }
  }
  return order;
}

class Elimination {
 public:
  Elimination(const AlignmentGraph& graph, Order order)
      : graph_(graph), order_(std::move(order)), labels_(graph.size()), tables_of_(graph.size()) {
    for (const AlignmentEdge& edge : graph.edges) add(table_of(edge));
  }

  Labelling solve() {
    std::vector<std::vector<std::uint32_t>> choices;
    for (const auto& [node, scope] : order_) choices.push_back(eliminate(node, scope));
    for (std::size_t k = order_.size(); k-- > 0;) {
      std::size_t place = 0;
      for (const std::size_t neighbour : order_[k].second) place = place * candidates() + labels_[neighbour];
      labels_[order_[k].first] = choices[k][place];
    }
    return labels_;
  }

 private:
  [[nodiscard]] std::size_t candidates() const { return graph_.candidates.size(); }

  [[nodiscard]] Table table_of(const AlignmentEdge& edge) const {
    Table table{{std::min(edge.u, edge.v), std::max(edge.u, edge.v)}, {}};
    for (std::size_t a = 0; a < candidates(); ++a)
      for (std::size_t b = 0; b < candidates(); ++b) table.costs.push_back(a == b ? 0 : graph_.rho * edge.weight);
    return table;
  }

  void add(Table table) {
    for (const std::size_t node : table.scope) tables_of_[node].push_back(tables_.size());
    tables_.push_back(std::move(table));
  }

  // Where the current labels stand in a table.
  [[nodiscard]] double cost_now(const Table& table) const {
    std::size_t place = 0;
    for (const std::size_t node : table.scope) place = place * candidates() + labels_[node];
    return table.costs[place];
  }

  // The best label of `node` for every labelling of its neighbours; what it costs becomes a new table.
  std::vector<std::uint32_t> eliminate(std::size_t node, const Scope& scope) {
    std::vector<const Table*> touching;
    for (const std::size_t index : tables_of_[node])
      if (!tables_[index].costs.empty()) touching.push_back(&tables_[index]);
    Table left{scope, {}};
    std::vector<std::uint32_t> choice;
    for (const std::size_t neighbour : scope) labels_[neighbour] = 0;
    do {
      double least = std::numeric_limits<double>::infinity();
      std::size_t best = 0;
      for (std::size_t label = 0; label < candidates(); ++label) {
        labels_[node] = label;
        double cost = graph_.nodes[node].costs[label];
        for (const Table* table : touching) cost += cost_now(*table);
        if (cost < least) {
          least = cost;
          best = label;
        }
      }
      left.costs.push_back(least);
      choice.push_back(static_cast<std::uint32_t>(best));
    } while (advance(scope));
    for (const std::size_t index : tables_of_[node]) tables_[index].costs = {};
    add(std::move(left));
    return choice;
  }

  bool advance(const Scope& scope) {
    for (std::size_t k = scope.size(); k-- > 0;) {
      if (++labels_[scope[k]] < candidates()) return true;
      labels_[scope[k]] = 0;
    }
    return false;
  }

  const AlignmentGraph& graph_;
  Order order_;
  Labelling labels_;
  std::vector<Table> tables_;
  std::vector<std::vector<std::size_t>> tables_of_;  // [node]; those that were used up are empty
};

constexpr std::size_t most_table_entries = 20'000'000;

GraphSolution solve(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  const std::optional<Labelling> labels = elimination_optimum(graph, most_table_entries);
  if (!labels)
    throw InputError(
        fmt::format("the graph is too wide: elimination would need more than {:.0e} table entries; optimal and "
                    "algorithm1-cc take it",
                    static_cast<double>(most_table_entries)));
  return labelled(graph, *labels, true);
}

const Registration<GraphAlgorithm> registration{
    {.name = "elimination",
     .source = "Bertele & Brioschi, Nonserial Dynamic Programming, 1972",
     .summary = "dynamic programming that eliminates node by node: the optimum of graphs of small width",
     .solve = solve}};

}  // namespace

std::optional<Labelling> elimination_optimum(const AlignmentGraph& graph, std::size_t most_entries) {
  std::optional<Order> order = order_of_elimination(graph, most_entries);
  if (!order) return std::nullopt;
  return Elimination(graph, *std::move(order)).solve();
}

}  // namespace apportion
