// The papers' frame for rectangle algorithms: weights in nonincreasing order, the array's longer side along x.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/rectangles/rectangle_algorithm.hpp"

namespace apportion {

/// A rectangle inside a frame: x along n, y along m.
struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

/// A RectangleProblem as Kaddoura et al. state it (Section 4): m <= n, weights normalised to sum 1 and nonincreasing.
struct Frame {
  double m = 0;  ///< the shorter side, along y
  double n = 0;  ///< the longer side, along x
  double latency = 0;
  bool rows_along_x = false;           ///< the problem had rows > columns and was transposed
  std::vector<double> weights;         ///< a_1 >= a_2 >= ...
  std::vector<double> prefix;          ///< prefix[k] = a_1 + ... + a_k; p + 1 entries, the last exactly 1
  std::vector<std::size_t> processor;  ///< processor[k] has weight weights[k]; equal weights keep their order

  [[nodiscard]] std::size_t size() const { return weights.size(); }
  /// Weight of items [first, last).
  [[nodiscard]] double share(std::size_t first, std::size_t last) const { return prefix[last] - prefix[first]; }
  [[nodiscard]] double tolerance() const { return 1e-9 * (m + n); }
  /// A box in the coordinates of the problem's array.
  [[nodiscard]] Rect rect(const Box& box) const {
    return rows_along_x ? Rect{box.x, box.y, box.width, box.height} : Rect{box.y, box.x, box.height, box.width};
  }
};

/// Sorts and normalises; O(p log p).
[[nodiscard]] Frame make_frame(const RectangleProblem& problem);

/// A lower bound on Acost inside a rectangle that is divided into rectangles: the items have at least the half
/// perimeters of squares, or of strips across the rectangle if squares are too large for it (see acost_lower_bound() in
/// sim/rectangles/costs.hpp). The frame must outlive it.
class AreaBound {
 public:
  explicit AreaBound(const Frame& frame);

  /// The bound for items [first, last), at least two, in a rectangle with these sides.
  [[nodiscard]] double operator()(std::size_t first, std::size_t last, double width, double length) const;

 private:
  const Frame* frame_;
  std::vector<double> roots_;  // prefix sums of 2 sqrt(area of item)
};

/// A second box of the k-th heaviest processor, whose part is not a rectangle.
struct FurtherBox {
  std::size_t item = 0;  ///< k
  Box box;
};

/// A division of the frame, perhaps incomplete: a box for each item, second boxes for items with an L, and the length
/// of the cuts so far.
struct Layout {
  explicit Layout(const Frame& frame) : boxes(frame.size()) {}

  std::vector<Box> boxes;
  std::vector<FurtherBox> further = {};
  double acost = 0;
};

/// The answer with the layout's costs; edges are not counted.
[[nodiscard]] RectangleSolution layout_solution(const Frame& frame, const Layout& layout);

/// `solve` of an algorithm without options or random draws, from its layout of the frame.
template <Layout (*layout_of)(const Frame& frame)>
[[nodiscard]] RectangleSolution solve_by_layout(const RectangleProblem& problem, const Options& /*options*/,
                                                RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return layout_solution(frame, layout_of(frame));
}

/// The problem's array, with an empty part for each processor.
[[nodiscard]] Decomposition undivided(const Frame& frame);

/// The decomposition that gives the k-th heaviest processor boxes[k] and its further boxes, in the coordinates of the
/// problem.
[[nodiscard]] Decomposition to_decomposition(const Frame& frame, const std::vector<Box>& boxes,
                                             const std::vector<FurtherBox>& further = {});

}  // namespace apportion
