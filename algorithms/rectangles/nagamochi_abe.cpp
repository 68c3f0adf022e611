// NAGAMOCHI-ABE: cuts off the largest processors that have a third of a box, always across its longer side.
#include <cstddef>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"

namespace apportion {
namespace {

// Prefix sums of equal weights miss a third by rounding alone.
constexpr double third_tolerance = 1e-12;

// The end of the shortest prefix of items [first, last), at least two, that has at least a third of their weight.
// Weights do not increase, so a third of the items, rounded up, always has that: look no further, which also bounds
// the depth of the recursion where weights are too small to move the prefix sums.
std::size_t end_of_first_third(const Frame& frame, std::size_t first, std::size_t last) {
  const std::size_t at_most = first + (last - first + 2) / 3;
  const double share = frame.share(first, last);
  if (!(share > 0)) return at_most;
  return end_of_share(frame, first, frame.prefix[first] + share * (1 - third_tolerance) / 3, at_most);
}

class Thirds {
 public:
  explicit Thirds(const Frame& frame) : frame_(frame), boxes_(frame.size()) {}

  RectangleSolution solve() {
    divide({0, 0, frame_.n, frame_.m}, 0, frame_.size());
    return {.decomposition = to_decomposition(frame_, boxes_), .claimed_acost = acost_};
  }

 private:
  void divide(const Box& box, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      boxes_[first] = box;
      return;
    }
    const std::size_t middle = end_of_first_third(frame_, first, last);
    const DividedBox pieces = divide_box(box, fraction_of(frame_, first, middle, last), cut_across_n(frame_, box));
    acost_ += pieces.cut_length;
    divide(pieces.first, first, middle);
    divide(pieces.second, middle, last);
  }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
};

RectangleSolution solve_nagamochi_abe(const RectangleProblem& problem, const Options& /*options*/,
                                      RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return Thirds(frame).solve();
}

const Registration<RectangleAlgorithm> nagamochi_abe_registration{
    {.name = "NAGAMOCHI-ABE",
     .source = "Nagamochi and Abe 2007 (Discrete Applied Mathematics), reconstructed: the steps are derived from its "
               "summary",
     .summary = "Gives the shortest prefix of the largest areas with a third of the sum one side of the array, always "
                "cutting across the longer side; latency plays no part.",
     .solve = solve_nagamochi_abe}};

}  // namespace
}  // namespace apportion
