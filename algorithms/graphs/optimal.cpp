// exhaustive, elimination and max-flow: exact methods for graphs that are small, narrow or have two candidates; and
// optimal, the one that suits the graph, or a search: reductions, a bound by message passing, and depth-first branch
// and bound. Every bound is a sum of whole numbers (message_passing.hpp) or the cost of a complete elimination, so that
// rounding never invalidates it.
#include "algorithms/graphs/optimal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/whole_graph.hpp"
#include "base/disjoint_sets.hpp"
#include "base/work_queue.hpp"

namespace apportion {
namespace {

// --- exhaustive: all labellings of a small graph

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
    throw InputError("exhaustive would try {:.2g} labellings; it takes up to {:.0e}, optimal takes more", count,
                     most_labellings);
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

// --- elimination: removes nodes one by one, each with a table of its best label for every labelling of its neighbours

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
        "the graph is too wide: elimination would need more than {:.0e} table entries; "
        "optimal and algorithm1-cc take it",
        static_cast<double>(most_table_entries));
  return solution_of(graph, whole, {*labels, cost_of(whole.graph, *labels)});
}

const Registration<GraphAlgorithm> elimination_registration{
    {.name = "elimination",
     .source = "Bertele & Brioschi, Nonserial Dynamic Programming, 1972",
     .summary = "dynamic programming that eliminates node by node: the optimum of graphs of small width",
     .revision = 2,
     .solve = solve_elimination}};

// --- max-flow: the optimum of graphs with two candidates

GraphSolution solve_max_flow(const AlignmentGraph& graph, const Options& /*options*/, RandomStream& /*stream*/) {
  if (graph.candidates.size() > 2)
    throw InputError("max-flow takes up to 2 candidates, and there are {}; optimal takes more",
                     graph.candidates.size());
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

// --- Reductions: dominance and leaves on the Potts model

constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

bool may_have(const WholeNode& node, std::uint32_t label) { return place_of(node, label) < node.labels.size(); }

std::vector<WholeLink>::iterator link_to(WholeNode& node, std::uint32_t other) {
  return std::ranges::lower_bound(node.links, other, {}, &WholeLink::to);
}

class Reducer {
 public:
  explicit Reducer(WholeGraph graph) : graph_(std::move(graph)), gone_(graph_.size(), false), queue_(graph_.size()) {}

  Reduction reduction() {
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      shift(v);
      enqueue(v);
    }
    queue_.drain([this](std::uint32_t v) {
      if (!gone_[v]) reduce(v);
    });
    Reduction result{.graph = {.base = graph_.base, .candidates = graph_.candidates}};
    std::vector<std::uint32_t> place(graph_.size(), no_node);
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      if (gone_[v]) continue;
      place[v] = static_cast<std::uint32_t>(result.nodes.size());
      result.nodes.push_back(v);
    }
    for (const std::uint32_t v : result.nodes) {
      WholeNode& left = result.graph.nodes.emplace_back(std::move(graph_.nodes[v]));
      for (WholeLink& link : left.links) link.to = place[link.to];
    }
    result.steps = std::move(steps_);
    return result;
  }

 private:
  void enqueue(std::uint32_t v) {
    if (!gone_[v]) queue_.add(v);
  }

  void shift(std::uint32_t v) {
    WholeNode& node = graph_.nodes[v];
    const Whole least = *std::ranges::min_element(node.costs);
    graph_.base += least;
    for (Whole& cost : node.costs) cost -= least;
  }

  void reduce(std::uint32_t v) {
    if (drop_dominated(v))
      for (const WholeLink& link : graph_.nodes[v].links) enqueue(link.to);
    const WholeNode& node = graph_.nodes[v];
    if (node.labels.size() == 1 || node.links.empty())
      fix(v);
    else if (node.links.size() == 1)
      fold(v);
  }

  // With its cheapest label instead, a node saves the difference, and pays at most the edges to nodes that could have
  // had the same label.
  bool drop_dominated(std::uint32_t v) {
    WholeNode& node = graph_.nodes[v];
    const std::uint32_t cheapest = node.labels[cheapest_place(node)];
    const std::size_t before = node.labels.size();
    for (std::size_t place = before; place-- > 0;) {
      if (node.labels[place] == cheapest) continue;
      Whole agreeing = 0;
      for (const WholeLink& link : node.links)
        if (agreeing <= node.costs[place] && may_have(graph_.nodes[link.to], node.labels[place]))
          agreeing += link.weight;
      if (node.costs[place] >= agreeing) drop_label(node, place);
    }
    return node.labels.size() < before;
  }

  void remove_with(std::uint32_t v, std::uint32_t beside, Whole weight) {
    WholeNode& node = graph_.nodes[v];
    for (const WholeLink& link : node.links) {
      WholeNode& other = graph_.nodes[link.to];
      other.links.erase(link_to(other, v));
      enqueue(link.to);
    }
    node.links.clear();
    gone_[v] = true;
    steps_.push_back({v, beside, weight, std::move(node)});
  }

  // Fixes a node with a known label, or on which no other node depends.
  void fix(std::uint32_t v) {
    WholeNode& node = graph_.nodes[v];
    const std::uint32_t label = node.labels[cheapest_place(node)];
    graph_.base += node.costs[cheapest_place(node)];
    for (const WholeLink& link : node.links) {
      WholeNode& other = graph_.nodes[link.to];
      for (std::size_t place = 0; place < other.labels.size(); ++place)
        if (other.labels[place] != label) other.costs[place] += link.weight;
      shift(link.to);
    }
    remove_with(v, no_node, 0);
  }

  void fold(std::uint32_t v) {
    const WholeNode& node = graph_.nodes[v];
    const std::uint32_t beside = node.links.front().to;
    const Whole weight = node.links.front().weight;
    WholeNode& other = graph_.nodes[beside];
    const Whole least = *std::ranges::min_element(node.costs);
    for (std::size_t place = 0; place < other.labels.size(); ++place) {
      Whole cost = least + weight;
      const std::size_t same = place_of(node, other.labels[place]);
      if (same < node.labels.size()) cost = std::min(cost, node.costs[same]);
      other.costs[place] += cost;
    }
    shift(beside);
    remove_with(v, beside, weight);
  }

  WholeGraph graph_;
  std::vector<bool> gone_;  // [node]
  WorkQueue queue_;         // nodes
  std::vector<Reduction::Step> steps_;
};

// --- The search

// A connected component, with base 0, and its nodes' positions in the whole graph.
struct WholePart {
  WholeGraph graph;
  std::vector<std::uint32_t> nodes;
};

// The connected components, in the order of their first nodes.
std::vector<WholePart> components(const WholeGraph& graph) {
  DisjointSets sets(graph.size());
  for (std::uint32_t v = 0; v < graph.size(); ++v)
    for (const WholeLink& link : graph.nodes[v].links)
      if (link.to > v) sets.unite(v, link.to);
  const std::vector<std::size_t> number = sets.numbers();
  std::vector<WholePart> parts(sets.count());
  std::vector<std::uint32_t> place(graph.size());
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    place[v] = static_cast<std::uint32_t>(parts[number[v]].nodes.size());
    parts[number[v]].nodes.push_back(v);
  }
  for (WholePart& part : parts) part.graph.candidates = graph.candidates;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    WholeGraph& part = parts[number[v]].graph;
    part.nodes.push_back(graph.nodes[v]);
    for (WholeLink& link : part.nodes.back().links) link.to = place[link.to];
  }
  return parts;
}

Labelling labels_of(const std::vector<std::uint32_t>& nodes, const Labelling& labels) {
  Labelling of_nodes;
  for (const std::uint32_t v : nodes) of_nodes.push_back(labels[v]);
  return of_nodes;
}

struct DearLabels {
  std::vector<std::pair<std::uint32_t, std::size_t>> labels = {};  // node and place; for each node last places first
  bool impossible = false;                                         // some node has no other label
  bool decide = false;                                             // at least one node in 200 has one label left
  bool many = false;                                               // at least a tenth of all labels
};

// The labels that raise the bound by more than `gap`, as of the last messages.bound().
DearLabels dear_labels(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
  DearLabels dear;
  std::size_t labels = 0;
  std::size_t decided = 0;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::vector<Whole> excess = messages.excess(v);
    const std::size_t before = dear.labels.size();
    for (std::size_t place = excess.size(); place-- > 0;)
      if (excess[place] > gap) dear.labels.emplace_back(v, place);
    const std::size_t left = excess.size() - (dear.labels.size() - before);
    dear.impossible = dear.impossible || left == 0;
    if (left == 1) ++decided;
    labels += excess.size();
  }
  dear.decide = decided > 0 && 200 * decided >= graph.size();
  dear.many = 10 * dear.labels.size() >= labels;
  return dear;
}

// The node whose labels raise the bound most on average, with the greatest weight on the least raise; a raise above
// `gap` counts as `gap`. As of the last messages.bound().
std::uint32_t branching_node(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
  std::uint32_t chosen = 0;
  double most = -1;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::vector<Whole> excess = messages.excess(v);
    double sum = 0;
    for (const Whole each : excess) sum += static_cast<double>(std::min(each, gap));
    const double score =
        sum / static_cast<double>(excess.size()) + 4 * static_cast<double>(*std::ranges::min_element(excess));
    if (score <= most) continue;
    most = score;
    chosen = v;
  }
  return chosen;
}

// The effort at the root of the search tree, or at its other nodes.
struct Effort {
  std::size_t most_entries = 0;  // in the tables of an elimination
  int passes = 0;                // between two evaluations of the bound
  bool improve = false;          // use larger moves when messages stall
  double stalled = 0;            // messages stall if they gain less than this part of the gap
};

constexpr Effort at_root{.most_entries = 1'000'000, .passes = 10, .improve = true, .stalled = 0.005};
constexpr Effort within{.most_entries = 100'000, .passes = 4, .stalled = 0.05};

// Graphs with more nodes are not branched on, since that rarely ends: passes continue as long as they gain this part of
// the gap.
constexpr std::size_t large = 700;
constexpr double ended_when_large = 0.002;

// A table entry takes as long as this many message entries.
constexpr std::int64_t messages_per_entry = 5;

// The best labelling found that costs at most a cutoff, and a lower bound on all labellings.
struct Found {
  std::optional<Labelling> labels = {};
  Whole cost = 0;
  Whole bound = 0;
};

class Search {
 public:
  Search(Whole step, Whole unit, const SearchWork& limits) : step_(step), unit_(unit), limits_(limits) {}

  // Searches. `known` is empty or a labelling of any cost, near which a better one is sought.
  Found solve(WholeGraph graph, Whole cutoff, const Effort& effort, const Labelling& known) {
    Reduction reduction = reduced(std::move(graph));
    if (reduction.graph.base > cutoff) return {.bound = cutoff + 1};
    Found found = solve_parts(reduction.graph, cutoff, effort, known.empty() ? known : reduction.left_of(known));
    if (found.labels) found.labels = reduction.expanded(*found.labels);
    return found;
  }

  Found solve_connected(WholeGraph& graph, Whole cutoff, const Effort& effort, const Labelling& known) {
    if (graph.nodes.empty()) return {Labelling{}, graph.base, graph.base};
    std::int64_t entries = 0;
    std::optional<Labelling> optimum = elimination_optimum(graph, effort.most_entries, &entries);
    counts_.messages += messages_per_entry * entries;
    if (optimum) {
      const Whole cost = cost_of(graph, *optimum);
      if (cost > cutoff) return {.bound = cost};
      return {std::move(optimum), cost, cost};
    }
    Found found = tighten(graph, cutoff, effort, known);
    // Costs are multiples of the unit, and so is their minimum.
    found.bound = (found.bound + unit_ - 1) / unit_ * unit_;
    return found;
  }

  void count_node() { ++counts_.nodes; }
  [[nodiscard]] const SearchWork& counts() const { return counts_; }

 private:
  [[nodiscard]] bool out_of_work() const {
    return counts_.nodes >= limits_.nodes || counts_.messages >= limits_.messages;
  }

  // Every part must stay below what the bounds of the others leave of the cutoff.
  Found solve_parts(WholeGraph& graph, Whole cutoff, const Effort& effort, const Labelling& known) {
    std::vector<WholePart> parts = components(graph);
    if (parts.size() < 2) return solve_connected(graph, cutoff, effort, known);
    std::vector<Whole> bounds;
    Found all{Labelling(graph.size()), graph.base, graph.base};
    for (const WholePart& part : parts) {
      bounds.push_back(std::max<Whole>(0, MessagePassing(part.graph).bound()));
      all.bound += bounds.back();
    }
    for (std::size_t k = 0; k < parts.size() && all.bound <= cutoff; ++k) {
      all.bound -= bounds[k];
      const Found found = solve_connected(parts[k].graph, cutoff - all.bound, effort,
                                          known.empty() ? known : labels_of(parts[k].nodes, known));
      all.bound += std::max(found.bound, bounds[k]);
      if (!found.labels) all.labels.reset();
      if (!all.labels) continue;
      all.cost += found.cost;
      for (std::size_t v = 0; v < parts[k].nodes.size(); ++v) (*all.labels)[parts[k].nodes[v]] = (*found.labels)[v];
    }
    if (all.bound > cutoff || all.cost > cutoff) all.labels.reset();
    all.bound = std::min(all.bound, cutoff + 1);
    return all;
  }

  // Takes a labelling that costs at most the cutoff, and lowers the cutoff to its cost.
  void offer(Labelling labels, Whole cost, Found& best, Whole& cutoff) const {
    if (cost > cutoff) return;
    best.labels = std::move(labels);
    best.cost = cost;
    cutoff = cost - step_;
  }

  // Passes messages until the bound exceeds the cutoff, labels can be dropped, or they stall and nothing else helps.
  Found tighten(WholeGraph& graph, Whole cutoff, const Effort& effort, const Labelling& known) {
    Found best;
    Labelling current;
    if (effort.improve && !known.empty()) current = restricted(graph, known);
    std::optional<MessagePassing> messages(graph);
    Whole passed = messages->bound();
    Whole bound = passed;
    for (bool ended = false; !ended && counts_.messages < limits_.messages;) {
      const Whole before = passed;
      for (int k = 0; k < effort.passes; ++k) messages->pass();
      counts_.messages += effort.passes * messages->work();
      passed = messages->bound();
      bound = std::max(bound, passed);
      const auto gained_less_than = [&](double part) {
        return static_cast<double>(passed - before) <= part * static_cast<double>(cutoff - before);
      };
      ended = gained_less_than(effort.stalled);
      Labelling decoded = messages->decoded();
      if (effort.improve && (ended || counts_.messages >= limits_.messages)) {
        const Whole gap = cutoff - bound;
        improve(graph, std::move(decoded), current);
        offer(current, cost_of(graph, current), best, cutoff);
        ended =
            ended && 10 * (cutoff - bound) > 9 * gap && (graph.size() <= large || gained_less_than(ended_when_large));
      } else {
        const Whole cost = cost_of(graph, decoded);
        offer(std::move(decoded), cost, best, cutoff);
      }
      best.bound = std::min(bound, cutoff + 1);
      if (bound > cutoff) return best;
      const DearLabels dear = dear_labels(graph, *messages, cutoff - passed);
      if (dear.impossible) return merged(std::move(best), {.bound = cutoff + 1}, cutoff);
      if (!dear.many && !dear.decide) continue;
      messages->store(graph);
      messages.reset();
      for (const auto& [node, place] : dear.labels) drop_label(graph.nodes[node], place);
      if (best.labels && effort.improve) current = *best.labels;
      Found later = solve(std::move(graph), cutoff, effort, current);
      later.bound = std::max(later.bound, bound);
      return merged(std::move(best), std::move(later), cutoff);
    }
    best.bound = std::min(bound, cutoff + 1);
    if (bound > cutoff || out_of_work() || graph.size() > large) return best;
    messages->store(graph);
    return branch(graph, *messages, passed, cutoff, std::move(best));
  }

  // Keeps the cheaper of the present labelling and the expanded decoded one.
  static void improve(const WholeGraph& graph, Labelling decoded, Labelling& current) {
    decoded = expanded_labels(graph, std::move(decoded));
    if (current.empty() || cost_of(graph, decoded) < cost_of(graph, current)) current = std::move(decoded);
  }

  // The result once the labels above the cutoff were dropped and the others searched.
  static Found merged(Found best, Found later, Whole cutoff) {
    later.bound = std::min(later.bound, cutoff + 1);
    if (later.labels) return later;
    best.bound = later.bound;
    return best;
  }

  // `bound` is the messages' bound, to which excess adds; best.bound may be greater.
  Found branch(const WholeGraph& graph, const MessagePassing& messages, Whole bound, Whole cutoff, Found best) {
    const std::uint32_t node = branching_node(graph, messages, cutoff - bound);
    const std::vector<Whole> excess = messages.excess(node);
    std::vector<std::size_t> places(excess.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, {}, [&excess](std::size_t place) { return excess[place]; });
    Whole least = std::numeric_limits<Whole>::max();
    for (const std::size_t place : places) {
      Whole child_bound = bound + excess[place];
      if (child_bound <= cutoff && !out_of_work()) {
        count_node();
        WholeGraph child = graph;
        for (std::size_t other = excess.size(); other-- > 0;)
          if (other != place) drop_label(child.nodes[node], other);
        Found found = solve(std::move(child), cutoff, within, {});
        child_bound = std::max(child_bound, found.bound);
        if (found.labels) offer(*std::move(found.labels), found.cost, best, cutoff);
      }
      least = std::min(least, child_bound);
    }
    best.bound = std::max(best.bound, std::min(least, cutoff + 1));
    return best;
  }

  const Whole step_;
  const Whole unit_;
  const SearchWork limits_;
  SearchWork counts_;
};

// With fewer entries, elimination takes milliseconds.
constexpr std::size_t cheap_table_entries = 100'000;

GraphSolution solve_optimal(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const WholeCosts costs = whole_costs(graph);
  const WholeGraph& whole = costs.graph;
  const auto proven = [&](const Labelling& labels) {
    return solution_of(graph, costs, {labels, cost_of(whole, labels)});
  };
  if (whole.candidates <= 2) return proven(two_candidate_optimum(whole));
  if (const auto labels = elimination_optimum(whole, cheap_table_entries)) return proven(*labels);
  const SearchWork limits{.nodes = options.count("nodes"), .messages = options.count("messages") * 1'000'000};
  return solution_of(graph, costs, searched(costs, costs.known, limits));
}

const Registration<GraphAlgorithm> optimal_registration{
    {.name = "optimal",
     .source = "max-flow; elimination; reductions, alpha-expansion (Boykov, Veksler & Zabih 2001), "
               "TRW-S (Kolmogorov 2006) and branch and bound",
     .summary = "the optimum: one minimum cut for two candidates, elimination for narrow graphs, "
                "else branch and bound on a bound by message passing, all in whole numbers; "
                "graphs of more than 700 nodes are not branched on",
     .revision = 6,
     .exact_everywhere = false,
     .options = {count_option("nodes", "10000", "nodes of the search tree at most"),
                 count_option("messages", "400",
                              "millions of message entries at most; an entry of a table counts as five")},
     .solve = solve_optimal}};

}  // namespace

std::optional<Labelling> elimination_optimum(const WholeGraph& graph, std::size_t most_entries, std::int64_t* entries) {
  std::optional<Order> order = order_of_elimination(graph, most_entries);
  if (!order) return std::nullopt;
  if (entries != nullptr) *entries += static_cast<std::int64_t>(order->entries);
  return Elimination(graph, *std::move(order)).solve();
}

Labelling two_candidate_optimum(const WholeGraph& graph) {
  Labelling labels;
  for (const WholeNode& node : graph.nodes) labels.push_back(node.labels.front());
  // With the first candidate everywhere, one expansion by the second reaches every labelling.
  return expanded_by(graph, labels, 1);
}

Labelling Reduction::left_of(const Labelling& labels) const { return labels_of(nodes, labels); }

Labelling Reduction::expanded(const Labelling& labels) const {
  Labelling all(nodes.size() + steps.size(), 0);
  for (std::size_t k = 0; k < nodes.size(); ++k) all[nodes[k]] = labels[k];
  for (std::size_t k = steps.size(); k-- > 0;) {
    const Step& step = steps[k];
    Whole least = std::numeric_limits<Whole>::max();
    for (std::size_t place = 0; place < step.node.labels.size(); ++place) {
      const std::uint32_t label = step.node.labels[place];
      const bool apart = step.weight > 0 && all[step.beside] != label;
      const Whole cost = step.node.costs[place] + (apart ? step.weight : 0);
      if (cost >= least) continue;
      least = cost;
      all[step.gone] = label;
    }
  }
  return all;
}

Reduction reduced(WholeGraph graph) { return Reducer(std::move(graph)).reduction(); }

WholeAnswer searched(const WholeCosts& whole, const Labelling& known, const SearchWork& limits) {
  const Reduction reduction = reduced(whole.graph);
  std::vector<WholePart> parts = components(reduction.graph);
  const auto shares = static_cast<Whole>(std::max<std::size_t>(1, parts.size()));
  const Whole step = std::max(whole.unit, whole.negligible / shares);
  Search search(step, whole.unit, limits);
  const Labelling left = reduction.left_of(known);
  Labelling labels(reduction.nodes.size());
  Whole bound = reduction.graph.base;
  for (WholePart& part : parts) {
    Labelling best = restricted(part.graph, labels_of(part.nodes, left));
    search.count_node();
    Found found = search.solve_connected(part.graph, cost_of(part.graph, best) - step, at_root, best);
    if (found.labels) best = *std::move(found.labels);
    bound += found.bound;
    for (std::size_t k = 0; k < best.size(); ++k) labels[part.nodes[k]] = best[k];
  }
  labels = reduction.expanded(labels);
  if (cost_of(whole.graph, labels) > cost_of(whole.graph, known)) labels = known;
  return {std::move(labels), bound, search.counts()};
}

}  // namespace apportion
