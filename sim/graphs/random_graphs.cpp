// Drawing of trees with further edges.
#include "sim/graphs/random_graphs.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace apportion {
namespace {

constexpr double highest_cost = 100;

std::size_t below(std::size_t bound, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::size_t>(0, bound - 1)(stream);
}

double uniform(double high, bool whole, RandomStream& stream) {
  const double value = high > 0 ? boost::random::uniform_real_distribution<double>(0, high)(stream) : 0;
  return whole ? std::floor(value) : value;
}

}  // namespace

AlignmentGraph random_graph(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph;
  graph.name = "random";
  for (std::size_t c = 0; c < shape.candidates; ++c) graph.candidates.push_back(std::to_string(c));
  for (std::size_t node = 0; node < shape.nodes; ++node) {
    AlignmentNode drawn{std::to_string(node), {}};
    for (std::size_t c = 0; c < shape.candidates; ++c)
      drawn.costs.push_back(uniform(highest_cost, shape.whole, stream));
    graph.nodes.push_back(std::move(drawn));
  }
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t node = 1; node < shape.nodes; ++node) pairs.emplace(below(node, stream), node);
  const auto n = static_cast<double>(shape.nodes);
  const double wanted = std::min(n * shape.mean_degree / 2, n * (n - 1) / 2);
  while (static_cast<double>(pairs.size()) + 0.5 < wanted) {
    const std::size_t u = below(shape.nodes, stream);
    const std::size_t v = below(shape.nodes, stream);
    if (u != v) pairs.insert(std::minmax(u, v));
  }
  for (const auto& [u, v] : pairs)
    graph.edges.push_back({u, v, uniform(highest_cost * shape.strength, shape.whole, stream)});
  return graph;
}

}  // namespace apportion
