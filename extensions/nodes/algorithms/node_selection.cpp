// Tries all sets of nodes, or prefixes by speed and exchanges; skips sets that cannot be fast enough.
#include "extensions/nodes/algorithms/node_selection.hpp"

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

// Times sets of nodes, each once, within the allowed work, and keeps the fastest of each size.
class FastestSets {
 public:
  explicit FastestSets(const NodeJob& job) : job_(job) {}

  // The set and its time; infinity if it cannot be faster than the limit.
  TimedNodes timed(const NodeSet& nodes, double limit) {
    constexpr double tie = 1e-9;
    const auto known = seconds_.find(nodes);
    if (known != seconds_.end()) return {nodes, known->second};
    if (job_.work / speed_of(job_, nodes) > limit * (1 + tie)) {
      ++work_;
      return {nodes, no_time};
    }
    work_ += static_cast<std::int64_t>(nodes.size());
    TimedNodes timed{nodes, seconds_[nodes] = job_.time_of(nodes)};
    const auto best = best_.find(nodes.size());
    if (timed.seconds < no_time && (best == best_.end() || is_faster(timed, best->second))) best_[nodes.size()] = timed;
    return timed;
  }

  [[nodiscard]] bool is_over() const { return work_ >= job_.most_work; }

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
  std::int64_t work_ = 0;
  std::map<NodeSet, double> seconds_;
  std::map<std::size_t, TimedNodes> best_;
};

NodeSet with(NodeSet nodes, std::size_t node) {
  nodes.insert(std::ranges::upper_bound(nodes, node), node);
  return nodes;
}

// Calls `call` with all sets that differ by a node, one after the other, until it returns false. Thousands of nodes
// have millions of such sets.
template <class Call>
bool for_each_neighbour(const NodeJob& job, const NodeSet& nodes, const Call& call) {
  const NodeSet others = nodes_beside(nodes, job.speeds.size());
  for (const std::size_t other : others)
    if (!call(with(nodes, other))) return false;
  for (const std::size_t node : nodes) {
    if (std::ranges::binary_search(job.kept, node)) continue;
    NodeSet fewer = nodes;
    std::erase(fewer, node);
    if (!fewer.empty() && !call(fewer)) return false;
    for (const std::size_t other : others)
      if (!call(with(fewer, other))) return false;
  }
  return true;
}

// Tries the greatest speeds first, so that sets whose computation alone takes longer need not be timed.
NodeSelection fastest_of_all(const NodeJob& job, const NodeSet& others) {
  std::vector<std::pair<double, NodeSet>> sets;
  for (std::size_t bits = 0; bits < std::size_t{1} << others.size(); ++bits) {
    NodeSet nodes = job.kept;
    for (std::size_t k = 0; k < others.size(); ++k)
      if ((bits >> k & 1U) != 0) nodes = with(std::move(nodes), others[k]);
    if (!nodes.empty()) sets.emplace_back(-speed_of(job, nodes), std::move(nodes));
  }
  std::ranges::sort(sets);
  FastestSets fastest(job);
  for (const auto& [speed, nodes] : sets) {
    if (fastest.is_over()) return {fastest.sorted(), false};
    fastest.timed(nodes, fastest.best_of(nodes.size()));
  }
  return {fastest.sorted(), true};
}

// The distance between the numbers of nodes that are tried first.
std::size_t step_of_sizes(const NodeJob& job) {
  const std::size_t all = job.speeds.size();
  const auto most = static_cast<std::size_t>(std::max<std::int64_t>(job.most_work / 2, 1));
  const auto work = [&](std::size_t step) {
    const std::size_t sizes = (all - job.kept.size()) / step + 1;
    return sizes * all - step * (sizes * (sizes - 1) / 2);
  };
  std::size_t step = 1;
  while (step < all && work(step) > most) ++step;
  return step;
}

}  // namespace

NodeSet nodes_beside(const NodeSet& nodes, std::size_t count) {
  NodeSet others;
  for (std::size_t node = 0; node < count; ++node)
    if (!std::ranges::binary_search(nodes, node)) others.push_back(node);
  return others;
}

NodeSelection fastest_nodes(const NodeJob& job) {
  const NodeSet others = nodes_beside(job.kept, job.speeds.size());
  return others.size() <= most_nodes_for_all_sets ? fastest_of_all(job, others) : exchanged_nodes(job);
}

NodeSelection exchanged_nodes(const NodeJob& job) {
  NodeSet by_speed = nodes_beside(job.kept, job.speeds.size());
  std::ranges::stable_sort(by_speed, std::greater{}, [&job](std::size_t node) { return job.speeds[node]; });
  FastestSets fastest(job);
  const std::size_t step = step_of_sizes(job);
  NodeSet prefix = job.kept;
  if (!prefix.empty() && by_speed.size() % step == 0) fastest.timed(prefix, no_time);
  for (std::size_t k = 1; k <= by_speed.size(); ++k) {
    prefix = with(std::move(prefix), by_speed[k - 1]);
    if ((by_speed.size() - k) % step == 0) fastest.timed(prefix, no_time);
  }
  NodeSelection found{fastest.sorted(), step == 1};
  for (bool is_better = !found.fastest.empty(); is_better;) {
    TimedNodes best = found.fastest.front();
    const bool is_whole = for_each_neighbour(job, found.fastest.front().nodes, [&](const NodeSet& nodes) {
      if (fastest.is_over()) return false;
      TimedNodes timed = fastest.timed(nodes, best.seconds);
      if (is_faster(timed, best)) best = std::move(timed);
      return true;
    });
    found.is_complete = found.is_complete && is_whole;
    is_better = is_whole && is_faster(best, found.fastest.front());
    found.fastest = fastest.sorted();
  }
  return found;
}

}  // namespace apportion
