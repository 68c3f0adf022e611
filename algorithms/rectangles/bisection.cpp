// RecursiveBisection, RecursiveBisection2 and RecursiveBisection3 (Kaddoura, Ranka and Wang 1996), and their common
// rules.
#include "algorithms/rectangles/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Allows for rounding: prefix sums of equal weights can miss a half.
constexpr double half_tolerance = 1e-12;

// --- RecursiveBisection: halves the list of processors by number, cutting along alternate directions

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

// --- RecursiveBisection2: halves the list of processors by weight and cuts across the longer side

// The legacy variant's sides of a box: whole numbers of elements.
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

  // The same decomposition with different arithmetic for its costs.
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

  // Truncates; a product that is whole up to rounding counts as whole.
  [[nodiscard]] double truncated(double side) const { return std::trunc(side + frame_.tolerance()); }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
};

RectangleSolution solve_recursive_bisection2(const RectangleProblem& problem, const Options& options, RandomStream&) {
  const Frame frame = make_frame(problem);
  return options.flag("legacy") ? LongSideBisection(frame).solve_legacy() : LongSideBisection(frame).solve();
}

// `legacy` is a hypothesis about the program behind the published tables: items and directions of cuts and the internal
// edges are exact, but a box's sides are whole numbers, a cut giving its first box trunc(side * share) and its second
// the rest, and Acost is the sum of these cut lengths. With percentages first rounded to one decimal, it fits two
// equal-speed cells more than exact cuts do (Tables 4 and 7, 1K x 5K, 20 processors).
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

// --- RecursiveBisection3: packs the processors into two bins of nearly equal weight and cuts across the longer side

// Bins are equal if their weights differ by less than this part of the list's weight.
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

  // Puts the largest first into the lighter bin, ties into the first; both bins keep the order of weights. Afterwards
  // items_[first, middle) is the first bin, items_[middle, last) the second.
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
    // Normalised weights can be 0: the areas are refused later, but both bins need an item.
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
  // Weights too small to move the prefix sums share an empty box, whose division does not matter.
  return whole > 0 ? frame.share(first, middle) / whole : 0.5;
}

std::size_t end_of_first_half(const Frame& frame, std::size_t first, std::size_t last) {
  // Weights too small to move the prefix sums: splitting off a million of them one by one would exhaust the stack.
  if (!(frame.share(first, last) > 0)) return first + (last - first + 1) / 2;
  const double target = frame.prefix[first] + 0.5 * frame.share(first, last) - half_tolerance;
  // Weights do not increase, so that the first half of the items has at least half of the weight.
  return end_of_share(frame, first, target, first + (last - first + 1) / 2);
}

std::size_t end_of_share(const Frame& frame, std::size_t first, double target, std::size_t at_most) {
  const auto begin = frame.prefix.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  const auto end = frame.prefix.begin() + static_cast<std::ptrdiff_t>(at_most);
  return static_cast<std::size_t>(std::lower_bound(begin, end, target) - frame.prefix.begin());
}

}  // namespace apportion
