// Depth-first branch and bound. Every bound is a sum of whole numbers (message_passing.hpp) or the cost of a complete
// elimination, so that nothing is lost to rounding.
#include "algorithms/graphs/branch_and_bound.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/expansion.hpp"
#include "algorithms/graphs/message_passing.hpp"
#include "algorithms/graphs/perturbation.hpp"
#include "algorithms/graphs/reductions.hpp"
#include "algorithms/graphs/starts.hpp"

namespace apportion {
namespace {

// How much is done at the root of the tree, and at its other nodes.
struct Effort {
  std::size_t most_entries = 0;  // of the tables of an elimination
  int passes = 0;                // between two looks at the bound
  bool improve = false;          // labellings by larger moves where messages stall
  double stalled = 0;            // messages stall if that gains less than this part of the gap
};

constexpr Effort at_root{.most_entries = 1'000'000, .passes = 10, .improve = true, .stalled = 0.005};
constexpr Effort within{.most_entries = 100'000, .passes = 4, .improve = false, .stalled = 0.05};

// The best labelling found that costs at most a cutoff, and a lower bound of all labellings.
struct Found {
  std::optional<WholeLabels> labels = {};
  Whole cost = 0;
  Whole bound = 0;
};

class Search {
 public:
  Search(Whole step, Whole unit, const SearchLimits& limits) : step_(step), unit_(unit), limits_(limits) {}

  Found solve(WholeGraph graph, Whole cutoff, const Effort& effort, bool by_cuts) {
    Reduction reduction(std::move(graph), by_cuts);
    WholeGraph& reduced = reduction.graph();
    if (reduced.base > cutoff) return {.bound = cutoff + 1};
    Found found =
        is_connected(reduced) ? solve_connected(reduced, cutoff, effort) : solve_parts(reduced, cutoff, effort);
    if (found.labels) found.labels = reduction.expanded(*found.labels);
    return found;
  }

  Found solve_connected(WholeGraph& graph, Whole cutoff, const Effort& effort) {
    if (graph.nodes.empty()) return {WholeLabels{}, graph.base, graph.base};
    if (std::optional<WholeLabels> optimum = elimination_optimum(graph, effort.most_entries)) {
      const Whole cost = cost_of(graph, *optimum);
      if (cost > cutoff) return {.bound = cost};
      return {std::move(optimum), cost, cost};
    }
    Found found = tighten(graph, cutoff, effort);
    // Costs are multiples of the unit, and so is the least of them.
    found.bound = (found.bound + unit_ - 1) / unit_ * unit_;
    return found;
  }

  [[nodiscard]] SearchCounts& counts() { return counts_; }

 private:
  [[nodiscard]] bool out_of_work() const {
    return counts_.nodes >= limits_.nodes || counts_.messages >= limits_.messages;
  }

  // Every part must stay below what the bounds of the others leave.
  Found solve_parts(const WholeGraph& graph, Whole cutoff, const Effort& effort) {
    std::vector<WholePart> parts = components(graph);
    std::vector<Whole> bounds;
    Found all{WholeLabels(graph.size()), graph.base, graph.base};
    for (const WholePart& part : parts) {
      bounds.push_back(std::max<Whole>(0, MessagePassing(part.graph).bound()));
      all.bound += bounds.back();
    }
    for (std::size_t k = 0; k < parts.size() && all.bound <= cutoff; ++k) {
      all.bound -= bounds[k];
      const Found found = solve_connected(parts[k].graph, cutoff - all.bound, effort);
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

  // Takes a labelling that does not cost more than the cutoff, and lowers that.
  void offer(WholeLabels labels, Whole cost, Found& best, Whole& cutoff) const {
    if (cost > cutoff) return;
    best.labels = std::move(labels);
    best.cost = cost;
    cutoff = cost - step_;
  }

  // Passes messages until they stall, the bound exceeds the cutoff, or labels can go.
  Found tighten(WholeGraph& graph, Whole cutoff, const Effort& effort) {
    Found best;
    std::optional<MessagePassing> messages(graph);
    Whole bound = messages->bound();
    for (bool stalled = false; !stalled && counts_.messages < limits_.messages;) {
      for (int k = 0; k < effort.passes; ++k) messages->pass();
      counts_.messages += effort.passes * messages->work();
      const Whole before = std::exchange(bound, messages->bound());
      stalled = static_cast<double>(bound - before) < effort.stalled * static_cast<double>(cutoff - before);
      WholeLabels decoded = messages->decoded();
      if (stalled && effort.improve) decoded = improved(graph, best, std::move(decoded));
      const Whole cost = cost_of(graph, decoded);
      offer(std::move(decoded), cost, best, cutoff);
      best.bound = std::min(bound, cutoff + 1);
      if (bound > cutoff) return best;
      const Drops drops = too_dear(graph, *messages, cutoff - bound);
      if (drops.impossible) {
        best.bound = cutoff + 1;
        return best;
      }
      if (!drops.many && !drops.decide) continue;
      messages->store(graph);
      messages.reset();
      for (const auto& [node, place] : drops.labels) drop_label(graph.nodes[node], place);
      return merged(std::move(best), solve(std::move(graph), cutoff, effort, effort.improve && drops.many), cutoff);
    }
    best.bound = std::min(bound, cutoff + 1);
    if (out_of_work()) return best;
    messages->store(graph);
    return branch(graph, *messages, bound, cutoff, std::move(best));
  }

  // Expansion moves, and once in a search what takes longer.
  WholeLabels improved(const WholeGraph& graph, const Found& best, WholeLabels decoded) {
    if (best.labels) decoded = *best.labels;
    decoded = expanded_labels(graph, std::move(decoded));
    if (std::exchange(perturbed_, true)) return decoded;
    std::size_t ends = 0;
    for (const WholeNode& node : graph.nodes) ends += node.links.size();
    return perturbed_labels(graph, std::move(decoded), static_cast<int>(std::min<std::size_t>(30, 1 + 90'000 / ends)));
  }

  struct Drops {
    std::vector<std::pair<std::uint32_t, std::size_t>> labels;  // node and place, last places first
    bool impossible = false;                                    // some node has no label left
    bool decide = false;                                        // some node has one label left
    bool many = false;                                          // a tenth of all labels
  };

  // The labels that raise the bound by more than the gap.
  static Drops too_dear(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
    Drops drops;
    std::size_t labels = 0;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      const std::vector<Whole> excess = messages.excess(v);
      const std::size_t before = drops.labels.size();
      for (std::size_t place = excess.size(); place-- > 0;)
        if (excess[place] > gap) drops.labels.emplace_back(v, place);
      const std::size_t left = excess.size() - (drops.labels.size() - before);
      drops.impossible = drops.impossible || left == 0;
      drops.decide = drops.decide || left == 1;
      labels += excess.size();
    }
    drops.many = 10 * drops.labels.size() >= labels;
    return drops;
  }

  // What is known after labels that cost more than the cutoff were dropped and the others searched.
  static Found merged(Found best, Found later, Whole cutoff) {
    later.bound = std::min(later.bound, cutoff + 1);
    if (later.labels) return later;
    best.bound = later.bound;
    return best;
  }

  // The node whose labels raise the bound most on average, and above all by the one that raises it least.
  static std::uint32_t branching_node(const WholeGraph& graph, const MessagePassing& messages, Whole gap) {
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
        ++counts_.nodes;
        WholeGraph child = graph;
        for (std::size_t other = excess.size(); other-- > 0;)
          if (other != place) drop_label(child.nodes[node], other);
        Found found = solve(std::move(child), cutoff, within, false);
        child_bound = std::max(child_bound, found.bound);
        if (found.labels) offer(*std::move(found.labels), found.cost, best, cutoff);
      }
      least = std::min(least, child_bound);
    }
    best.bound = std::min(least, cutoff + 1);
    return best;
  }

  const Whole step_;
  const Whole unit_;
  const SearchLimits limits_;
  SearchCounts counts_;
  bool perturbed_ = false;
};

WholeLabels start_of(const WholeGraph& graph, const WholeLabels& known) {
  WholeLabels best = expanded_labels(graph, known);
  for (WholeLabels start : {cheapest_labels(graph), common_labels(graph)}) {
    WholeLabels labels = expanded_labels(graph, std::move(start));
    if (cost_of(graph, labels) < cost_of(graph, best)) best = std::move(labels);
  }
  return best;
}

}  // namespace

SearchAnswer searched(const WholeCosts& whole, const WholeLabels& known, const SearchLimits& limits) {
  Reduction reduction(whole.graph, true);
  const WholeGraph& reduced = reduction.graph();
  std::vector<WholePart> parts = components(reduced);
  const auto shares = static_cast<Whole>(std::max<std::size_t>(1, parts.size()));
  const Whole step = std::max(whole.unit, whole.negligible / shares);
  SearchAnswer result;
  WholeLabels labels(reduced.size());
  Whole bound = reduced.base;
  for (WholePart& part : parts) {
    WholeLabels before;
    for (const std::uint32_t v : part.nodes) before.push_back(known[reduction.given(v)]);
    WholeLabels best = start_of(part.graph, restricted(part.graph, before));
    Search search(step, whole.unit, {limits.nodes - result.counts.nodes, limits.messages - result.counts.messages});
    search.counts().nodes = 1;
    Found found = search.solve_connected(part.graph, cost_of(part.graph, best) - step, at_root);
    if (found.labels) best = *std::move(found.labels);
    bound += found.bound;
    result.counts.nodes += search.counts().nodes;
    result.counts.messages += search.counts().messages;
    for (std::size_t k = 0; k < best.size(); ++k) labels[part.nodes[k]] = best[k];
  }
  labels = reduction.expanded(labels);
  if (cost_of(whole.graph, labels) > cost_of(whole.graph, known)) labels = known;
  result.answer.labels = std::move(labels);
  result.answer.bound = bound;
  return result;
}

}  // namespace apportion
