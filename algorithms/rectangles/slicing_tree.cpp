// Costs and boxes of slicing trees, and the tree of a decomposition.
#include "algorithms/rectangles/slicing_tree.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// A guest must leave its host this share of both sides of the box: thinner arms of an L are of no use, and rounding
// would show in the host's area.
constexpr double least_arm = 1e-3;
constexpr double least_arm_of_array = 1e-8;  // of m + n: wider than what narrowest_part() refuses

// Of a leaf: whole cells may have shares that are 0, of which no ratio could be formed.
constexpr double least_area = 1e-300;

struct Placed {
  std::int32_t node = SlicingNode::none;
  Box box;
};

// The two boxes of a cut.
std::array<Box, 2> cut_box(const SlicingTree& tree, const SlicingNode& cut, const Box& box) {
  const double share = tree.at(cut.child[0]).area / cut.area;
  const double rest = tree.at(cut.child[1]).area / cut.area;
  if (cut.kind == NodeKind::across_x)
    return {Box{box.x, box.y, share * box.width, box.height},
            Box{box.x + share * box.width, box.y, rest * box.width, box.height}};
  return {Box{box.x, box.y, box.width, share * box.height},
          Box{box.x, box.y + share * box.height, box.width, rest * box.height}};
}

// A host with the guests in its box: the guests stand side by side from one corner on, the highest first, so that the
// host keeps what is above each of them and what is beside all: a staircase with the half perimeter of the box.
class Staircase {
 public:
  Staircase(const SlicingTree& tree, const Frame& frame, std::int32_t corner, const Box& box)
      : box_(box), least_arm_(least_arm_of_array * (frame.m + frame.n)) {
    const double unit = std::sqrt(frame.m * frame.n);
    std::int32_t node = corner;
    for (; tree.at(node).kind == NodeKind::corner; node = tree.at(node).child[0])
      guests_.push_back(guest(tree, tree.at(node).child[1], unit));
    host_ = node;
    along_x_ = fits(true);
    fits_ = along_x_ || fits(false);
  }

  [[nodiscard]] bool fits() const { return fits_; }

  // Guests as boxes to divide further, and the rectangles of the host.
  void place(std::vector<Placed>& waiting, std::vector<Placed>& parts) {
    std::ranges::stable_sort(guests_, [this](const Placed& a, const Placed& b) { return rise(a.box) > rise(b.box); });
    double run_before = 0;
    std::vector<Placed> host;
    for (Placed& guest : guests_) {
      const double run = this->run(guest.box);
      const double above = (along_x_ ? box_.height : box_.width) - rise(guest.box);
      host.push_back({host_, turned(run_before, rise(guest.box), run, above)});
      guest.box = turned(run_before, 0, run, rise(guest.box));
      waiting.push_back(guest);
      run_before += run;
    }
    const double width = (along_x_ ? box_.width : box_.height) - run_before;
    host.push_back({host_, turned(run_before, 0, width, along_x_ ? box_.height : box_.width)});
    // The largest rectangle is the one that speaks for the part.
    std::ranges::stable_sort(
        host, [](const Placed& a, const Placed& b) { return a.box.width * a.box.height > b.box.width * b.box.height; });
    parts.insert(parts.end(), host.begin(), host.end());
  }

 private:
  static Placed guest(const SlicingTree& tree, std::int32_t node, double unit) {
    const SlicingNode& guest = tree.at(node);
    const double width = std::sqrt(guest.area * guest.cost.q / guest.cost.p);
    return {node, {0, 0, width * unit, guest.area / width * unit}};
  }

  [[nodiscard]] bool fits(bool along_x) const {
    double run = 0;
    double rise = 0;
    for (const Placed& guest : guests_) {
      run += along_x ? guest.box.width : guest.box.height;
      rise = std::max(rise, along_x ? guest.box.height : guest.box.width);
    }
    const auto leaves_an_arm = [this](double guests, double side) {
      return guests <= (1 - least_arm) * side && guests <= side - least_arm_;
    };
    return leaves_an_arm(run, along_x ? box_.width : box_.height) &&
           leaves_an_arm(rise, along_x ? box_.height : box_.width);
  }

  [[nodiscard]] double run(const Box& box) const { return along_x_ ? box.width : box.height; }
  [[nodiscard]] double rise(const Box& box) const { return along_x_ ? box.height : box.width; }
  [[nodiscard]] Box turned(double along, double across, double run, double rise) const {
    return along_x_ ? Box{box_.x + along, box_.y + across, run, rise} : Box{box_.x + across, box_.y + along, rise, run};
  }

  Box box_;
  double least_arm_ = 0;
  std::vector<Placed> guests_;
  std::int32_t host_ = SlicingNode::none;
  bool along_x_ = true;
  bool fits_ = false;
};

// All rectangles, those of one item together and the largest of them first; nothing if a guest does not fit.
std::vector<Placed> place(const SlicingTree& tree, const Frame& frame) {
  std::vector<Placed> parts;
  if (tree.root == SlicingNode::none) return parts;
  parts.reserve(frame.size());
  std::vector<Placed> waiting = {{tree.root, {0, 0, frame.n, frame.m}}};
  while (!waiting.empty()) {
    const Placed next = waiting.back();
    waiting.pop_back();
    const SlicingNode& node = tree.at(next.node);
    if (node.kind == NodeKind::leaf) {
      parts.push_back(next);
    } else if (node.kind == NodeKind::corner) {
      Staircase staircase(tree, frame, next.node, next.box);
      if (!staircase.fits()) return {};
      staircase.place(waiting, parts);
    } else {
      const std::array<Box, 2> boxes = cut_box(tree, node, next.box);
      waiting.push_back({node.child[1], boxes[1]});
      waiting.push_back({node.child[0], boxes[0]});
    }
  }
  return parts;
}

Decomposition decomposition_of(const Frame& frame, const SlicingTree& tree, const std::vector<Placed>& placed) {
  std::vector<Box> boxes(frame.size());
  std::vector<bool> seen(frame.size(), false);
  std::vector<FurtherBox> further;
  for (const Placed& part : placed) {
    const auto item = static_cast<std::size_t>(tree.at(part.node).item);
    if (seen[item])
      further.push_back({item, part.box});
    else
      boxes[item] = part.box;
    seen[item] = true;
  }
  return to_decomposition(frame, boxes, further);
}

double acost_of_tree(const Frame& frame, const SlicingTree& tree) {
  if (tree.is_leaf(tree.root)) return 0;
  const CostCoefficients& cost = tree.at(tree.root).cost;
  return (cost.p - 1) * frame.n + (cost.q - 1) * frame.m + cost.k * std::sqrt(frame.m * frame.n);
}

// Builds the tree of a decomposition.
class TreeFinder {
 public:
  TreeFinder(const Frame& frame, const Decomposition& decomposition) : frame_(frame), parts_(decomposition.parts) {}

  // The node over these items; `none` if they cannot be cut.
  std::int32_t node(SlicingTree& tree, std::vector<std::int32_t> items) {
    if (items.size() == 1) return tree.add_leaf(items[0], frame_.weights[static_cast<std::size_t>(items[0])]);
    for (const NodeKind kind : {NodeKind::across_x, NodeKind::across_y}) {
      const std::size_t first_half = cut(items, kind);
      if (first_half == 0) continue;
      const auto middle = items.begin() + static_cast<std::ptrdiff_t>(first_half);
      const std::int32_t first = node(tree, {items.begin(), middle});
      const std::int32_t second = node(tree, {middle, items.end()});
      if (first == SlicingNode::none || second == SlicingNode::none) return SlicingNode::none;
      return tree.add_inner(kind, first, second);
    }
    return SlicingNode::none;
  }

 private:
  // Sorts the items along the direction; how many lie before the cut nearest to the middle, 0 if there is no cut.
  std::size_t cut(std::vector<std::int32_t>& items, NodeKind kind) const {
    const auto begin = [&](std::int32_t item) {
      const Rect& part = parts_[static_cast<std::size_t>(item)];
      return kind == NodeKind::across_x ? part.column : part.row;
    };
    const auto end = [&](std::int32_t item) {
      const Rect& part = parts_[static_cast<std::size_t>(item)];
      return kind == NodeKind::across_x ? part.column_end() : part.row_end();
    };
    std::ranges::sort(items, {}, begin);
    std::size_t best = 0;
    double reached = 0;
    for (std::size_t i = 1; i < items.size(); ++i) {
      reached = std::max(reached, end(items[i - 1]));
      const bool is_nearer = std::max(i, items.size() - i) < std::max(best, items.size() - best);
      if (reached <= begin(items[i]) + frame_.tolerance() && is_nearer) best = i;
    }
    return best;
  }

  const Frame& frame_;
  const std::vector<Rect>& parts_;
};

}  // namespace

std::optional<SlicingTree> tree_of(const Frame& frame, const Decomposition& decomposition) {
  std::vector<std::int32_t> items(frame.size());
  std::iota(items.begin(), items.end(), 0);
  SlicingTree tree;
  tree.nodes.reserve(2 * frame.size());
  tree.root = TreeFinder(frame, decomposition).node(tree, std::move(items));
  if (tree.root == SlicingNode::none) return std::nullopt;
  return tree;
}

std::int32_t SlicingTree::add_leaf(std::int32_t item, double area) {
  nodes.push_back({.kind = NodeKind::leaf, .item = item, .area = std::max(area, least_area)});
  return static_cast<std::int32_t>(nodes.size()) - 1;
}

std::int32_t SlicingTree::add_inner(NodeKind kind, std::int32_t first, std::int32_t second) {
  nodes.push_back({.kind = kind});
  const auto node = static_cast<std::int32_t>(nodes.size()) - 1;
  set_children(node, first, second);
  update(node);
  return node;
}

void SlicingTree::set_children(std::int32_t node, std::int32_t first, std::int32_t second) {
  at(node).child = {first, second};
  at(first).parent = node;
  at(second).parent = node;
}

void SlicingTree::update(std::int32_t node) {
  SlicingNode& inner = at(node);
  const SlicingNode& a = at(inner.child[0]);
  const SlicingNode& b = at(inner.child[1]);
  inner.area = a.area + b.area;
  if (inner.kind == NodeKind::corner) {
    inner.cost = {1, 1, a.cost.k + b.cost.k + 2 * std::sqrt(b.cost.p * b.cost.q * b.area)};
    return;
  }
  const double unit = 1 / inner.area;
  const double share = a.area * unit;
  const double rest = b.area * unit;
  const double k = a.cost.k + b.cost.k;
  inner.cost = inner.kind == NodeKind::across_x
                   ? CostCoefficients{share * a.cost.p + rest * b.cost.p, a.cost.q + b.cost.q, k}
                   : CostCoefficients{a.cost.p + b.cost.p, share * a.cost.q + rest * b.cost.q, k};
}

void SlicingTree::update_upwards(std::int32_t node) {
  for (; node != SlicingNode::none; node = at(node).parent) update(node);
}

Box box_of_node(const SlicingTree& tree, std::int32_t node, double width, double height) {
  std::vector<std::int32_t> path;
  for (std::int32_t each = node; each != tree.root; each = tree.at(each).parent) path.push_back(each);
  Box box{0, 0, width, height};
  std::ranges::reverse(path);
  for (const std::int32_t each : path) {
    const SlicingNode& parent = tree.at(tree.at(each).parent);
    box = cut_box(tree, parent, box)[parent.child[0] == each ? 0 : 1];
  }
  return box;
}

bool corners_fit(const SlicingTree& tree, const Frame& frame) {
  const bool has_corners =
      std::ranges::any_of(tree.nodes, [](const SlicingNode& node) { return node.kind == NodeKind::corner; });
  return !has_corners || !place(tree, frame).empty();
}

RectangleSolution slicing_solution(const Frame& frame, const SlicingTree& tree) {
  const std::vector<Placed> placed = place(tree, frame);
  if (placed.empty()) throw std::logic_error("a tree without nodes, or with a corner that does not fit, has no parts");
  return {.decomposition = decomposition_of(frame, tree, placed), .claimed_acost = acost_of_tree(frame, tree)};
}

double total_of_tree(const Frame& frame, const SlicingTree& tree) {
  if (!(frame.latency > 0))
    return corners_fit(tree, frame) ? acost_of_tree(frame, tree) : std::numeric_limits<double>::infinity();
  const std::vector<Placed> placed = place(tree, frame);
  if (placed.empty()) return std::numeric_limits<double>::infinity();
  return total_cost(acost_of_tree(frame, tree), internal_edges(decomposition_of(frame, tree, placed)), frame.latency);
}

void BestTree::offer(const Frame& frame, const SlicingTree& candidate) {
  const double candidate_total = total_of_tree(frame, candidate);
  if (!(candidate_total < total) && tree.root != SlicingNode::none) return;
  tree = candidate;
  // Weights that rounding swallows give NaN, which any number beats.
  if (candidate_total < total) total = candidate_total;
}

}  // namespace apportion
