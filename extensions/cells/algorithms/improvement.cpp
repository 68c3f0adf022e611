// Improvement of a tree over whole cells: annealing of slicing trees by a price, then changes of single cuts.
#include "extensions/cells/algorithms/improvement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "algorithms/slices/tree_search.hpp"

namespace apportion {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The perimeter of the most compact polyomino of so many cells (Harary & Harborth 1976).
std::int64_t least_perimeter(std::int64_t cells) {
  return 2 * static_cast<std::int64_t>(std::ceil(2 * std::sqrt(static_cast<double>(cells)) - 1e-6));
}

// Counts pairs of parts with a common side.
class NeighbourCount {
 public:
  void clear() { bands_.clear(); }

  void add(std::int32_t part, const CellRegion& region) {
    for (const Band& band : region.bands)
      bands_.push_back({region.turned ? Band{band.y, band.y_end, band.x, band.x_end} : band, part});
  }

  // O(n sqrt n) for n parts, if they are about square.
  [[nodiscard]] std::int64_t pairs() {
    std::ranges::sort(bands_, {}, [](const BandOf& each) { return each.band.x; });
    pairs_.clear();
    for (std::size_t i = 0; i < bands_.size(); ++i)
      for (std::size_t j = i + 1; j < bands_.size() && bands_[j].band.x <= bands_[i].band.x_end; ++j)
        if (bands_[i].part != bands_[j].part && share_a_side(bands_[i].band, bands_[j].band))
          pairs_.emplace_back(std::minmax(bands_[i].part, bands_[j].part));
    std::ranges::sort(pairs_);
    return std::unique(pairs_.begin(), pairs_.end()) - pairs_.begin();
  }

 private:
  struct BandOf {
    Band band;
    std::int32_t part;
  };

  // Whether two bands, which do not overlap, have more than a corner in common.
  static bool share_a_side(const Band& one, const Band& other) {
    const std::int64_t across = std::min(one.x_end, other.x_end) - std::max(one.x, other.x);
    const std::int64_t along = std::min(one.y_end, other.y_end) - std::max(one.y, other.y);
    return across >= 0 && along >= 0 && across + along > 0;
  }

  std::vector<BandOf> bands_;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
};

// The cost of a tree's division by edges and latency. A part that is empty or in pieces costs more than any cut.
class TreePrice {
 public:
  explicit TreePrice(const CellProblem& problem)
      : rows_(problem.rows), columns_(problem.columns), latency_(problem.latency) {
    for (const PartSize& size : part_sizes(problem)) least_ += least_perimeter(size.least);
    least_pairs_ = static_cast<std::int64_t>(problem.cluster.size()) - 1;
  }

  // The cost, or infinity if it is above the limit.
  [[nodiscard]] double of(const CellTree& tree, double limit = infinite) {
    const std::int64_t sides = rows_ + columns_;
    // Of the parts that were placed, and the least of the others.
    std::int64_t perimeter = least_;
    std::int64_t faults = 0;
    const auto cost = [&](std::int64_t pairs) {
      const std::int64_t edges = perimeter / 2 - sides;
      return static_cast<double>(edges + sides * faults) + latency_ * static_cast<double>(pairs);
    };
    neighbours_.clear();
    walk_.run(tree, tree.root, rows_ * columns_, whole_region(rows_, columns_), [&](const CellPlace& place) {
      if (!tree.is_leaf(place.node)) return true;
      const Outline outline = outline_of(place.region);
      perimeter += outline.perimeter - least_perimeter(tree.at(place.node).size.least);
      faults += std::abs(outline.pieces - 1);
      if (latency_ > 0) neighbours_.add(place.node, place.region);
      return cost(least_pairs_) <= limit;
    });
    if (cost(least_pairs_) > limit) return infinite;
    const double all = cost(latency_ > 0 ? neighbours_.pairs() : 0);
    return all <= limit ? all : infinite;
  }

 private:
  std::int64_t rows_;
  std::int64_t columns_;
  double latency_;
  std::int64_t least_ = 0;  // sum of the least perimeters of all parts
  std::int64_t least_pairs_ = 0;
  TreeWalk walk_;
  NeighbourCount neighbours_;
};

// Changes single cuts while nodes may be placed: by annealing, then while that is better.
class CutSearch {
 public:
  CutSearch(TreePrice& price, CellTree& tree, std::int64_t nodes)
      : price_(price), tree_(tree), left_(nodes), least_(price.of(tree)) {}

  // Simulated annealing with so many nodes, from a temperature of `hottest` edges down.
  void anneal(double hottest, std::int64_t nodes, RandomStream& stream) {
    constexpr double coldest = 0.05;  // share of the first temperature
    const std::size_t leaves = (tree_.nodes.size() + 1) / 2;
    if (leaves < 2) return;
    CellTree best = tree_;
    double energy = least_;
    double heat = hottest;
    const double cooling = std::pow(coldest, static_cast<double>(tree_.nodes.size()) / static_cast<double>(nodes));
    for (const std::int64_t end = left_ - nodes; left_ > end; heat *= cooling) {
      CellNode& cut = tree_.nodes[leaves + draw_below(leaves - 1, stream)];
      const CellNode before = cut;
      change(cut, draw_below(kinds, stream));
      const double limit = energy - heat * std::log(1 - draw_unit(stream));
      if (const double next = price(limit); next <= limit)
        energy = next;
      else
        cut = before;
      if (energy >= least_) continue;
      least_ = energy;
      best = tree_;
    }
    tree_ = std::move(best);
  }

  void descend() {
    constexpr std::size_t few_nodes = 20;  // with few pairs of nodes
    for (bool is_better = true; is_better && left_ > 0;) {
      is_better = false;
      for (CellNode& node : tree_.nodes)
        if (node.child[0] != CellNode::none) is_better |= improves(node);
      if (is_better || tree_.nodes.size() > few_nodes) continue;
      for (std::int32_t part = 0; tree_.is_leaf(part); ++part) is_better |= becomes_guest(part);
    }
  }

 private:
  static constexpr unsigned corners = 8;  // of a region, each filled by columns or by rows
  static constexpr unsigned kinds = 9 + corners;

  static void change(CellNode& cut, std::size_t kind) {
    switch (kind) {
      case 0:
        cut.partial = other(cut.partial);
        break;
      case 1:
        cut.snaps = !cut.snaps;
        break;
      case 2:
        ++cut.shift;
        break;
      case 3:
        --cut.shift;
        break;
      case 4:
        cut.aspect *= 0.9;
        break;
      case 5:
        cut.aspect *= 1.1;
        break;
      case 6:
        cut.is_corner = false;
        break;
      case 7:
        std::swap(cut.child[0], cut.child[1]);
        break;
      case 8:
        cut.stacked = !cut.stacked;
        break;
      default:
        make_corner(cut, static_cast<unsigned>(kind) - (kinds - corners));
    }
  }

  bool improves(CellNode& cut) {
    bool is_better = false;
    for (std::size_t kind = 0; kind < kinds; ++kind)
      is_better |= tries(cut, [&] {
        change(cut, kind);
        // The guest in a corner is the smaller one.
        if (kind >= kinds - corners && tree_.at(cut.child[0]).size.units < tree_.at(cut.child[1]).size.units)
          std::swap(cut.child[0], cut.child[1]);
      });
    return is_better;
  }

  // Cuts the part out of a corner of another node's region.
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

  // Makes a change, and undoes it unless the tree is better.
  template <class Changed, class Change>
  bool tries(Changed& changed, const Change& make_change) {
    if (left_ <= 0) return false;
    Changed before = changed;
    make_change();
    const double next = price(least_);
    if (next >= least_) {
      changed = std::move(before);
      return false;
    }
    least_ = next;
    return true;
  }

  double price(double limit) {
    left_ -= static_cast<std::int64_t>(tree_.nodes.size());
    return price_.of(tree_, limit);
  }

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
  const bool has_latency = problem.latency > 0;
  if (has_latency) nodes = 3 * nodes / 4;  // neighbours are counted, too
  const auto share = [&](double of_nodes) { return static_cast<std::int64_t>(of_nodes * static_cast<double>(nodes)); };
  const std::int64_t by_slices = share(has_latency ? 0.5 : 0.8);
  TreePrice price(problem);
  CellTree tree = cell_tree_of(problem, start);
  const auto parts = static_cast<double>(start.leaves());
  const double side = std::sqrt(static_cast<double>(problem.rows) * static_cast<double>(problem.columns) / parts);
  const slices::Annealing settings{
      .moves = static_cast<std::size_t>(by_slices) / start.size(), .hottest = 1 / side, .coldest = 0.05 / side};
  const slices::Problem<2> sliced{.extent = {static_cast<double>(problem.columns), static_cast<double>(problem.rows)},
                                  .volumes = shares(problem),
                                  .latency = problem.latency};
  const auto snap = [&](const slices::Tree<2>& slicing) {
    copy_cuts(slicing, tree);
    for (CellNode& node : tree.nodes) node.snaps = true;
  };
  // Cuts at whole lines can cost less than those at the exact shares by so much.
  const double slack = 2 + 0.1 * parts + problem.latency;
  snap(slices::annealed<2>(sliced, start, settings, stream, [&](slices::Tree<2>& slicing, double limit) {
    if (slices::cost(slicing, sliced) > limit + slack) return infinite;
    snap(slicing);
    return price.of(tree, limit);
  }));
  CutSearch cuts(price, tree, nodes - by_slices);
  // Single cuts decide which parts are neighbours.
  if (has_latency) cuts.anneal(3, share(0.4), stream);
  cuts.descend();
  return tree;
}

}  // namespace apportion
