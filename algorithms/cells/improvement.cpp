// Simulated annealing over trees of whole cells.
#include "algorithms/cells/improvement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/cells/part_neighbours.hpp"
#include "algorithms/cells/tree_moves.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Of the parts below a node.
struct Sums {
  std::int64_t perimeter = 0;
  std::int64_t least_perimeter = 0;  // of any parts as large
  std::int64_t empty = 0;
  std::int64_t fragments = 0;
  std::int64_t deviation = 0;

  void add(const Sums& other, std::int64_t times = 1) {
    perimeter += times * other.perimeter;
    least_perimeter += times * other.least_perimeter;
    empty += times * other.empty;
    fragments += times * other.fragments;
    deviation += times * other.deviation;
  }
};

struct Known {
  std::int64_t cells = 0;
  CellRegion region;
  Sums sums;
};

// Of a polyomino (Harary & Harborth 1976).
std::int64_t least_perimeter(std::int64_t cells) {
  return 2 * static_cast<std::int64_t>(std::ceil(2 * std::sqrt(static_cast<double>(cells)) - 1e-6));
}

class Improvement {
 public:
  Improvement(const CellProblem& problem, CellTree tree, RandomStream& stream)
      : problem_(problem),
        tree_(std::move(tree)),
        moves_(tree_),
        stream_(stream),
        known_(tree_.nodes.size()),
        neighbours_(problem.latency > 0 ? problem.cluster.size() : 0) {
    penalty_ = problem.rows + problem.columns;
    start();
    best_ = {tree_, current_};
  }

  PricedTree run(const ImprovementSettings& settings) {
    constexpr double annealed = 0.8;  // of the steps
    constexpr double coldest = 0.03;  // of the heat
    const double annealing = annealed * static_cast<double>(settings.steps);
    while (static_cast<double>(steps_) < annealing && tree_.nodes.size() > 1)
      step(settings.heat * std::pow(coldest, static_cast<double>(steps_) / annealing));
    remember();
    tree_ = best_.tree;
    start();
    while (steps_ < settings.steps && tree_.nodes.size() > 1) step(0);
    remember();
    return std::move(best_);
  }

 private:
  static std::size_t index(std::int32_t node) { return static_cast<std::size_t>(node); }

  void start() {
    known_[index(tree_.root)].cells = problem_.rows * problem_.columns;
    known_[index(tree_.root)].region = whole_region(problem_.rows, problem_.columns);
    Sums sums;
    measure(tree_.root, known_[index(tree_.root)], std::numeric_limits<std::int64_t>::max(), sums);
    current_ = cost(sums, neighbours());
    keep({tree_.root, tree_.root});
  }

  void step(double temperature) {
    ++steps_;
    const std::int32_t root = tree_.root;
    const ChangedPlace place = moves_.change(stream_);
    if (place.before == CellNode::none) return;
    const double margin = temperature > 0 ? -temperature * std::log(1 - draw_unit(stream_)) : 0;
    const Known& before = known_[index(place.before)];
    Sums sums = known_[index(root)].sums;
    sums.add(before.sums, -1);
    const std::int64_t most = energy(before.sums) + 2 * static_cast<std::int64_t>(margin);
    if (!measure(place.after, before, most, sums)) return take_back();
    const CellCost candidate = cost(sums, neighbours());
    if (!accepts(candidate, margin)) return take_back();
    // The best tree is copied when it is left, and not whenever a better one is found.
    if (!candidate.is_better_than(current_) && current_.is_better_than(best_.cost)) best_ = {moves_.before(), current_};
    keep(place);
    current_ = candidate;
  }

  void take_back() {
    moves_.undo();
    neighbours_.drop();
  }

  void remember() {
    if (current_.is_better_than(best_.cost)) best_ = {tree_, current_};
  }

  // Twice the boundary, with a penalty.
  [[nodiscard]] std::int64_t energy(const Sums& sums) const {
    return sums.perimeter + 2 * penalty_ * (sums.empty + sums.fragments);
  }

  [[nodiscard]] bool accepts(const CellCost& candidate, double margin) const {
    if (!current_.is_better_than(candidate)) return true;
    if (!(margin > 0)) return false;
    const auto faults = [](const CellRank& rank) { return rank.empty + rank.pieces; };
    const auto more = static_cast<double>((faults(candidate.rank) - faults(current_.rank)) * penalty_);
    return candidate.rank.cost + more <= current_.rank.cost + margin;
  }

  // Adds the parts below `node`, which gets the cells of `place`; false if their energy is above `most`, by what is
  // known of some parts and least for the others. Latency could make up for that.
  bool measure(std::int32_t node, const Known& place, std::int64_t most, Sums& sums) {
    const bool with_latency = problem_.latency > 0;
    std::int64_t least = place.sums.least_perimeter;
    walk_.run(tree_, node, place.cells, place.region, [&](const CellPlace& at) {
      ++steps_;
      if (!tree_.is_leaf(at.node)) return true;
      const Sums part = sums_of(at);
      sums.add(part);
      least += energy(part) - part.least_perimeter;
      if (with_latency) neighbours_.change(tree_.at(at.node).processor, at.region);
      return with_latency || least <= most;
    });
    return with_latency || least <= most;
  }

  [[nodiscard]] Sums sums_of(const CellPlace& leaf) const {
    const Outline outline = outline_of(leaf.region);
    const PartSize& size = tree_.at(leaf.node).size;
    return {outline.perimeter, least_perimeter(size.least), outline.pieces == 0 ? 1 : 0,
            std::max<std::int64_t>(outline.pieces - 1, 0), deviation_of(leaf.cells, size.share)};
  }

  // With the parts that were measured as they would be.
  std::int64_t neighbours() {
    if (!(problem_.latency > 0)) return 0;
    const std::int64_t pairs = neighbours_.pairs_after_changes();
    steps_ += static_cast<std::int64_t>(neighbours_.looked_at());
    return pairs;
  }

  [[nodiscard]] CellCost cost(const Sums& sums, std::int64_t neighbours) const {
    const std::int64_t boundary = sums.perimeter / 2 - problem_.rows - problem_.columns;
    return {.rank = {.empty = sums.empty,
                     .pieces = sums.fragments,
                     .cost = total_cost(static_cast<double>(boundary), neighbours, problem_.latency)},
            .deviation = sums.deviation};
  }

  // What is below the place, and above it.
  void keep(const ChangedPlace& place) {
    if (problem_.latency > 0) neighbours_.keep();
    const Known before = known_[index(place.before)];
    order_.clear();
    walk_.run(tree_, place.after, before.cells, before.region, [&](const CellPlace& at) {
      Known& known = known_[index(at.node)];
      known.cells = at.cells;
      known.region = at.region;
      if (tree_.is_leaf(at.node))
        known.sums = sums_of(at);
      else
        order_.push_back(at.node);
      return true;
    });
    std::ranges::reverse(order_);
    for (const std::int32_t node : order_) add_up(node);
    for (std::int32_t above = tree_.at(place.after).parent; above != CellNode::none; above = tree_.at(above).parent)
      add_up(above);
  }

  void add_up(std::int32_t node) {
    Sums& sums = known_[index(node)].sums;
    sums = known_[index(tree_.at(node).child[0])].sums;
    sums.add(known_[index(tree_.at(node).child[1])].sums);
  }

  const CellProblem& problem_;
  CellTree tree_;
  TreeMoves moves_;
  RandomStream& stream_;
  std::vector<Known> known_;  // of the current tree
  CellCost current_;
  PricedTree best_;
  std::int64_t steps_ = 0;
  std::int64_t penalty_ = 0;  // of a fault, in edges
  TreeWalk walk_;
  std::vector<std::int32_t> order_;
  PartNeighbours neighbours_;  // with latency
};

}  // namespace

PricedTree improved(const CellProblem& problem, CellTree tree, const ImprovementSettings& settings,
                    RandomStream& stream) {
  return Improvement(problem, std::move(tree), stream).run(settings);
}

}  // namespace apportion
