// All sets of nodes, or prefixes by speed and exchanges; those that cannot be fast enough are not timed.
#include "algorithms/node_selection.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace apportion {
namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();

bool is_faster(const TimedNodes& one, const TimedNodes& other) {
  return std::tuple(one.seconds, one.nodes.size(), one.nodes) <
         std::tuple(other.seconds, other.nodes.size(), other.nodes);
}

double speed_of(const NodeJob& job, const NodeSet& nodes) {
  double sum = 0;
  for (const std::size_t node : nodes) sum += job.speeds[node];
  return sum;
}

// The fastest set of each size, of those that were timed, each once.
class FastestSets {
 public:
  explicit FastestSets(const NodeJob& job) : job_(job) {}

  // The set and its time, infinity where it cannot be faster than the limit.
  TimedNodes timed(const NodeSet& nodes, double limit) {
    constexpr double rounding = 1e-9;
    const auto known = seconds_.find(nodes);
    if (known != seconds_.end()) return {nodes, known->second};
    if (job_.work / speed_of(job_, nodes) > limit * (1 + rounding)) return {nodes, no_time};
    TimedNodes timed{nodes, seconds_[nodes] = job_.time_of(nodes)};
    const auto best = best_.find(nodes.size());
    if (timed.seconds < no_time && (best == best_.end() || is_faster(timed, best->second))) best_[nodes.size()] = timed;
    return timed;
  }

  [[nodiscard]] double best_of(std::size_t size) const {
    const auto best = best_.find(size);
    return best == best_.end() ? no_time : best->second.seconds;
  }

  [[nodiscard]] std::vector<TimedNodes> sorted() const {
    std::vector<TimedNodes> all;
    for (const auto& [size, timed] : best_) all.push_back(timed);
    std::ranges::sort(all, is_faster);
    return all;
  }

 private:
  const NodeJob& job_;
  std::map<NodeSet, double> seconds_;
  std::map<std::size_t, TimedNodes> best_;
};

NodeSet with(NodeSet nodes, std::size_t node) {
  nodes.insert(std::ranges::upper_bound(nodes, node), node);
  return nodes;
}

// All sets that differ by a node.
std::vector<NodeSet> neighbours_of(const NodeJob& job, const NodeSet& nodes) {
  const NodeSet others = nodes_beside(nodes, job.speeds.size());
  std::vector<NodeSet> sets;
  for (const std::size_t other : others) sets.push_back(with(nodes, other));
  for (const std::size_t node : nodes) {
    if (std::ranges::binary_search(job.kept, node)) continue;
    NodeSet fewer = nodes;
    std::erase(fewer, node);
    if (!fewer.empty()) sets.push_back(fewer);
    for (const std::size_t other : others) sets.push_back(with(fewer, other));
  }
  return sets;
}

// The greatest speeds first, so that the others need not be timed where computing alone takes longer.
std::vector<TimedNodes> fastest_of_all(const NodeJob& job, const NodeSet& others) {
  std::vector<std::pair<double, NodeSet>> sets;
  for (std::size_t bits = 0; bits < std::size_t{1} << others.size(); ++bits) {
    NodeSet nodes = job.kept;
    for (std::size_t k = 0; k < others.size(); ++k)
      if ((bits >> k & 1U) != 0) nodes = with(std::move(nodes), others[k]);
    if (!nodes.empty()) sets.emplace_back(-speed_of(job, nodes), std::move(nodes));
  }
  std::ranges::sort(sets);
  FastestSets fastest(job);
  for (const auto& [speed, nodes] : sets) fastest.timed(nodes, fastest.best_of(nodes.size()));
  return fastest.sorted();
}

}  // namespace

NodeSet nodes_beside(const NodeSet& nodes, std::size_t count) {
  NodeSet others;
  for (std::size_t node = 0; node < count; ++node)
    if (!std::ranges::binary_search(nodes, node)) others.push_back(node);
  return others;
}

std::vector<TimedNodes> fastest_nodes(const NodeJob& job) {
  const NodeSet others = nodes_beside(job.kept, job.speeds.size());
  return others.size() <= most_nodes_for_all_sets ? fastest_of_all(job, others) : exchanged_nodes(job);
}

std::vector<TimedNodes> exchanged_nodes(const NodeJob& job) {
  NodeSet by_speed = nodes_beside(job.kept, job.speeds.size());
  std::ranges::stable_sort(by_speed, std::greater{}, [&job](std::size_t node) { return job.speeds[node]; });
  FastestSets fastest(job);
  NodeSet prefix = job.kept;
  if (!prefix.empty()) fastest.timed(prefix, no_time);
  for (const std::size_t node : by_speed) fastest.timed(prefix = with(prefix, node), no_time);
  std::vector<TimedNodes> sorted = fastest.sorted();
  for (bool is_better = !sorted.empty(); is_better;) {
    TimedNodes best = sorted.front();
    for (const NodeSet& nodes : neighbours_of(job, sorted.front().nodes)) {
      TimedNodes timed = fastest.timed(nodes, best.seconds);
      if (is_faster(timed, best)) best = std::move(timed);
    }
    is_better = is_faster(best, sorted.front());
    sorted = fastest.sorted();
  }
  return sorted;
}

}  // namespace apportion
