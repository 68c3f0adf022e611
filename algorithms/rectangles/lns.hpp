// The good slicing trees that searches start from, and the large neighbourhood search that goes on from the best of
// them.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/options.hpp"
#include "algorithms/rectangles/aspect_tables.hpp"
#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Takes a node of the tree, one time in three the root, opens it to at most `size` subtrees, and joins these anew as
/// the aspect tables say is best for the node's box; keeps what is not worse by the exact total (Shaw 1998 for the
/// idea). Corners are left as they are.
class LargeNeighbourhoods {
 public:
  /// `frame` must outlive the object. size from 3 to most_clusters (aspect_tables.hpp).
  LargeNeighbourhoods(const Frame& frame, std::size_t size);

  /// `steps` times. `best` must hold a tree; it never gets worse.
  void improve(BestTree& best, std::size_t steps, RandomStream& stream);

 private:
  void open(const SlicingTree& tree, std::int32_t node, RandomStream& stream);
  void rejoin(SlicingTree& tree, std::int32_t node);
  bool try_node(BestTree& best, std::int32_t node, RandomStream& stream);

  const Frame& frame_;
  std::size_t size_;
  AspectTables tables_;
  std::vector<std::int32_t> pieces_;  // nodes of the tree
  std::vector<std::int32_t> opened_;  // the inner nodes above them
};

/// The largest p of the searches: a step copies the tree, and there are thousands.
inline constexpr std::size_t largest_p_of_search = 20'000;

struct NeighbourhoodSettings {
  std::size_t size = 8;           ///< subtrees that a step joins anew, 3 to most_clusters
  std::size_t steps = 20;         ///< how often some are joined anew
  std::size_t range_limit = 100;  ///< RANGE is among the starts up to this p
  std::size_t subset_limit = 10;  ///< SUBSET is among the starts up to this p
};

/// The options `own` of a search, then range-limit and subset-limit of the starts.
[[nodiscard]] std::vector<OptionSpec> with_start_limits(std::vector<OptionSpec> own);

/// The best by exact total of: COLUMNS; ROLLOUT up to 200 processors, with latency up to 50; CLUSTER[size=6,runs=1];
/// SUBSET and RANGE up to their limits. Each is what the algorithm of that name gives for the seed of `stream`.
[[nodiscard]] BestTree start_tree(const Frame& frame, const NeighbourhoodSettings& settings,
                                  const RandomStream& stream);

/// start_tree(), then large neighbourhoods; what LNS gives for the seed of `stream`.
[[nodiscard]] BestTree neighbourhood_tree(const Frame& frame, const NeighbourhoodSettings& settings,
                                          const RandomStream& stream);

}  // namespace apportion
