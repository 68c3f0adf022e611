// The ladder, two-zone and ADI graphs of the paper, and random graphs: structures, and costs of nodes and
// edges.
#include "sim/graphs/sample_graphs.hpp"

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion {

AlignmentGraph ladder_graph() {
  const std::vector<double> third{100, 100, 1};
  const std::vector<double> first{1, 100, 100};
  return {.name = "ladder",
          .rho = 1,
          .candidates = {"first", "second", "third"},
          .nodes = {{"1", third}, {"2", third}, {"3", {20, 20, 1}}, {"4", third}, {"5", first}, {"6", first}},
          .edges = {{0, 1, 1}, {2, 3, 1}, {4, 5, 1}, {0, 2, 20}, {1, 3, 20}, {2, 4, 100}, {3, 5, 100}}};
}

AlignmentGraph two_zone_graph(double rho) {
  constexpr double f_array = 4e6;   // A(2000,2000)
  constexpr double g_array = 25e6;  // B(5000,5000)
  constexpr double section = 1000;
  const std::vector<double> free{0, 0};
  return {.name = "two-zone",
          .rho = rho,
          .candidates = {"f", "g"},
          .nodes = {{"f", {1e6, 2e6}},
                    {"f fanout", free},
                    {"f section", free},
                    {"f SEC=", free},
                    {"g", {12e6, 6e6}},
                    {"g fanout", free},
                    {"g section", free},
                    {"g SEC=", free}},
          .edges = {{3, 0, f_array},
                    {0, 1, f_array},
                    {1, 2, f_array},
                    {1, 3, f_array},
                    {7, 4, g_array},
                    {4, 5, g_array},
                    {5, 6, g_array},
                    {5, 7, g_array},
                    {2, 7, section},
                    {6, 3, section}}};
}

AlignmentGraph adi_graph(double rho) {
  const std::vector<double> free{0, 0, 0};
  const std::vector<double> rows{160, 320, 640};
  const std::vector<double> columns{640, 320, 160};
  const std::vector<double> whole{16, 16, 16};
  return {
      .name = "adi",
      .rho = rho,
      .candidates = {"row", "block", "column"},
      .nodes = {{"1", free},
                {"2", rows},
                {"3", rows},
                {"4", whole},
                {"5", free},
                {"6", columns},
                {"7", columns},
                {"8", whole}},
      .edges = {
          {0, 1, 16}, {0, 2, 16}, {1, 3, 16}, {2, 3, 16}, {3, 4, 16}, {4, 5, 16}, {4, 6, 16}, {5, 7, 16}, {6, 7, 16}}};
}

namespace {

constexpr double highest_cost = 100;

using Pair = std::pair<std::size_t, std::size_t>;
using Costs = std::vector<double>;

std::size_t below(std::size_t bound, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::size_t>(0, bound - 1)(stream);
}

double uniform(double high, RandomStream& stream) {
  return high > 0 ? boost::random::uniform_real_distribution<double>(0, high)(stream) : 0;
}

double stored(double value, bool whole) { return whole ? std::floor(value) : value; }

Costs any_costs(std::size_t candidates, RandomStream& stream) {
  Costs costs;
  for (std::size_t c = 0; c < candidates; ++c) costs.push_back(uniform(highest_cost, stream));
  return costs;
}

// Costs of one node of a group with a common preference: the mean of the common costs and of random ones.
Costs near(const Costs& common, RandomStream& stream) {
  Costs costs;
  for (const double shared : common) costs.push_back((shared + uniform(highest_cost, stream)) / 2);
  return costs;
}

AlignmentGraph empty_graph(const std::string& name, const RandomGraphShape& shape) {
  AlignmentGraph graph;
  graph.name = name;
  for (std::size_t c = 0; c < shape.candidates; ++c) graph.candidates.push_back(std::to_string(c));
  return graph;
}

void add_node(AlignmentGraph& graph, Costs costs, const RandomGraphShape& shape) {
  for (double& cost : costs) cost = stored(cost, shape.whole);
  graph.nodes.push_back({std::to_string(graph.size()), std::move(costs)});
}

// A graph of independent costs, without edges.
AlignmentGraph any_nodes(const std::string& name, const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = empty_graph(name, shape);
  while (graph.size() < shape.nodes) add_node(graph, any_costs(shape.candidates, stream), shape);
  return graph;
}

// Adds an edge of `share` times the mean weight of an edge.
void add_edge(AlignmentGraph& graph, Pair ends, double share, const RandomGraphShape& shape, RandomStream& stream) {
  graph.edges.push_back(
      {ends.first, ends.second, stored(uniform(highest_cost * shape.strength * share, stream), shape.whole)});
}

// A random tree on the nodes first .. first + count - 1, with further edges up to the mean degree.
std::set<Pair> tree_and_more(std::size_t first, std::size_t count, double mean_degree, RandomStream& stream) {
  std::set<Pair> pairs;
  for (std::size_t node = 1; node < count; ++node) pairs.emplace(first + below(node, stream), first + node);
  const auto n = static_cast<double>(count);
  const double wanted = std::min(n * mean_degree / 2, n * (n - 1) / 2);
  while (static_cast<double>(pairs.size()) + 0.5 < wanted) {
    const std::size_t u = first + below(count, stream);
    const std::size_t v = first + below(count, stream);
    if (u != v) pairs.insert(std::minmax(u, v));
  }
  return pairs;
}

// Each further node subdivides an edge, or makes a path of two edges parallel to it.
AlignmentGraph series_parallel(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = any_nodes("series-parallel", shape, stream);
  std::vector<Pair> pairs;
  if (shape.nodes > 1) pairs.emplace_back(0, 1);
  for (std::size_t node = 2; node < shape.nodes; ++node) {
    const std::size_t chosen = below(pairs.size(), stream);
    const auto [u, v] = pairs[chosen];
    if (below(2, stream) == 0)
      pairs[chosen] = {u, node};
    else
      pairs.emplace_back(u, node);
    pairs.emplace_back(v, node);
  }
  for (const Pair& ends : pairs) add_edge(graph, ends, 1, shape, stream);
  return graph;
}

AlignmentGraph mesh(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = any_nodes("grid", shape, stream);
  std::size_t width = 1;
  while (width * width < shape.nodes) ++width;
  for (std::size_t node = 0; node < shape.nodes; ++node) {
    if (node % width > 0) add_edge(graph, {node - 1, node}, 1, shape, stream);
    if (node >= width) add_edge(graph, {node - width, node}, 1, shape, stream);
  }
  return graph;
}

// Diamonds in a row, as in Figure 5 of Chatterjee et al.: fan-out, two sweeps, join. The sweeps of every second diamond
// prefer the same distributions.
AlignmentGraph phases(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = empty_graph("adi", shape);
  const std::array<Costs, 2> preferences{any_costs(shape.candidates, stream), any_costs(shape.candidates, stream)};
  while (graph.size() < shape.nodes) {
    const std::size_t node = graph.size();
    const std::size_t place = node % 4;
    if (place == 0)
      add_node(graph, Costs(shape.candidates, 0), shape);
    else if (place == 3)
      add_node(graph, Costs(shape.candidates, uniform(highest_cost, stream) / 10), shape);
    else
      add_node(graph, near(preferences.at(node / 4 % 2), stream), shape);
    if (node > 0) add_edge(graph, {place == 2 ? node - 2 : node - 1, node}, 1, shape, stream);
    if (place == 3) add_edge(graph, {node - 2, node}, 1, shape, stream);
  }
  return graph;
}

// Nodes of a zone prefer the same candidate, and zones exchange little data.
AlignmentGraph zones(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = empty_graph("zones", shape);
  const auto n = static_cast<double>(shape.nodes);
  const auto count = static_cast<std::size_t>(std::ceil(std::sqrt(n) / 2));
  std::set<Pair> outside;
  for (std::size_t zone = 0; zone < count; ++zone) {
    const std::size_t first = graph.size();
    const std::size_t end = shape.nodes * (zone + 1) / count;
    const Costs preferences = any_costs(shape.candidates, stream);
    while (graph.size() < end) add_node(graph, near(preferences, stream), shape);
    for (const Pair& ends : tree_and_more(first, end - first, shape.mean_degree, stream))
      add_edge(graph, ends, 1, shape, stream);
    // Joins zones by at most two edges, as in the paper.
    for (int edge = 0; edge < 2 && first > 0; ++edge) {
      const std::size_t before = below(first, stream);
      outside.emplace(before, first + below(end - first, stream));
    }
  }
  for (const Pair& ends : outside) add_edge(graph, ends, 0.1, shape, stream);
  return graph;
}

struct Place {
  double x = 0;
  double y = 0;
};

double squared_distance(const Place& a, const Place& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

std::vector<Place> any_places(std::size_t count, RandomStream& stream) {
  std::vector<Place> places(count);
  for (Place& place : places) place = {uniform(1, stream), uniform(1, stream)};
  return places;
}

// All pairs of places at most this far apart, found along x.
std::vector<Pair> close_pairs(const std::vector<Place>& places, double distance) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t place) { return places[place].x; });
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t k = i + 1; k < order.size(); ++k) {
      const Place& one = places[order[i]];
      const Place& other = places[order[k]];
      if ((one.x - other.x) * (one.x - other.x) > distance * distance) break;
      if (squared_distance(one, other) <= distance * distance) pairs.emplace_back(std::minmax(order[i], order[k]));
    }
  return pairs;
}

// Consecutive places of a path through all of them, by square cells of the unit square, about as many as places, row by
// row, every second row backwards.
std::vector<Pair> path_through(const std::vector<Place>& places) {
  const double least_side = 1 / std::sqrt(static_cast<double>(places.size()));
  const auto across = static_cast<std::size_t>(std::max(1.0, std::floor(1 / least_side)));
  const auto coordinate = [&](double at) {
    return std::min(static_cast<std::size_t>(at * static_cast<double>(across)), across - 1);
  };
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t place) {
    const std::size_t column = coordinate(places[place].x);
    const std::size_t row = coordinate(places[place].y);
    return row * across + (row % 2 == 0 ? column : across - 1 - column);
  });
  std::vector<Pair> pairs;
  for (std::size_t k = 1; k < order.size(); ++k) pairs.emplace_back(std::minmax(order[k - 1], order[k]));
  return pairs;
}

// Joins places that are close and gives them like preferences: a candidate costs a node more the further the node is
// from the candidate's own place.
AlignmentGraph geometric(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = empty_graph("geometric", shape);
  const std::vector<Place> places = any_places(shape.nodes, stream);
  const std::vector<Place> favourites = any_places(shape.candidates, stream);
  for (const Place& place : places) {
    Costs common;
    // The mean squared distance of two random places is 1/3.
    for (const Place& favourite : favourites) common.push_back(1.5 * highest_cost * squared_distance(place, favourite));
    add_node(graph, near(common, stream), shape);
  }
  constexpr double pi = 3.14159265358979323846;
  const double of_circle = std::max(shape.mean_degree - 1, 0.0) / (pi * static_cast<double>(shape.nodes));
  const std::vector<Pair> path = path_through(places);
  std::set<Pair> pairs(path.begin(), path.end());
  for (const Pair& ends : close_pairs(places, std::sqrt(of_circle))) pairs.insert(ends);
  for (const Pair& ends : pairs) add_edge(graph, ends, 1, shape, stream);
  return graph;
}

}  // namespace

AlignmentGraph random_graph(const RandomGraphShape& shape, RandomStream& stream) {
  AlignmentGraph graph = any_nodes("random", shape, stream);
  for (const Pair& ends : tree_and_more(0, shape.nodes, shape.mean_degree, stream))
    add_edge(graph, ends, 1, shape, stream);
  return graph;
}

const std::vector<GraphModel>& graph_models() {
  static const std::vector<GraphModel> models = {
      {"random", "a random tree with further edges up to the mean degree; independent costs", random_graph},
      {"series-parallel", "each further node subdivides an edge or is on a path parallel to it; independent costs",
       series_parallel},
      {"grid", "a square mesh, its last row perhaps shorter; independent costs", mesh},
      {"adi", "diamonds in a row whose sweeps prefer two sets of distributions in turn", phases},
      {"zones",
       "about sqrt(n) / 2 zones of the mean degree, each with a preference of its own, "
       "joined by few edges of a tenth of the weight",
       zones},
      {"geometric",
       "places in the unit square, joined along a path and to others nearby, about the mean degree; "
       "what is close prefers the same",
       geometric},
  };
  return models;
}

AlignmentGraph draw_graph(std::string_view model, const RandomGraphShape& shape, RandomStream& stream) {
  if (shape.nodes == 0 || shape.candidates == 0) throw InputError("a graph needs at least one node and one candidate");
  const std::vector<GraphModel>& all = graph_models();
  const auto found = std::ranges::find(all, model, &GraphModel::name);
  if (found == all.end()) throw unknown_name("sampling model", model, collected(all, &GraphModel::name));
  return found->draw(shape, stream);
}

}  // namespace apportion
