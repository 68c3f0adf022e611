// Dominance, leaves, merging and Kovtun's partial optimality on the Potts model.
#include "algorithms/graphs/reductions.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/graphs/flow.hpp"

namespace apportion {
namespace {

constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();
constexpr int most_rounds_of_cuts = 8;

bool may_have(const WholeNode& node, std::uint32_t label) { return place_of(node, label) < node.labels.size(); }

std::vector<WholeLink>::iterator link_to(WholeNode& node, std::uint32_t other) {
  return std::ranges::lower_bound(node.links, other, {}, &WholeLink::to);
}

void keep_only(WholeNode& node, std::uint32_t label) {
  for (std::size_t place = node.labels.size(); place-- > 0;)
    if (node.labels[place] != label) drop_label(node, place);
}

// Adds the edge's weight and messages; parallel edges add up.
void add_link(WholeNode& node, WholeLink link) {
  const auto place = link_to(node, link.to);
  if (place == node.links.end() || place->to != link.to) {
    node.links.insert(place, std::move(link));
    return;
  }
  place->weight += link.weight;
  if (link.message.empty()) return;
  place->message.resize(node.labels.size(), 0);
  for (std::size_t k = 0; k < link.message.size(); ++k) place->message[k] += link.message[k];
}

}  // namespace

Reduction::Reduction(WholeGraph graph, bool by_cuts)
    : graph_(std::move(graph)), gone_(graph_.size(), false), queue_(graph_.size()) {
  for (std::uint32_t v = 0; v < graph_.size(); ++v) {
    shift(v);
    enqueue(v);
  }
  settle();
  bool fixed = by_cuts;
  for (int round = 0; fixed && round < most_rounds_of_cuts; ++round) {
    fixed = false;
    for (std::uint32_t candidate = 0; candidate < graph_.candidates; ++candidate)
      if (fix_by_cut(candidate)) fixed = true;
  }
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

void Reduction::settle() {
  queue_.drain([this](std::uint32_t v) {
    if (!gone_[v]) reduce(v);
  });
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
  else
    merge(v);
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

// If one edge costs more than a node can save by its own choice on its costs and all other edges, the node follows that
// neighbour, provided that all of the neighbour's labels are allowed.
bool Reduction::merge(std::uint32_t v) {
  const WholeNode& node = graph_.nodes[v];
  Whole incident = 0;
  for (const WholeLink& link : node.links) incident += link.weight;
  const auto heaviest = std::ranges::max_element(node.links, {}, &WholeLink::weight);
  if (2 * heaviest->weight < incident) return false;
  const Whole least = *std::ranges::min_element(node.costs);
  for (const std::uint32_t label : graph_.nodes[heaviest->to].labels) {
    const std::size_t place = place_of(node, label);
    if (place == node.labels.size()) return false;
    if (node.costs[place] - least + incident - heaviest->weight > heaviest->weight) return false;
  }
  merge_into(v, heaviest->to);
  return true;
}

void Reduction::merge_into(std::uint32_t v, std::uint32_t into) {
  WholeNode& node = graph_.nodes[v];
  WholeNode& target = graph_.nodes[into];
  std::vector<std::size_t> place_here;
  for (std::size_t place = 0; place < target.labels.size(); ++place) {
    place_here.push_back(place_of(node, target.labels[place]));
    target.costs[place] += node.costs[place_here.back()];
  }
  for (const WholeLink& link : node.links) {
    if (link.to == into) continue;
    WholeLink moved{.to = link.to, .weight = link.weight};
    if (!link.message.empty())
      for (const std::size_t place : place_here) moved.message.push_back(link.message[place]);
    add_link(target, std::move(moved));
    WholeNode& other = graph_.nodes[link.to];
    WholeLink back = *link_to(other, v);
    back.to = into;
    add_link(other, std::move(back));
    enqueue(link.to);
  }
  shift(into);
  enqueue(into);
  // The node follows its neighbour, so that its own costs no longer count.
  node.costs.assign(node.costs.size(), 0);
  remove_with(v, into, 1);
}

// A candidate is compared with everything else at its cheapest and without edges within it, which favours the rest: a
// node that has the candidate in the cheapest such division has it in some optimum.
bool Reduction::fix_by_cut(std::uint32_t candidate) {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> vertex(graph_.size(), no_node);
  for (std::uint32_t v = 0; v < graph_.size(); ++v)
    if (!gone_[v] && may_have(graph_.nodes[v], candidate)) {
      vertex[v] = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(v);
    }
  WholeCut cut(vertices.size());
  for (std::uint32_t k = 0; k < vertices.size(); ++k) {
    const WholeNode& node = graph_.nodes[vertices[k]];
    const std::size_t mine = place_of(node, candidate);
    Whole other = std::numeric_limits<Whole>::max();
    for (std::size_t place = 0; place < node.labels.size(); ++place)
      if (place != mine) other = std::min(other, node.costs[place]);
    Whole with = node.costs[mine];
    for (const WholeLink& link : node.links) {
      if (vertex[link.to] == no_node)
        with += link.weight;
      else if (vertex[link.to] > k)
        cut.add_arc(k, vertex[link.to], link.weight, link.weight);
    }
    cut.add_prices(k, with, other);
  }
  const std::vector<bool> side = cut.source_side();
  bool fixed = false;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    if (!side[k]) continue;
    keep_only(graph_.nodes[vertices[k]], candidate);
    enqueue(vertices[k]);
    fixed = true;
  }
  settle();
  return fixed;
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
