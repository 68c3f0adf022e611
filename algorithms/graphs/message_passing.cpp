// The passes. A message a(i) is the cost that the edge has moved to label i of one end u; the edge keeps w [i != j] -
// a(i) - b(j), and the node has c(i) + sum of a(i).
#include "algorithms/graphs/message_passing.hpp"

#include <algorithm>

namespace apportion {
namespace {

// Below every message, and far from overflow.
constexpr Whole lowest = -(Whole{1} << 60);

}  // namespace

MessagePassing::MessagePassing(const WholeGraph& graph) : graph_(graph), first_{0}, first_link_{0} {
  std::size_t most_labels = 0;
  std::vector<std::size_t> open(graph.size(), 0);  // of each node, the first link without its other end
  for (std::uint32_t u = 0; u < graph.size(); ++u) {
    const WholeNode& node = graph.nodes[u];
    most_labels = std::max(most_labels, node.labels.size());
    first_.push_back(first_.back() + node.labels.size());
    for (const WholeLink& link : node.links) {
      const WholeNode& other = graph.nodes[link.to];
      links_.push_back({.to = link.to,
                        .weight = link.weight,
                        .message = messages_.size(),
                        .labels_there = other.labels.size(),
                        .match = match_.size()});
      messages_.insert(messages_.end(), link.message.begin(), link.message.end());
      messages_.resize(links_.back().message + node.labels.size(), 0);
      messages_.push_back(lowest);
      std::size_t there = 0;
      for (const std::uint32_t label : node.labels) {
        while (there < other.labels.size() && other.labels[there] < label) ++there;
        const bool same = there < other.labels.size() && other.labels[there] == label;
        match_.push_back(static_cast<std::uint32_t>(same ? there : other.labels.size()));
      }
      if (link.to > u) continue;
      // Links are sorted at both ends, so that those of the earlier end come in order.
      const std::size_t back = open[link.to]++;
      links_[back].reverse = links_.back().message;
      links_.back().reverse = links_[back].message;
      links_.back().reverse_link = back;
      links_[back].reverse_link = links_.size() - 1;
      open[u] = links_.size();
    }
    open[u] = std::max(open[u], first_link_.back());
    first_link_.push_back(links_.size());
  }
  excess_.resize(first_.back());
  scratch_.resize(most_labels);
}

void MessagePassing::pass() {
  const auto nodes = static_cast<std::uint32_t>(graph_.size());
  for (std::uint32_t v = 0; v < nodes; ++v) update(v, true);
  for (std::uint32_t v = nodes; v-- > 0;) update(v, false);
}

// Moves all that an edge can give to a node: min over j of w [i != j] - b(j), up to a constant that keeps messages
// between 0 and w.
void MessagePassing::receive(const Link& link, std::size_t labels) {
  const Whole* there = &messages_[link.reverse];
  Whole* here = &messages_[link.message];
  const std::uint32_t* match = &match_[link.match];
  const Whole apart = link.weight - *std::max_element(there, there + link.labels_there);
  Whole least = apart;
  for (std::size_t k = 0; k < labels; ++k) {
    here[k] = std::min(apart, -there[match[k]]);
    least = std::min(least, here[k]);
  }
  for (std::size_t k = 0; k < labels; ++k) here[k] -= least;
}

// Receives from the edges behind, and spreads each label's cost above the cheapest over the edges ahead.
void MessagePassing::update(std::uint32_t node, bool forward) {
  const std::size_t count = labels(node);
  Whole* cost = scratch_.data();
  std::copy_n(graph_.nodes[node].costs.data(), count, cost);
  Whole behind = 0;
  Whole ahead = 0;
  for (const Link& link : links(node)) {
    const bool is_behind = (link.to < node) == forward;
    (is_behind ? behind : ahead) += 1;
    if (is_behind) receive(link, count);
    const Whole* message = &messages_[link.message];
    for (std::size_t k = 0; k < count; ++k) cost[k] += message[k];
  }
  if (ahead == 0) return;
  const Whole least = *std::min_element(cost, cost + count);
  const Whole shares = std::max(behind, ahead);
  for (std::size_t k = 0; k < count; ++k) cost[k] = (cost[k] - least) / shares;
  for (const Link& link : links(node)) {
    if ((link.to < node) == forward) continue;
    Whole* message = &messages_[link.message];
    for (std::size_t k = 0; k < count; ++k) message[k] -= cost[k];
  }
}

Whole MessagePassing::bound() {
  Whole bound = graph_.base;
  for (std::uint32_t v = 0; v < graph_.size(); ++v) {
    const std::size_t count = labels(v);
    Whole* cost = &excess_[first_[v]];
    std::copy_n(graph_.nodes[v].costs.data(), count, cost);
    for (std::size_t l = first_link_[v]; l < first_link_[v + 1]; ++l) {
      Link& link = links_[l];
      const Whole* here = &messages_[link.message];
      for (std::size_t k = 0; k < count; ++k) cost[k] += here[k];
      if (link.to < v) continue;
      const Whole* there = &messages_[link.reverse];
      const std::uint32_t* match = &match_[link.match];
      Whole same = lowest;
      for (std::size_t k = 0; k < count; ++k) same = std::max(same, here[k] + there[match[k]]);
      const Whole apart = *std::max_element(here, here + count) + *std::max_element(there, there + link.labels_there);
      link.least = std::min(-same, link.weight - apart);
      links_[link.reverse_link].least = link.least;
      bound += link.least;
    }
    const Whole least = *std::min_element(cost, cost + count);
    bound += least;
    for (std::size_t k = 0; k < count; ++k) cost[k] -= least;
  }
  return bound;
}

// A node's edges have different other ends, so that their gains add up.
std::vector<Whole> MessagePassing::excess(std::uint32_t node) const {
  const std::size_t count = labels(node);
  std::vector<Whole> excess(&excess_[first_[node]], &excess_[first_[node]] + count);
  for (const Link& link : links(node)) {
    const Whole* here = &messages_[link.message];
    const Whole* there = &messages_[link.reverse];
    const Whole* cost_there = &excess_[first_[link.to]];
    const std::uint32_t* match = &match_[link.match];
    Whole best = lowest;
    for (std::size_t k = 0; k < link.labels_there; ++k) best = std::max(best, there[k] - cost_there[k]);
    for (std::size_t k = 0; k < count; ++k) {
      Whole least = link.weight - best;
      if (match[k] < link.labels_there) least = std::min(least, cost_there[match[k]] - there[match[k]]);
      excess[k] += least - here[k] - link.least;
    }
  }
  return excess;
}

Labelling MessagePassing::decoded() const {
  Labelling decoded;
  std::vector<Whole> cost;
  for (std::uint32_t v = 0; v < graph_.size(); ++v) {
    const WholeNode& node = graph_.nodes[v];
    cost = node.costs;
    for (const Link& link : links(v)) {
      const Whole* message = &messages_[link.message];
      for (std::size_t k = 0; k < cost.size(); ++k)
        cost[k] += link.to > v ? message[k] : (decoded[link.to] == node.labels[k] ? 0 : link.weight);
    }
    decoded.push_back(node.labels[static_cast<std::size_t>(std::ranges::min_element(cost) - cost.begin())]);
  }
  return decoded;
}

void MessagePassing::store(WholeGraph& graph) const {
  std::size_t l = 0;
  for (WholeNode& node : graph.nodes)
    for (WholeLink& link : node.links) {
      const Whole* message = &messages_[links_[l++].message];
      link.message.assign(message, message + node.labels.size());
    }
}

}  // namespace apportion
