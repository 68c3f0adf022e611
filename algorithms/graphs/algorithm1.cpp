// The recursion of Algorithm 1.
#include "algorithms/graphs/algorithm1.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/graphs/refinement.hpp"
#include "algorithms/graphs/static_sets.hpp"
#include "algorithms/graphs/termination.hpp"

namespace apportion {
namespace {

class Recursion {
 public:
  Recursion(const Algorithm1Settings& settings, const Partitioner& partitioner, std::size_t nodes)
      : settings_(settings), partitioner_(partitioner), labels_(nodes) {}

  GraphSolution solve(const AlignmentGraph& graph) {
    solve(whole_subgraph(graph), 0, true);
    const bool proven = all_ended_by_proof_ || completion_time(graph, labels_) <= local_minima(graph);
    GraphSolution solution = labelled(graph, labels_, proven);
    solution.counters = counters_;
    return solution;
  }

 private:
  // Labels the members and returns what that costs. `level` counts the divisions around the set; `outermost` is a
  // component of the whole graph, or all of it.
  double solve(const Subgraph& subgraph, std::int64_t level, bool outermost) {
    if (subgraph.size() == 1) return make_static(subgraph);
    const std::vector<std::size_t> component = components(subgraph);
    const std::size_t count = *std::ranges::max_element(component) + 1;
    if (count > 1) return solve_parts(subgraph, component, count, level, outermost);
    if (ends(subgraph) || (settings_.levels > 0 && level == settings_.levels)) return make_static(subgraph);
    if (outermost) all_ended_by_proof_ = false;
    const Sides sides = divide(subgraph);
    return solve_parts(subgraph, {sides.begin(), sides.end()}, 2, level + 1, false);
  }

  double solve_parts(const Subgraph& subgraph, const std::vector<std::size_t>& part, std::size_t count,
                     std::int64_t level, bool outermost) {
    double cost = 0;
    for (std::size_t which = 0; which < count; ++which) cost += solve(part_of(subgraph, part, which), level, outermost);
    for (const CutEdge& edge : subgraph.edges)
      if (part[edge.u] != part[edge.v] && label(subgraph, edge.u) != label(subgraph, edge.v)) cost += edge.capacity;
    return cost < subgraph.best.cost ? cost : make_static(subgraph);
  }

  Sides divide(const Subgraph& subgraph) {
    if (subgraph.size() == 2) return first_node_aside(2);
    ++counters_.partitions;
    Sides sides = partitioner_(subgraph, counters_);
    return settings_.kernighan_lin ? refine(subgraph, std::move(sides), counters_) : sides;
  }

  double make_static(const Subgraph& subgraph) {
    for (const std::size_t node : subgraph.members) labels_[node] = subgraph.best.candidate;
    return subgraph.best.cost;
  }

  bool ends(const Subgraph& subgraph) {
    return ends_by(settings_.test_alone, static_alone, subgraph, counters_.ended_by_test) ||
           ends_by(settings_.lemma1, static_by_min_cut, subgraph, counters_.ended_by_lemma1) ||
           ends_by(settings_.lemma2, static_by_unanimity, subgraph, counters_.ended_by_lemma2) ||
           ends_by(settings_.lemma3, static_by_accretion, subgraph, counters_.ended_by_lemma3);
  }

  static bool ends_by(bool chosen, bool (*test)(const Subgraph&), const Subgraph& subgraph, std::int64_t& count) {
    const bool ended = chosen && test(subgraph);
    if (ended) ++count;
    return ended;
  }

  [[nodiscard]] std::size_t label(const Subgraph& subgraph, std::size_t node) const {
    return labels_[subgraph.members[node]];
  }

  const Algorithm1Settings& settings_;
  const Partitioner& partitioner_;
  Labelling labels_;
  GraphCounters counters_;
  bool all_ended_by_proof_ = true;
};

}  // namespace

std::vector<OptionSpec> algorithm1_options() {
  return {{.name = "lemma1", .summary = "stop where Lemma 1 (min-cut) holds as printed"},
          {.name = "lemma2", .summary = "stop where Lemma 2 (unanimous) holds as printed"},
          {.name = "lemma3", .summary = "stop where Lemma 3 (accretion) holds as printed"},
          {.name = "exhaust", .summary = "stop only at single nodes"},
          {.name = "kernighan-lin", .summary = "refine each partition"},
          {.name = "collapse", .summary = "first merge each set that is known to be static into one node"},
          {.name = "levels",
           .kind = OptionKind::count,
           .default_value = "0",
           .summary = "greatest depth of the recursion; 0: no limit"}};
}

Algorithm1Settings algorithm1_settings(const Options& options, bool paper) {
  Algorithm1Settings settings;
  settings.lemma1 = paper || options.flag("lemma1");
  settings.lemma2 = paper || options.flag("lemma2");
  settings.lemma3 = paper || options.flag("lemma3");
  settings.kernighan_lin = options.flag("kernighan-lin");
  settings.collapse = options.flag("collapse");
  settings.levels = options.count("levels");
  settings.test_alone = !settings.lemma1 && !settings.lemma2 && !settings.lemma3 && !options.flag("exhaust");
  return settings;
}

GraphSolution algorithm1(const AlignmentGraph& graph, const Algorithm1Settings& settings,
                         const Partitioner& partitioner) {
  if (!settings.collapse) return Recursion(settings, partitioner, graph.size()).solve(graph);
  const CollapsedGraph collapsed = collapse_static_sets(graph);
  const GraphSolution inner = Recursion(settings, partitioner, collapsed.graph.size()).solve(collapsed.graph);
  // Which sets are static was decided in rounded arithmetic: that proves nothing.
  const bool unchanged = collapsed.graph.size() == graph.size();
  Labelling labels = expanded(collapsed, inner.labels);
  const bool proven = unchanged ? inner.proven_optimal : completion_time(graph, labels) <= local_minima(graph);
  GraphSolution solution = labelled(graph, std::move(labels), proven);
  solution.counters = inner.counters;
  return solution;
}

Sides first_node_aside(std::size_t nodes) {
  Sides sides(nodes, true);
  sides[0] = false;
  return sides;
}

bool is_one_sided(const Sides& sides) { return std::ranges::find(sides, !sides[0]) == sides.end(); }

}  // namespace apportion
