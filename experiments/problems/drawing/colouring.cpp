// Greedy colouring, smallest degree last (Matula & Beck 1983): a planar graph then needs six colours at most.
#include "experiments/problems/drawing/colouring.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "experiments/problems/drawing/svg.hpp"

namespace apportion::problems {
namespace {

// All edges of the graphs on the vertices of the largest.
Neighbours united(const std::vector<Neighbours>& graphs) {
  Neighbours all;
  for (const Neighbours& graph : graphs) {
    all.resize(std::max(all.size(), graph.size()));
    for (std::size_t i = 0; i < graph.size(); ++i) all[i].insert(all[i].end(), graph[i].begin(), graph[i].end());
  }
  for (std::vector<std::size_t>& list : all) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return all;
}

// Takes a vertex of the least degree away again and again; the last one taken comes first.
std::vector<std::size_t> smallest_last(const Neighbours& graph) {
  std::set<std::pair<std::size_t, std::size_t>> left;  // degree and vertex
  std::vector<std::size_t> degree(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    degree[i] = graph[i].size();
    left.emplace(degree[i], i);
  }
  std::vector<bool> taken(graph.size(), false);
  std::vector<std::size_t> order;
  while (!left.empty()) {
    const std::size_t vertex = left.begin()->second;
    left.erase(left.begin());
    taken[vertex] = true;
    order.push_back(vertex);
    for (const std::size_t other : graph[vertex])
      if (!taken[other]) {
        left.erase({degree[other], other});
        left.emplace(--degree[other], other);
      }
  }
  std::ranges::reverse(order);
  return order;
}

// The vertices of a graph that have a colour, and how many have each of the palette's.
class Colours {
 public:
  explicit Colours(std::size_t vertices) : colours_(vertices) {}

  /// The same for the first vertices alone.
  Colours(const Colours& all, std::size_t vertices) : Colours(vertices) {
    for (std::size_t vertex = 0; vertex < vertices; ++vertex)
      if (all.colours_[vertex]) set(vertex, *all.colours_[vertex]);
  }

  [[nodiscard]] bool has(std::size_t vertex) const { return colours_[vertex].has_value(); }
  [[nodiscard]] std::size_t at(std::size_t vertex) const { return colours_[vertex].value_or(0); }

  // Of the colours that no neighbour has the one that the fewest vertices have, the vertex's own first; from nine on
  // only where that is allowed, otherwise none if the neighbours have all.
  void choose(std::size_t vertex, const std::vector<std::size_t>& neighbours, bool further) {
    std::set<std::size_t> used;
    for (const std::size_t other : neighbours)
      if (colours_[other]) used.insert(*colours_[other]);
    std::optional<std::size_t> rarest;
    for (std::size_t i = 0; i < svg_palette_size; ++i) {
      const std::size_t colour = (vertex + i) % svg_palette_size;
      if (!used.contains(colour) && (!rarest || counts_.at(colour) < counts_.at(*rarest))) rarest = colour;
    }
    if (!rarest && further)
      for (rarest = svg_palette_size; used.contains(*rarest);) ++*rarest;
    if (rarest) set(vertex, *rarest);
  }

 private:
  void set(std::size_t vertex, std::size_t colour) {
    colours_[vertex] = colour;
    if (colour < svg_palette_size) ++counts_.at(colour);
  }

  std::vector<std::optional<std::size_t>> colours_;
  std::array<std::size_t, svg_palette_size> counts_ = {};
};

}  // namespace

std::vector<std::vector<std::size_t>> colours_of(const std::vector<Neighbours>& graphs) {
  const Neighbours all = united(graphs);
  Colours common(all.size());
  for (const std::size_t vertex : smallest_last(all)) common.choose(vertex, all[vertex], false);
  std::vector<std::vector<std::size_t>> result;
  for (const Neighbours& graph : graphs) {
    Colours colours(common, graph.size());
    for (const std::size_t vertex : smallest_last(graph))
      if (!colours.has(vertex)) colours.choose(vertex, graph[vertex], true);
    std::vector<std::size_t>& numbers = result.emplace_back();
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) numbers.push_back(colours.at(vertex));
  }
  return result;
}

std::vector<std::vector<std::size_t>> shaded_colours_of(const std::vector<Neighbours>& graphs) {
  std::vector<std::vector<std::size_t>> result = colours_of(graphs);
  std::array<std::size_t, svg_palette_size> counts = {};
  std::vector<std::size_t> shades;  // of each vertex, by the first graph that has it
  for (std::vector<std::size_t>& colours : result)
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
      std::size_t& colour = colours[vertex];
      if (vertex == shades.size()) shades.push_back(colour < svg_palette_size ? counts.at(colour)++ % svg_shades : 0);
      colour += svg_palette_size * (colour < svg_palette_size ? shades[vertex] : svg_shades - 1);
    }
  return result;
}

}  // namespace apportion::problems
