// Flows of least cost over the graph of parts.
#include "algorithms/cells/rebalancing/least_flow.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>

namespace apportion {
namespace {

// Arcs stand in pairs, each with its reverse one behind or before it.
class FlowNetwork {
 public:
  explicit FlowNetwork(std::size_t nodes) : of_node_(nodes) {}

  void connect(std::size_t from, std::size_t to, double capacity, double cost) {
    if (!(capacity > 0)) return;
    of_node_[from].push_back(arcs_.size());
    arcs_.push_back({to, capacity, cost});
    of_node_[to].push_back(arcs_.size());
    arcs_.push_back({from, 0, -cost});
  }

  // Along shortest paths as long as they cost less than nothing.
  void send(std::size_t source, std::size_t sink) {
    while (find_path(source, sink)) {
      double amount = std::numeric_limits<double>::infinity();
      for (std::size_t node = sink; node != source; node = arcs_[by_[node] ^ 1U].to)
        amount = std::min(amount, arcs_[by_[node]].capacity);
      for (std::size_t node = sink; node != source; node = arcs_[by_[node] ^ 1U].to) {
        arcs_[by_[node]].capacity -= amount;
        arcs_[by_[node] ^ 1U].capacity += amount;
      }
    }
  }

  // visit(from, to, load) for every arc that carries some.
  template <class Visit>
  void for_each_flow(Visit visit) const {
    for (std::size_t arc = 0; arc < arcs_.size(); arc += 2)
      if (arcs_[arc + 1].capacity > 0) visit(arcs_[arc + 1].to, arcs_[arc].to, arcs_[arc + 1].capacity);
  }

 private:
  struct Arc {
    std::size_t to;
    double capacity;
    double cost;
  };

  bool find_path(std::size_t source, std::size_t sink) {
    std::vector<double> distance(of_node_.size(), std::numeric_limits<double>::infinity());
    std::vector<bool> waits(of_node_.size(), false);
    by_.assign(of_node_.size(), 0);
    std::deque<std::size_t> open = {source};
    distance[source] = 0;
    while (!open.empty()) {
      const std::size_t node = open.front();
      open.pop_front();
      waits[node] = false;
      for (const std::size_t number : of_node_[node]) {
        const Arc& arc = arcs_[number];
        if (!(arc.capacity > 1e-9) || distance[node] + arc.cost >= distance[arc.to] - 1e-6) continue;
        distance[arc.to] = distance[node] + arc.cost;
        by_[arc.to] = number;
        if (!waits[arc.to]) open.push_back(arc.to);
        waits[arc.to] = true;
      }
    }
    return distance[sink] < -0.5;
  }

  std::vector<Arc> arcs_;
  std::vector<std::vector<std::size_t>> of_node_;
  std::vector<std::size_t> by_;  // the arc that leads to each node
};

}  // namespace

std::vector<PartFlow> least_flows(const std::vector<double>& loads, const LoadWindows& windows,
                                  const std::vector<std::vector<std::int32_t>>& neighbours) {
  const std::size_t source = loads.size();
  const std::size_t sink = source + 1;
  // What has to flow is worth more than any way is long.
  const auto urgent = static_cast<double>(4 * loads.size());
  FlowNetwork network(sink + 1);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    network.connect(source, i, loads[i] - windows.most[i], -urgent);
    network.connect(source, i, std::min(loads[i], windows.most[i]) - windows.least[i], 0);
    network.connect(i, sink, windows.least[i] - loads[i], -urgent);
    network.connect(i, sink, windows.most[i] - std::max(loads[i], windows.least[i]), 0);
    for (const std::int32_t other : neighbours[i])
      network.connect(i, static_cast<std::size_t>(other), std::numeric_limits<double>::max(), 1);
  }
  network.send(source, sink);
  std::vector<PartFlow> flows;
  network.for_each_flow([&](std::size_t from, std::size_t to, double load) {
    if (from < source && to < source)
      flows.push_back({static_cast<std::int32_t>(from), static_cast<std::int32_t>(to), load});
  });
  return flows;
}

void balance_by_least_flow(MeshDivision& division, const LoadWindows& windows) {
  std::vector<double> loads;
  for (std::size_t i = 0; i < division.parts(); ++i) loads.push_back(division.load(static_cast<std::int32_t>(i)));
  const PartNeighbourhood near = neighbourhood_of(division, boundary_places(division));
  for (const PartFlow& flow : least_flows(loads, windows, near.parts))
    move_between(division, near, {flow.from, flow.to}, flow.load);
  rebalance(division, windows);
}

}  // namespace apportion
