// Large neighbourhood search over slicing trees.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/rectangles/aspect_tables.hpp"
#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Takes a node of the tree, one time in three the root, opens it to at most `size` subtrees, and joins these anew as
/// the aspect tables say is best for the node's box; keeps what is not worse by the exact total (Shaw 1998 for the
/// idea). Corners are left as they are.
class LargeNeighbourhoods {
 public:
  /// `frame` must outlive the object. size from 3 to most_clusters of cluster.hpp.
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

}  // namespace apportion
