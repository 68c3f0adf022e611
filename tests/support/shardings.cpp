// A worked example, and exhaustive search.
#include "tests/support/shardings.hpp"

namespace apportion::testing_support {

std::string five_operations() {
  return R"({"name":"five","nodes":{"intervals":[[30,70],[40,70],[50,120],[110,140],[110,150]],)"
         R"("costs":[[15],[55,65],[25,45,35],[85,75],[95]],"usages":[[10],[25,25],[15,20,15],[10,10],[15]]},)"
         R"("edges":{"nodes":[[0,1],[0,2],[1,3],[2,4],[3,4]],)"
         R"("costs":[[30,40],[50,10,40],[90,10,20,80],[60,20,30],[70,60]]},"usage_limit":50})";
}

std::optional<WideWhole> least_cost(const ShardingGraph& graph) {
  Sharding labels(graph.size(), 0);
  std::optional<WideWhole> least;
  std::size_t node = 0;
  // All shardings, counted through like the digits of a number.
  do {
    const ShardingTotals sum = totals(graph, labels);
    if (sum.allowed && (!least || sum.cost < *least)) least = sum.cost;
    for (node = 0; node < labels.size() && ++labels[node] == graph.nodes[node].strategies; ++node) labels[node] = 0;
  } while (node < labels.size());
  return least;
}

}  // namespace apportion::testing_support
