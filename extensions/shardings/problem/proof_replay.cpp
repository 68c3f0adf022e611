// The replay of proofs about sharding graphs in exact arithmetic and without the solver's code: the remaining graph,
// the lower bound, and the records.
#include "extensions/shardings/problem/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

// --- The state

// The cost of what is forbidden for good; every sum with it is `never`.
constexpr WideWhole never = WideWhole{1} << 120;

WideWhole proof_sum(WideWhole a, WideWhole b) { return a == never || b == never ? never : a + b; }

// The costs of pairs of labels, by the labels' numbers in the graph.
struct PairCosts {
  std::size_t columns = 0;
  std::vector<WideWhole> costs = {};

  [[nodiscard]] WideWhole at(std::uint32_t row, std::uint32_t column) const { return costs[row * columns + column]; }
};

// The costs of a pair, seen from one of its nodes.
struct PairView {
  std::shared_ptr<const PairCosts> costs;
  bool is_turned = false;

  [[nodiscard]] WideWhole at(std::uint32_t own, std::uint32_t other) const {
    return is_turned ? costs->at(other, own) : costs->at(own, other);
  }
};

// Memory that the labels of a node occupy in rows [from, to).
struct ProofPiece {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::vector<WideWhole> usage = {};  // [label]
  WideWhole least = 0;                // the least usage of the labels that are left
  WideWhole greatest = 0;
};

struct ProofNode {
  std::vector<std::uint32_t> labels = {};  // the labels that are left, ascending
  std::vector<WideWhole> costs = {};       // [label]
  std::vector<ProofPiece> pieces = {};     // ascending and apart
  std::set<std::uint32_t> neighbours = {};
};

// A number for each row; numbers are added to whole ranges of rows (a Fenwick tree of differences).
class RowSums {
 public:
  explicit RowSums(std::size_t rows) : tree_(rows + 1, 0) {}

  void add(std::uint32_t from, std::uint32_t to, WideWhole value) {
    add_from(from, value);
    add_from(to, -value);
  }

  [[nodiscard]] WideWhole at(std::uint32_t row) const {
    WideWhole sum = 0;
    for (std::size_t k = std::size_t{row} + 1; k > 0; k -= k & (~k + 1)) sum += tree_[k];
    return sum;
  }

 private:
  void add_from(std::size_t row, WideWhole value) {
    for (std::size_t k = row + 1; k < tree_.size(); k += k & (~k + 1)) tree_[k] += value;
  }

  std::vector<WideWhole> tree_;
};

WideWhole shifted(std::int64_t cost, int shift) { return cost >= forbidden_cost ? never : WideWhole{cost >> shift}; }

template <class Value>
void make_set(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// The ends of the ranges into which two lists of pieces cut each other.
std::vector<std::uint32_t> cuts_of(const std::vector<ProofPiece>& one, const std::vector<ProofPiece>& other) {
  std::vector<std::uint32_t> cuts;
  for (const auto* pieces : {&one, &other})
    for (const ProofPiece& piece : *pieces) cuts.insert(cuts.end(), {piece.from, piece.to});
  make_set(cuts);
  return cuts;
}

// The piece at that row; nullptr if the node occupies nothing there.
const ProofPiece* piece_at(const ProofNode& node, std::uint32_t row) {
  const auto behind = std::ranges::upper_bound(node.pieces, row, {}, &ProofPiece::from);
  if (behind == node.pieces.begin() || (behind - 1)->to <= row) return nullptr;
  return &*(behind - 1);
}

// The memory that a label occupies in a piece or at a row, and the least of all labels.
WideWhole usage_in(const ProofPiece* piece, std::uint32_t label) { return piece == nullptr ? 0 : piece->usage[label]; }
WideWhole usage_at(const ProofNode& node, std::uint32_t label, std::uint32_t row) {
  return usage_in(piece_at(node, row), label);
}
WideWhole least_at(const ProofNode& node, std::uint32_t row) {
  const ProofPiece* piece = piece_at(node, row);
  return piece == nullptr ? 0 : piece->least;
}

void set_extremes(const std::vector<std::uint32_t>& labels, ProofPiece& piece) {
  if (labels.empty()) return;
  const auto usage = [&piece](std::uint32_t label) { return piece.usage[label]; };
  const auto [least, greatest] = std::ranges::minmax(labels, {}, usage);
  piece.least = usage(least);
  piece.greatest = usage(greatest);
}

// A state of the replay. Rows are the intervals between consecutive ends of lifetimes, named by their beginnings.
// find() and row_of() throw InputError for labels or rows that are not left; the changes assume that these were called
// first.
class ProofState {
 public:
  // Costs are divided by 2^shift and rounded down.
  ProofState(const ShardingGraph& graph, int shift) : limit_(graph.usage_limit.value_or(0)) {
    if (graph.usage_limit)
      for (const ShardingNode& node : graph.nodes)
        if (node.from < node.to) times_.insert(times_.end(), {node.from, node.to});
    make_set(times_);
    least_ = greatest_ = RowSums(times_.size());
    changing_.resize(times_.size());
    // No operator occupies memory from the last end on.
    for (std::uint32_t row = 0; row + 1 < times_.size(); ++row) rows_.insert(rows_.end(), row);
    for (std::uint32_t v = 0; v < graph.size(); ++v) add_node(graph, v, shift);
    add_edges(graph, shift);
  }

  [[nodiscard]] const ProofNode& find(std::uint32_t node) const {
    const auto place = nodes_.find(node);
    if (place == nodes_.end()) throw InputError("node {} is not there", node);
    return place->second;
  }

  // The node, which must have this label.
  [[nodiscard]] const ProofNode& find(std::uint32_t node, std::uint32_t label) const {
    const ProofNode& found = find(node);
    if (!std::ranges::binary_search(found.labels, label)) throw InputError("node {} has no label {}", node, label);
    return found;
  }

  [[nodiscard]] std::uint32_t row_of(std::int64_t time) const {
    const std::uint32_t row = row_from(time);
    if (!rows_.contains(row) || times_[row] != time) throw InputError("time {} is not there", time);
    return row;
  }

  // The costs of the pairs of labels of two neighbours.
  [[nodiscard]] PairView pair(std::uint32_t u, std::uint32_t v) const {
    const auto place = pairs_.find({std::min(u, v), std::max(u, v)});
    if (place == pairs_.end()) throw InputError("nodes {} and {} are no neighbours", u, v);
    return {place->second, u > v};
  }

  [[nodiscard]] const std::map<std::uint32_t, ProofNode>& nodes() const { return nodes_; }
  [[nodiscard]] const std::set<std::uint32_t>& rows() const { return rows_; }
  [[nodiscard]] WideWhole limit() const { return limit_; }
  [[nodiscard]] WideWhole least(std::uint32_t row) const { return least_.at(row); }
  [[nodiscard]] WideWhole greatest(std::uint32_t row) const { return greatest_.at(row); }

  // Nodes whose usages may change between two rows.
  [[nodiscard]] std::set<std::uint32_t> changing_between(std::uint32_t row, std::uint32_t other) const {
    std::set<std::uint32_t> all;
    for (std::uint32_t at = std::min(row, other) + 1; at <= std::max(row, other); ++at)
      for (const std::uint32_t node : changing_[at])
        if (nodes_.contains(node)) all.insert(node);
    return all;
  }

  // Whether the piece is at a row that is left.
  [[nodiscard]] bool is_left(const ProofPiece& piece) const {
    const auto row = rows_.lower_bound(piece.from);
    return row != rows_.end() && *row < piece.to;
  }

  // Whether all labels occupy the same wherever a row is left.
  [[nodiscard]] bool is_memory_decided(const ProofNode& node) const {
    return std::ranges::all_of(
        node.pieces, [this](const ProofPiece& piece) { return piece.least == piece.greatest || !is_left(piece); });
  }

  // About how much memory the state takes, without what it shares with other states.
  [[nodiscard]] std::size_t bytes() const {
    constexpr std::size_t entry = 48;  // the memory of a map or set for each of its values
    std::size_t sum = sizeof(ProofState) + times_.size() * (sizeof(times_[0]) + 2 * sizeof(WideWhole)) +
                      2 * sizeof(WideWhole) + rows_.size() * entry;
    for (const auto& [number, node] : nodes_) {
      sum += sizeof(node) + entry + node.labels.size() * sizeof(node.labels[0]) +
             node.costs.size() * sizeof(node.costs[0]) + node.neighbours.size() * entry;
      for (const ProofPiece& piece : node.pieces) sum += sizeof(piece) + piece.usage.size() * sizeof(piece.usage[0]);
    }
    for (const auto& [nodes, pair] : pairs_)
      sum += sizeof(pair) + entry + (pair.use_count() == 1 ? pair->costs.size() * sizeof(pair->costs[0]) : 0);
    for (const auto& nodes : changing_) sum += sizeof(std::vector<std::uint32_t>) + nodes.size() * sizeof(nodes[0]);
    return sum;
  }

  void remove_label(std::uint32_t node, std::uint32_t label) {
    ProofNode& at = nodes_.at(node);
    std::erase(at.labels, label);
    for (ProofPiece& piece : at.pieces) {
      if (piece.usage[label] != piece.least && piece.usage[label] != piece.greatest) continue;
      count(piece, -1);
      set_extremes(at.labels, piece);
      count(piece, 1);
    }
  }

  void keep_labels(std::uint32_t node, const std::vector<std::uint32_t>& labels) {
    for (const std::uint32_t label : std::vector(nodes_.at(node).labels))
      if (!contains(labels, label)) remove_label(node, label);
  }

  void remove_row(std::uint32_t row) { rows_.erase(row); }

  void add_cost(std::uint32_t node, std::uint32_t label, WideWhole cost) {
    WideWhole& sum = nodes_.at(node).costs[label];
    sum = proof_sum(sum, cost);
  }

  // Adds costs to the pairs of remaining labels of `u` and `v`, which need not have been neighbours.
  void add_costs(std::uint32_t u, std::uint32_t v,
                 const std::function<WideWhole(std::uint32_t of_u, std::uint32_t of_v)>& cost) {
    if (u > v) return add_costs(v, u, [&](std::uint32_t of_v, std::uint32_t of_u) { return cost(of_u, of_v); });
    const std::size_t columns = nodes_.at(v).costs.size();
    PairCosts costs{columns, std::vector<WideWhole>(nodes_.at(u).costs.size() * columns, 0)};
    for (const std::uint32_t a : nodes_.at(u).labels)
      for (const std::uint32_t b : nodes_.at(v).labels) costs.costs[a * columns + b] = cost(a, b);
    add_edge(u, v, std::make_shared<const PairCosts>(std::move(costs)));
  }

  void remove_edge(std::uint32_t u, std::uint32_t v) {
    pairs_.erase({std::min(u, v), std::max(u, v)});
    nodes_.at(u).neighbours.erase(v);
    nodes_.at(v).neighbours.erase(u);
  }

  // Removes a node and its edges; its memory and costs remain counted.
  void remove_node(std::uint32_t node) {
    const std::set<std::uint32_t> neighbours = nodes_.at(node).neighbours;
    for (const std::uint32_t other : neighbours) remove_edge(node, other);
    nodes_.erase(node);
  }

  // Label labels_into[k] of `into`, one for each that is left, determines labels_gone[k] of `gone`.
  void merge(const MergedNode& merged) {
    const auto& [gone, into, labels_into, labels_gone] = merged;
    const ProofNode left = nodes_.at(gone);
    std::map<std::uint32_t, std::uint32_t> label_beside;
    for (std::size_t k = 0; k < labels_into.size(); ++k) label_beside[labels_into[k]] = labels_gone[k];
    const PairView between = pair(into, gone);
    for (const auto& [a, b] : label_beside) add_cost(into, a, proof_sum(left.costs[b], between.at(a, b)));
    for (const std::uint32_t other : left.neighbours)
      if (other != into)
        add_costs(into, other, [&, old = pair(gone, other)](std::uint32_t a, std::uint32_t b) {
          return old.at(label_beside.at(a), b);
        });
    for (const ProofPiece& piece : left.pieces) count(piece, -1);
    remove_node(gone);
    move_pieces(left, merged);
  }

 private:
  [[nodiscard]] std::uint32_t row_from(std::int64_t time) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(times_, time) - times_.begin());
  }

  void add_node(const ShardingGraph& graph, std::uint32_t v, int shift) {
    const ShardingNode& given = graph.nodes[v];
    ProofNode node;
    node.labels.resize(given.strategies);
    std::iota(node.labels.begin(), node.labels.end(), 0U);
    for (std::size_t s = 0; s < given.strategies; ++s)
      node.costs.push_back(shifted(graph.costs[given.first + s], shift));
    if (graph.usage_limit && given.from < given.to) {
      const auto* usages = &graph.usages[given.first];
      ProofPiece piece{row_from(given.from), row_from(given.to), {usages, usages + given.strategies}};
      set_extremes(node.labels, piece);
      count(piece, 1);
      for (const std::uint32_t end : {piece.from, piece.to}) changing_[end].push_back(v);
      node.pieces.push_back(std::move(piece));
    }
    nodes_.emplace_hint(nodes_.end(), v, std::move(node));
  }

  void add_edges(const ShardingGraph& graph, int shift) {
    std::map<std::pair<std::uint32_t, bool>, std::shared_ptr<const PairCosts>> known;
    for (const ShardingEdge& edge : graph.edges) {
      const ShardingMatrix& matrix = graph.matrices[edge.matrix];
      std::shared_ptr<const PairCosts>& costs = known[{edge.matrix, edge.u > edge.v}];
      if (costs == nullptr) {
        const bool turns = edge.u > edge.v;
        PairCosts pair{turns ? matrix.rows : matrix.columns, {}};
        for (std::size_t k = 0; k < matrix.costs.size(); ++k) {
          const std::size_t place = k % pair.columns * matrix.columns + k / pair.columns;
          pair.costs.push_back(shifted(matrix.costs[turns ? place : k], shift));
        }
        costs = std::make_shared<const PairCosts>(std::move(pair));
      }
      if (edge.u == edge.v)
        for (std::uint32_t s = 0; s < matrix.rows; ++s) add_cost(edge.u, s, costs->at(s, s));
      else
        add_edge(std::min(edge.u, edge.v), std::max(edge.u, edge.v), costs);
    }
  }

  void add_edge(std::uint32_t u, std::uint32_t v, const std::shared_ptr<const PairCosts>& costs) {
    std::shared_ptr<const PairCosts>& pair = pairs_[{u, v}];
    if (pair == nullptr) {
      pair = costs;
    } else {
      PairCosts sum = *pair;
      std::ranges::transform(sum.costs, costs->costs, sum.costs.begin(), proof_sum);
      pair = std::make_shared<const PairCosts>(std::move(sum));
    }
    nodes_.at(u).neighbours.insert(v);
    nodes_.at(v).neighbours.insert(u);
  }

  void count(const ProofPiece& piece, int sign) {
    least_.add(piece.from, piece.to, sign * piece.least);
    greatest_.add(piece.from, piece.to, sign * piece.greatest);
  }

  void move_pieces(const ProofNode& from, const MergedNode& merged) {
    if (from.pieces.empty()) return;
    ProofNode& to = nodes_.at(merged.into);
    // A node into which many others were merged has thousands of pieces, of which few overlap those of one more.
    const auto first = std::ranges::upper_bound(to.pieces, from.pieces.front().from, {}, &ProofPiece::to);
    const auto last = std::ranges::lower_bound(to.pieces, from.pieces.back().to, {}, &ProofPiece::from);
    const std::vector<ProofPiece> met(first, last);
    for (const ProofPiece& piece : met) count(piece, -1);
    std::vector<ProofPiece> pieces;
    const std::vector<std::uint32_t> cuts = cuts_of(from.pieces, met);
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      const ProofPiece* old = piece_at(to, cuts[k]);
      const ProofPiece* more = piece_at(from, cuts[k]);
      if (old == nullptr && more == nullptr) continue;
      ProofPiece piece{cuts[k], cuts[k + 1], std::vector<WideWhole>(to.costs.size(), 0)};
      for (std::size_t i = 0; i < merged.labels_into.size(); ++i)
        piece.usage[merged.labels_into[i]] =
            usage_in(old, merged.labels_into[i]) + usage_in(more, merged.labels_gone[i]);
      set_extremes(to.labels, piece);
      count(piece, 1);
      for (const std::uint32_t end : {piece.from, piece.to})
        if (changing_[end].empty() || changing_[end].back() != merged.into) changing_[end].push_back(merged.into);
      pieces.push_back(std::move(piece));
    }
    const auto place = to.pieces.erase(first, last);
    to.pieces.insert(place, std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
  }

  std::map<std::uint32_t, ProofNode> nodes_;
  // The pairs of neighbours, the lower one first; rows are for its labels.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<const PairCosts>> pairs_;
  std::vector<std::int64_t> times_;  // [row]
  std::set<std::uint32_t> rows_;     // that are left
  WideWhole limit_ = 0;
  RowSums least_{0};
  RowSums greatest_{0};
  std::vector<std::vector<std::uint32_t>> changing_;  // [row] nodes with a piece that begins or ends there
};

// --- The bound

// A lower bound in units of 2^-scale of the state's costs.
struct ReplayedBound {
  int scale = 0;
  WideWhole bound = 0;                                          // for all answers
  std::map<std::uint32_t, std::vector<WideWhole>> labels = {};  // [node][label] for all answers with it
};

using Numbers = std::vector<WideWhole>;

// Numbers of which only a lower bound matters are cut here, so that sums over all nodes stay within 128 bits.
constexpr WideWhole highest = WideWhole{1} << 100;

// a + b x c, of numbers from 0 on, cut at `highest`.
WideWhole cut_sum(WideWhole a, WideWhole b, WideWhole c) {
  WideWhole product = 0;
  if (__builtin_mul_overflow(b, c, &product) || product > highest - a) return highest;
  return a + product;
}

// The costs that an end of an edge gives to it and gets back (see ProvenBound), by place of its labels.
struct BoundEnd {
  Numbers given = {};     // F or G
  Numbers returned = {};  // g or f
};

class BoundReplay {
 public:
  // InputError for potentials of nodes that are not neighbours, for wrong numbers of labels, and for negative prices.
  BoundReplay(const ProofState& state, const ProvenBound& record) : state_(state), record_(record) {
    constexpr int most_scale = 62;
    if (record.scale < 0 || record.scale > most_scale || record.price_scale < 0 || record.price_scale > most_scale ||
        record.most < 0)
      throw InputError("a scale or the greatest cost is out of range");
    price_rows();
    for (const auto& [number, node] : state.nodes()) price_labels(number, node);
    for (const GivenToEdge& given : record.given) take(given);
    for (const auto& [number, node] : state.nodes())
      for (const std::uint32_t other : node.neighbours)
        if (number < other) pass(number, other);
  }

  [[nodiscard]] ReplayedBound run() const {
    ReplayedBound result{.scale = record_.scale, .bound = -price_of_capacity()};
    WideWhole constant = result.bound;
    for (const auto& [number, node] : state_.nodes())
      constant += is_alone(node) ? least_alone(node) : kept(number, node, false);
    result.bound = constant;
    for (const auto& [number, node] : state_.nodes()) {
      if (is_alone(node)) continue;
      // Edges from lower nodes no longer lie across, and edges to higher ones do not yet.
      for (const std::uint32_t other : node.neighbours)
        if (other < number) constant -= across(other, number);
      constant -= kept(number, node, false);
      add_labels(number, node, constant, result);
      constant += kept(number, node, true);
      for (const std::uint32_t other : node.neighbours)
        if (other > number) constant += across(number, other);
    }
    return result;
  }

 private:
  [[nodiscard]] WideWhole scaled(WideWhole cost) const {
    return cost == never || cost > (WideWhole{record_.most} >> record_.scale) ? WideWhole{record_.most}
                                                                              : cost << record_.scale;
  }

  void price_rows() {
    std::map<std::uint32_t, WideWhole> prices;
    for (const PriceOfTime& each : record_.prices) {
      if (each.price < 0) throw InputError("the price of time {} is negative", each.time);
      prices[state_.row_of(each.time)] += each.price;
    }
    prices_.assign(prices.begin(), prices.end());
  }

  void price_labels(std::uint32_t number, const ProofNode& node) {
    if (node.labels.empty()) throw InputError("node {} has no label", number);
    Numbers& costs = costs_[number];
    for (const std::uint32_t label : node.labels) {
      const WideWhole price = price_of(node, label) >> record_.price_scale;
      costs.push_back(std::min(scaled(node.costs[label]) + price, WideWhole{record_.most}));
    }
    for (const std::uint32_t other : node.neighbours) ends_[{number, other}].given.assign(node.labels.size(), 0);
  }

  // The price of the memory that the label occupies above the node's least.
  [[nodiscard]] WideWhole price_of(const ProofNode& node, std::uint32_t label) const {
    WideWhole price = 0;
    for (const ProofPiece& piece : node.pieces) {
      auto at = std::ranges::lower_bound(prices_, piece.from, {}, [](const auto& each) { return each.first; });
      for (; at != prices_.end() && at->first < piece.to; ++at)
        price = cut_sum(price, at->second, piece.usage[label] - piece.least);
    }
    return price;
  }

  [[nodiscard]] WideWhole price_of_capacity() const {
    WideWhole price = 0;
    for (const auto& [row, each] : prices_)
      price = cut_sum(price, each, std::max<WideWhole>(state_.limit() - state_.least(row), 0));
    if (price == highest) throw InputError("the prices are too high");
    return -((-price) >> record_.price_scale);
  }

  void take(const GivenToEdge& given) {
    static_cast<void>(state_.find(given.u));
    static_cast<void>(state_.find(given.v));
    if (given.u >= given.v) throw InputError("edge {}, {} is not in order", given.u, given.v);
    const auto of_u = ends_.find({given.u, given.v});
    if (of_u == ends_.end()) throw InputError("there is no edge to node {}", given.v);
    BoundEnd& of_v = ends_.at({given.v, given.u});
    if (given.of_u.size() != of_u->second.given.size() || given.of_v.size() != of_v.given.size())
      throw InputError("edge {}, {} is not given a number for each label", given.u, given.v);
    of_u->second.given.assign(given.of_u.begin(), given.of_u.end());
    of_v.given.assign(given.of_v.begin(), given.of_v.end());
  }

  void pass(std::uint32_t u, std::uint32_t v) {
    BoundEnd& of_u = ends_.at({u, v});
    BoundEnd& of_v = ends_.at({v, u});
    const std::vector<std::uint32_t>& labels_u = state_.find(u).labels;
    const std::vector<std::uint32_t>& labels_v = state_.find(v).labels;
    of_u.returned.assign(labels_u.size(), record_.most);
    of_v.returned.assign(labels_v.size(), record_.most);
    const PairView pair = state_.pair(u, v);
    for (std::size_t a = 0; a < labels_u.size(); ++a)
      for (std::size_t b = 0; b < labels_v.size(); ++b) {
        const WideWhole cost = scaled(pair.at(labels_u[a], labels_v[b]));
        of_u.returned[a] = std::min(of_u.returned[a], cost + of_v.given[b]);
        of_v.returned[b] = std::min(of_v.returned[b], cost + of_u.given[a]);
      }
  }

  [[nodiscard]] bool is_alone(const ProofNode& node) const {
    return node.neighbours.empty() && state_.is_memory_decided(node);
  }

  [[nodiscard]] WideWhole least_alone(const ProofNode& node) const {
    WideWhole least = highest;
    for (const std::uint32_t label : node.labels)
      least = std::min(least, cut_sum(0, node.costs[label], WideWhole{1} << record_.scale));
    return least;
  }

  // The least R for a node behind, or the least R' for a node before.
  [[nodiscard]] WideWhole kept(std::uint32_t number, const ProofNode& node, bool from_behind) const {
    Numbers rest = costs_.at(number);
    for (const std::uint32_t other : node.neighbours) {
      const BoundEnd& end = ends_.at({number, other});
      const bool is_returned = (other < number) == from_behind;
      for (std::size_t a = 0; a < rest.size(); ++a) rest[a] += is_returned ? end.returned[a] : -end.given[a];
    }
    return std::ranges::min(rest);
  }

  [[nodiscard]] WideWhole across(std::uint32_t lower, std::uint32_t higher) const {
    const BoundEnd& end = ends_.at({lower, higher});
    WideWhole least = never;
    for (std::size_t a = 0; a < end.given.size(); ++a) least = std::min(least, end.given[a] + end.returned[a]);
    return least;
  }

  void add_labels(std::uint32_t number, const ProofNode& node, WideWhole constant, ReplayedBound& result) const {
    Numbers sums = costs_.at(number);
    for (const std::uint32_t other : node.neighbours)
      std::ranges::transform(sums, ends_.at({number, other}).returned, sums.begin(), std::plus{});
    result.bound = std::max(result.bound, constant + std::ranges::min(sums));
    Numbers& labels = result.labels[number];
    labels.assign(node.costs.size(), 0);
    for (std::size_t a = 0; a < sums.size(); ++a) labels[node.labels[a]] = constant + sums[a];
  }

  const ProofState& state_;
  const ProvenBound& record_;
  std::vector<std::pair<std::uint32_t, WideWhole>> prices_;           // the prices of rows, ascending
  std::map<std::uint32_t, Numbers> costs_;                            // [node] by place in its labels
  std::map<std::pair<std::uint32_t, std::uint32_t>, BoundEnd> ends_;  // [node, neighbour] of that edge at the node
};

// --- The steps

void require(bool holds, std::string_view what) {
  if (!holds) throw InputError(std::string(what));
}

class Replay {
 public:
  Replay(const ShardingGraph& graph, std::size_t most_bytes) : graph_(graph), most_bytes_(most_bytes) {}

  [[nodiscard]] ProvenFacts facts() const {
    require(is_begun_, "the proof has no beginning");
    ProvenFacts facts{.cost = best_, .lower_bound = never, .is_complete = branches_.empty()};
    for (const auto& [number, branch] : branches_) facts.lower_bound = std::min(facts.lower_bound, branch.lower_bound);
    if (best_) facts.lower_bound = std::min(facts.lower_bound, *best_);
    return facts;
  }

  void apply(const ProofStart& record) {
    require(record.shift >= 0 && record.shift < 63, "the shift is out of range");
    require(record.most >= forbidden_cost - 1 || is_excluded(record.most),
            fmt::format("costs above {} are not forbidden, and no answer is known that costs no more", record.most));
    shift_ = record.shift;
    branches_.clear();
    numbers_.clear();
    open_bytes_ = 0;
    is_begun_ = true;
    open(0, std::make_unique<ProofState>(graph_, shift_), 0);
    current_ = 0;
  }

  void apply(const ForbiddenLabel& record) {
    const ProofNode& node = state().find(record.node, record.label);
    if (record.other == record.node) {
      require(is_forbidden(node.costs[record.label]), "the label is not forbidden");
    } else {
      const PairView pair = state().pair(record.node, record.other);
      for (const std::uint32_t b : state().find(record.other).labels)
        require(is_forbidden(pair.at(record.label, b)),
                fmt::format("the label is allowed beside label {} of node {}", b, record.other));
    }
    state().remove_label(record.node, record.label);
  }

  void apply(const DominatedLabel& record) {
    const ProofNode& node = state().find(record.node, record.label);
    static_cast<void>(state().find(record.node, record.by));
    require(record.label != record.by, "the label is beside itself");
    require(node.costs[record.by] != never, fmt::format("label {} is forbidden", record.by));
    WideWhole more = node.costs[record.label] == never ? -never : node.costs[record.by] - node.costs[record.label];
    for (const std::uint32_t other : node.neighbours) {
      const WideWhole lost = greatest_saving_lost(record, other);
      more = lost == -never || more == -never ? -never : more + lost;
    }
    require(more <= 0, fmt::format("label {} may cost more", record.by));
    for (const ProofPiece& piece : node.pieces)
      require(piece.usage[record.by] <= piece.usage[record.label] || !state().is_left(piece),
              fmt::format("label {} occupies more", record.by));
    state().remove_label(record.node, record.label);
  }

  void apply(const OverfullLabel& record) {
    const ProofNode& node = state().find(record.node, record.label);
    const std::uint32_t row = state().row_of(record.time);
    const WideWhole others = state().least(row) - least_at(node, row);
    require(others + usage_at(node, record.label, row) > state().limit(), "the label fits");
    state().remove_label(record.node, record.label);
  }

  void apply(const OverfullPairs& record) {
    require(record.u != record.v, "a node is beside itself");
    const ProofNode& u = state().find(record.u);
    const ProofNode& v = state().find(record.v);
    const std::uint32_t row = state().row_of(record.time);
    const WideWhole others = state().least(row) - least_at(u, row) - least_at(v, row);
    bool any = false;
    state().add_costs(record.u, record.v, [&](std::uint32_t a, std::uint32_t b) {
      const bool fits = others + usage_at(u, a, row) + usage_at(v, b, row) <= state().limit();
      any |= !fits;
      return fits ? 0 : never;
    });
    require(any, "all pairs of labels fit");
  }

  void apply(const DroppedTime& record) {
    const std::uint32_t row = state().row_of(record.time);
    const std::uint32_t by = state().row_of(record.covered_by);
    if (row == by) {
      require(state().greatest(row) <= state().limit(), "the greatest usages pass the limit");
    } else {
      require(state().least(row) <= state().least(by), "the capacity is less");
      for (const std::uint32_t number : state().changing_between(row, by)) {
        const ProofNode& node = state().find(number);
        for (const std::uint32_t label : node.labels)
          require(usage_at(node, label, row) - least_at(node, row) <= usage_at(node, label, by) - least_at(node, by),
                  fmt::format("label {} of node {} occupies more", label, number));
      }
    }
    state().remove_row(row);
  }

  void apply(const MergedNode& record) {
    require(record.gone != record.into, "a node is merged into itself");
    const ProofNode& gone = state().find(record.gone);
    require(record.labels_into == state().find(record.into).labels &&
                record.labels_gone.size() == record.labels_into.size(),
            "these are not the labels that are left");
    const PairView pair = state().pair(record.into, record.gone);
    for (std::size_t k = 0; k < record.labels_into.size(); ++k)
      require(only_label_beside(pair, record.labels_into[k], gone) == record.labels_gone[k],
              fmt::format("label {} does not go with label {}", record.labels_gone[k], record.labels_into[k]));
    state().merge(record);
  }

  void apply(const FoldedNode& record) {
    const ProofNode& gone = state().find(record.gone);
    const ProofNode& into = state().find(record.into);
    require_passive(gone, {record.into});
    const PairView pair = state().pair(record.into, record.gone);
    for (const std::uint32_t label : into.labels) {
      WideWhole least = never;
      for (const std::uint32_t b : gone.labels) least = std::min(least, proof_sum(gone.costs[b], pair.at(label, b)));
      state().add_cost(record.into, label, least);
    }
    state().remove_node(record.gone);
  }

  void apply(const BypassedNode& record) {
    const ProofNode& gone = state().find(record.gone);
    for (const std::uint32_t end : {record.u, record.v}) static_cast<void>(state().find(end));
    require(record.u != record.v, "it has other neighbours");
    require_passive(gone, {record.u, record.v});
    const PairView to_u = state().pair(record.gone, record.u);
    const PairView to_v = state().pair(record.gone, record.v);
    state().add_costs(record.u, record.v, [&](std::uint32_t a, std::uint32_t b) {
      WideWhole least = never;
      for (const std::uint32_t c : gone.labels)
        least = std::min(least, proof_sum(gone.costs[c], proof_sum(to_u.at(c, a), to_v.at(c, b))));
      return least;
    });
    state().remove_node(record.gone);
  }

  void apply(const SeparatedEdge& record) {
    const std::vector<std::uint32_t>& rows = state().find(record.u).labels;
    const std::vector<std::uint32_t>& columns = state().find(record.v).labels;
    require(!rows.empty() && !columns.empty(), "a node has no label");
    const PairView pair = state().pair(record.u, record.v);
    // The part of u is its excess over its cheapest row, so that no cost gets negative.
    const auto of_row = [&](std::uint32_t a) { return pair.at(a, columns.front()); };
    const std::uint32_t least = *std::ranges::min_element(rows, {}, of_row);
    const auto excess = [&](std::uint32_t a) { return of_row(a) - of_row(least); };
    for (const std::uint32_t a : rows)
      for (const std::uint32_t b : columns)
        require(pair.at(a, b) != never && pair.at(a, b) == excess(a) + pair.at(least, b),
                "the matrix is no sum of two parts");
    for (const std::uint32_t a : rows) state().add_cost(record.u, a, excess(a));
    for (const std::uint32_t b : columns) state().add_cost(record.v, b, pair.at(least, b));
    state().remove_edge(record.u, record.v);
  }

  void apply(const KnownAnswer& record) {
    require(record.labels.size() == graph_.size(), "the answer has not one label for each node");
    for (std::size_t v = 0; v < graph_.size(); ++v)
      require(record.labels[v] < graph_.nodes[v].strategies,
              fmt::format("node {} has no label {}", v, record.labels[v]));
    const ShardingTotals sum = totals(graph_, record.labels);
    require(sum.allowed, "the answer is not allowed");
    best_ = best_ ? std::min(*best_, sum.cost) : sum.cost;
  }

  void apply(const ProvenBound& record) {
    Branch& branch = entered();
    branch.bound = BoundReplay(*branch.state, record).run();
    require(branch.bound.bound >= record.bound,
            fmt::format("the bound is {} and not {}", branch.bound.bound, record.bound));
    branch.lower_bound = std::max(branch.lower_bound, unscaled(branch.bound.bound, record.scale));
  }

  void apply(const FixedLabel& record) {
    static_cast<void>(state().find(record.node, record.label));
    const ReplayedBound& bound = entered().bound;
    const auto labels = bound.labels.find(record.node);
    require(labels != bound.labels.end(), "no bound is known of it");
    require(is_excluded(unscaled(labels->second[record.label], bound.scale)), "its bound is below the best answer");
    state().remove_label(record.node, record.label);
  }

  void apply(const BranchedState& record) {
    for (const std::uint32_t label : state().find(record.node).labels)
      require(contains(record.labels_first, label) || contains(record.labels_second, label),
              fmt::format("label {} is on neither side", label));
    require(record.first != record.second && !numbers_.contains(record.first) && !numbers_.contains(record.second),
            "a state of that number is there");
    Branch divided = left();
    auto first = std::make_unique<ProofState>(*divided.state);
    first->keep_labels(record.node, record.labels_first);
    divided.state->keep_labels(record.node, record.labels_second);
    open(record.first, std::move(first), divided.lower_bound);
    open(record.second, std::move(divided.state), divided.lower_bound);
  }

  void apply(const EnteredState& record) {
    current_ = record.state;
    static_cast<void>(entered());
  }

  void apply(const ClosedState& /*record*/) {
    require(is_excluded(entered().lower_bound) || is_infeasible(), "it may hold a better answer");
    static_cast<void>(left());
  }

 private:
  // A state that is neither closed nor branched.
  struct Branch {
    std::unique_ptr<ProofState> state;
    WideWhole lower_bound = 0;  // in whole costs of the graph
    ReplayedBound bound = {};
    std::size_t bytes = 0;  // the size of the state when it was made
  };

  [[nodiscard]] Branch& entered() {
    const auto branch = branches_.find(current_);
    require(branch != branches_.end(), fmt::format("state {} is not there, or was closed or branched", current_));
    return branch->second;
  }

  [[nodiscard]] ProofState& state() { return *entered().state; }

  void open(std::uint32_t number, std::unique_ptr<ProofState> state, WideWhole lower_bound) {
    const std::size_t bytes = state->bytes();
    open_bytes_ += bytes;
    require(open_bytes_ <= most_bytes_,
            fmt::format("{} states are open and take more than {} MiB, the most that a replay holds",
                        branches_.size() + 1, most_bytes_ >> 20U));
    numbers_.insert(number);
    branches_[number] = {std::move(state), lower_bound, {}, bytes};
  }

  // Removes and returns the state that was entered last.
  [[nodiscard]] Branch left() {
    Branch branch = std::move(entered());
    open_bytes_ -= branch.bytes;
    branches_.erase(current_);
    return branch;
  }

  // No cost is negative, so that a label or pair that costs more than an answer is in no better one.
  [[nodiscard]] bool is_forbidden(WideWhole cost) const { return cost == never || (best_ && cost << shift_ > *best_); }
  // Whether a cost is at least that of the best answer.
  [[nodiscard]] bool is_excluded(WideWhole whole) const { return best_ && whole >= *best_; }
  // A bound in whole costs of the graph, rounded up.
  [[nodiscard]] WideWhole unscaled(WideWhole bound, int scale) const {
    return -((-bound) >> scale) * (WideWhole{1} << shift_);
  }

  [[nodiscard]] bool is_infeasible() {
    for (const auto& [number, node] : state().nodes())
      if (node.labels.empty()) return true;
    return std::ranges::any_of(state().rows(),
                               [this](std::uint32_t row) { return state().least(row) > state().limit(); });
  }

  // The most that `by` costs above the removed label beside this neighbour, over the labels there that the removed one
  // allows.
  [[nodiscard]] WideWhole greatest_saving_lost(const DominatedLabel& record, std::uint32_t other) {
    WideWhole most = -never;
    const PairView pair = state().pair(record.node, other);
    for (const std::uint32_t b : state().find(other).labels) {
      const WideWhole cost = pair.at(record.label, b);
      if (is_forbidden(cost)) continue;
      const WideWhole of_by = pair.at(record.by, b);
      require(of_by != never, fmt::format("label {} is forbidden beside label {} of node {}", record.by, b, other));
      most = std::max(most, of_by - cost);
    }
    return most;
  }

  // The only label of `gone` that is allowed beside this label of the other node.
  [[nodiscard]] std::uint32_t only_label_beside(const PairView& pair, std::uint32_t label,
                                                const ProofNode& gone) const {
    std::optional<std::uint32_t> only;
    for (const std::uint32_t b : gone.labels) {
      if (is_forbidden(pair.at(label, b))) continue;
      require(!only, fmt::format("labels {} and {} are allowed beside label {}", only.value_or(0), b, label));
      only = b;
    }
    require(only.has_value(), fmt::format("no label is allowed beside label {}", label));
    return *only;
  }

  // A node that leaves with its labels' costs alone.
  void require_passive(const ProofNode& gone, const std::set<std::uint32_t>& neighbours) {
    require(gone.neighbours == neighbours, "it has other neighbours");
    require(state().is_memory_decided(gone), "its labels do not occupy the same");
  }

  const ShardingGraph& graph_;
  std::size_t most_bytes_;
  std::size_t open_bytes_ = 0;
  int shift_ = 0;
  std::optional<WideWhole> best_ = std::nullopt;
  bool is_begun_ = false;
  std::map<std::uint32_t, Branch> branches_;
  std::set<std::uint32_t> numbers_;  // the numbers of all states so far
  std::uint32_t current_ = 0;
};

}  // namespace

ProofReplay::ProofReplay(const ShardingGraph& graph, std::size_t most_bytes) {
  const auto replay = std::make_shared<Replay>(graph, most_bytes);
  take_ = [replay](const CertificateRecord& record) {
    std::visit([&replay](const auto& what) { replay->apply(what); }, record.what);
  };
  facts_ = [replay] { return replay->facts(); };
}

}  // namespace apportion::problems
