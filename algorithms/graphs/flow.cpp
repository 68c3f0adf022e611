// Global minimum cuts by Stoer-Wagner and terminal cuts by Boykov-Kolmogorov.
#include "algorithms/graphs/flow.hpp"

#include <algorithm>

// g++ 12 takes the colour map's storage for uninitialised; it is filled before it is read.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/stoer_wagner_min_cut.hpp>

namespace apportion {
namespace {

using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                         boost::property<boost::edge_weight_t, double>>;

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
struct Arc {
  double capacity = 0;
  double residual = 0;
  Traits::edge_descriptor reverse = {};
};
struct Vertex {
  boost::default_color_type colour = boost::white_color;
  Traits::edge_descriptor predecessor = {};
  long distance = 0;
};
using Network = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Vertex, Arc>;

// Boykov-Kolmogorov wants every arc to have a reverse one.
void connect(Network& network, std::size_t u, std::size_t v, double forward, double backward) {
  const auto there = boost::add_edge(u, v, network).first;
  const auto back = boost::add_edge(v, u, network).first;
  network[there].capacity = forward;
  network[there].reverse = back;
  network[back].capacity = backward;
  network[back].reverse = there;
}

}  // namespace

double global_min_cut(std::size_t vertices, const std::vector<CutEdge>& edges) {
  Undirected graph(vertices);
  for (const CutEdge& edge : edges) boost::add_edge(edge.u, edge.v, edge.capacity, graph);
  return boost::stoer_wagner_min_cut(graph, boost::get(boost::edge_weight, graph));
}

TerminalCut min_terminal_cut(const std::vector<SidePrices>& vertices, const std::vector<CutEdge>& edges) {
  const std::size_t source = vertices.size();
  const std::size_t sink = source + 1;
  Network network(source + 2);
  TerminalCut cut;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    // Who stands on the sink's side cuts the arc from the source. What both sides pay is paid anyway.
    const double common = std::min(vertices[v].source, vertices[v].sink);
    cut.value += common;
    if (vertices[v].sink > common) connect(network, source, v, vertices[v].sink - common, 0);
    if (vertices[v].source > common) connect(network, v, sink, vertices[v].source - common, 0);
  }
  for (const CutEdge& edge : edges) connect(network, edge.u, edge.v, edge.capacity, edge.capacity);
  cut.value += boost::boykov_kolmogorov_max_flow(
      network, boost::get(&Arc::capacity, network), boost::get(&Arc::residual, network),
      boost::get(&Arc::reverse, network), boost::get(&Vertex::predecessor, network),
      boost::get(&Vertex::colour, network), boost::get(&Vertex::distance, network),
      boost::get(boost::vertex_index, network), source, sink);
  cut.sink_side.resize(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) cut.sink_side[v] = network[v].colour != boost::black_color;
  return cut;
}

}  // namespace apportion
