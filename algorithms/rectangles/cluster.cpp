// CLUSTER: Huffman merging to a few clusters, then all slicing trees over them.
#include "algorithms/rectangles/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/rectangles/aspect_tables.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

using Key = std::pair<double, std::int32_t>;  // what the merging takes for the area, and the set

// Merges the two sets of least key until `size` are left.
std::vector<std::int32_t> merged(std::vector<Key> keys, const Frame& frame, std::size_t size, AspectTables& tables) {
  std::vector<double> areas(frame.weights);
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue(std::greater<>{}, std::move(keys));
  while (queue.size() > size) {
    const Key first = queue.top();
    queue.pop();
    const Key second = queue.top();
    queue.pop();
    areas.push_back(areas[static_cast<std::size_t>(first.second)] + areas[static_cast<std::size_t>(second.second)]);
    const std::int32_t set = tables.add_set(areas.back());
    tables.offer(first.second, second.second);
    tables.finish();
    queue.emplace(first.first + second.first, set);
  }
  std::vector<std::int32_t> sets;
  for (; !queue.empty(); queue.pop()) sets.push_back(queue.top().second);
  return sets;
}

// Factors e^(spread (u - 1/2)), the spread itself drawn from .7 to 1.
void disturb(std::vector<Key>& keys, RandomStream& stream) {
  const double spread = 0.7 + 0.3 * draw_unit(stream);
  for (Key& key : keys) key.first *= std::exp(spread * (draw_unit(stream) - 0.5));
}

void require_range(const Options& options, std::size_t p) {
  if (p > largest_p_of_cluster)
    throw InputError(
        fmt::format("CLUSTER takes at most {} processors, and there are {}; BEST takes more", largest_p_of_cluster, p));
  const std::int64_t size = options.count("size");
  if (size < 1 || size > static_cast<std::int64_t>(most_clusters))
    throw InputError(fmt::format("option size of CLUSTER is {}; it must be from 1 to {}", size, most_clusters));
  if (options.count("runs") < 1) throw InputError("option runs of CLUSTER is 0; it must be at least 1");
}

RectangleSolution solve_cluster(const RectangleProblem& problem, const Options& options, RandomStream& stream) {
  const Frame frame = make_frame(problem);
  require_range(options, frame.size());
  RandomStream own = stream.renamed("CLUSTER");
  const BestTree best = cluster_trees(frame, static_cast<std::size_t>(options.count("size")),
                                      static_cast<std::size_t>(options.count("runs")), own);
  return slicing_solution(frame, best.tree);
}

const Registration<RectangleAlgorithm> cluster_registration{
    {.name = "CLUSTER",
     .source = "this project",
     .summary = "Merges the smallest areas as Huffman codes do until few clusters are left, "
                "then the best slicing tree over these, by tables over 48 aspect ratios; "
                "the best of several runs with disturbed areas. Trees are made for Acost alone, "
                "and chosen by Acost + latency * internal edges.",
     .exact_everywhere = false,
     .options = {{.name = "size",
                  .kind = OptionKind::count,
                  .default_value = "8",
                  .summary = "clusters that are left, 1 to 12; a run takes 3^size steps"},
                 {.name = "runs", .kind = OptionKind::count, .default_value = "10", .summary = "number of runs"}},
     .variants = {"size=4,runs=2"},
     .solve = solve_cluster}};

}  // namespace

BestTree cluster_trees(const Frame& frame, std::size_t size, std::size_t runs, RandomStream& stream) {
  AspectTables tables(frame.n / frame.m);
  std::vector<Key> areas;
  for (std::size_t item = 0; item < frame.size(); ++item)
    areas.emplace_back(frame.weights[item], tables.add_piece(static_cast<std::int32_t>(item), frame.weights[item], {}));
  BestTree best;
  for (std::size_t run = 0; run < runs; ++run) {
    std::vector<Key> keys = areas;
    if (run > 0) disturb(keys, stream);
    const std::vector<std::int32_t> sets = merged(std::move(keys), frame, size, tables);
    best.offer(frame, tables.tree(sets.size() == 1 ? sets.front() : tables.add_subsets(sets), frame));
    tables.keep_pieces();
  }
  return best;
}

}  // namespace apportion
