// TILE with corners counted on whole coordinates and in single precision.
#include "algorithms/rectangles/tile_legacy.hpp"

#include <cmath>
#include <vector>

namespace apportion {
namespace {

// Whole coordinates, kept as doubles so that no array is too large for them.
struct Point {
  double x = 0;
  double y = 0;
};

class LegacyCorners {
 public:
  struct Place {
    Point origin;       // corner of what remains that is nearest to the array's origin
    double width = 0;   // of the frame
    double length = 0;  // of what remains of the frame
    bool along_n = true;
    std::size_t corners = 0;     // of corners_ belong to the strips before
    std::size_t near_first = 0;  // items of the strip whose dividers end on the near line
    std::size_t near_last = 0;
    double near_length = 0;
  };

  explicit LegacyCorners(const Frame& frame)
      : m_(std::trunc(frame.m)), n_(std::trunc(frame.n)), sides_are_positive_(has_positive_sides(frame)) {
    for (const double weight : frame.weights) weights_.push_back(static_cast<float>(weight));
    corners_.reserve(4 * weights_.size());
  }

  [[nodiscard]] Place start() const {
    Place place;
    place.width = m_;
    place.length = n_;
    return place;
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
  // The bound on corners to come supposes that no side is truncated to nothing. Exact sides are at least
  // m * least weight, frames are at least as wide on whole coordinates as exactly, and single precision moves a
  // length by less than one element up to a million.
  static bool has_positive_sides(const Frame& frame) { return frame.weights.back() * frame.m >= 2 && frame.n <= 1e6; }

  [[nodiscard]] float sum(std::size_t first, std::size_t last) const {
    float total = 0;
    for (std::size_t i = first; i < last; ++i) total += weights_[i];
    return total;
  }

  // Along n the length supposes a frame that is m wide, which one that turned twice is not.
  [[nodiscard]] double strip_length(const Place& place, const PlacedStrip& strip) const {
    const double total = sum(strip.first, strip.last);
    return std::trunc(place.along_n ? n_ * total : total * m_ * n_ / place.width);
  }

  // Of item i in a strip whose items have the weight `total`.
  [[nodiscard]] double item_width(double width, std::size_t i, double total) const {
    return std::trunc(width * static_cast<double>(weights_[i]) / total);
  }

  // Adds the strip's corners to those of the strips before; returns how many are new.
  std::int64_t add_corners(const Place& place, const PlacedStrip& strip, double length) {
    corners_.resize(place.corners);
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

  // The two ends of a line along the strip.
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
    if (!(corner.x > 0 && corner.x < n_ && corner.y > 0 && corner.y < m_)) return;
    for (const Point& known : corners_)
      if (known.x == corner.x && known.y == corner.y) return;
    corners_.push_back(corner);
  }

  // The strip's dividers, and the marks on the near line beyond the cut at `position` along the frame.
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
  bool sides_are_positive_;
  std::vector<float> weights_;
  std::vector<Point> corners_;  // distinct internal corners of the strips placed
};

}  // namespace

TileAnswer search_tile_legacy(const Frame& frame, Pruning pruning, std::uint64_t node_limit) {
  return TileSearch<LegacyCorners>(frame, LegacyCorners(frame), pruning, node_limit).run();
}

}  // namespace apportion
