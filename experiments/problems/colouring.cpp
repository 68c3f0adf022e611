// Greedy colouring, smallest degree last (Matula & Beck 1983): a planar graph then needs six colours at most.
#include "experiments/problems/colouring.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "experiments/problems/svg.hpp"

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

using Colours = std::vector<std::optional<std::size_t>>;

// The vertex's own colour if no neighbour has it, else the next one; from nine on only where that is allowed.
std::optional<std::size_t> free_colour(std::size_t vertex, const std::vector<std::size_t>& neighbours,
                                       const Colours& colours, bool further) {
  std::set<std::size_t> used;
  for (const std::size_t other : neighbours)
    if (colours[other]) used.insert(*colours[other]);
  for (std::size_t i = 0; i < svg_palette_size; ++i)
    if (const std::size_t colour = (vertex + i) % svg_palette_size; !used.contains(colour)) return colour;
  if (!further) return std::nullopt;
  std::size_t colour = svg_palette_size;
  while (used.contains(colour)) ++colour;
  return colour;
}

}  // namespace

std::vector<std::vector<std::size_t>> colours_of(const std::vector<Neighbours>& graphs) {
  const Neighbours all = united(graphs);
  Colours common(all.size());
  for (const std::size_t vertex : smallest_last(all)) common[vertex] = free_colour(vertex, all[vertex], common, false);
  std::vector<std::vector<std::size_t>> result;
  for (const Neighbours& graph : graphs) {
    Colours colours(common.begin(), common.begin() + static_cast<std::ptrdiff_t>(graph.size()));
    for (const std::size_t vertex : smallest_last(graph))
      if (!colours[vertex]) colours[vertex] = free_colour(vertex, graph[vertex], colours, true);
    std::vector<std::size_t>& numbers = result.emplace_back();
    for (const std::optional<std::size_t>& colour : colours) numbers.push_back(colour.value_or(0));
  }
  return result;
}

}  // namespace apportion::problems
