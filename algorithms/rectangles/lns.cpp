// LNS: large neighbourhood search over slicing trees.
#include "algorithms/rectangles/lns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/cluster.hpp"
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/range.hpp"
#include "algorithms/rectangles/subset.hpp"
#include "algorithms/rectangles/xy2_programme.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

constexpr std::size_t cluster_size = 6;
constexpr std::size_t cluster_runs = 1;

// A balanced tree of equal cuts over nodes [first, last), so that paths to the root are short.
std::int32_t join(SlicingTree& tree, NodeKind kind, const std::vector<std::int32_t>& nodes, std::size_t first,
                  std::size_t last) {
  if (last - first == 1) return nodes[first];
  const std::size_t middle = first + (last - first) / 2;
  const std::int32_t before = join(tree, kind, nodes, first, middle);
  const std::int32_t behind = join(tree, kind, nodes, middle, last);
  return tree.add_inner(kind, before, behind);
}

SlicingTree columns_tree(const Frame& frame, const Columns& columns) {
  SlicingTree tree;
  tree.nodes.reserve(2 * frame.size());
  const NodeKind between = columns.transposed ? NodeKind::across_y : NodeKind::across_x;
  const NodeKind within = columns.transposed ? NodeKind::across_x : NodeKind::across_y;
  std::vector<std::int32_t> tops;
  std::size_t item = 0;
  for (const std::size_t count : columns.counts) {
    std::vector<std::int32_t> leaves;
    for (const std::size_t end = item + count; item < end; ++item)
      leaves.push_back(tree.add_leaf(static_cast<std::int32_t>(item), frame.weights[item]));
    tops.push_back(join(tree, within, leaves, 0, leaves.size()));
  }
  tree.root = join(tree, between, tops, 0, tops.size());
  return tree;
}

RectangleSolution solve(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_search)
    throw InputError(fmt::format("LNS takes at most {} processors, here are {}; BEST takes more", largest_p_of_search,
                                 frame.size()));
  const NeighbourhoodSettings settings = {.size = static_cast<std::size_t>(options.count("size")),
                                          .steps = static_cast<std::size_t>(options.count("steps")),
                                          .range_limit = static_cast<std::size_t>(options.count("range-limit")),
                                          .subset_limit = static_cast<std::size_t>(options.count("subset-limit"))};
  if (settings.size < 3 || settings.size > most_clusters)
    throw InputError(fmt::format("option size of LNS is {}; it must be from 3 to {}", settings.size, most_clusters));
  return slicing_solution(frame, neighbourhood_tree(frame, settings, stream).tree);
}

const Registration<RectangleAlgorithm> registration{
    {.name = "LNS",
     .source = "this project; the idea of large neighbourhoods: Shaw 1998",
     .summary = "From the best of XY2, CLUSTER, RANGE and SUBSET: opens a node of the slicing tree to a few subtrees, "
                "joins them in the best of all ways, keeps what does not raise Acost + latency * internal edges.",
     .exact_everywhere = false,
     .options = {{.name = "size",
                  .kind = OptionKind::count,
                  .default_value = "8",
                  .summary = "subtrees that a step joins anew, 3 to 12; it takes 3^size steps of a table"},
                 {.name = "steps", .kind = OptionKind::count, .default_value = "20", .summary = "how often"},
                 {.name = "range-limit",
                  .kind = OptionKind::count,
                  .default_value = "100",
                  .summary = "RANGE is among the starts up to this number of processors"},
                 {.name = "subset-limit",
                  .kind = OptionKind::count,
                  .default_value = "10",
                  .summary = "SUBSET is among the starts up to this number of processors"}},
     .solve = solve}};

}  // namespace

BestTree start_tree(const Frame& frame, const NeighbourhoodSettings& settings, const RandomStream& stream) {
  RandomStream of_cluster = stream.renamed("CLUSTER");
  BestTree best = cluster_trees(frame, cluster_size, cluster_runs, of_cluster);
  if (!(frame.latency > 0) || frame.size() <= largest_p_with_latency)
    best.offer(frame, columns_tree(frame, cheapest_columns(frame)));
  if (frame.size() <= std::min(settings.subset_limit, largest_p_of_subset)) best.offer(frame, subset_tree(frame));
  if (frame.size() <= std::min(settings.range_limit, largest_p_of_range)) best.offer(frame, range_tree(frame));
  return best;
}

BestTree neighbourhood_tree(const Frame& frame, const NeighbourhoodSettings& settings, const RandomStream& stream) {
  BestTree best = start_tree(frame, settings, stream);
  const bool subset_took_part = frame.size() <= std::min(settings.subset_limit, largest_p_of_subset);
  if (subset_took_part && !(frame.latency > 0)) return best;
  RandomStream own = stream.renamed("LNS");
  LargeNeighbourhoods(frame, settings.size).improve(best, settings.steps, own);
  return best;
}

}  // namespace apportion
