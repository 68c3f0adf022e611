// Marks of a column's dividers.
#include "algorithms/rectangles/divider_marks.hpp"

#include <algorithm>

namespace apportion {

DividerMarks::DividerMarks(const Frame& frame, double tolerance)
    : frame_(frame), tolerance_(tolerance), marks_((frame.size() + 1) * (frame.size() + 1), 0) {}

std::uint64_t DividerMarks::computed(std::size_t first, std::size_t last) const {
  const double share = frame_.share(first, last);
  // Where the tolerance is no longer small against a mark, the test would rule out meetings that happen.
  if (!(share > 0) || tolerance_ > 1e-3) return ~std::uint64_t{0};
  const double scale = 63 / share;
  std::uint64_t marks = 0;
  for (std::size_t item = first + 1; item < last; ++item) {
    // Of two dividers that meet, the lesser lies between the greater and the greater less the tolerance, which are both
    // marked: they have a mark in common.
    const double place = frame_.share(first, item) * scale;
    marks |= std::uint64_t{1} << static_cast<unsigned>(place);
    marks |= std::uint64_t{1} << static_cast<unsigned>(std::max(place - 63 * tolerance_, 0.0));
  }
  return marks;
}

}  // namespace apportion
