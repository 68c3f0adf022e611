// Global minimum cuts by Stoer-Wagner, and terminal cuts in integers by Dinic.
#include "algorithms/graphs/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/stoer_wagner_min_cut.hpp>

namespace apportion {
namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                         boost::property<boost::edge_weight_t, double>>;

constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

}  // namespace

double global_min_cut(std::size_t vertices, const std::vector<CutEdge>& edges) {
  Undirected graph(vertices);
  for (const CutEdge& edge : edges) boost::add_edge(edge.u, edge.v, edge.capacity, graph);
  return boost::stoer_wagner_min_cut(graph, boost::get(boost::edge_weight, graph));
}

// Dinic's method from the sink's side: distances are measured backwards, so that the vertices that can no longer reach
// the sink are the largest source's side of a minimum cut.

void WholeCut::add_arc(std::size_t u, std::size_t v, Whole forward, Whole backward) {
  edges_.push_back({static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v), forward, backward});
}

void WholeCut::sort_arcs() {
  begin_.assign(surplus_.size() + 1, 0);
  for (const Edge& edge : edges_) {
    ++begin_[edge.u + 1];
    ++begin_[edge.v + 1];
  }
  for (std::size_t v = 0; v < surplus_.size(); ++v) begin_[v + 1] += begin_[v];
  arcs_.resize(2 * edges_.size());
  std::vector<std::uint32_t> open(begin_.begin(), begin_.end() - 1);
  for (const Edge& edge : edges_) {
    const std::uint32_t there = open[edge.u]++;
    const std::uint32_t back = open[edge.v]++;
    arcs_[there] = {.to = edge.v, .reverse = back, .residual = edge.forward};
    arcs_[back] = {.to = edge.u, .reverse = there, .residual = edge.backward};
  }
}

// False if the source can no longer reach the sink.
bool WholeCut::measure_distances() {
  distance_.assign(surplus_.size(), unreached);
  queue_.clear();
  for (std::uint32_t v = 0; v < surplus_.size(); ++v)
    if (surplus_[v] < 0) {
      distance_[v] = 0;
      queue_.push_back(v);
    }
  bool reached = false;
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const std::uint32_t v = queue_[head];
    for (std::uint32_t arc = begin_[v]; arc < begin_[v + 1]; ++arc) {
      const std::uint32_t u = arcs_[arc].to;
      if (distance_[u] != unreached || arcs_[arcs_[arc].reverse].residual == 0) continue;
      distance_[u] = distance_[v] + 1;
      reached = reached || surplus_[u] > 0;
      queue_.push_back(u);
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
    arcs_[arcs_[arc].reverse].residual += flow;
  }
}

// Sends as much flow as possible along shortest paths.
void WholeCut::send_from(std::uint32_t vertex) {
  path_.clear();
  std::uint32_t v = vertex;
  while (surplus_[vertex] > 0) {
    if (distance_[v] == 0 && surplus_[v] < 0) {
      augment(vertex, v);
      // Goes back to the tail of the first full arc, or to the end if the sink takes no more.
      const auto full = std::ranges::find_if(path_, [this](std::uint32_t arc) { return arcs_[arc].residual == 0; });
      if (full != path_.end()) {
        v = arcs_[arcs_[*full].reverse].to;
        path_.erase(full, path_.end());
      }
      continue;
    }
    bool advanced = false;
    for (std::uint32_t& next = next_[v]; distance_[v] > 0 && next < begin_[v + 1]; ++next) {
      const Arc& arc = arcs_[next];
      if (arc.residual == 0 || distance_[arc.to] != distance_[v] - 1) continue;
      path_.push_back(next);
      v = arc.to;
      advanced = true;
      break;
    }
    if (advanced) continue;
    if (path_.empty()) return;
    v = arcs_[arcs_[path_.back()].reverse].to;
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

std::vector<bool> least_sink_side(const std::vector<SidePrices>& vertices, const std::vector<CutEdge>& edges) {
  double all = 0;
  for (const SidePrices& price : vertices) all += price.source + price.sink;
  for (const CutEdge& edge : edges) all += edge.capacity;
  const int exponent = 60 - std::ilogb(std::max(all, std::numeric_limits<double>::min()));
  const auto whole = [exponent](double value) { return static_cast<Whole>(std::ldexp(value, exponent)); };
  WholeCut cut(vertices.size());  // sides are exchanged: in a tie its source's side is the largest
  for (std::size_t v = 0; v < vertices.size(); ++v)
    cut.add_prices(v, whole(vertices[v].sink), whole(vertices[v].source));
  for (const CutEdge& edge : edges) cut.add_arc(edge.u, edge.v, whole(edge.capacity), whole(edge.capacity));
  return cut.source_side();
}

}  // namespace apportion
