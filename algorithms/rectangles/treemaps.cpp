// Treemaps and similar divisions: SQUARIFIED, HUFFMAN and NAGAMOCHI-ABE, which all ignore latency.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"

namespace apportion {
namespace {

// --- SQUARIFIED: rows along the shorter side of the rest, each extended while its parts do not become longer

// Allows for rounding: ratios of equal weights can differ.
constexpr double ratio_tolerance = 1e-9;

// The row that starts with item `first`: the next item joins it unless the worst aspect ratio grows. The item's part is
// s a / S long and S / s thick for areas a and S of the part and the row, which lies along a side of length s.
std::size_t end_of_row(const Frame& frame, const Box& rest, std::size_t first) {
  const double side = std::min(rest.width, rest.height);
  const double scale = side * side / (frame.m * frame.n);
  const double longest = scale * frame.weights[first];
  double worst = 0;
  std::size_t last = first;
  for (; last < frame.size(); ++last) {
    const double row = frame.share(first, last + 1);
    const double aspect = std::max(longest / (row * row), row * row / (scale * frame.weights[last]));
    // False for NaN, too: weights too small to move the prefix sums share a row.
    if (last > first && aspect > worst * (1 + ratio_tolerance)) break;
    worst = aspect;
  }
  return last;
}

// Places a row; returns the rest of the box.
Box lay_row(const Frame& frame, const Box& rest, std::size_t first, std::size_t last, Layout& layout) {
  const bool across_n = cut_across_n(frame, rest);
  const DividedBox cut = divide_box(rest, fraction_of(frame, first, last, frame.size()), across_n);
  const Box& row = last == frame.size() ? rest : cut.first;
  if (last < frame.size()) layout.acost += cut.cut_length;
  const double length = across_n ? row.height : row.width;
  const double thickness = across_n ? row.width : row.height;
  layout.acost += static_cast<double>(last - first - 1) * thickness;
  const double share = frame.share(first, last);
  const auto fraction = [&](std::size_t from, std::size_t to) {
    return share > 0 ? frame.share(from, to) / share
                     : static_cast<double>(to - from) / static_cast<double>(last - first);
  };
  for (std::size_t item = first; item < last; ++item) {
    const double along = length * fraction(first, item);
    const double part = length * fraction(item, item + 1);
    layout.boxes[item] =
        across_n ? Box{row.x, row.y + along, thickness, part} : Box{row.x + along, row.y, part, thickness};
  }
  return cut.second;
}

Layout squarified(const Frame& frame) {
  Layout layout(frame);
  Box rest{0, 0, frame.n, frame.m};
  for (std::size_t first = 0; first < frame.size();) {
    const std::size_t last = end_of_row(frame, rest, first);
    rest = lay_row(frame, rest, first, last, layout);
    first = last;
  }
  return layout;
}

const Registration<RectangleAlgorithm> squarified_registration{
    {.name = "SQUARIFIED",
     .source = "Bruls, Huizing and van Wijk 2000, Squarified treemaps",
     .summary = "Lays rows along the shorter side of what is left, largest areas first, "
                "and ends a row where the worst aspect ratio would grow; ignores latency.",
     .solve = solve_by_layout<squarified>}};

// --- HUFFMAN: each cut separates the subtrees of a Huffman tree of the areas

// A node of the tree: the leaves come first, lightest first, then the inner nodes in the order of their creation, so
// that children come before their parents.
struct Node {
  double weight = 0;
  std::size_t lighter = 0;
  std::size_t heavier = 0;
};

// In a tie up to rounding the leaf is taken first, which keeps the tree flat.
constexpr double sum_tolerance = 1e-12;

// Merges the two lightest remaining nodes. Leaves and inner nodes both arise in nondecreasing order of weight, so that
// two queues suffice. O(p).
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

Layout huffman(const Frame& frame) {
  const std::size_t p = frame.size();
  const std::vector<Node> nodes = huffman_tree(frame);
  Layout layout(frame);
  std::vector<Box> inner(p - 1);  // of nodes p, p + 1, ...
  const auto box_of = [&](std::size_t node) -> Box& { return node < p ? layout.boxes[p - 1 - node] : inner[node - p]; };
  box_of(nodes.size() - 1) = {0, 0, frame.n, frame.m};
  for (std::size_t parent = nodes.size(); parent-- > p;) {
    const Node& node = nodes[parent];
    const double fraction = node.weight > 0 ? nodes[node.heavier].weight / node.weight : 0.5;
    const Box& box = box_of(parent);
    const DividedBox halves = divide_box(box, fraction, cut_across_n(frame, box));
    box_of(node.heavier) = halves.first;
    box_of(node.lighter) = halves.second;
    layout.acost += halves.cut_length;
  }
  return layout;
}

const Registration<RectangleAlgorithm> huffman_registration{
    {.name = "HUFFMAN",
     .source = "Mohammadi and Behroozi 2023 (arXiv 2308.16899), reconstructed: the steps are derived from its summary",
     .summary = "Merges the two smallest areas until one tree is left and cuts the array by it, "
                "always across the longer side; ignores latency.",
     .solve = solve_by_layout<huffman>}};

// --- NAGAMOCHI-ABE: cuts off the largest processors that have a third of a box, always across its longer side

// Allows for rounding: prefix sums of equal weights can miss a third.
constexpr double third_tolerance = 1e-12;

// The end of the shortest prefix of items [first, last), at least two, with at least a third of their weight. Weights
// do not increase, so that a third of the items, rounded up, always has that; this limit also bounds the depth of the
// recursion if weights are too small to move the prefix sums.
std::size_t end_of_first_third(const Frame& frame, std::size_t first, std::size_t last) {
  const std::size_t at_most = first + (last - first + 2) / 3;
  const double share = frame.share(first, last);
  if (!(share > 0)) return at_most;
  return end_of_share(frame, first, frame.prefix[first] + share * (1 - third_tolerance) / 3, at_most);
}

Layout nagamochi_abe(const Frame& frame) {
  return bisected(frame, [&](const Box& box, std::size_t first, std::size_t last, int /*depth*/) -> Halving {
    const std::size_t middle = end_of_first_third(frame, first, last);
    return {middle, fraction_of(frame, first, middle, last), cut_across_n(frame, box)};
  });
}

const Registration<RectangleAlgorithm> nagamochi_abe_registration{
    {.name = "NAGAMOCHI-ABE",
     .source = "Nagamochi and Abe 2007 (Discrete Applied Mathematics), reconstructed: "
               "the steps are derived from its summary",
     .summary = "Gives the shortest prefix of the largest areas with a third of the sum one side of the array, "
                "always cutting across the longer side; ignores latency.",
     .solve = solve_by_layout<nagamochi_abe>}};

}  // namespace

}  // namespace apportion
