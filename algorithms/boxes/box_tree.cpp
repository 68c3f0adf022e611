// Slicing trees of boxes, and RCB, RecursiveBisection2 and HUFFMAN, whose trees follow from the weights alone.
#include "algorithms/boxes/box_tree.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <span>
#include <utility>

#include "algorithms/boxes/box_algorithm.hpp"

namespace apportion {
namespace {

using Numbers = std::span<const std::uint32_t>;

std::vector<std::uint32_t> in_order(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// `halved` says how many of at least two go first.
std::uint32_t bisect(Numbers list, const std::function<std::size_t(Numbers)>& halved, BoxTree& tree) {
  if (list.size() == 1) return list.front();
  const std::size_t before = halved(list);
  const std::uint32_t first = bisect(list.first(before), halved, tree);
  const std::uint32_t second = bisect(list.subspan(before), halved, tree);
  return tree.join(first, second, 0);
}

template <BoxTree (*tree)(const BoxProblem&)>
BoxDivision solved_by_tree(const BoxProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  return divided_by(tree(problem), problem.extent);
}

const Registration<BoxAlgorithm> rcb_registration{
    {.name = "RCB",
     .source = "Berger & Bokhari 1987, in space",
     .summary = "the list of processors halved by count again and again, each box cut across its longest side",
     .solve = solved_by_tree<bisection_by_count>}};

const Registration<BoxAlgorithm> bisection_registration{
    {.name = "RecursiveBisection2",
     .source = "Kaddoura, Ranka & Wang 1996, in space",
     .summary = "processors by descending weight, divided behind half of the weight, across the longest side",
     .solve = solved_by_tree<bisection_by_weight>}};

const Registration<BoxAlgorithm> huffman_registration{
    {.name = "HUFFMAN",
     .source = "the tree of Huffman 1952, in space",
     .summary = "the two lightest groups joined again and again, then cut from the whole down across longest sides",
     .solve = solved_by_tree<huffman_boxes>}};

}  // namespace

BoxTree::BoxTree(const std::vector<double>& volumes) : leaves(volumes.size()) {
  for (const double each : volumes) nodes.push_back({.volume = each});
}

std::uint32_t BoxTree::join(std::uint32_t first, std::uint32_t second, std::uint32_t axis) {
  root = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back({nodes[first].volume + nodes[second].volume, no_node, first, second, axis});
  nodes[first].parent = nodes[second].parent = root;
  return root;
}

void BoxTree::cut_across_longest(const Triple& extent) {
  std::vector<std::pair<std::uint32_t, Triple>> open = {{root, extent}};
  while (!open.empty()) {
    const auto [number, sides] = open.back();
    open.pop_back();
    if (is_leaf(number)) continue;
    Node& node = nodes[number];
    node.axis = static_cast<std::uint32_t>(std::ranges::max_element(sides) - sides.begin());
    for (const std::uint32_t child : {node.first, node.second}) {
      Triple inner = sides;
      inner[node.axis] *= nodes[child].volume / node.volume;
      open.emplace_back(child, inner);
    }
  }
}

BoxDivision divided_by(const BoxTree& tree, const Triple& extent) {
  BoxDivision division{extent, std::vector<Cuboid>(tree.leaves)};
  std::vector<std::pair<std::uint32_t, Cuboid>> open = {{tree.root, {{}, extent}}};
  while (!open.empty()) {
    const auto [number, box] = open.back();
    open.pop_back();
    if (tree.is_leaf(number)) {
      division.parts[number] = box;
      continue;
    }
    const BoxTree::Node& node = tree.nodes[number];
    Cuboid first = box;
    Cuboid second = box;
    first.sides[node.axis] *= tree.nodes[node.first].volume / node.volume;
    second.sides[node.axis] *= tree.nodes[node.second].volume / node.volume;
    second.at[node.axis] += first.sides[node.axis];
    open.emplace_back(node.first, first);
    open.emplace_back(node.second, second);
  }
  return division;
}

BoxTree bisection_by_count(const BoxProblem& problem) {
  BoxTree tree(volumes_of(problem));
  bisect(
      in_order(tree.leaves), [](Numbers list) { return list.size() / 2; }, tree);
  tree.cut_across_longest(problem.extent);
  return tree;
}

BoxTree bisection_by_weight(const BoxProblem& problem) {
  const std::vector<double> volumes = volumes_of(problem);
  BoxTree tree(volumes);
  std::vector<std::uint32_t> order = in_order(tree.leaves);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t i) { return volumes[i]; });
  const auto halved = [&](Numbers list) {
    double all = 0;
    for (const std::uint32_t i : list) all += volumes[i];
    std::size_t before = 1;
    for (double sum = volumes[list.front()]; before + 1 < list.size() && 2 * sum < all * (1 - 1e-12); ++before)
      sum += volumes[list[before]];
    return before;
  };
  bisect(order, halved, tree);
  tree.cut_across_longest(problem.extent);
  return tree;
}

BoxTree huffman_boxes(const BoxProblem& problem) {
  BoxTree tree(volumes_of(problem));
  using Group = std::pair<double, std::uint32_t>;
  std::priority_queue<Group, std::vector<Group>, std::greater<>> groups;
  for (std::uint32_t i = 0; i < tree.leaves; ++i) groups.emplace(tree.nodes[i].volume, i);
  const auto take = [&groups] {
    const std::uint32_t lightest = groups.top().second;
    groups.pop();
    return lightest;
  };
  while (groups.size() > 1) {
    const std::uint32_t lighter = take();
    const std::uint32_t heavier = take();
    const std::uint32_t joined = tree.join(heavier, lighter, 0);
    groups.emplace(tree.nodes[joined].volume, joined);
  }
  tree.cut_across_longest(problem.extent);
  return tree;
}

}  // namespace apportion
