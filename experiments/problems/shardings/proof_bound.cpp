// The bound from potentials.
//
// Why it holds. Take any allowed sharding with label s at node v. Prices add to its cost what its memory costs above
// everybody's least, rounded down, and take off what the capacity above the least costs, rounded up: not more in all,
// since the memory fits. Cutting costs at `most` adds nothing. An edge (u, w), u < w, between nodes before v gives -F
// to u and f <= cost + F to w, together no more than its cost; between nodes behind v the same holds of G and g, and at
// v itself both sides come as f or g. Across v it gives -F to u, -G to w, and x <= F + g <= F + cost + G. So the sum of
// what all nodes keep and all edges across have is no more than the cost, and the least of what a node keeps is no more
// than what it keeps for its label.
#include "experiments/problems/shardings/proof_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

using Numbers = std::vector<WideWhole>;

// Where a number is cut that only needs a bound from below: sums of all nodes stay within 128 bits.
constexpr WideWhole highest = WideWhole{1} << 100;

// a + b x c, none negative, cut at `highest`.
WideWhole cut_sum(WideWhole a, WideWhole b, WideWhole c) {
  WideWhole product = 0;
  if (__builtin_mul_overflow(b, c, &product) || product > highest - a) return highest;
  return a + product;
}

struct BoundEdge {
  std::uint32_t other = 0;
  Numbers given;     // F or G of this end, by place of its labels
  Numbers returned;  // f or g, likewise
};

// A node with its edges, to lower and to higher nodes.
struct BoundNode {
  Numbers costs = {};  // by place in the node's labels
  std::vector<BoundEdge> lower = {};
  std::vector<BoundEdge> higher = {};
  bool is_alone = false;
  WideWhole least = 0;  // where it is alone
};

class BoundReplay {
 public:
  BoundReplay(const ProofState& state, const ProvenBound& record) : state_(state), record_(record) {
    constexpr int most_scale = 62;
    if (record.scale < 0 || record.scale > most_scale || record.price_scale < 0 || record.price_scale > most_scale ||
        record.most < 0)
      throw InputError("a scale or the greatest cost is out of range");
    price_rows();
    for (const auto& [number, node] : state.nodes()) add(number, node);
    for (const GivenToEdge& given : record.given) take(given);
    for (const auto& [number, node] : state.nodes())
      for (const std::uint32_t other : node.neighbours)
        if (number < other) pass(number, other);
  }

  ReplayedBound run() {
    ReplayedBound result{.scale = record_.scale, .bound = -price_of_capacity()};
    WideWhole constant = result.bound;
    for (const auto& [number, node] : nodes_) constant += node.is_alone ? node.least : kept(node, false);
    result.bound = constant;
    for (const auto& [number, node] : nodes_) {
      if (node.is_alone) continue;
      // Edges from lower nodes lie across no more, and edges to higher ones not yet.
      for (const BoundEdge& edge : node.lower) constant -= across(nodes_.at(edge.other), number);
      constant -= kept(node, false);
      add_labels(number, node, constant, result);
      constant += kept(node, true);
      for (const BoundEdge& edge : node.higher) constant += across(node, edge.other);
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
      if (each.price < 0) throw InputError(fmt::format("the price of time {} is negative", each.time));
      prices[state_.row_of(each.time)] += each.price;
    }
    prices_.assign(prices.begin(), prices.end());
  }

  void add(std::uint32_t number, const ProofNode& node) {
    BoundNode bound;
    bound.is_alone = node.neighbours.empty() && state_.is_memory_decided(node);
    bound.least = highest;
    if (node.labels.empty()) throw InputError(fmt::format("node {} has no label", number));
    for (const std::uint32_t label : node.labels) {
      bound.least = std::min(bound.least, cut_sum(0, node.costs[label], WideWhole{1} << record_.scale));
      const WideWhole price = price_of(node, label) >> record_.price_scale;
      bound.costs.push_back(std::min(scaled(node.costs[label]) + price, WideWhole{record_.most}));
    }
    for (const std::uint32_t other : node.neighbours) {
      BoundEdge edge{other, Numbers(node.labels.size(), 0), Numbers(node.labels.size(), 0)};
      (other < number ? bound.lower : bound.higher).push_back(std::move(edge));
    }
    nodes_.emplace_hint(nodes_.end(), number, std::move(bound));
  }

  // Of what the label occupies above the node's least.
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

  static BoundEdge& edge_to(std::vector<BoundEdge>& edges, std::uint32_t other) {
    const auto edge = std::ranges::find(edges, other, &BoundEdge::other);
    if (edge == edges.end()) throw InputError(fmt::format("there is no edge to node {}", other));
    return *edge;
  }

  void take(const GivenToEdge& given) {
    static_cast<void>(state_.find(given.u));
    static_cast<void>(state_.find(given.v));
    if (given.u >= given.v) throw InputError(fmt::format("edge {}, {} is not in order", given.u, given.v));
    BoundEdge& of_u = edge_to(nodes_.at(given.u).higher, given.v);
    BoundEdge& of_v = edge_to(nodes_.at(given.v).lower, given.u);
    if (given.of_u.size() != of_u.given.size() || given.of_v.size() != of_v.given.size())
      throw InputError(fmt::format("edge {}, {} is not given a number for each label", given.u, given.v));
    of_u.given.assign(given.of_u.begin(), given.of_u.end());
    of_v.given.assign(given.of_v.begin(), given.of_v.end());
  }

  void pass(std::uint32_t u, std::uint32_t v) {
    BoundEdge& of_u = edge_to(nodes_.at(u).higher, v);
    BoundEdge& of_v = edge_to(nodes_.at(v).lower, u);
    std::ranges::fill(of_u.returned, WideWhole{record_.most});
    std::ranges::fill(of_v.returned, WideWhole{record_.most});
    const std::vector<std::uint32_t>& labels_u = state_.find(u).labels;
    const std::vector<std::uint32_t>& labels_v = state_.find(v).labels;
    const PairView pair = state_.pair(u, v);
    for (std::size_t a = 0; a < labels_u.size(); ++a)
      for (std::size_t b = 0; b < labels_v.size(); ++b) {
        const WideWhole cost = scaled(pair.at(labels_u[a], labels_v[b]));
        of_u.returned[a] = std::min(of_u.returned[a], cost + of_v.given[b]);
        of_v.returned[b] = std::min(of_v.returned[b], cost + of_u.given[a]);
      }
  }

  // The least R, seen from a node behind, or R', seen from one before.
  static WideWhole kept(const BoundNode& node, bool from_behind) {
    Numbers rest = node.costs;
    const auto& returned = from_behind ? node.lower : node.higher;
    const auto& given = from_behind ? node.higher : node.lower;
    for (const BoundEdge& edge : returned)
      for (std::size_t a = 0; a < rest.size(); ++a) rest[a] += edge.returned[a];
    for (const BoundEdge& edge : given)
      for (std::size_t a = 0; a < rest.size(); ++a) rest[a] -= edge.given[a];
    return std::ranges::min(rest);
  }

  static WideWhole across(const BoundNode& lower, std::uint32_t higher) {
    const auto edge = std::ranges::find(lower.higher, higher, &BoundEdge::other);
    WideWhole least = never;
    for (std::size_t a = 0; a < edge->given.size(); ++a) least = std::min(least, edge->given[a] + edge->returned[a]);
    return least;
  }

  void add_labels(std::uint32_t number, const BoundNode& node, WideWhole constant, ReplayedBound& result) const {
    Numbers sums = node.costs;
    for (const auto* edges : {&node.lower, &node.higher})
      for (const BoundEdge& edge : *edges)
        for (std::size_t a = 0; a < sums.size(); ++a) sums[a] += edge.returned[a];
    result.bound = std::max(result.bound, constant + std::ranges::min(sums));
    const ProofNode& at = state_.find(number);
    Numbers& labels = result.labels[number];
    labels.assign(at.costs.size(), 0);
    for (std::size_t a = 0; a < sums.size(); ++a) labels[at.labels[a]] = constant + sums[a];
  }

  const ProofState& state_;
  const ProvenBound& record_;
  std::vector<std::pair<std::uint32_t, WideWhole>> prices_;  // of rows, ascending
  std::map<std::uint32_t, BoundNode> nodes_;
};

}  // namespace

WideWhole ReplayedBound::ceiling(WideWhole scaled, int scale) { return -((-scaled) >> scale); }

ReplayedBound replayed_bound(const ProofState& state, const ProvenBound& record) {
  return BoundReplay(state, record).run();
}

}  // namespace apportion::problems
