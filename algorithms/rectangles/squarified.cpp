// SQUARIFIED: rows along the shorter side of what is left, each extended while its parts do not become longer.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"

namespace apportion {
namespace {

// Ratios of equal weights differ by rounding alone.
constexpr double ratio_tolerance = 1e-9;

class Squarified {
 public:
  explicit Squarified(const Frame& frame) : frame_(frame), boxes_(frame.size()) {}

  RectangleSolution solve() {
    Box rest{0, 0, frame_.n, frame_.m};
    for (std::size_t first = 0; first < frame_.size();) {
      const std::size_t last = end_of_row(rest, first);
      rest = lay_row(rest, first, last);
      first = last;
    }
    return {.decomposition = to_decomposition(frame_, boxes_), .claimed_acost = acost_};
  }

 private:
  // The row that starts with item `first`: the next item joins it unless the worst aspect ratio grows. The item's part
  // is s a / S long and S / s thick for areas a and S of the part and the row, which lies along a side of length s.
  [[nodiscard]] std::size_t end_of_row(const Box& rest, std::size_t first) const {
    const double side = std::min(rest.width, rest.height);
    const double scale = side * side / (frame_.m * frame_.n);
    const double longest = scale * frame_.weights[first];
    double worst = 0;
    std::size_t last = first;
    for (; last < frame_.size(); ++last) {
      const double row = frame_.share(first, last + 1);
      const double aspect = std::max(longest / (row * row), row * row / (scale * frame_.weights[last]));
      // False for what is not a number as well: weights too small to move the prefix sums share a row.
      if (last > first && aspect > worst * (1 + ratio_tolerance)) break;
      worst = aspect;
    }
    return last;
  }

  // Returns what is left of the box.
  Box lay_row(const Box& rest, std::size_t first, std::size_t last) {
    const bool across_n = cut_across_n(frame_, rest);
    const DividedBox cut = divide_box(rest, fraction_of(frame_, first, last, frame_.size()), across_n);
    const Box& row = last == frame_.size() ? rest : cut.first;
    if (last < frame_.size()) acost_ += cut.cut_length;
    const double length = across_n ? row.height : row.width;
    const double thickness = across_n ? row.width : row.height;
    acost_ += static_cast<double>(last - first - 1) * thickness;
    const double share = frame_.share(first, last);
    const auto fraction = [&](std::size_t from, std::size_t to) {
      return share > 0 ? frame_.share(from, to) / share
                       : static_cast<double>(to - from) / static_cast<double>(last - first);
    };
    for (std::size_t item = first; item < last; ++item) {
      const double along = length * fraction(first, item);
      const double part = length * fraction(item, item + 1);
      boxes_[item] = across_n ? Box{row.x, row.y + along, thickness, part} : Box{row.x + along, row.y, part, thickness};
    }
    return cut.second;
  }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
};

RectangleSolution solve_squarified(const RectangleProblem& problem, const Options& /*options*/,
                                   RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return Squarified(frame).solve();
}

const Registration<RectangleAlgorithm> squarified_registration{
    {.name = "SQUARIFIED",
     .source = "Bruls, Huizing and van Wijk 2000, Squarified treemaps",
     .summary = "Lays rows along the shorter side of what is left, largest areas first, and ends a row where the worst "
                "aspect ratio would grow; latency plays no part.",
     .solve = solve_squarified}};

}  // namespace
}  // namespace apportion
