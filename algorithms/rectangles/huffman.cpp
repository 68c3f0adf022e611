// HUFFMAN: a Huffman tree of the areas says which processors a cut separates.
#include <cstddef>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"

namespace apportion {
namespace {

// A node of the tree: the leaves come first, lightest first, then the inner nodes as they are made, so that children
// come before their parents.
struct Node {
  double weight = 0;
  std::size_t lighter = 0;
  std::size_t heavier = 0;
};

// Sums that are equal but for rounding: the leaf is taken first, which keeps the tree flat.
constexpr double sum_tolerance = 1e-12;

// The two lightest of what is left are merged. Leaves and inner nodes are both made in nondecreasing order of weight,
// so that two queues do for a heap. O(p).
std::vector<Node> huffman_tree(const Frame& frame) {
  const std::size_t p = frame.size();
  std::vector<Node> nodes(2 * p - 1);
  for (std::size_t leaf = 0; leaf < p; ++leaf) nodes[leaf].weight = frame.weights[p - 1 - leaf];
  std::size_t leaf = 0;
  std::size_t inner = p;
  for (std::size_t made = p; made < nodes.size(); ++made) {
    const auto lightest = [&] {
      const bool takes_leaf =
          leaf < p && (inner == made || nodes[leaf].weight <= nodes[inner].weight * (1 + sum_tolerance));
      return takes_leaf ? leaf++ : inner++;
    };
    Node& node = nodes[made];
    node.lighter = lightest();
    node.heavier = lightest();
    node.weight = nodes[node.lighter].weight + nodes[node.heavier].weight;
  }
  return nodes;
}

RectangleSolution solve_huffman(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  const std::size_t p = frame.size();
  const std::vector<Node> nodes = huffman_tree(frame);
  std::vector<Box> inner(p - 1);  // of nodes p, p + 1, ...
  std::vector<Box> boxes(p);
  const auto box_of = [&](std::size_t node) -> Box& { return node < p ? boxes[p - 1 - node] : inner[node - p]; };
  box_of(nodes.size() - 1) = {0, 0, frame.n, frame.m};
  double acost = 0;
  for (std::size_t parent = nodes.size(); parent-- > p;) {
    const Node& node = nodes[parent];
    const double fraction = node.weight > 0 ? nodes[node.heavier].weight / node.weight : 0.5;
    const Box& box = box_of(parent);
    const DividedBox halves = divide_box(box, fraction, cut_across_n(frame, box));
    box_of(node.heavier) = halves.first;
    box_of(node.lighter) = halves.second;
    acost += halves.cut_length;
  }
  return {.decomposition = to_decomposition(frame, boxes), .claimed_acost = acost};
}

const Registration<RectangleAlgorithm> huffman_registration{
    {.name = "HUFFMAN",
     .source = "Mohammadi and Behroozi 2023 (arXiv 2308.16899), reconstructed: the steps are derived from its summary",
     .summary = "Merges the two smallest areas until one tree is left and cuts the array by it, "
                "always across the longer side; ignores latency.",
     .solve = solve_huffman}};

}  // namespace
}  // namespace apportion
