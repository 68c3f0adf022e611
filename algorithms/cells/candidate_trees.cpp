// From rectangles to trees over whole cells.
#include "algorithms/cells/candidate_trees.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/cells/connection.hpp"
#include "algorithms/rectangles/slicing_tree.hpp"

namespace apportion {
namespace {

// Leaves first, then inner nodes, children before their parents.
CellTree converted(const CellProblem& problem, const Frame& frame, const SlicingTree& slicing) {
  const std::vector<PartSize> sizes = part_sizes(problem);
  CellTree tree;
  tree.nodes.reserve(slicing.nodes.size());
  for (std::size_t processor = 0; processor < sizes.size(); ++processor) tree.add_leaf(processor, sizes[processor]);
  std::vector<std::int32_t> order = {slicing.root};
  for (std::size_t i = 0; i < order.size(); ++i)
    if (!slicing.is_leaf(order[i]))
      for (const std::int32_t child : slicing.at(order[i]).child) order.push_back(child);
  std::ranges::reverse(order);
  std::vector<std::int32_t> node_of(slicing.nodes.size(), CellNode::none);
  for (const std::int32_t each : order) {
    const SlicingNode& node = slicing.at(each);
    std::int32_t& own = node_of[static_cast<std::size_t>(each)];
    if (slicing.is_leaf(each)) {
      own = static_cast<std::int32_t>(frame.processor[static_cast<std::size_t>(node.item)]);
      continue;
    }
    const bool stacked = (node.kind == NodeKind::across_y) != frame.rows_along_x;
    own = tree.add_cut(stacked, node_of[static_cast<std::size_t>(node.child[0])],
                       node_of[static_cast<std::size_t>(node.child[1])]);
  }
  tree.root = node_of[static_cast<std::size_t>(slicing.root)];
  return tree;
}

struct Range {
  std::size_t first = 0;
  std::size_t last = 0;
  double width = 0;
  double height = 0;
};

}  // namespace

RectangleProblem rectangle_problem(const CellProblem& problem) {
  return {problem.extent(), problem.cluster, problem.latency};
}

std::optional<CellTree> cell_tree_of(const CellProblem& problem, const Decomposition& decomposition) {
  if (!decomposition.further.empty()) return std::nullopt;
  const Frame frame = make_frame(rectangle_problem(problem));
  Decomposition sorted{{frame.m, frame.n}, {}};
  sorted.parts.reserve(frame.size());
  for (const std::size_t processor : frame.processor) {
    const Rect& part = decomposition.parts[processor];
    sorted.parts.push_back(frame.rows_along_x ? part.transposed() : part);
  }
  const std::optional<SlicingTree> slicing = tree_of(frame, sorted);
  if (!slicing) return std::nullopt;
  CellTree tree = converted(problem, frame, *slicing);
  join_pieces(problem, tree);
  return tree;
}

CellTree bisection_tree(const CellProblem& problem) {
  const std::vector<PartSize> sizes = part_sizes(problem);
  CellTree tree;
  for (std::size_t processor = 0; processor < sizes.size(); ++processor) tree.add_leaf(processor, sizes[processor]);
  std::vector<double> before(sizes.size() + 1, 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) before[i + 1] = before[i] + problem.cluster.speeds[i];
  std::vector<Range> ranges = {
      {0, sizes.size(), static_cast<double>(problem.columns), static_cast<double>(problem.rows)}};
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Range range = ranges[i];
    if (range.last - range.first == 1) continue;
    const std::size_t middle = range.first + (range.last - range.first) / 2;
    const double share = (before[middle] - before[range.first]) / (before[range.last] - before[range.first]);
    const bool stacked = range.height > range.width;
    const auto half = [&](std::size_t first, std::size_t last, double part) -> Range {
      return {first, last, stacked ? range.width : range.width * part, stacked ? range.height * part : range.height};
    };
    ranges.push_back(half(range.first, middle, share));
    ranges.push_back(half(middle, range.last, 1 - share));
  }
  // The halves of a range follow each other, in order of the ranges.
  std::vector<std::int32_t> node(ranges.size());
  std::size_t next = ranges.size();
  for (std::size_t i = ranges.size(); i-- > 0;) {
    const Range& range = ranges[i];
    if (range.last - range.first == 1) {
      node[i] = static_cast<std::int32_t>(range.first);
      continue;
    }
    next -= 2;
    node[i] = tree.add_cut(range.height > range.width, node[next], node[next + 1]);
  }
  tree.root = node[0];
  join_pieces(problem, tree);
  return tree;
}

}  // namespace apportion
