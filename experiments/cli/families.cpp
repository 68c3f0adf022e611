// The table of problem families.
#include "experiments/cli/families.hpp"

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion::cli {
namespace {

template <class AlgorithmType>
void add_family(const std::string& family, std::vector<AlgorithmInfo>& all) {
  for (const AlgorithmType& entry : Registry<AlgorithmType>::instance().algorithms())
    all.push_back({family, entry.name, entry.source, entry.summary, entry.revision, entry.exact_everywhere,
                   entry.options, entry.variants});
}

}  // namespace

std::vector<AlgorithmInfo> all_algorithms() {
  std::vector<AlgorithmInfo> all;
  add_family<CommunicationCount>("communications", all);
  add_family<DistributionKind>("distribution", all);
  add_family<GraphAlgorithm>("graph", all);
  add_family<GridAlgorithm>("grid", all);
  add_family<RectangleAlgorithm>("rectangles", all);
  return all;
}

}  // namespace apportion::cli
