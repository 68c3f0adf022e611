// Dinic's method from the sink's side: distances are measured backwards, so that the vertices which no longer reach the
// sink are the largest source's side of a minimum cut.
#include "algorithms/graphs/maximum_flow.hpp"

#include <algorithm>
#include <limits>

namespace apportion {
namespace {

constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void WholeCut::add_arc(std::size_t u, std::size_t v, Whole forward, Whole backward) {
  arcs_.push_back({static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v), forward});
  arcs_.push_back({static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(u), backward});
}

void WholeCut::sort_arcs() {
  begin_.assign(surplus_.size() + 1, 0);
  for (const Arc& arc : arcs_) ++begin_[arc.from + 1];
  for (std::size_t v = 0; v < surplus_.size(); ++v) begin_[v + 1] += begin_[v];
  order_.resize(arcs_.size());
  std::vector<std::uint32_t> place(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t arc = 0; arc < arcs_.size(); ++arc) order_[place[arcs_[arc].from]++] = arc;
}

// False where the source reaches the sink no more.
bool WholeCut::measure_distances() {
  distance_.assign(surplus_.size(), unreached);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t v = 0; v < surplus_.size(); ++v)
    if (surplus_[v] < 0) {
      distance_[v] = 0;
      queue.push_back(v);
    }
  bool reached = false;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t v = queue[head];
    for (std::uint32_t place = begin_[v]; place < begin_[v + 1]; ++place) {
      const std::uint32_t arc = order_[place];
      const std::uint32_t u = arcs_[arc].to;
      if (distance_[u] != unreached || arcs_[arc ^ 1U].residual == 0) continue;
      distance_[u] = distance_[v] + 1;
      reached = reached || surplus_[u] > 0;
      queue.push_back(u);
    }
  }
  return reached;
}

void WholeCut::augment(std::uint32_t first, std::uint32_t last) {
  Whole flow = std::min(surplus_[first], -surplus_[last]);
  for (const std::uint32_t arc : path_) flow = std::min(flow, arcs_[arc].residual);
  surplus_[first] -= flow;
  surplus_[last] += flow;
  for (const std::uint32_t arc : path_) {
    arcs_[arc].residual -= flow;
    arcs_[arc ^ 1U].residual += flow;
  }
}

// Sends what it can along shortest paths.
void WholeCut::send_from(std::uint32_t vertex) {
  path_.clear();
  std::uint32_t v = vertex;
  while (surplus_[vertex] > 0) {
    if (distance_[v] == 0 && surplus_[v] < 0) {
      augment(vertex, v);
      // Back to the tail of the first arc that is full, or to the end, where the sink takes no more.
      const auto full = std::ranges::find_if(path_, [this](std::uint32_t arc) { return arcs_[arc].residual == 0; });
      if (full != path_.end()) {
        v = arcs_[*full].from;
        path_.erase(full, path_.end());
      }
      continue;
    }
    bool advanced = false;
    for (std::uint32_t& place = next_[v]; distance_[v] > 0 && place < begin_[v + 1]; ++place) {
      const Arc& arc = arcs_[order_[place]];
      if (arc.residual == 0 || distance_[arc.to] != distance_[v] - 1) continue;
      path_.push_back(order_[place]);
      v = arc.to;
      advanced = true;
      break;
    }
    if (advanced) continue;
    if (path_.empty()) return;
    v = arcs_[path_.back()].from;
    path_.pop_back();
    ++next_[v];
  }
}

std::vector<bool> WholeCut::source_side() {
  sort_arcs();
  while (measure_distances()) {
    next_.assign(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t v = 0; v < surplus_.size(); ++v)
      if (surplus_[v] > 0 && distance_[v] != unreached) send_from(v);
  }
  std::vector<bool> side(surplus_.size());
  for (std::size_t v = 0; v < side.size(); ++v) side[v] = distance_[v] == unreached;
  return side;
}

}  // namespace apportion
