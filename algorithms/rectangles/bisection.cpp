// The rules that the recursive bisections share.
#include "algorithms/rectangles/bisection.hpp"

#include <algorithm>

namespace apportion {
namespace {

// Prefix sums of equal weights miss a half by rounding alone.
constexpr double half_tolerance = 1e-12;

}  // namespace

bool cut_across_n(const Frame& frame, const Box& box) { return box.width >= box.height - frame.tolerance(); }

DividedBox divide_box(const Box& box, double fraction, bool across_n) {
  if (across_n) {
    const double width = box.width * fraction;
    return {{box.x, box.y, width, box.height}, {box.x + width, box.y, box.width - width, box.height}, box.height};
  }
  const double height = box.height * fraction;
  return {{box.x, box.y, box.width, height}, {box.x, box.y + height, box.width, box.height - height}, box.width};
}

double fraction_of(const Frame& frame, std::size_t first, std::size_t middle, std::size_t last) {
  const double whole = frame.share(first, last);
  // Weights too small to move the prefix sums share an empty box; any division of it will do.
  return whole > 0 ? frame.share(first, middle) / whole : 0.5;
}

std::size_t end_of_first_half(const Frame& frame, std::size_t first, std::size_t last) {
  // Weights too small to move the prefix sums: taken off one by one, a million of them would exhaust the stack.
  if (!(frame.share(first, last) > 0)) return first + (last - first + 1) / 2;
  const double target = frame.prefix[first] + 0.5 * frame.share(first, last) - half_tolerance;
  // Weights do not increase, so half of the items always have half of the weight: look no further than that.
  return end_of_share(frame, first, target, first + (last - first + 1) / 2);
}

std::size_t end_of_share(const Frame& frame, std::size_t first, double target, std::size_t at_most) {
  const auto begin = frame.prefix.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  const auto end = frame.prefix.begin() + static_cast<std::ptrdiff_t>(at_most);
  return static_cast<std::size_t>(std::lower_bound(begin, end, target) - frame.prefix.begin());
}

}  // namespace apportion
