// TILE's tree of decompositions and its search by branch and bound, for any way of counting corners.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// A strip of a TILE decomposition: `count` items that lie across its frame. The first strip, and every one that opens
/// a frame, follows a change of direction.
struct TileStrip {
  std::size_t count = 0;
  bool opens_frame = false;
};

/// The best decomposition that TILE finds, and what the search for it took.
struct TileAnswer {
  std::vector<TileStrip> strips;
  double acost = 0;
  std::int64_t corners = 0;      ///< V_i: distinct corners that are not on the array's boundary, as counted
  std::uint64_t nodes = 0;       ///< strips placed
  std::uint64_t candidates = 0;  ///< complete decompositions compared
};

enum class Pruning { none, bounds };

/// The search stopped at its limit of nodes.
struct TileSearchTooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A strip of items [first, last) that TILE considers, with its exact geometry: strips of one frame lie one behind
/// another along its length, and each is `width` wide across it.
struct PlacedStrip {
  std::size_t first = 0;
  std::size_t last = 0;
  double width = 0;
  double length = 0;
  double rest = 0;  ///< the length of the frame that remains behind the strip
};

/// What a corner rule says of a strip that others follow.
template <class Place>
struct StripOutcome {
  Place next;                ///< where the following strip begins
  std::int64_t corners = 0;  ///< that the strip and the cut behind it add
  bool turns = false;        ///< the rest is wider than long, so the direction changes
  /// The most ends of dividers that later segments can continue in a straight line.
  std::int64_t open_ends = 0;
};

/// The half perimeters that items cannot avoid: Acost inside a rectangle is at least their sum less the rectangle's own
/// (see acost_lower_bound in sim/rectangles/costs.hpp).
class AreaBound {
 public:
  explicit AreaBound(const Frame& frame) : frame_(&frame), roots_{0} {
    roots_.reserve(frame.size() + 1);
    for (const double weight : frame.weights) roots_.push_back(roots_.back() + 2 * std::sqrt(weight * area()));
  }

  /// For the items from `first` on, at least two, in a rectangle of the sides given.
  [[nodiscard]] double operator()(std::size_t first, double width, double length) const {
    const double side = std::min(width, length);
    const auto begin = frame_->weights.begin();
    const auto square = std::partition_point(begin + static_cast<std::ptrdiff_t>(first), frame_->weights.end(),
                                             [&](double weight) { return weight * area() > side * side; });
    const auto spanning = static_cast<std::size_t>(square - begin);
    double half_perimeters = roots_.back() - roots_[spanning];
    if (spanning > first)
      half_perimeters += static_cast<double>(spanning - first) * side + frame_->share(first, spanning) * area() / side;
    return std::max(side, half_perimeters - width - length);
  }

 private:
  [[nodiscard]] double area() const { return frame_->m * frame_->n; }

  const Frame* frame_;
  std::vector<double> roots_;  // prefix sums of 2 sqrt(area of item)
};

/// Enumerates the decompositions of Kaddoura et al., Figure 14, and keeps the least Acost + latency * V_i; ties within
/// the frame's tolerance go to fewer corners. Figure 14 is read with the sides of the current iteration, and a list
/// that is taken whole forms the last strip.
///
/// CornerRule counts V_i and decides about turning:
///   Place start();                                                     before the first strip
///   StripOutcome<Place> place(const Place&, const PlacedStrip&);       a strip with at least one item behind it
///   std::int64_t finish(const Place&, const PlacedStrip&);             corners that the last strip adds
/// with place() called again for the chosen strip directly before its successors are asked about.
///
/// Bounds. Acost: AreaBound of what remains. Corners: what remains needs one segment fewer than it has items. Segments
/// that meet end to end in a straight line form a chain, and a chain of v segments has v + 1 ends, of which only those
/// on the array's boundary, or one that an earlier divider left open, are not new corners. A chain always ends on
/// corners of its own but for its last, so only chains that continue an open end, or that run from boundary to
/// boundary, save one corner. The latter exist before the first change of direction alone, each as long as the frame is
/// wide.
template <class CornerRule>
class TileSearch {
 public:
  TileSearch(const Frame& frame, CornerRule rule, Pruning pruning, std::uint64_t node_limit)
      : frame_(frame), rule_(std::move(rule)), area_bound_(frame), pruning_(pruning), node_limit_(node_limit) {}

  /// Throws TileSearchTooLarge when more than node_limit strips would have to be placed.
  TileAnswer run() {
    best_.acost = std::numeric_limits<double>::infinity();
    Node root;
    root.width = frame_.m;
    root.length = frame_.n;
    root.place = rule_.start();
    visit(root);
    return std::move(best_);
  }

 private:
  using Place = decltype(std::declval<CornerRule&>().start());

  // A partial decomposition: what the strips so far cost, and where the next one goes.
  struct Node {
    std::size_t first = 0;  // next item
    std::size_t least = 1;  // fewest items that the next strip may take
    bool opens_frame = false;
    bool turned = false;  // at all, so far
    double width = 0;
    double length = 0;  // of the frame that remains
    double acost = 0;
    std::int64_t corners = 0;
    std::int64_t fewest_corners = 0;  // of any decomposition that starts so
    Place place;
  };

  // A strip that may be placed next, and the least that any decomposition with it costs.
  struct Child {
    PlacedStrip strip;
    double inside = 0;  // of acost_bound, what is behind the strip
    double total_bound = 0;
    double acost_bound = 0;
    std::int64_t corners_bound = 0;  // together with acost_bound
    std::int64_t fewest_corners = 0;
  };

  // The strip of the next `count` items.
  [[nodiscard]] PlacedStrip strip_of(const Node& node, std::size_t count) const {
    const std::size_t last = node.first + count;
    if (last == frame_.size()) return {node.first, last, node.width, node.length, 0};
    // Weights too small to move the prefix sums leave nothing to divide in proportion.
    const double whole = frame_.share(node.first, frame_.size());
    const double length = whole > 0 ? node.length * (frame_.share(node.first, last) / whole) : 0;
    return {node.first, last, node.width, length, node.length - length};
  }

  [[nodiscard]] static double dividers(const PlacedStrip& strip) {
    return static_cast<double>(strip.last - strip.first - 1) * strip.length;
  }

  void count_node() {
    if (++best_.nodes > node_limit_) throw TileSearchTooLarge("node limit");
  }

  // Negative where the costs given are less than the best known. Differences first, so that a large common part
  // does not drown a small difference.
  [[nodiscard]] double excess(double acost, std::int64_t corners) const {
    return (acost - best_.acost) + frame_.latency * static_cast<double>(corners - best_.corners);
  }

  [[nodiscard]] bool hopeless(const Child& child) const {
    if (pruning_ == Pruning::none) return false;
    const double more = excess(child.acost_bound, child.corners_bound);
    return more > frame_.tolerance() || (more >= -frame_.tolerance() && child.fewest_corners >= best_.corners);
  }

  void compare(double acost, std::int64_t corners, const TileStrip& last, bool single_item_behind) {
    ++best_.candidates;
    const double more = excess(acost, corners);
    if (more > frame_.tolerance() || (more >= -frame_.tolerance() && corners >= best_.corners)) return;
    best_.acost = acost;
    best_.corners = corners;
    best_.strips = path_;
    best_.strips.push_back(last);
    if (single_item_behind) best_.strips.push_back({1, false});
  }

  // A strip behind which nothing remains.
  void finish(const Node& node) {
    count_node();
    const PlacedStrip strip = strip_of(node, frame_.size() - node.first);
    compare(node.acost + dividers(strip), node.corners + rule_.finish(node.place, strip),
            {strip.last - strip.first, node.opens_frame}, false);
  }

  // Acost with a strip and the cut behind it.
  [[nodiscard]] static double acost_with(const Node& node, const PlacedStrip& strip) {
    return node.acost + node.width + dividers(strip);
  }

  [[nodiscard]] Node after(const Node& node, const PlacedStrip& strip, const StripOutcome<Place>& outcome) const {
    Node next;
    next.first = strip.last;
    next.least = outcome.turns ? 1 : strip.last - strip.first;
    next.opens_frame = outcome.turns;
    next.turned = node.turned || outcome.turns;
    next.width = outcome.turns ? strip.rest : node.width;
    next.length = outcome.turns ? node.width : strip.rest;
    next.acost = acost_with(node, strip);
    next.corners = node.corners + outcome.corners;
    next.place = outcome.next;
    return next;
  }

  // What is known before the strip's corners are counted, which takes longer.
  void set_first_bounds(Child& child, const Node& node) const {
    child.inside = area_bound_(child.strip.last, child.strip.width, child.strip.rest);
    child.acost_bound = acost_with(node, child.strip) + child.inside;
    child.corners_bound = node.fewest_corners;
    child.fewest_corners = node.fewest_corners;
  }

  void set_bounds(Child& child, const Node& node, const Node& next, std::int64_t open_ends) const {
    const PlacedStrip& strip = child.strip;
    const std::int64_t segments = static_cast<std::int64_t>(frame_.size() - strip.last) - 1;
    const std::int64_t new_ends = std::max<std::int64_t>(0, segments - open_ends);
    child.corners_bound = next.corners + new_ends;
    child.fewest_corners = node.turned ? child.corners_bound : next.corners;
    child.total_bound = child.acost_bound + frame_.latency * static_cast<double>(child.corners_bound);
    if (node.turned) return;
    // The corner bound falls by one with every chain from boundary to boundary, and Acost grows by a width once they
    // are longer than what is inside anyway: the least total is at an end of one of these two slopes.
    const auto hidden = static_cast<std::int64_t>(std::min(child.inside / strip.width, static_cast<double>(new_ends)));
    for (const std::int64_t chains : {hidden, std::min(hidden + 1, new_ends), new_ends}) {
      const double acost = next.acost + std::max(child.inside, static_cast<double>(chains) * strip.width);
      const std::int64_t corners = next.corners + new_ends - chains;
      const double total = acost + frame_.latency * static_cast<double>(corners);
      if (chains == hidden || total < child.total_bound) {
        child.total_bound = total;
        child.acost_bound = acost;
        child.corners_bound = corners;
      }
    }
  }

  // Appends the ways to place the next strip, but for those that complete a decomposition or cannot lead to a better.
  void branch(const Node& node) {
    const std::size_t items = frame_.size() - node.first;
    for (std::size_t count = node.least; count < items; ++count) {
      const std::size_t behind = items - count;
      Child child;
      child.strip = strip_of(node, count);
      const bool bounded = pruning_ == Pruning::bounds && behind > 1;
      if (bounded) {
        set_first_bounds(child, node);
        if (hopeless(child)) continue;
      }
      const StripOutcome<Place> outcome = rule_.place(node.place, child.strip);
      if (count > behind && !outcome.turns) continue;
      count_node();
      const Node next = after(node, child.strip, outcome);
      if (behind == 1) {
        compare(next.acost, next.corners, {count, node.opens_frame}, true);
        continue;
      }
      if (bounded) set_bounds(child, node, next, outcome.open_ends);
      if (!hopeless(child)) children_.push_back(child);
    }
  }

  void visit(const Node& node) {
    const std::size_t begin = children_.size();
    finish(node);
    branch(node);
    if (pruning_ == Pruning::bounds) {
      // The most promising first: a good decomposition found early spares most of the tree.
      std::sort(children_.begin() + static_cast<std::ptrdiff_t>(begin), children_.end(),
                [](const Child& a, const Child& b) {
                  if (a.total_bound != b.total_bound) return a.total_bound < b.total_bound;
                  if (a.fewest_corners != b.fewest_corners) return a.fewest_corners < b.fewest_corners;
                  return a.strip.last < b.strip.last;
                });
    }
    const std::size_t end = children_.size();
    for (std::size_t i = begin; i < end; ++i) {
      if (hopeless(children_[i])) continue;
      const PlacedStrip strip = children_[i].strip;
      Node next = after(node, strip, rule_.place(node.place, strip));
      next.fewest_corners = children_[i].fewest_corners;
      path_.push_back({strip.last - strip.first, node.opens_frame});
      visit(next);
      path_.pop_back();
    }
    children_.resize(begin);
  }

  const Frame& frame_;
  CornerRule rule_;
  AreaBound area_bound_;
  Pruning pruning_;
  std::uint64_t node_limit_;
  TileAnswer best_;
  std::vector<TileStrip> path_;
  std::vector<Child> children_;  // of the nodes on the path, a stack
};

}  // namespace apportion
