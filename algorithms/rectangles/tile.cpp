// TILE: strips as in XY, but the direction changes when the rest is wider than long (Kaddoura, Ranka and Wang 1996).
#include "algorithms/rectangles/tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

// --- Branch and bound over decompositions, for any way of counting corners

// A strip of items [first, last) that TILE considers, with its exact geometry: strips of one frame follow each other
// along its length, and each is `width` wide across it.
struct PlacedStrip {
  std::size_t first = 0;
  std::size_t last = 0;
  double width = 0;
  double length = 0;
  double rest = 0;  // the length of the frame behind the strip
};

// The corner rule's result for a strip that others follow.
template <class Place>
struct StripOutcome {
  Place next;                // start of the next strip
  std::int64_t corners = 0;  // added by the strip and the cut behind it
  bool turns = false;        // the rest is wider than long, so that the direction changes
  // The most ends of dividers that later segments can continue straight on.
  std::int64_t open_ends = 0;
};

// Enumerates the decompositions of Kaddoura et al., Figure 14, and keeps the least Acost + latency * V_i; ties within
// the frame's tolerance go to fewer corners. Figure 14 is read with the sides of the current iteration, and a list
// taken as a whole forms the last strip.
//
// CornerRule counts V_i and decides about turning:
//   Place start();                                                     before the first strip
//   bool turns(const Place&, const PlacedStrip&);                      whether the direction changes behind the strip
//   StripOutcome<Place> place(const Place&, const PlacedStrip&);       a strip with at least one item behind it
//   std::int64_t finish(const Place&, const PlacedStrip&);             corners that the last strip adds
// place() is called again for the chosen strip directly before its successors are examined.
//
// Bounds. Acost: AreaBound of the rest. Corners: the rest needs one segment fewer than it has items. Segments
// joined end to end in a straight line form a chain, and a chain of v segments has v + 1 ends, of which only those
// on the array's boundary, or one that an earlier divider left open, are not new corners. A chain ends on corners
// of its own except for its last, so that only chains that continue an open end, or that run from boundary to
// boundary, save one corner. The latter exist only before the first change of direction, each as long as the frame
// is wide.
template <class CornerRule>
class TileSearch {
 public:
  TileSearch(const Frame& frame, CornerRule rule, Pruning pruning, std::uint64_t node_limit)
      : frame_(frame), rule_(std::move(rule)), area_bound_(frame), pruning_(pruning), node_limit_(node_limit) {}

  // Throws TileSearchTooLarge if it would place more than node_limit strips.
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

  // A partial decomposition: the cost of the strips so far, and the place of the next one.
  struct Node {
    std::size_t first = 0;  // next item
    std::size_t least = 1;  // fewest items that the next strip may take
    bool opens_frame = false;
    bool turned = false;  // whether the direction has changed
    double width = 0;
    double length = 0;  // the remaining length of the frame
    double acost = 0;
    std::int64_t corners = 0;
    std::int64_t fewest_corners = 0;  // a bound for all decompositions that start so
    Place place;
  };

  // A candidate for the next strip, and a bound on all decompositions with it.
  struct Child {
    PlacedStrip strip;
    double inside = 0;  // part of acost_bound for what is behind the strip
    double total_bound = 0;
    double acost_bound = 0;
    std::int64_t corners_bound = 0;  // used with acost_bound
    std::int64_t fewest_corners = 0;
  };

  // The strip of the next `count` items.
  [[nodiscard]] PlacedStrip strip_of(const Node& node, std::size_t count) const {
    const std::size_t last = node.first + count;
    if (last == frame_.size()) return {node.first, last, node.width, node.length, 0};
    // Weights too small to move the prefix sums share an empty strip.
    const double whole = frame_.share(node.first, frame_.size());
    const double length = whole > 0 ? node.length * (frame_.share(node.first, last) / whole) : 0;
    return {node.first, last, node.width, length, node.length - length};
  }

  [[nodiscard]] static double dividers(const PlacedStrip& strip) {
    return static_cast<double>(strip.last - strip.first - 1) * strip.length;
  }

  void count_node() {
    if (++best_.nodes > node_limit_) throw TileSearchTooLarge{};
  }

  // The excess of these costs over the best known, maybe negative. Takes differences first, so that a large common part
  // does not drown a small difference.
  [[nodiscard]] double excess(double acost, std::int64_t corners) const {
    return (acost - best_.acost) + frame_.latency * static_cast<double>(corners - best_.corners);
  }

  // Whether a decomposition with these costs, or greater ones, and at least `fewest` corners is no better than the
  // best.
  [[nodiscard]] bool no_better(double acost, std::int64_t corners, std::int64_t fewest) const {
    const double more = excess(acost, corners);
    return more > frame_.tolerance() || (more >= -frame_.tolerance() && fewest >= best_.corners);
  }

  [[nodiscard]] bool hopeless(const Child& child) const {
    return pruning_ == Pruning::bounds && no_better(child.acost_bound, child.corners_bound, child.fewest_corners);
  }

  // Whether a decomposition that continues the node's and costs that much can be the best: its corners, which take
  // longer to count, are counted only then.
  bool is_candidate(const Node& node, double acost) {
    count_node();
    ++best_.candidates;
    return !no_better(acost, node.fewest_corners, node.fewest_corners);
  }

  void compare(double acost, std::int64_t corners, const TileStrip& last, bool single_item_behind) {
    if (no_better(acost, corners, corners)) return;
    best_.acost = acost;
    best_.corners = corners;
    best_.strips = path_;
    best_.strips.push_back(last);
    if (single_item_behind) best_.strips.push_back({1, false});
  }

  // Completes the decomposition with a last strip.
  void finish(const Node& node) {
    const PlacedStrip strip = strip_of(node, frame_.size() - node.first);
    const double acost = node.acost + dividers(strip);
    if (!is_candidate(node, acost)) return;
    compare(acost, node.corners + rule_.finish(node.place, strip), {strip.last - strip.first, node.opens_frame}, false);
  }

  // Acost including a strip and the cut behind it.
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

  void set_bounds(Child& child, const Node& node, const Node& next, std::int64_t open_ends) const {
    const PlacedStrip& strip = child.strip;
    const std::int64_t segments = static_cast<std::int64_t>(frame_.size() - strip.last) - 1;
    const std::int64_t new_ends = std::max<std::int64_t>(0, segments - open_ends);
    child.corners_bound = next.corners + new_ends;
    child.fewest_corners = node.turned ? child.corners_bound : next.corners;
    child.total_bound = child.acost_bound + frame_.latency * static_cast<double>(child.corners_bound);
    if (node.turned) return;
    // The corner bound falls by one with every chain from boundary to boundary, and Acost grows by a width once chains
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

  // Appends candidates for the next strip, except those that complete a decomposition or cannot lead to a better one.
  void branch(const Node& node) {
    const std::size_t items = frame_.size() - node.first;
    for (std::size_t count = node.least; count < items; ++count) {
      const std::size_t behind = items - count;
      Child child;
      child.strip = strip_of(node, count);
      const bool bounded = pruning_ == Pruning::bounds && behind > 1;
      if (bounded) {
        // Bounds that do not need the strip's corners, which take longer to count.
        child.inside = area_bound_(child.strip.last, frame_.size(), child.strip.width, child.strip.rest);
        child.acost_bound = acost_with(node, child.strip) + child.inside;
        child.corners_bound = child.fewest_corners = node.fewest_corners;
        if (hopeless(child)) continue;
      }
      if (count > behind && !rule_.turns(node.place, child.strip)) continue;
      if (behind == 1) {
        const double acost = acost_with(node, child.strip);
        if (!is_candidate(node, acost)) continue;
        const std::int64_t corners = node.corners + rule_.place(node.place, child.strip).corners;
        compare(acost, corners, {count, node.opens_frame}, true);
        continue;
      }
      count_node();
      const StripOutcome<Place> outcome = rule_.place(node.place, child.strip);
      const Node next = after(node, child.strip, outcome);
      if (bounded) set_bounds(child, node, next, outcome.open_ends);
      if (!hopeless(child)) children_.push_back(child);
    }
  }

  void visit(const Node& node) {
    const std::size_t begin = children_.size();
    finish(node);
    branch(node);
    if (pruning_ == Pruning::bounds) {
      // The most promising first: a good decomposition found early prunes most of the tree.
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
  std::vector<Child> children_;  // a stack: children of the nodes on the path
};

// --- Corners counted exactly

// The points at which the dividers of the strip of items [first, last) end on a line of the given length across it.
// Empty if there are no items.
struct Marks {
  std::size_t first = 0;
  std::size_t last = 0;
  double length = 0;

  [[nodiscard]] std::int64_t count() const { return last > first ? static_cast<std::int64_t>(last - first) - 1 : 0; }
};

// Counts corners as they arise. A divider ends on the lines before and behind its strip. A cut starts at the near line,
// which is the last cut of the enclosing frame (at first the array's boundary), and ends on the array's boundary, as do
// the dividers of the last strip. The first strip of a frame starts on a part of the near line of the enclosing frame.
// Two corners of one line coincide if the line is continued straight on, which is rare unless weights are equal.
class ExactCorners {
 public:
  struct Place {
    Marks before;            // of the previous strip, on the line where the next strip starts
    double before_at = 0;    // start of the frame on that line
    Marks near;              // on the near line
    bool free_start = true;  // the next strip starts on the array's boundary
    bool free_near = true;   // the near line is the array's boundary
    double length = 0;       // of the frame
  };

  explicit ExactCorners(const Frame& frame) : frame_(frame) {}

  [[nodiscard]] Place start() const {
    Place place;
    place.length = frame_.n;
    return place;
  }

  [[nodiscard]] bool turns(const Place& /*place*/, const PlacedStrip& strip) const {
    return strip.width > strip.rest + frame_.tolerance();
  }

  [[nodiscard]] StripOutcome<Place> place(const Place& place, const PlacedStrip& strip) const {
    const Marks own{strip.first, strip.last, strip.width};
    const Crossing cut = crossing(place, place.length - strip.rest);
    StripOutcome<Place> outcome;
    outcome.corners = start_corners(place, own) + own.count() + (place.free_near || cut.on_mark ? 0 : 1);
    outcome.open_ends = own.count() + cut.marks_beyond;
    outcome.turns = turns(place, strip);
    if (outcome.turns) {
      outcome.next.before = place.near;
      outcome.next.before_at = place.length - strip.rest;
      outcome.next.near = own;
      outcome.next.free_start = place.free_near;
      outcome.next.free_near = false;
      outcome.next.length = strip.width;
    } else {
      outcome.next = place;
      outcome.next.before = own;
      outcome.next.before_at = 0;
      outcome.next.free_start = false;
    }
    return outcome;
  }

  [[nodiscard]] std::int64_t finish(const Place& place, const PlacedStrip& strip) const {
    return start_corners(place, {strip.first, strip.last, strip.width});
  }

 private:
  struct Crossing {
    bool on_mark = false;
    std::int64_t marks_beyond = 0;
  };

  // Item j's end on a line with these marks.
  [[nodiscard]] double end_of(const Marks& marks, std::size_t j) const {
    const double whole = frame_.share(marks.first, marks.last);
    return whole > 0 ? marks.length * (frame_.share(marks.first, j) / whole) : 0;
  }

  // The number of new corners at which the dividers of a strip start.
  [[nodiscard]] std::int64_t start_corners(const Place& place, const Marks& own) const {
    return place.free_start ? 0 : own.count() - shared(place.before, own, place.before_at);
  }

  // The number of coinciding marks if the second line begins at `offset` on the first.
  [[nodiscard]] std::int64_t shared(const Marks& a, const Marks& b, double offset) const {
    if (a.count() == 0 || b.count() == 0) return 0;
    std::int64_t both = 0;
    for (std::size_t i = a.first + 1, j = b.first + 1; i < a.last && j < b.last;) {
      const double difference = end_of(a, i) - (offset + end_of(b, j));
      if (std::abs(difference) <= frame_.tolerance()) ++both;
      if (difference <= frame_.tolerance()) ++i;
      if (difference >= -frame_.tolerance()) ++j;
    }
    return both;
  }

  // The crossing of the cut at `position` along the frame with the near line.
  [[nodiscard]] Crossing crossing(const Place& place, double position) const {
    Crossing result;
    for (std::size_t j = place.near.last - 1; place.near.count() > 0 && j > place.near.first; --j) {
      const double difference = end_of(place.near, j) - position;
      if (difference < -frame_.tolerance()) break;
      if (difference <= frame_.tolerance())
        result.on_mark = true;
      else
        ++result.marks_beyond;
    }
    return result;
  }

  const Frame& frame_;
};

// --- Corners counted on whole coordinates and in single precision

// Whole coordinates, as doubles so that no array is too large for them.
struct Point {
  double x = 0;
  double y = 0;
};

// Distinct points, as a stack, so that removing from the hash table with linear probing only empties slots. A linear
// search took 60 % of the time of the papers' grids.
class CornerStack {
 public:
  // For at most this many points.
  explicit CornerStack(std::size_t most)
      : bits_(static_cast<int>(std::bit_width(4 * most))), slots_(std::size_t{1} << bits_) {
    corners_.reserve(most);
  }

  [[nodiscard]] std::size_t size() const { return corners_.size(); }

  void shrink_to(std::size_t size) {
    for (; corners_.size() > size; corners_.pop_back()) slots_[corners_.back().slot] = 0;
  }

  void add(const Point& corner) {
    std::size_t slot = hash_of(corner);
    for (; slots_[slot] != 0; slot = (slot + 1) % slots_.size()) {
      const Point& known = corners_[slots_[slot] - 1].corner;
      if (known.x == corner.x && known.y == corner.y) return;
    }
    corners_.push_back({corner, slot});
    slots_[slot] = static_cast<std::uint32_t>(corners_.size());
  }

 private:
  struct Entry {
    Point corner;
    std::size_t slot = 0;
  };

  // Whole numbers differ in the high bits of doubles, which a product with an odd number spreads over its highest bits.
  [[nodiscard]] std::size_t hash_of(const Point& corner) const {
    const std::uint64_t spread = std::bit_cast<std::uint64_t>(corner.x) * 0x9E3779B97F4A7C15 +
                                 std::bit_cast<std::uint64_t>(corner.y) * 0xC2B2AE3D27D4EB4F;
    return spread >> (64 - bits_);
  }

  int bits_;
  std::vector<std::uint32_t> slots_;  // one more than the index of an entry; 0: empty
  std::vector<Entry> corners_;
};

class LegacyCorners {
 public:
  struct Place {
    Point origin;       // corner of the rest nearest to the array's origin
    double width = 0;   // of the frame
    double length = 0;  // of the rest of the frame
    bool along_n = true;
    std::size_t corners = 0;     // number of corners_ of the strips before
    std::size_t near_first = 0;  // items of the strip whose dividers end on the near line
    std::size_t near_last = 0;
    double near_length = 0;
  };

  explicit LegacyCorners(const Frame& frame)
      : m_(std::trunc(frame.m)),
        n_(std::trunc(frame.n)),
        sides_are_positive_(frame.weights.back() * frame.m >= 2 && frame.n <= 1e6),
        corners_(4 * frame.size()) {
    for (const double weight : frame.weights) weights_.push_back(static_cast<float>(weight));
  }

  [[nodiscard]] Place start() const {
    Place place;
    place.width = m_;
    place.length = n_;
    return place;
  }

  [[nodiscard]] bool turns(const Place& place, const PlacedStrip& strip) const {
    return place.width > place.length - strip_length(place, strip);
  }

  [[nodiscard]] StripOutcome<Place> place(const Place& place, const PlacedStrip& strip) {
    const double length = strip_length(place, strip);
    StripOutcome<Place> outcome;
    outcome.corners = add_corners(place, strip, length);
    outcome.open_ends = open_ends(place, strip, place.near_length - (place.length - length));
    outcome.next = place;
    outcome.next.corners = corners_.size();
    (place.along_n ? outcome.next.origin.x : outcome.next.origin.y) += length;
    outcome.next.length -= length;
    outcome.turns = place.width > outcome.next.length;
    if (outcome.turns) {
      std::swap(outcome.next.width, outcome.next.length);
      outcome.next.along_n = !place.along_n;
      outcome.next.near_first = strip.first;
      outcome.next.near_last = strip.last;
      outcome.next.near_length = place.width;
    }
    return outcome;
  }

  [[nodiscard]] std::int64_t finish(const Place& place, const PlacedStrip& strip) {
    return add_corners(place, strip, strip_length(place, strip));
  }

 private:
  [[nodiscard]] float sum(std::size_t first, std::size_t last) const {
    float total = 0;
    for (std::size_t i = first; i < last; ++i) total += weights_[i];
    return total;
  }

  // Along n the length assumes a frame of width m, which is wrong for one that turned twice.
  [[nodiscard]] double strip_length(const Place& place, const PlacedStrip& strip) const {
    const double total = sum(strip.first, strip.last);
    return std::trunc(place.along_n ? n_ * total : total * m_ * n_ / place.width);
  }

  // The width of item i in a strip whose items have the weight `total`.
  [[nodiscard]] double item_width(double width, std::size_t i, double total) const {
    return std::trunc(width * static_cast<double>(weights_[i]) / total);
  }

  // Adds the strip's corners to those of the strips before; returns the number of new ones.
  std::int64_t add_corners(const Place& place, const PlacedStrip& strip, double length) {
    corners_.shrink_to(place.corners);
    const double total = sum(strip.first, strip.last);
    double across = 0;
    add_pair(place, across, length);
    for (std::size_t i = strip.first; i + 1 < strip.last; ++i) {
      across += item_width(place.width, i, total);
      add_pair(place, across, length);
    }
    add_pair(place, place.width, length);
    return static_cast<std::int64_t>(corners_.size() - place.corners);
  }

  // Adds the two ends of a line along the strip.
  void add_pair(const Place& place, double across, double length) {
    const Point& origin = place.origin;
    if (place.along_n) {
      add({origin.x, origin.y + across});
      add({origin.x + length, origin.y + across});
    } else {
      add({origin.x + across, origin.y});
      add({origin.x + across, origin.y + length});
    }
  }

  void add(const Point& corner) {
    if (corner.x > 0 && corner.x < n_ && corner.y > 0 && corner.y < m_) corners_.add(corner);
  }

  // The number of the strip's dividers and of the marks on the near line beyond the cut at `position` along the frame.
  [[nodiscard]] std::int64_t open_ends(const Place& place, const PlacedStrip& strip, double position) const {
    if (!sides_are_positive_) return static_cast<std::int64_t>(weights_.size());
    auto open = static_cast<std::int64_t>(strip.last - strip.first) - 1;
    const double total = sum(place.near_first, place.near_last);
    double mark = 0;
    for (std::size_t i = place.near_first; i + 1 < place.near_last; ++i) {
      mark += item_width(place.near_length, i, total);
      if (mark > position) ++open;
    }
    return open;
  }

  double m_;
  double n_;
  // The bound on later corners requires that no side is truncated to 0. Exact sides are at least m * least weight,
  // frames are at least as wide on whole coordinates as exactly, and single precision moves a length by less than one
  // element up to a million.
  bool sides_are_positive_;
  std::vector<float> weights_;
  CornerStack corners_;  // internal corners of the strips placed
};

// --- The algorithm

// Some seconds of work. At p = 20 some thousands of nodes are needed with pruning, and at most 660 127 without.
constexpr std::uint64_t node_limit = 50'000'000;
constexpr std::uint64_t legacy_node_limit = 5'000'000;  // these nodes take ten times as long
constexpr std::size_t most_tiled = 100;

InputError too_large(const Frame& frame, const std::string& why) {
  return InputError("TILE of {} processors on {} x {} with latency {} {}; use {}, whose time is polynomial",
                    frame.size(), frame.m, frame.n, frame.latency, why, polynomial_algorithm(frame));
}

RectangleSolution solve_tile(const RectangleProblem& problem, const Options& options, RandomStream&) {
  const Frame frame = make_frame(problem);
  if (frame.size() > most_tiled)
    throw too_large(frame, fmt::format("may have to compare {:.0e} decompositions (at most {} processors are accepted)",
                                       std::pow(2.0, static_cast<double>(frame.size()) - 1), most_tiled));
  const Pruning pruning = options.flag("exhaustive") ? Pruning::none : Pruning::bounds;
  const bool legacy = options.flag("legacy");
  const std::uint64_t limit = legacy ? legacy_node_limit : node_limit;
  TileAnswer answer;
  try {
    answer = search_tile(frame, pruning, limit, legacy);
  } catch (const TileSearchTooLarge&) {
    throw too_large(frame, fmt::format("would have to place more than {} strips", limit));
  }
  return {.decomposition = to_decomposition(frame, tile_boxes(frame, answer.strips)),
          .claimed_acost = answer.acost,
          .claimed_edges = answer.corners + static_cast<std::int64_t>(frame.size()) - 1};
}

const Registration<RectangleAlgorithm> tile_registration{
    {.name = "TILE",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.2 and Figure 14",
     .summary = "Tries all strips of nondecreasing counts, heaviest processors first, "
                "and turns by 90 degrees wherever the rest is wider than long; "
                "least Acost + latency * internal edges.",
     .options = {{.name = "legacy",
                  .summary = "count corners on whole coordinates in single precision, as the published tables seem to"},
                 {.name = "exhaustive", .summary = "compare every decomposition; the answer is the same"}},
     .variants = {"legacy", "exhaustive"},
     .solve = solve_tile}};

}  // namespace

TileAnswer search_tile(const Frame& frame, Pruning pruning, std::uint64_t node_limit, bool legacy) {
  if (legacy) return TileSearch<LegacyCorners>(frame, LegacyCorners(frame), pruning, node_limit).run();
  return TileSearch<ExactCorners>(frame, ExactCorners(frame), pruning, node_limit).run();
}

std::vector<Box> tile_boxes(const Frame& frame, const std::vector<TileStrip>& strips) {
  std::vector<Box> boxes;
  boxes.reserve(frame.size());
  Box rest{0, 0, frame.n, frame.m};
  bool along_n = true;
  for (const TileStrip& strip : strips) {
    if (strip.opens_frame) along_n = !along_n;
    double& side = along_n ? rest.width : rest.height;
    const std::size_t first = boxes.size();
    const std::size_t last = first + strip.count;
    const double whole = frame.share(first, frame.size());
    const double share = frame.share(first, last);
    const double length = last == frame.size() ? side : (whole > 0 ? share / whole : 0) * side;
    for (std::size_t i = first; i < last; ++i) {
      const double from = share > 0 ? frame.share(first, i) / share : 0;
      const double to = i + 1 == last ? 1 : share > 0 ? frame.share(first, i + 1) / share : 0;
      boxes.push_back(along_n ? Box{rest.x, rest.y + from * rest.height, length, (to - from) * rest.height}
                              : Box{rest.x + from * rest.width, rest.y, (to - from) * rest.width, length});
    }
    (along_n ? rest.x : rest.y) += length;
    side -= length;
  }
  return boxes;
}

}  // namespace apportion
