// The quantities of Section 4 and the conditions of its lemmas.
#include "algorithms/graphs/termination.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace apportion {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double degree_cost(const Subgraph& subgraph, std::size_t node) {
  double sum = 0;
  for (const Subgraph::Neighbour& next : subgraph.neighbours[node]) sum += next.cost;
  return sum;
}

// Cutting one node off is a cut, so that most comparisons need no minimum cut.
bool min_cut_at_least(const Subgraph& subgraph, double bound) {
  if (subgraph.size() < 2 || bound <= 0) return true;
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    if (degree_cost(subgraph, node) < bound) return false;
  return min_cut(subgraph) >= bound;
}

bool accretion_from(const Subgraph& subgraph, const std::vector<double>& degree, std::size_t first) {
  std::vector<bool> inside(subgraph.size());
  std::vector<double> to_inside(subgraph.size());
  std::vector<std::size_t> added{first};
  inside[first] = true;
  for (std::size_t next = 0; next < added.size(); ++next)
    for (const Subgraph::Neighbour& edge : subgraph.neighbours[added[next]]) {
      const std::size_t node = edge.node;
      to_inside[node] += edge.cost;
      if (inside[node]) continue;
      const double elsewhere = std::max(0.0, degree[node] - to_inside[node]) + subgraph.outside[node];
      if (!accretes(subgraph, node, to_inside[node], elsewhere)) continue;
      inside[node] = true;
      added.push_back(node);
    }
  return added.size() == subgraph.size();
}

}  // namespace

double min_cut(const Subgraph& subgraph) {
  return subgraph.size() < 2 ? infinity : global_min_cut(subgraph.size(), subgraph.edges);
}

double dissension(const Subgraph& subgraph) {
  double least = 0;
  for (std::size_t node = 0; node < subgraph.size(); ++node) least += least_cost(subgraph, node);
  return std::max(0.0, subgraph.best.cost - least);
}

double boundary_cost(const Subgraph& subgraph) {
  return std::accumulate(subgraph.outside.begin(), subgraph.outside.end(), 0.0);
}

bool is_unanimous(const Subgraph& subgraph) {
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    if (subgraph.costs[node][subgraph.best.candidate] > least_cost(subgraph, node)) return false;
  return true;
}

double least_regret(const Subgraph& subgraph) {
  double least = infinity;
  for (std::size_t node = 0; node < subgraph.size(); ++node)
    for (std::size_t c = 0; c < subgraph.candidates; ++c)
      if (c != subgraph.best.candidate)
        least = std::min(least, subgraph.costs[node][c] - subgraph.costs[node][subgraph.best.candidate]);
  return least;
}

bool static_alone(const Subgraph& subgraph) { return min_cut_at_least(subgraph, dissension(subgraph)); }

bool static_by_min_cut(const Subgraph& subgraph) {
  return min_cut_at_least(subgraph, boundary_cost(subgraph) + dissension(subgraph));
}

bool static_by_unanimity(const Subgraph& subgraph) {
  if (!is_unanimous(subgraph)) return false;
  const double regret = least_regret(subgraph);
  return regret == infinity || min_cut_at_least(subgraph, boundary_cost(subgraph) - regret);
}

bool accretes(const Subgraph& subgraph, std::size_t node, double inside, double elsewhere) {
  return inside >= elsewhere + greatest_cost(subgraph, node) - least_cost(subgraph, node);
}

bool static_by_accretion(const Subgraph& subgraph) {
  std::vector<double> degree;
  for (std::size_t node = 0; node < subgraph.size(); ++node) degree.push_back(degree_cost(subgraph, node));
  for (std::size_t first = 0; first < subgraph.size(); ++first)
    if (accretion_from(subgraph, degree, first)) return true;
  return false;
}

}  // namespace apportion
