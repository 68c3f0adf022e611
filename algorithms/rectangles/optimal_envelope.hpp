// The least cost of a set of parts as a function of the width of their box, over slicing trees.
#pragma once

#include <vector>

namespace apportion {

/// Through which direction a box is cut: a vertical cut puts its two sides beside each other.
enum class Cut { vertical, horizontal };

/// Up to the width `to`, the cost is p x width + q x height + k. A slicing tree keeps p, q and k whatever its box.
struct Piece {
  double to = 0;
  double p = 0;
  double q = 0;
  double k = 0;
};

/// The least of such costs over boxes of one area whose widths lie in [from, last piece's `to`]. `pieces` is not empty.
struct Envelope {
  double area = 0;
  double from = 0;
  std::vector<Piece> pieces;
  double least = 0;  ///< over all widths

  /// The cost in a box of this width and of the envelope's area; widths out of range by rounding take the end pieces.
  [[nodiscard]] double at(double width) const;
};

/// One part: its half perimeter.
[[nodiscard]] Envelope leaf_envelope(double area, double from, double to);

/// Collects the least of many sums of two envelopes.
class EnvelopeBuilder {
 public:
  EnvelopeBuilder(double area, double from, double to) : area_(area), from_(from), to_(to) {}

  /// One more candidate: a cut through the box between two sets whose areas sum to the box's, its own cost being k.
  void add_cut(const Envelope& first, const Envelope& second, Cut cut, double k);

  [[nodiscard]] Envelope finish();

 private:
  void sum(const Envelope& first, const Envelope& second, Cut cut, double k);
  void take_lower();
  void compare(double a, double b, const Piece& one, const Piece& other);

  double area_;
  double from_;
  double to_;
  std::vector<Piece> best_;
  std::vector<Piece> candidate_;
  std::vector<Piece> lower_;
};

}  // namespace apportion
