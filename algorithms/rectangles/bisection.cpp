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

Layout recursive_bisection(const Frame& frame) {
  return bisected(frame, [&](const Box& /*box*/, std::size_t first, std::size_t last, int depth) -> Halving {
    const std::size_t middle = first + (last - first + 1) / 2;
    return {middle, fraction_of(frame, first, middle, last), depth % 2 == 0};
  });
}

const Registration<RectangleAlgorithm> recursive_bisection_registration{
    {.name = "RecursiveBisection",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.3 and Figure 15; Crandall and Quinn",
     .summary = "Gives the heavier half of the processors, by number, one side of the array, "
                "and alternates the direction of the cut.",
     .solve = solve_by_layout<recursive_bisection>}};

// --- RecursiveBisection2: halves the list of processors by weight and cuts across the longer side

// The legacy variant's sides of a box: whole numbers of elements.
struct WholeSides {
  double width = 0;
  double height = 0;
};

// Truncates; a product that is whole up to rounding counts as whole.
double truncated(const Frame& frame, double side) { return std::trunc(side + frame.tolerance()); }

// The same decomposition with different arithmetic for its costs.
RectangleSolution legacy_bisection2(const Frame& frame) {
  std::vector<WholeSides> sides(frame.size());  // of the box that begins with the item
  sides.front() = {std::trunc(frame.n), std::trunc(frame.m)};
  double acost = 0;
  const Layout layout = bisected(frame, [&](const Box& box, std::size_t first, std::size_t last, int /*depth*/) {
    const Halving halving = half_by_weight(frame, box, first, last);
    WholeSides& before = sides[first];
    WholeSides& behind = sides[halving.middle] = before;
    acost += halving.across_n ? before.height : before.width;
    double& side = halving.across_n ? before.width : before.height;
    side = truncated(frame, side * halving.fraction);
    (halving.across_n ? behind.width : behind.height) -= side;
    return halving;
  });
  RectangleSolution solution = layout_solution(frame, layout);
  solution.claimed_acost = acost;
  solution.claimed_edges = internal_edges(solution.decomposition);
  return solution;
}

RectangleSolution solve_recursive_bisection2(const RectangleProblem& problem, const Options& options, RandomStream&) {
  const Frame frame = make_frame(problem);
  if (options.flag("legacy")) return legacy_bisection2(frame);
  return layout_solution(frame,
                         bisected(frame, [&](const Box& box, std::size_t first, std::size_t last, int /*depth*/) {
                           return half_by_weight(frame, box, first, last);
                         }));
}

// `legacy` is a hypothesis about the program behind the published tables: items and directions of cuts and the internal
// edges are exact, but a box's sides are whole numbers, a cut giving its first box trunc(side * share) and its second
// the rest, and Acost is the sum of these cut lengths. With percentages first rounded to one decimal, it fits two
// equal-speed cells more than exact cuts do (Tables 4 and 7, 1K x 5K, 20 processors).
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

// Puts the largest of the items [first, last) first into the lighter bin, ties into the first; both bins keep the order
// of weights. Afterwards items[first, middle) is the first bin, items[middle, last) the second.
Halving pack(const Frame& frame, const Box& box, std::size_t first, std::size_t last, std::vector<std::size_t>& items,
             std::vector<std::size_t>& second_bin) {
  double whole = 0;
  for (std::size_t i = first; i < last; ++i) whole += frame.weights[items[i]];
  const double tolerance = bin_tolerance * whole;
  double first_sum = 0;
  double second_sum = 0;
  std::size_t middle = first;
  second_bin.clear();
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t item = items[i];
    if (first_sum <= second_sum + tolerance) {
      items[middle++] = item;
      first_sum += frame.weights[item];
    } else {
      second_bin.push_back(item);
      second_sum += frame.weights[item];
    }
  }
  // Normalised weights can be 0: the areas are refused later, but both bins need an item.
  if (middle == last) second_bin.push_back(items[--middle]);
  std::copy(second_bin.begin(), second_bin.end(), items.begin() + static_cast<std::ptrdiff_t>(middle));
  return {middle, first_sum / (first_sum + second_sum), cut_across_n(frame, box)};
}

Layout recursive_bisection3(const Frame& frame) {
  std::vector<std::size_t> items(frame.size());  // indices into the frame's weights, permuted in place
  std::iota(items.begin(), items.end(), std::size_t{0});
  std::vector<std::size_t> second_bin;
  second_bin.reserve(frame.size());
  Layout layout = bisected(frame, [&](const Box& box, std::size_t first, std::size_t last, int /*depth*/) {
    return pack(frame, box, first, last, items, second_bin);
  });
  const std::vector<Box> boxes = layout.boxes;
  for (std::size_t i = 0; i < items.size(); ++i) layout.boxes[items[i]] = boxes[i];
  return layout;
}

const Registration<RectangleAlgorithm> recursive_bisection3_registration{
    {.name = "RecursiveBisection3",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.3",
     .summary = "Packs the processors, largest first, "
                "into two bins of nearly equal weight and cuts across the longer side.",
     .solve = solve_by_layout<recursive_bisection3>}};

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

Halving half_by_weight(const Frame& frame, const Box& box, std::size_t first, std::size_t last) {
  const std::size_t middle = end_of_first_half(frame, first, last);
  return {middle, fraction_of(frame, first, middle, last), cut_across_n(frame, box)};
}

std::size_t end_of_share(const Frame& frame, std::size_t first, double target, std::size_t at_most) {
  const auto begin = frame.prefix.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  const auto end = frame.prefix.begin() + static_cast<std::ptrdiff_t>(at_most);
  return static_cast<std::size_t>(std::lower_bound(begin, end, target) - frame.prefix.begin());
}

}  // namespace apportion
