// RecursiveBisection2: halves the list of processors by weight and cuts across the longer side.
#include <cmath>
#include <cstddef>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// The legacy variant's idea of a box's sides: whole numbers of elements.
struct WholeSides {
  double width = 0;
  double height = 0;
};

class LongSideBisection {
 public:
  explicit LongSideBisection(const Frame& frame) : frame_(frame), boxes_(frame.size()) {}

  RectangleSolution solve() {
    divide({0, 0, frame_.n, frame_.m}, 0, frame_.size());
    return {.decomposition = to_decomposition(frame_, boxes_), .claimed_acost = acost_};
  }

  // The same decomposition; only the arithmetic differs.
  RectangleSolution solve_legacy() {
    divide_legacy({0, 0, frame_.n, frame_.m}, {std::trunc(frame_.n), std::trunc(frame_.m)}, 0, frame_.size());
    RectangleSolution solution{.decomposition = to_decomposition(frame_, boxes_), .claimed_acost = acost_};
    solution.claimed_edges = internal_edges(solution.decomposition);
    return solution;
  }

 private:
  void divide(const Box& box, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      boxes_[first] = box;
      return;
    }
    const std::size_t middle = end_of_first_half(frame_, first, last);
    const DividedBox halves = divide_box(box, fraction_of(frame_, first, middle, last), cut_across_n(frame_, box));
    acost_ += halves.cut_length;
    divide(halves.first, first, middle);
    divide(halves.second, middle, last);
  }

  void divide_legacy(const Box& box, const WholeSides& sides, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      boxes_[first] = box;
      return;
    }
    const std::size_t middle = end_of_first_half(frame_, first, last);
    const double fraction = fraction_of(frame_, first, middle, last);
    const bool across_n = cut_across_n(frame_, box);
    const DividedBox halves = divide_box(box, fraction, across_n);
    WholeSides first_sides = sides;
    WholeSides second_sides = sides;
    double& first_side = across_n ? first_sides.width : first_sides.height;
    double& second_side = across_n ? second_sides.width : second_sides.height;
    first_side = truncated(first_side * fraction);
    second_side -= first_side;
    acost_ += across_n ? sides.height : sides.width;
    divide_legacy(halves.first, first_sides, first, middle);
    divide_legacy(halves.second, second_sides, middle, last);
  }

  // A product that is whole but for rounding counts as whole.
  [[nodiscard]] double truncated(double side) const { return std::trunc(side + frame_.tolerance()); }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
};

RectangleSolution solve_recursive_bisection2(const RectangleProblem& problem, const Options& options, RandomStream&) {
  const Frame frame = make_frame(problem);
  return options.flag("legacy") ? LongSideBisection(frame).solve_legacy() : LongSideBisection(frame).solve();
}

// `legacy` is a hypothesis about the program behind the published tables. The reading: which items a cut separates, its
// direction and the internal edges are those of the exact decomposition; but a box's sides are whole numbers, a cut
// giving its first box trunc(side * share) and its second the rest, and Acost is the sum of these whole cut lengths.
// Where percentages are rounded to one decimal first, it fits two equal-speed cells more than exact cuts do (Tables 4
// and 7, 1K x 5K, 20 processors).
const Registration<RectangleAlgorithm> recursive_bisection2_registration{
    {.name = "RecursiveBisection2",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.3",
     .summary = "Gives the shortest prefix with half of the weight one side of the array, "
                "always cutting across the longer side.",
     .options = {{.name = "legacy",
                  .summary = "compute Acost with cuts truncated to whole elements, as the published tables seem to"}},
     .variants = {"legacy"},
     .solve = solve_recursive_bisection2}};

}  // namespace
}  // namespace apportion
