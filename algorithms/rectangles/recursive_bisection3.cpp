// RecursiveBisection3: packs the processors into two bins of nearly equal weight and cuts across the longer side.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"

namespace apportion {
namespace {

// Bins whose weights differ by less than this part of the list's weight are equal.
constexpr double bin_tolerance = 1e-9;

class BinPacking {
 public:
  explicit BinPacking(const Frame& frame) : frame_(frame), boxes_(frame.size()), items_(frame.size()) {
    std::iota(items_.begin(), items_.end(), std::size_t{0});
    second_bin_.reserve(frame.size());
  }

  RectangleSolution solve() {
    divide({0, 0, frame_.n, frame_.m}, 0, items_.size());
    return {.decomposition = to_decomposition(frame_, boxes_), .claimed_acost = acost_};
  }

 private:
  struct Bins {
    std::size_t middle;
    double fraction;
  };

  // Largest first into the lighter bin, ties to the first; both bins keep the order of weights. items_[first, middle)
  // is the first bin then, items_[middle, last) the second.
  Bins pack(std::size_t first, std::size_t last) {
    double whole = 0;
    for (std::size_t i = first; i < last; ++i) whole += frame_.weights[items_[i]];
    const double tolerance = bin_tolerance * whole;
    double first_sum = 0;
    double second_sum = 0;
    std::size_t middle = first;
    second_bin_.clear();
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t item = items_[i];
      if (first_sum <= second_sum + tolerance) {
        items_[middle++] = item;
        first_sum += frame_.weights[item];
      } else {
        second_bin_.push_back(item);
        second_sum += frame_.weights[item];
      }
    }
    // Weights that are 0 once the sum divides them: the areas are refused later, but both bins need an item.
    if (middle == last) second_bin_.push_back(items_[--middle]);
    std::copy(second_bin_.begin(), second_bin_.end(), items_.begin() + static_cast<std::ptrdiff_t>(middle));
    return {middle, first_sum / (first_sum + second_sum)};
  }

  void divide(const Box& box, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      boxes_[items_[first]] = box;
      return;
    }
    const Bins bins = pack(first, last);
    const DividedBox halves = divide_box(box, bins.fraction, cut_across_n(frame_, box));
    acost_ += halves.cut_length;
    divide(halves.first, first, bins.middle);
    divide(halves.second, bins.middle, last);
  }

  const Frame& frame_;
  std::vector<Box> boxes_;
  std::vector<std::size_t> items_;  // indices into the frame's weights, permuted in place
  std::vector<std::size_t> second_bin_;
  double acost_ = 0;
};

RectangleSolution solve_recursive_bisection3(const RectangleProblem& problem, const Options&, RandomStream&) {
  const Frame frame = make_frame(problem);
  return BinPacking(frame).solve();
}

const Registration<RectangleAlgorithm> recursive_bisection3_registration{
    {.name = "RecursiveBisection3",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.3",
     .summary = "Packs the processors, largest first, "
                "into two bins of nearly equal weight and cuts across the longer side.",
     .solve = solve_recursive_bisection3}};

}  // namespace
}  // namespace apportion
