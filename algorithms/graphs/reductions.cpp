// Dominance and leaves on the Potts model.
#include "algorithms/graphs/reductions.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace apportion {
namespace {

constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

bool may_have(const WholeNode& node, std::uint32_t label) { return place_of(node, label) < node.labels.size(); }

std::vector<WholeLink>::iterator link_to(WholeNode& node, std::uint32_t other) {
  return std::ranges::lower_bound(node.links, other, {}, &WholeLink::to);
}

}  // namespace

Reduction::Reduction(WholeGraph graph) : graph_(std::move(graph)), gone_(graph_.size(), false), queue_(graph_.size()) {
  for (std::uint32_t v = 0; v < graph_.size(); ++v) {
    shift(v);
    enqueue(v);
  }
  queue_.drain([this](std::uint32_t v) {
    if (!gone_[v]) reduce(v);
  });
  compress();
}

WholeLabels Reduction::expanded(const WholeLabels& labels) const {
  WholeLabels all(gone_.size(), 0);
  for (std::size_t k = 0; k < nodes_.size(); ++k) all[nodes_[k]] = labels[k];
  for (std::size_t k = steps_.size(); k-- > 0;) {
    const Step& step = steps_[k];
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

void Reduction::enqueue(std::uint32_t v) {
  if (!gone_[v]) queue_.add(v);
}

void Reduction::shift(std::uint32_t v) {
  WholeNode& node = graph_.nodes[v];
  const Whole least = *std::ranges::min_element(node.costs);
  graph_.base += least;
  for (Whole& cost : node.costs) cost -= least;
}

void Reduction::reduce(std::uint32_t v) {
  if (drop_dominated(v))
    for (const WholeLink& link : graph_.nodes[v].links) enqueue(link.to);
  const WholeNode& node = graph_.nodes[v];
  if (node.labels.size() == 1 || node.links.empty())
    fix(v);
  else if (node.links.size() == 1)
    fold(v);
}

// With its cheapest label instead, a node saves the difference, and pays at most the edges to nodes that could have had
// the same label.
bool Reduction::drop_dominated(std::uint32_t v) {
  WholeNode& node = graph_.nodes[v];
  const std::uint32_t cheapest = node.labels[cheapest_place(node)];
  const std::size_t before = node.labels.size();
  for (std::size_t place = before; place-- > 0;) {
    if (node.labels[place] == cheapest) continue;
    Whole agreeing = 0;
    for (const WholeLink& link : node.links)
      if (agreeing <= node.costs[place] && may_have(graph_.nodes[link.to], node.labels[place])) agreeing += link.weight;
    if (node.costs[place] >= agreeing) drop_label(node, place);
  }
  return node.labels.size() < before;
}

void Reduction::remove_with(std::uint32_t v, std::uint32_t beside, Whole weight) {
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
void Reduction::fix(std::uint32_t v) {
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

void Reduction::fold(std::uint32_t v) {
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

void Reduction::compress() {
  std::vector<std::uint32_t> place(graph_.size(), no_node);
  for (std::uint32_t v = 0; v < graph_.size(); ++v)
    if (!gone_[v]) {
      place[v] = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back(v);
    }
  std::vector<WholeNode> left;
  for (const std::uint32_t v : nodes_) {
    left.push_back(std::move(graph_.nodes[v]));
    for (WholeLink& link : left.back().links) link.to = place[link.to];
  }
  graph_.nodes = std::move(left);
}

}  // namespace apportion
