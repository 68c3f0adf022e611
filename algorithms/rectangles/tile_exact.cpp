// TILE with corners counted exactly.
#include "algorithms/rectangles/tile_exact.hpp"

#include <cmath>
#include <utility>

namespace apportion {
namespace {

// The dividers of the strip of items [first, last) where they meet a line of the length given that runs across it.
// No items: no marks.
struct Marks {
  std::size_t first = 0;
  std::size_t last = 0;
  double length = 0;

  [[nodiscard]] std::int64_t count() const { return last > first ? static_cast<std::int64_t>(last - first) - 1 : 0; }
};

// Counts corners as they arise. A divider ends on the lines before and behind its strip. A cut starts at the near line,
// which is the last cut of the frame around (at first the array's boundary), and ends on the array's boundary, as do
// the dividers of the last strip. The first strip of a frame starts on a part of the near line of the frame around. Two
// corners of one line coincide when the line is continued straight on, which is rare unless weights are equal.
class ExactCorners {
 public:
  struct Place {
    Marks before;            // on the line where the next strip starts, from the strip before it
    double before_at = 0;    // where on that line the frame begins
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

  [[nodiscard]] StripOutcome<Place> place(const Place& place, const PlacedStrip& strip) const {
    const Marks own{strip.first, strip.last, strip.width};
    const Crossing cut = crossing(place, place.length - strip.rest);
    StripOutcome<Place> outcome;
    outcome.corners = start_corners(place, own) + own.count() + (place.free_near || cut.on_mark ? 0 : 1);
    outcome.open_ends = own.count() + cut.marks_beyond;
    outcome.turns = strip.width > strip.rest + frame_.tolerance();
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

  // Item j's end on a line with the marks given.
  [[nodiscard]] double end_of(const Marks& marks, std::size_t j) const {
    const double whole = frame_.share(marks.first, marks.last);
    return whole > 0 ? marks.length * (frame_.share(marks.first, j) / whole) : 0;
  }

  // New corners where the dividers of a strip start.
  [[nodiscard]] std::int64_t start_corners(const Place& place, const Marks& own) const {
    return place.free_start ? 0 : own.count() - shared(place.before, own, place.before_at);
  }

  // Marks that coincide when the second line begins at `offset` on the first.
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

  // The cut at `position` along the frame, where it meets the near line.
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

// Places boxes strip by strip in what remains of the array.
class BoxPlacer {
 public:
  explicit BoxPlacer(const Frame& frame) : frame_(frame), rest_{0, 0, frame.n, frame.m} {
    boxes_.reserve(frame.size());
  }

  void place(const TileStrip& strip) {
    if (strip.opens_frame) along_n_ = !along_n_;
    const std::size_t first = boxes_.size();
    const std::size_t last = first + strip.count;
    const double whole = frame_.share(first, frame_.size());
    const double part = whole > 0 ? frame_.share(first, last) / whole : 0;
    const double length = last == frame_.size() ? side_along() : part * side_along();
    const double share = frame_.share(first, last);
    for (std::size_t i = first; i < last; ++i) {
      const double from = share > 0 ? frame_.share(first, i) / share : 0;
      const double to = i + 1 == last ? 1 : share > 0 ? frame_.share(first, i + 1) / share : 0;
      boxes_.push_back(along_n_ ? Box{rest_.x, rest_.y + from * rest_.height, length, (to - from) * rest_.height}
                                : Box{rest_.x + from * rest_.width, rest_.y, (to - from) * rest_.width, length});
    }
    (along_n_ ? rest_.x : rest_.y) += length;
    (along_n_ ? rest_.width : rest_.height) -= length;
  }

  std::vector<Box> boxes() { return std::move(boxes_); }

 private:
  [[nodiscard]] double side_along() const { return along_n_ ? rest_.width : rest_.height; }

  const Frame& frame_;
  Box rest_;
  bool along_n_ = true;
  std::vector<Box> boxes_;
};

}  // namespace

TileAnswer search_tile(const Frame& frame, Pruning pruning, std::uint64_t node_limit) {
  return TileSearch<ExactCorners>(frame, ExactCorners(frame), pruning, node_limit).run();
}

std::vector<Box> tile_boxes(const Frame& frame, const std::vector<TileStrip>& strips) {
  BoxPlacer placer(frame);
  for (const TileStrip& strip : strips) placer.place(strip);
  return placer.boxes();
}

}  // namespace apportion
