// The best answer and the best bound of a solve.
#include "algorithms/shardings/effort.hpp"

#include <algorithm>

namespace apportion::shardings {

bool Effort::stopped() const {
  const std::scoped_lock lock(watching_);
  return problem_.watch.stopped();
}

bool Effort::offer(const Sharding& labels) {
  const ShardingTotals sum = totals(graph(), labels);
  if (!sum.allowed || (has_answer() && sum.cost >= solution.cost)) return false;
  solution.labels = labels;
  solution.cost = sum.cost;
  log({KnownAnswer{labels}});
  report();
  return true;
}

bool Effort::offer(const Core& core, const Flat& flat, const Places& places) {
  std::vector<std::uint32_t> of_groups(core.groups.size(), 0);
  for (std::uint32_t v = 0; v < flat.size(); ++v) of_groups[flat.group[v]] = places[v];
  return offer(core.expanded(of_groups));
}

void Effort::raise_bound(WideWhole bound) {
  if (has_answer()) bound = std::min(bound, solution.cost);
  if (bound <= solution.lower_bound) return;
  solution.lower_bound = bound;
  report();
}

void Effort::report() const {
  if (!problem_.watch.progress) return;
  const std::scoped_lock lock(watching_);
  problem_.watch.progress(solution);
}

}  // namespace apportion::shardings
