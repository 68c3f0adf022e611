// RecursiveBisection: halves the list of processors by number, cutting along alternate directions.
#include <cstddef>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"

namespace apportion {
namespace {

class Bisection {
 public:
  explicit Bisection(const Frame& frame) : frame_(frame), boxes_(frame.size()) {}

  RectangleSolution solve() {
    divide({0, 0, frame_.n, frame_.m}, 0, frame_.size(), true);
    return {.decomposition = to_decomposition(frame_, boxes_), .claimed_acost = acost_};
  }

 private:
  void divide(const Box& box, std::size_t first, std::size_t last, bool across_n) {
    if (last - first == 1) {
      boxes_[first] = box;
      return;
    }
    const std::size_t middle = first + (last - first + 1) / 2;
    const DividedBox halves = divide_box(box, fraction_of(frame_, first, middle, last), across_n);
    acost_ += halves.cut_length;
    divide(halves.first, first, middle, !across_n);
    divide(halves.second, middle, last, !across_n);
  }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
};

RectangleSolution solve_recursive_bisection(const RectangleProblem& problem, const Options&, RandomStream&) {
  const Frame frame = make_frame(problem);
  return Bisection(frame).solve();
}

const Registration<RectangleAlgorithm> recursive_bisection_registration{
    {.name = "RecursiveBisection",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.3 and Figure 15; Crandall and Quinn",
     .summary = "Gives the heavier half of the processors, by number, one side of the array, "
                "and alternates the direction of the cut.",
     .solve = solve_recursive_bisection}};

}  // namespace
}  // namespace apportion
