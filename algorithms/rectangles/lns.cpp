// LNS: large neighbourhood search over slicing trees.
#include "algorithms/rectangles/lns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "algorithms/rectangles/cluster.hpp"
#include "algorithms/rectangles/range.hpp"
#include "algorithms/rectangles/subset.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

constexpr std::size_t cluster_size = 6;
constexpr std::size_t cluster_runs = 1;

// Methods whose answers are the first starts, up to a number of processors, without latency and with it.
struct StartMethod {
  const char* name;
  std::size_t at_most;
  std::size_t at_most_with_latency;
};
constexpr std::array start_methods = {StartMethod{"COLUMNS", largest_p_of_search, largest_p_of_search},
                                      StartMethod{"ROLLOUT", 200, 50}};

void offer_methods(const Frame& frame, RandomStream stream, BestTree& best) {
  // The items in their order, so that processors are items.
  const RectangleProblem problem{{frame.m, frame.n}, {frame.weights, {}}, frame.latency};
  for (const StartMethod& method : start_methods) {
    if (frame.size() > (frame.latency > 0 ? method.at_most_with_latency : method.at_most)) continue;
    const RectangleSolution solution = RectangleRegistry::instance().choose(method.name).solve(problem, stream);
    if (const std::optional<SlicingTree> tree = tree_of(frame, solution.decomposition)) best.offer(frame, *tree);
  }
}

RectangleSolution solve_lns(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_search)
    throw InputError(fmt::format("LNS takes at most {} processors, and there are {}; BEST takes more",
                                 largest_p_of_search, frame.size()));
  const NeighbourhoodSettings settings = {.size = static_cast<std::size_t>(options.count("size")),
                                          .steps = static_cast<std::size_t>(options.count("steps")),
                                          .range_limit = static_cast<std::size_t>(options.count("range-limit")),
                                          .subset_limit = static_cast<std::size_t>(options.count("subset-limit"))};
  if (settings.size < 3 || settings.size > most_clusters)
    throw InputError(fmt::format("option size of LNS is {}; it must be from 3 to {}", settings.size, most_clusters));
  return slicing_solution(frame, neighbourhood_tree(frame, settings, stream).tree);
}

const Registration<RectangleAlgorithm> lns_registration{
    {.name = "LNS",
     .source = "this project; the idea of large neighbourhoods: Shaw 1998",
     .summary = "Starts from the best of COLUMNS, ROLLOUT, CLUSTER, RANGE and SUBSET. "
                "Each step opens a node of the slicing tree to a few subtrees, joins these in the best possible way, "
                "and keeps the result unless Acost + latency * internal edges rises.",
     .exact_everywhere = false,
     .options = with_start_limits(
         {{.name = "size",
           .kind = OptionKind::count,
           .default_value = "8",
           .summary = "subtrees that a step rejoins, 3 to 12; its time grows as 3^size"},
          {.name = "steps", .kind = OptionKind::count, .default_value = "20", .summary = "how often"}}),
     .solve = solve_lns}};

}  // namespace

std::vector<OptionSpec> with_start_limits(std::vector<OptionSpec> own) {
  own.push_back({.name = "range-limit",
                 .kind = OptionKind::count,
                 .default_value = "100",
                 .summary = "RANGE is among the starts up to this number of processors"});
  own.push_back({.name = "subset-limit",
                 .kind = OptionKind::count,
                 .default_value = "10",
                 .summary = "SUBSET is among the starts up to this number of processors"});
  return own;
}

BestTree start_tree(const Frame& frame, const NeighbourhoodSettings& settings, const RandomStream& stream) {
  RandomStream of_cluster = stream.renamed("CLUSTER");
  BestTree best = cluster_trees(frame, cluster_size, cluster_runs, of_cluster);
  offer_methods(frame, stream, best);
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
