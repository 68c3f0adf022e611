// SNRRP and NRRP: recursive division in which a processor that is too large for a cut takes an L.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/box_divisions.hpp"
#include "algorithms/rectangles/frame.hpp"

namespace apportion {
namespace {

// Shares and ratios that equal their limits up to rounding satisfy them.
constexpr double limit_tolerance = 1e-9;

// Where to cut items [first, last), at least two, into sides as near to one half as possible.
std::size_t nearest_half(const Frame& frame, std::size_t first, std::size_t last) {
  const double share = frame.share(first, last);
  // The first half of the items has at least half of the weight. This also bounds the depth of the recursion if weights
  // are too small to move the prefix sums.
  const std::size_t at_most = first + (last - first + 1) / 2;
  if (!(share > 0)) return at_most;
  const double half = frame.prefix[first] + share / 2;
  const std::size_t above = end_of_share(frame, first, half, at_most);
  const double excess = frame.prefix[above] - half;
  const double lack = half - frame.prefix[above - 1];
  return above - 1 > first && lack < excess - limit_tolerance * share ? above - 1 : above;
}

// Divides a box with sides in the ratio rho >= 1 by a cut across the longer one at the prefix of the ascending areas
// whose share is nearest one half, if rho > 3 or that share is in [1/(3 rho), 1 - 1/(3 rho)]. Otherwise the largest
// area alone has more than that: all others go into a square in a corner of the box, and the largest takes the L around
// it. Recursive in both parts of a cut, and in the square.
//
// In the second case, while `budget` items are left, the straight cut that separates the largest is tried as well, each
// trial at the price of its items; the cheaper one by Acost + latency x edges (without coincident corners) is kept,
// ties to the cut. Without a budget O(p log p).
class Division {
 public:
  Division(const Frame& frame, std::size_t budget) : frame_(frame), layout_(frame), budget_(budget) {}

  Layout solve() {
    divide({0, 0, frame_.n, frame_.m}, 0, frame_.size());
    return std::move(layout_);
  }

 private:
  // Divides the box; returns the sum of cut_cost().
  double divide(const Box& box, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      layout_.boxes[first] = box;
      return 0;
    }
    const std::size_t middle = nearest_half(frame_, first, last);
    const double ratio = std::max(box.width, box.height) / std::min(box.width, box.height);
    const double heavy = fraction_of(frame_, first, middle, last);
    const bool can_cut = std::min(heavy, 1 - heavy) * 3 * ratio >= 1 - limit_tolerance;
    // Above 3 there is no proof, but a cut makes the boxes shorter. An empty box has no ratio, and is cut.
    return can_cut || !(ratio <= 3 * (1 + limit_tolerance)) ? cut(box, first, middle, last)
                                                            : corner_or_cut(box, first, last);
  }

  double cut(const Box& box, std::size_t first, std::size_t middle, std::size_t last) {
    const bool across_n = cut_across_n(frame_, box);
    const DividedBox pieces = divide_box(box, fraction_of(frame_, first, middle, last), across_n);
    layout_.acost += pieces.cut_length;
    const double heavy = divide(pieces.first, first, middle);
    return heavy + divide(pieces.second, middle, last) + cut_cost(frame_, box, across_n);
  }

  double corner(const Box& box, std::size_t first, std::size_t last) {
    const double others = frame_.share(first + 1, last) / frame_.share(first, last);
    const Box square = corner_square(frame_, box, std::sqrt(others * box.width * box.height));
    place_around(layout_, first, box, square);
    return corner_cost(frame_, box, square) + divide(square, first + 1, last);
  }

  double corner_or_cut(const Box& box, std::size_t first, std::size_t last) {
    const std::size_t further_before = layout_.further.size();
    const double acost_before = layout_.acost;
    const double with_corner = corner(box, first, last);
    if (budget_ < last - first || least_with_cut(box, first, last) > with_corner) return with_corner;
    budget_ -= last - first;
    const auto begin = layout_.boxes.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<Box> boxes(begin, layout_.boxes.begin() + static_cast<std::ptrdiff_t>(last));
    std::vector<FurtherBox> further(layout_.further.begin() + static_cast<std::ptrdiff_t>(further_before),
                                    layout_.further.end());
    const double acost = std::exchange(layout_.acost, acost_before);
    layout_.further.resize(further_before);
    const double with_cut = cut(box, first, first + 1, last);
    if (with_cut <= with_corner + frame_.tolerance()) return with_cut;
    std::ranges::copy(boxes, begin);
    layout_.further.resize(further_before);
    layout_.further.insert(layout_.further.end(), further.begin(), further.end());
    layout_.acost = acost;
    return with_corner;
  }

  // A lower bound for the straight cut that separates the largest item: no part has less half perimeter than a square,
  // and no cut more than two ends on the boundary.
  [[nodiscard]] double least_with_cut(const Box& box, std::size_t first, std::size_t last) const {
    const bool across_n = cut_across_n(frame_, box);
    const DividedBox pieces = divide_box(box, fraction_of(frame_, first, first + 1, last), across_n);
    const Box& rest = pieces.second;
    double squares = 0;
    for (std::size_t item = first + 1; item < last; ++item)
      squares += 2 * std::sqrt(frame_.weights[item] * frame_.m * frame_.n);
    const auto cuts = static_cast<double>(last - first - 2);
    return cut_cost(frame_, box, across_n) + std::max(squares - rest.width - rest.height, 0.0) -
           2 * frame_.latency * cuts;
  }

  const Frame& frame_;
  Layout layout_;
  std::size_t budget_;
};

// --- The algorithms

Layout snrrp(const Frame& frame) { return Division(frame, 0).solve(); }

// The proof is in the source: half perimeters sum to at most sqrt(3/2) times that of squares, on arrays of up to 1:3.
const Registration<RectangleAlgorithm> snrrp_registration{
    {.name = "SNRRP",
     .source = "Beaumont, Eyraud-Dubois and Lambert 2016; Beaumont et al. 2019 (IEEE TPDS); re-derived from the bound",
     .summary = "Cuts where the areas divide evenly enough, "
                "and otherwise gives the largest an L around a square of the others; ignores latency.",
     .solve = solve_by_layout<snrrp>}};

// Trials nest if each of many processors is larger than all that follow. The budget is enough for all trials of some
// tens of processors, and for very many it takes the time of a few divisions without trials.
constexpr std::size_t budget_per_processor = 8;
constexpr std::size_t least_budget = 100'000;

Layout nrrp(const Frame& frame) { return Division(frame, least_budget + budget_per_processor * frame.size()).solve(); }

// 2/sqrt 3 is proven for the published case analysis, which this algorithm does not follow.
const Registration<RectangleAlgorithm> nrrp_registration{
    {.name = "NRRP",
     .source = "Beaumont, Eyraud-Dubois and Lambert 2016; Beaumont et al. 2019 (IEEE TPDS); re-derived from the bound, "
               "without the published analysis of cases",
     .summary = "SNRRP, but where it makes an L it also tries to cut the largest area off, and keeps what is cheaper, "
                "latency included.",
     .solve = solve_by_layout<nrrp>}};

}  // namespace
}  // namespace apportion
