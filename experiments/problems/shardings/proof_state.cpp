// Changes of a problem under proof.
#include "experiments/problems/shardings/proof_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

WideWhole shifted(std::int64_t cost, int shift) { return cost >= forbidden_cost ? never : WideWhole{cost >> shift}; }

// With rows and columns exchanged.
PairCosts turned(const PairCosts& pair) {
  PairCosts result{pair.columns == 0 ? 0 : pair.costs.size() / pair.columns, {}};
  result.costs.reserve(pair.costs.size());
  for (std::uint32_t b = 0; b < pair.columns; ++b)
    for (std::uint32_t a = 0; a < result.columns; ++a) result.costs.push_back(pair.at(a, b));
  return result;
}

// The stretches that two lists of pieces cut each other into.
std::vector<std::uint32_t> cuts_of(const std::vector<ProofPiece>& one, const std::vector<ProofPiece>& other) {
  std::vector<std::uint32_t> cuts;
  for (const auto* pieces : {&one, &other})
    for (const ProofPiece& piece : *pieces) cuts.insert(cuts.end(), {piece.from, piece.to});
  std::ranges::sort(cuts);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

void RowSums::add_from(std::size_t row, WideWhole value) {
  for (std::size_t k = row + 1; k < tree_.size(); k += k & (~k + 1)) tree_[k] += value;
}

void RowSums::add(std::uint32_t from, std::uint32_t to, WideWhole value) {
  add_from(from, value);
  add_from(to, -value);
}

WideWhole RowSums::at(std::uint32_t row) const {
  WideWhole sum = 0;
  for (std::size_t k = std::size_t{row} + 1; k > 0; k -= k & (~k + 1)) sum += tree_[k];
  return sum;
}

ProofState::ProofState(const ShardingGraph& graph, int shift) {
  if (graph.usage_limit) {
    limit_ = *graph.usage_limit;
    for (const ShardingNode& node : graph.nodes)
      if (node.from < node.to) times_.insert(times_.end(), {node.from, node.to});
  }
  std::ranges::sort(times_);
  times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
  least_ = greatest_ = RowSums(times_.size());
  changing_.resize(times_.size());
  // Nobody occupies anything from the last end on.
  for (std::uint32_t row = 0; row + 1 < times_.size(); ++row) rows_.insert(rows_.end(), row);
  add_nodes(graph, shift);
  add_edges(graph, shift);
}

void ProofState::add_nodes(const ShardingGraph& graph, int shift) {
  const auto row = [this](std::int64_t time) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(times_, time) - times_.begin());
  };
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& given = graph.nodes[v];
    ProofNode node;
    node.labels.resize(given.strategies);
    std::iota(node.labels.begin(), node.labels.end(), 0U);
    for (std::size_t s = 0; s < given.strategies; ++s)
      node.costs.push_back(shifted(graph.costs[given.first + s], shift));
    if (graph.usage_limit && given.from < given.to) {
      ProofPiece piece{row(given.from), row(given.to)};
      for (std::size_t s = 0; s < given.strategies; ++s) piece.usage.emplace_back(graph.usages[given.first + s]);
      set_extremes(node.labels, piece);
      count(piece, 1);
      for (const std::uint32_t end : {piece.from, piece.to}) changing_[end].push_back(v);
      node.pieces.push_back(std::move(piece));
    }
    nodes_.emplace_hint(nodes_.end(), v, std::move(node));
  }
}

void ProofState::add_edges(const ShardingGraph& graph, int shift) {
  std::map<std::pair<std::uint32_t, bool>, std::shared_ptr<const PairCosts>> known;
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    std::shared_ptr<const PairCosts>& costs = known[{edge.matrix, edge.u > edge.v}];
    if (costs == nullptr) {
      PairCosts pair{matrix.columns, {}};
      for (const std::int64_t cost : matrix.costs) pair.costs.push_back(shifted(cost, shift));
      costs = std::make_shared<const PairCosts>(edge.u > edge.v ? turned(pair) : std::move(pair));
    }
    if (edge.u != edge.v) {
      add_edge(std::min(edge.u, edge.v), std::max(edge.u, edge.v), costs);
    } else {
      for (std::uint32_t s = 0; s < matrix.rows; ++s) add_cost(edge.u, s, costs->at(s, s));
    }
  }
}

void ProofState::add_edge(std::uint32_t u, std::uint32_t v, const std::shared_ptr<const PairCosts>& costs) {
  std::shared_ptr<const PairCosts>& pair = pairs_[{u, v}];
  if (pair == nullptr) {
    pair = costs;
  } else {
    PairCosts sum = *pair;
    for (std::size_t k = 0; k < sum.costs.size(); ++k) sum.costs[k] = proof_sum(sum.costs[k], costs->costs[k]);
    pair = std::make_shared<const PairCosts>(std::move(sum));
  }
  nodes_.at(u).neighbours.insert(v);
  nodes_.at(v).neighbours.insert(u);
}

const ProofNode& ProofState::find(std::uint32_t node) const {
  const auto place = nodes_.find(node);
  if (place == nodes_.end()) throw InputError(fmt::format("node {} is not there", node));
  return place->second;
}

const ProofNode& ProofState::find(std::uint32_t node, std::uint32_t label) const {
  const ProofNode& found = find(node);
  if (!std::ranges::binary_search(found.labels, label))
    throw InputError(fmt::format("node {} has no label {}", node, label));
  return found;
}

std::uint32_t ProofState::row_of(std::int64_t time) const {
  const auto row = static_cast<std::uint32_t>(std::ranges::lower_bound(times_, time) - times_.begin());
  if (!rows_.contains(row) || times_[row] != time) throw InputError(fmt::format("time {} is not there", time));
  return row;
}

std::set<std::uint32_t> ProofState::changing_between(std::uint32_t row, std::uint32_t other) const {
  std::set<std::uint32_t> all;
  for (std::uint32_t at = std::min(row, other) + 1; at <= std::max(row, other); ++at)
    for (const std::uint32_t node : changing_[at])
      if (nodes_.contains(node)) all.insert(node);
  return all;
}

const ProofPiece* ProofState::piece_at(const ProofNode& node, std::uint32_t row) {
  const auto behind = std::ranges::upper_bound(node.pieces, row, {}, &ProofPiece::from);
  if (behind == node.pieces.begin() || (behind - 1)->to <= row) return nullptr;
  return &*(behind - 1);
}

bool ProofState::is_left(const ProofPiece& piece) const {
  const auto row = rows_.lower_bound(piece.from);
  return row != rows_.end() && *row < piece.to;
}

bool ProofState::is_memory_decided(const ProofNode& node) const {
  return std::ranges::all_of(
      node.pieces, [this](const ProofPiece& piece) { return piece.least == piece.greatest || !is_left(piece); });
}

std::size_t ProofState::bytes() const {
  constexpr std::size_t entry = 48;  // what a map or a set adds to each of its values
  std::size_t sum = sizeof(ProofState) + times_.size() * sizeof(times_[0]) + rows_.size() * entry + least_.bytes() +
                    greatest_.bytes();
  for (const auto& [number, node] : nodes_) {
    sum += sizeof(node) + entry + node.labels.size() * sizeof(node.labels[0]) +
           node.costs.size() * sizeof(node.costs[0]) + node.neighbours.size() * entry;
    for (const ProofPiece& piece : node.pieces) sum += sizeof(piece) + piece.usage.size() * sizeof(piece.usage[0]);
  }
  for (const auto& [nodes, pair] : pairs_)
    sum += sizeof(pair) + entry + (pair.use_count() == 1 ? pair->costs.size() * sizeof(pair->costs[0]) : 0);
  for (const std::vector<std::uint32_t>& nodes : changing_) sum += sizeof(nodes) + nodes.size() * sizeof(nodes[0]);
  return sum;
}

PairView ProofState::pair(std::uint32_t u, std::uint32_t v) const {
  const auto place = pairs_.find({std::min(u, v), std::max(u, v)});
  if (place == pairs_.end()) throw InputError(fmt::format("nodes {} and {} are no neighbours", u, v));
  return {place->second, u > v};
}

void ProofState::count(const ProofPiece& piece, int sign) {
  least_.add(piece.from, piece.to, sign * piece.least);
  greatest_.add(piece.from, piece.to, sign * piece.greatest);
}

void ProofState::set_extremes(const std::vector<std::uint32_t>& labels, ProofPiece& piece) {
  if (labels.empty()) return;
  piece.least = piece.greatest = piece.usage[labels.front()];
  for (const std::uint32_t label : labels) {
    piece.least = std::min(piece.least, piece.usage[label]);
    piece.greatest = std::max(piece.greatest, piece.usage[label]);
  }
}

void ProofState::remove_label(std::uint32_t node, std::uint32_t label) {
  ProofNode& at = nodes_.at(node);
  std::erase(at.labels, label);
  for (ProofPiece& piece : at.pieces) {
    if (piece.usage[label] != piece.least && piece.usage[label] != piece.greatest) continue;
    count(piece, -1);
    set_extremes(at.labels, piece);
    count(piece, 1);
  }
}

void ProofState::keep_labels(std::uint32_t node, const std::vector<std::uint32_t>& labels) {
  const std::vector<std::uint32_t> before = nodes_.at(node).labels;
  for (const std::uint32_t label : before)
    if (std::ranges::find(labels, label) == labels.end()) remove_label(node, label);
}

void ProofState::add_cost(std::uint32_t node, std::uint32_t label, WideWhole cost) {
  WideWhole& sum = nodes_.at(node).costs[label];
  sum = proof_sum(sum, cost);
}

void ProofState::add_costs(std::uint32_t u, std::uint32_t v,
                           const std::function<WideWhole(std::uint32_t of_u, std::uint32_t of_v)>& cost) {
  const std::size_t columns = nodes_.at(v).costs.size();
  PairCosts costs{columns, std::vector<WideWhole>(nodes_.at(u).costs.size() * columns, 0)};
  for (const std::uint32_t a : nodes_.at(u).labels)
    for (const std::uint32_t b : nodes_.at(v).labels) costs.costs[a * columns + b] = cost(a, b);
  add_edge(std::min(u, v), std::max(u, v), std::make_shared<const PairCosts>(u < v ? std::move(costs) : turned(costs)));
}

void ProofState::remove_edge(std::uint32_t u, std::uint32_t v) {
  pairs_.erase({std::min(u, v), std::max(u, v)});
  nodes_.at(u).neighbours.erase(v);
  nodes_.at(v).neighbours.erase(u);
}

void ProofState::merge(std::uint32_t gone, std::uint32_t into, const std::vector<std::uint32_t>& labels_into,
                       const std::vector<std::uint32_t>& labels_gone) {
  const ProofNode left = nodes_.at(gone);
  const PairView between = pair(into, gone);
  for (std::size_t k = 0; k < labels_into.size(); ++k)
    add_cost(into, labels_into[k], proof_sum(left.costs[labels_gone[k]], between.at(labels_into[k], labels_gone[k])));
  remove_edge(gone, into);
  for (const std::uint32_t other : nodes_.at(gone).neighbours) {
    const std::size_t columns = nodes_.at(other).costs.size();
    PairCosts moved{columns, std::vector<WideWhole>(nodes_.at(into).costs.size() * columns, 0)};
    const PairView old = pair(gone, other);
    for (std::size_t k = 0; k < labels_into.size(); ++k)
      for (const std::uint32_t b : nodes_.at(other).labels)
        moved.costs[labels_into[k] * columns + b] = old.at(labels_gone[k], b);
    add_edge(std::min(into, other), std::max(into, other),
             std::make_shared<const PairCosts>(into < other ? std::move(moved) : turned(moved)));
  }
  const std::set<std::uint32_t> neighbours = nodes_.at(gone).neighbours;
  for (const std::uint32_t other : neighbours) remove_edge(gone, other);
  for (const ProofPiece& piece : left.pieces) count(piece, -1);
  nodes_.erase(gone);
  move_pieces(left, nodes_.at(into), into, labels_into, labels_gone);
}

void ProofState::move_pieces(const ProofNode& from, ProofNode& to, std::uint32_t number,
                             const std::vector<std::uint32_t>& labels_to,
                             const std::vector<std::uint32_t>& labels_from) {
  if (from.pieces.empty()) return;
  // A node that many others were merged into has thousands of pieces, of which few meet those of one more.
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
    for (std::size_t label = 0; label < labels_to.size(); ++label)
      piece.usage[labels_to[label]] =
          (old == nullptr ? 0 : old->usage[labels_to[label]]) + (more == nullptr ? 0 : more->usage[labels_from[label]]);
    set_extremes(to.labels, piece);
    count(piece, 1);
    for (const std::uint32_t end : {piece.from, piece.to})
      if (changing_[end].empty() || changing_[end].back() != number) changing_[end].push_back(number);
    pieces.push_back(std::move(piece));
  }
  const auto place = to.pieces.erase(first, last);
  to.pieces.insert(place, std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
}

}  // namespace apportion::problems
