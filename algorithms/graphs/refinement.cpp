// The passes of the refinement.
#include "algorithms/graphs/refinement.hpp"

#include <limits>

namespace apportion {
namespace {

constexpr int most_passes = 10;

// The free node whose move leaves the objective least, or size() where no node may move.
std::size_t best_move(const Subgraph& subgraph, const Bipartition& partition, const std::vector<bool>& moved) {
  std::size_t best = subgraph.size();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t node = 0; node < subgraph.size(); ++node) {
    if (moved[node] || partition.is_last(node)) continue;
    const double objective = partition.objective_after(node);
    if (objective < least) {
      least = objective;
      best = node;
    }
  }
  return best;
}

// Improves `sides` by one pass; whether it did.
bool pass(const Subgraph& subgraph, Sides& sides, GraphCounters& counters) {
  Bipartition partition(subgraph, sides, counters);
  // Rounding must not pass for an improvement, or passes would follow each other in a circle.
  double least = partition.objective() * (1 - 1e-12);
  bool improved = false;
  std::vector<bool> moved(subgraph.size());
  for (std::size_t node = best_move(subgraph, partition, moved); node < subgraph.size();
       node = best_move(subgraph, partition, moved)) {
    partition.flip(node);
    moved[node] = true;
    const double objective = partition.objective();
    if (objective >= least) continue;
    least = objective;
    sides = partition.sides();
    improved = true;
  }
  return improved;
}

}  // namespace

Sides refine(const Subgraph& subgraph, Sides sides, GraphCounters& counters) {
  for (int passes = 0; passes < most_passes && pass(subgraph, sides, counters); ++passes) continue;
  return sides;
}

}  // namespace apportion
