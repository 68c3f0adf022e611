// Sums and minima of pieces.
#include "algorithms/rectangles/optimal_envelope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace apportion {
namespace {

double value(const Piece& piece, double width, double area) {
  return piece.p * width + piece.q * (area / width) + piece.k;
}

void append(std::vector<Piece>& pieces, double to, const Piece& piece) {
  if (!pieces.empty()) {
    Piece& last = pieces.back();
    if (last.p == piece.p && last.q == piece.q && last.k == piece.k) {
      last.to = to;
      return;
    }
  }
  pieces.push_back({to, piece.p, piece.q, piece.k});
}

// The widths at which d.p x width + d.q x area / width + d.k is zero, in ascending order; what is none is not finite
// or not positive.
std::array<double, 2> zeros(const Piece& d, double area) {
  const double none = std::numeric_limits<double>::infinity();
  const double discriminant = d.k * d.k - 4 * d.p * d.q * area;
  if (!(discriminant >= 0)) return {none, none};
  // Without cancellation: the root of greater magnitude first, the other one from the product of both.
  const double half = -(d.k + std::copysign(std::sqrt(discriminant), d.k)) / 2;
  const double first = half / d.p;
  const double second = d.q * area / half;
  return first < second ? std::array{first, second} : std::array{second, first};
}

double least_value(const Envelope& envelope) {
  double least = std::numeric_limits<double>::infinity();
  double from = envelope.from;
  for (const Piece& piece : envelope.pieces) {
    const double to = std::max(from, piece.to);
    const double lowest = std::clamp(std::sqrt(piece.q * envelope.area / piece.p), from, to);
    least = std::min(least, value(piece, lowest, envelope.area));
    from = to;
  }
  return least;
}

}  // namespace

double Envelope::at(double width) const {
  const auto found = std::ranges::lower_bound(pieces, width, {}, &Piece::to);
  return value(found == pieces.end() ? pieces.back() : *found, width, area);
}

Envelope leaf_envelope(double area, double from, double to) {
  Envelope leaf{area, from, {{to, 1, 1, 0}}};
  leaf.least = least_value(leaf);
  return leaf;
}

void EnvelopeBuilder::add_cut(const Envelope& first, const Envelope& second, Cut cut, double k) {
  sum(first, second, cut, k);
  if (best_.empty()) {
    best_.swap(candidate_);
    return;
  }
  take_lower();
}

Envelope EnvelopeBuilder::finish() {
  Envelope envelope{area_, from_, std::move(best_)};
  envelope.least = least_value(envelope);
  return envelope;
}

// Beside each other both have the box's height and their shares of its width, above each other the opposite.
void EnvelopeBuilder::sum(const Envelope& first, const Envelope& second, Cut cut, double k) {
  const bool beside = cut == Cut::vertical;
  const double f = first.area / area_;
  const double g = second.area / area_;
  const auto end = [this](const std::vector<Piece>& pieces, std::size_t i, double scale) {
    return i + 1 == pieces.size() ? to_ : pieces[i].to / scale;
  };
  candidate_.clear();
  double from = from_;
  for (std::size_t i = 0, j = 0;;) {
    const double first_end = end(first.pieces, i, beside ? f : 1);
    const double second_end = end(second.pieces, j, beside ? g : 1);
    const double to = std::min({first_end, second_end, to_});
    if (to > from || to == to_) {
      const Piece& a = first.pieces[i];
      const Piece& b = second.pieces[j];
      append(candidate_, to,
             {to, beside ? f * a.p + g * b.p : a.p + b.p, beside ? a.q + b.q : f * a.q + g * b.q, a.k + b.k + k});
      from = to;
    }
    if (to == to_) return;
    i += first_end == to ? 1 : 0;
    j += second_end == to ? 1 : 0;
  }
}

void EnvelopeBuilder::take_lower() {
  lower_.clear();
  double from = from_;
  for (std::size_t i = 0, j = 0; i < best_.size() && j < candidate_.size();) {
    const double to = std::min(best_[i].to, candidate_[j].to);
    compare(from, to, best_[i], candidate_[j]);
    from = to;
    const bool both = best_[i].to == candidate_[j].to;
    const bool best_ends = best_[i].to == to;
    i += best_ends ? 1 : 0;
    j += both || !best_ends ? 1 : 0;
  }
  best_.swap(lower_);
}

// The lower of two costs over widths from a to b. Where rounding hides which one it is, they differ by no more.
void EnvelopeBuilder::compare(double a, double b, const Piece& one, const Piece& other) {
  const Piece d{0, one.p - other.p, one.q - other.q, one.k - other.k};
  const auto lower_at = [&](double width) -> const Piece& { return value(d, width, area_) <= 0 ? one : other; };
  const double at_a = value(d, a, area_);
  const double at_b = value(d, b, area_);
  const bool may_cross_twice = d.p * d.k < 0 && d.q * d.k < 0;
  if (!may_cross_twice && ((at_a <= 0 && at_b <= 0) || (at_a > 0 && at_b > 0))) {
    append(lower_, b, at_a <= 0 ? one : other);
    return;
  }
  double from = a;
  for (const double zero : zeros(d, area_))
    if (zero > from && zero < b) {
      append(lower_, zero, lower_at((from + zero) / 2));
      from = zero;
    }
  append(lower_, b, lower_at((from + b) / 2));
}

}  // namespace apportion
