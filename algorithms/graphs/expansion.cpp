// Expansion moves on the Potts model.
#include "algorithms/graphs/expansion.hpp"

#include <limits>
#include <utility>

#include "algorithms/graphs/maximum_flow.hpp"

namespace apportion {
namespace {

// Five are many; without a limit, gains of one unit could go on forever.
constexpr std::uint32_t most_rounds = 50;
constexpr std::size_t held = std::numeric_limits<std::size_t>::max();

// The nodes that the move may change are the vertices of a cut, on whose source's side they take the candidate.
class Move {
 public:
  Move(const WholeGraph& graph, const WholeLabels& labels, std::uint32_t candidate)
      : graph_(graph), labels_(labels), candidate_(candidate), vertex_(graph.size(), held), prices_(graph.size()) {
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      const WholeNode& node = graph.nodes[v];
      const std::size_t place = place_of(node, candidate);
      if (labels[v] == candidate || place == node.labels.size()) continue;
      vertex_[v] = 0;
      prices_[v] = {.take = node.costs[place], .stay = node.costs[place_of(node, labels[v])]};
    }
    hold_hopeless();
    for (std::uint32_t v = 0; v < graph.size(); ++v)
      if (vertex_[v] != held) {
        vertex_[v] = nodes_.size();
        nodes_.push_back(v);
      }
  }

  WholeLabels made() const {
    WholeCut cut(nodes_.size());
    for (const std::uint32_t v : nodes_) price(v, cut);
    const std::vector<bool> taken = cut.source_side();
    WholeLabels labels = labels_;
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      if (taken[k]) labels[nodes_[k]] = candidate_;
    return labels;
  }

 private:
  struct Prices {
    Whole take = 0;
    Whole stay = 0;
  };

  // Nodes that lose by the candidate even if all around them take it that may: they stay in every cheapest move.
  void hold_hopeless() {
    std::vector<std::uint32_t> queue;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) queue.push_back(v);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const std::uint32_t v = queue[next];
      if (vertex_[v] == held || most_gain(v) >= 0) continue;
      vertex_[v] = held;
      for (const WholeLink& link : graph_.nodes[v].links)
        if (vertex_[link.to] != held) queue.push_back(link.to);
    }
  }

  [[nodiscard]] Whole most_gain(std::uint32_t v) const {
    const WholeNode& node = graph_.nodes[v];
    Whole gain = prices_[v].stay - prices_[v].take;
    for (const WholeLink& link : node.links) {
      if (vertex_[link.to] != held || labels_[link.to] == candidate_)
        gain += link.weight;
      else if (labels_[link.to] == labels_[v])
        gain -= link.weight;
    }
    return gain;
  }

  void price(std::uint32_t v, WholeCut& cut) const {
    const WholeNode& node = graph_.nodes[v];
    auto [take, stay] = prices_[v];
    for (const WholeLink& link : node.links) {
      const bool agree = labels_[link.to] == labels_[v];
      if (vertex_[link.to] == held) {
        if (labels_[link.to] != candidate_) take += link.weight;
        if (!agree) stay += link.weight;
      } else if (link.to > v) {
        // Ends that differ pay the weight unless both take: by u if it stays, by the arc if u takes and v stays.
        if (!agree) stay += link.weight;
        cut.add_arc(vertex_[v], vertex_[link.to], link.weight, agree ? link.weight : 0);
      }
    }
    cut.add_prices(vertex_[v], take, stay);
  }

  const WholeGraph& graph_;
  const WholeLabels& labels_;
  std::uint32_t candidate_;
  std::vector<std::size_t> vertex_;   // [node]
  std::vector<Prices> prices_;        // [node] of those that the move may change
  std::vector<std::uint32_t> nodes_;  // [vertex]
};

}  // namespace

WholeLabels expanded_by(const WholeGraph& graph, const WholeLabels& labels, std::uint32_t candidate) {
  return Move(graph, labels, candidate).made();
}

WholeLabels most_expanded(const WholeGraph& graph, const WholeLabels& labels) {
  WholeLabels best = labels;
  Whole least = cost_of(graph, labels);
  for (std::uint32_t candidate = 0; candidate < graph.candidates; ++candidate) {
    WholeLabels expanded = expanded_by(graph, labels, candidate);
    const Whole cost = cost_of(graph, expanded);
    if (cost >= least) continue;
    least = cost;
    best = std::move(expanded);
  }
  return best;
}

WholeLabels expanded_labels(const WholeGraph& graph, WholeLabels labels) {
  Whole cost = cost_of(graph, labels);
  std::uint32_t idle = 0;
  for (std::uint32_t move = 0; idle < graph.candidates && move < most_rounds * graph.candidates; ++move) {
    ++idle;
    const std::uint32_t candidate = move % graph.candidates;
    WholeLabels moved = expanded_by(graph, labels, candidate);
    const Whole reached = cost_of(graph, moved);
    if (reached >= cost) continue;
    cost = reached;
    labels = std::move(moved);
    idle = 0;
  }
  return labels;
}

WholeLabels best_expansion(const WholeGraph& graph, WholeLabels labels) {
  WholeLabels best = expanded_labels(graph, std::move(labels));
  for (WholeLabels start : {cheapest_labels(graph), common_labels(graph)}) {
    WholeLabels expanded = expanded_labels(graph, std::move(start));
    if (cost_of(graph, expanded) < cost_of(graph, best)) best = std::move(expanded);
  }
  return best;
}

}  // namespace apportion
