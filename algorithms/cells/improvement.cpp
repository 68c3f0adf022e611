// Local improvement of a tree over whole cells: annealing of slicing trees by a price, then descent by single cuts.
#include "algorithms/cells/improvement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "algorithms/slices/tree_search.hpp"
#include "sim/cells/cell_costs.hpp"
#include "sim/objective.hpp"

namespace apportion {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The perimeter of the most compact polyomino of so many cells (Harary & Harborth 1976).
std::int64_t least_perimeter(std::int64_t cells) {
  return 2 * static_cast<std::int64_t>(std::ceil(2 * std::sqrt(static_cast<double>(cells)) - 1e-6));
}

// What divisions by trees over one array cost by edges and latency. A part that is empty or in pieces costs more than
// any cut.
class TreePrice {
 public:
  explicit TreePrice(const CellProblem& problem) : problem_(problem) {
    problem_.objective = Objective::total;
    for (const PartSize& size : part_sizes(problem)) least_ += least_perimeter(size.least);
  }

  // Infinity where it is above the limit.
  [[nodiscard]] double of(const CellTree& tree, double limit = infinite) {
    const std::int64_t sides = problem_.rows + problem_.columns;
    if (problem_.latency > 0) {
      const CellRank rank = cell_rank(problem_, division_of(problem_, tree));
      return rank.cost + static_cast<double>(sides * (rank.empty + rank.torn));
    }
    // Of the parts that were placed, and least for the others.
    std::int64_t perimeter = least_;
    std::int64_t faults = 0;
    const auto cost = [&] { return static_cast<double>(perimeter / 2 - sides + sides * faults); };
    walk_.run(tree, tree.root, problem_.rows * problem_.columns, whole_region(problem_.rows, problem_.columns),
              [&](const CellPlace& place) {
                if (!tree.is_leaf(place.node)) return true;
                const Outline outline = outline_of(place.region);
                perimeter += outline.perimeter - least_perimeter(tree.at(place.node).size.least);
                faults += std::abs(outline.pieces - 1);
                return cost() <= limit;
              });
    return cost() <= limit ? cost() : infinite;
  }

 private:
  CellProblem problem_;
  std::int64_t least_ = 0;  // sum of the least perimeters of all parts
  TreeWalk walk_;
};

// Changes single cuts as long as that is better, and so many nodes may be placed.
class Descent {
 public:
  Descent(TreePrice& price, CellTree& tree, std::int64_t nodes)
      : price_(price), tree_(tree), left_(nodes), least_(price.of(tree)) {}

  void run() {
    constexpr std::size_t few_nodes = 20;  // of which there are not many pairs
    for (bool is_better = true; is_better && left_ > 0;) {
      is_better = false;
      for (CellNode& node : tree_.nodes)
        if (node.child[0] != CellNode::none) is_better |= improves(node);
      if (is_better || tree_.nodes.size() > few_nodes) continue;
      for (std::int32_t part = 0; tree_.is_leaf(part); ++part) is_better |= becomes_guest(part);
    }
  }

 private:
  bool improves(CellNode& node) {
    using Change = void (*)(CellNode&);
    constexpr std::array<Change, 6> changes = {[](CellNode& cut) { cut.partial = other(cut.partial); },
                                               [](CellNode& cut) { cut.snaps = !cut.snaps; },
                                               [](CellNode& cut) { ++cut.shift; },
                                               [](CellNode& cut) { --cut.shift; },
                                               [](CellNode& cut) { cut.aspect *= 0.9; },
                                               [](CellNode& cut) { cut.aspect *= 1.1; }};
    bool is_better = false;
    for (std::size_t i = 0; i < changes.size(); ++i)
      if (i < 4 || node.is_corner) is_better |= tries(node, [&] { changes[i](node); });
    for (unsigned corner = 0; corner < corners; ++corner)
      is_better |= tries(node, [&] {
        make_corner(node, corner);
        // The guest is the smaller one.
        if (tree_.at(node.child[0]).size.units < tree_.at(node.child[1]).size.units)
          std::swap(node.child[0], node.child[1]);
      });
    return is_better;
  }

  // Cuts a part out of a corner of any other node's region.
  bool becomes_guest(std::int32_t part) {
    bool is_better = false;
    for (std::int32_t host = 0; host < static_cast<std::int32_t>(tree_.nodes.size()); ++host)
      for (unsigned corner = 0; corner < corners; ++corner) {
        const std::int32_t cut = tree_.at(part).parent;
        if (host == part || host == cut) continue;
        is_better |= tries(tree_, [&] {
          tree_.make_guest(part, host);
          make_corner(tree_.at(cut), corner);
        });
      }
    return is_better;
  }

  // What changes is put back unless that is better.
  template <class Changed, class Change>
  bool tries(Changed& changed, const Change& change) {
    if (left_ <= 0) return false;
    Changed before = changed;
    change();
    left_ -= static_cast<std::int64_t>(tree_.nodes.size());
    const double next = price_.of(tree_, least_);
    if (next >= least_) {
      changed = std::move(before);
      return false;
    }
    least_ = next;
    return true;
  }

  static constexpr unsigned corners = 8;  // of a region, each filled by columns or by rows
  static void make_corner(CellNode& cut, unsigned corner) {
    cut.is_corner = true;
    cut.stacked = (corner & 1U) != 0;
    cut.far = {(corner & 2U) != 0, (corner & 4U) != 0};
    cut.aspect = 1;
  }

  TreePrice& price_;
  CellTree& tree_;
  std::int64_t left_;
  double least_;
};

}  // namespace

CellTree improved(const CellProblem& problem, const slices::Tree<2>& start, std::int64_t nodes, RandomStream& stream) {
  constexpr double annealed = 0.8;  // of the nodes
  constexpr std::int64_t slower = 6;
  if (problem.latency > 0) nodes /= slower;  // to price one takes longer where neighbours count
  TreePrice price(problem);
  CellTree tree = cell_tree_of(problem, start);
  const auto parts = static_cast<double>(start.leaves());
  const double side = std::sqrt(static_cast<double>(problem.rows) * static_cast<double>(problem.columns) / parts);
  const slices::Annealing settings{
      .moves = static_cast<std::size_t>(annealed * static_cast<double>(nodes) / static_cast<double>(start.size())),
      .hottest = 1 / side,
      .coldest = 0.05 / side};
  const slices::Problem<2> sliced{.extent = {static_cast<double>(problem.columns), static_cast<double>(problem.rows)},
                                  .volumes = shares(problem),
                                  .latency = problem.latency};
  const auto snap = [&](const slices::Tree<2>& slicing) {
    copy_cuts(slicing, tree);
    for (CellNode& node : tree.nodes) node.snaps = true;
  };
  // Cuts on whole lines can be cheaper than those of the shares by so much.
  const double slack = 2 + 0.1 * parts + 2 * problem.latency;
  snap(slices::annealed<2>(sliced, start, settings, stream, [&](slices::Tree<2>& slicing, double limit) {
    if (slices::cost(slicing, sliced) > limit + slack) return infinite;
    snap(slicing);
    return price.of(tree, limit);
  }));
  Descent(price, tree, nodes - static_cast<std::int64_t>(annealed * static_cast<double>(nodes))).run();
  return tree;
}

}  // namespace apportion
