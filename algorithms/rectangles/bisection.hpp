// The common rules of the recursive bisections: which side of a box is cut, and where a list of items is halved.
#pragma once

#include <cstddef>

#include "algorithms/rectangles/frame.hpp"

namespace apportion {

/// A box and the cut that divided it: `first` is left of (or above) `second`.
struct DividedBox {
  Box first;
  Box second;
  double cut_length = 0;
};

/// Whether a box is cut across the array's n (by a line along y) rather than across its m: true if it is at least as
/// long along n, within frame.tolerance(). The side rule of RecursiveBisection2 and RecursiveBisection3.
[[nodiscard]] bool cut_across_n(const Frame& frame, const Box& box);

/// Cuts off `fraction` (0 to 1) of the box for the first part.
[[nodiscard]] DividedBox divide_box(const Box& box, double fraction, bool across_n);

/// The weight of items [first, middle) as a fraction of that of items [first, last).
[[nodiscard]] double fraction_of(const Frame& frame, std::size_t first, std::size_t middle, std::size_t last);

/// RecursiveBisection2's halving of items [first, last), at least two: the end of the shortest prefix that has at least
/// half of their weight, within 1e-12 of the array's. Kaddoura et al., Section 6.3. O(log p).
[[nodiscard]] std::size_t end_of_first_half(const Frame& frame, std::size_t first, std::size_t last);

/// Where the items [first, last) of a box are divided: the items before `middle` get `fraction` of the box.
struct Halving {
  std::size_t middle = 0;
  double fraction = 0;
  bool across_n = false;
};

/// The same halving by weight as end_of_first_half(), across the longer side.
[[nodiscard]] Halving half_by_weight(const Frame& frame, const Box& box, std::size_t first, std::size_t last);

/// Divides `box` among the items [first, last) again and again, as halve(box, first, last, depth) decides for at least
/// two items; `depth` counts the cuts around the box.
template <class Halve>
void bisect(const Box& box, std::size_t first, std::size_t last, int depth, const Halve& halve, Layout& layout) {
  if (last - first == 1) {
    layout.boxes[first] = box;
    return;
  }
  const Halving halving = halve(box, first, last, depth);
  const DividedBox halves = divide_box(box, halving.fraction, halving.across_n);
  layout.acost += halves.cut_length;
  bisect(halves.first, first, halving.middle, depth + 1, halve, layout);
  bisect(halves.second, halving.middle, last, depth + 1, halve, layout);
}

template <class Halve>
[[nodiscard]] Layout bisected(const Frame& frame, const Halve& halve) {
  Layout layout(frame);
  bisect({0, 0, frame.n, frame.m}, 0, frame.size(), 0, halve, layout);
  return layout;
}

/// The end of the shortest nonempty run of items from `first` on whose prefix sum reaches `target`, at most `at_most`,
/// which also bounds the depth of a recursion if weights are too small to move the prefix sums.
[[nodiscard]] std::size_t end_of_share(const Frame& frame, std::size_t first, double target, std::size_t at_most);

}  // namespace apportion
