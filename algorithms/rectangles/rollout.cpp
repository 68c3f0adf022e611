// ROLLOUT: cuts off a prefix of the areas wherever columns on both sides of the cut are cheaper than columns
// throughout.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/box_divisions.hpp"
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "base/error.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// A box takes about k^2 log k steps for k processors, and k boxes may be nested.
constexpr std::size_t largest_p = 1000;

// The best known division of a box among items [first, last).
struct BoxChoice {
  enum class Kind { columns, cut, corner };
  Kind kind = Kind::columns;
  double cost = 0;
  std::size_t middle = 0;
  bool across_n = false;
};

class Rollout {
 public:
  Rollout(const Frame& frame, bool l_shapes)
      : frame_(frame), layout_(frame), columns_(frame), area_bound_(frame), l_shapes_(l_shapes) {}

  RectangleSolution solve() {
    divide({0, 0, frame_.n, frame_.m}, 0, frame_.size());
    return layout_solution(frame_, layout_);
  }

 private:
  void divide(const Box& box, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      layout_.boxes[first] = box;
      return;
    }
    const PricedColumns columns = columns_.cheapest(box, first, last);
    const BoxChoice choice = best_choice(box, first, last, columns.cost);
    if (choice.kind == BoxChoice::Kind::columns) {
      layout_.acost += place_columns(frame_, box, first, columns.columns, layout_.boxes);
    } else if (choice.kind == BoxChoice::Kind::cut) {
      const DividedBox pieces = divide_box(box, fraction_of(frame_, first, choice.middle, last), choice.across_n);
      layout_.acost += pieces.cut_length;
      divide(pieces.first, first, choice.middle);
      divide(pieces.second, choice.middle, last);
    } else {
      const Box square = square_of_others(box, first, last);
      place_around(layout_, first, box, square);
      divide(square, first + 1, last);
    }
  }

  BoxChoice best_choice(const Box& box, std::size_t first, std::size_t last, double columns_cost) {
    BoxChoice best{.cost = columns_cost};
    // Every division of up to three items by cuts consists of columns.
    if (last - first > 3)
      for (const bool across_n : {true, false}) try_cuts(box, first, last, across_n, best);
    if (l_shapes_) try_corner(box, first, last, best);
    return best;
  }

  void try_cuts(const Box& box, std::size_t first, std::size_t last, bool across_n, BoxChoice& best) {
    // Columns along the cut are a prefix of those of the box.
    const bool shares_columns = !(frame_.latency > 0);
    if (shares_columns) {
      columns_.prefix_costs(box, first, last, !across_n, false, heavy_columns_);
      columns_.prefix_costs(box, first, last, !across_n, true, light_columns_);
    }
    const double cut = cut_cost(frame_, box, across_n);
    for (std::size_t middle = first + 1; middle < last; ++middle) {
      const DividedBox pieces = divide_box(box, fraction_of(frame_, first, middle, last), across_n);
      const double at_most = best.cost - frame_.tolerance() - cut;
      const double least_light = lower_bound(pieces.second, middle, last);
      if (lower_bound(pieces.first, first, middle) + least_light >= at_most) continue;
      const auto cost = [&](const Box& piece, std::size_t from, std::size_t to, const std::vector<double>& along) {
        if (to - from == 1) return 0.0;
        return shares_columns ? std::min(along[middle - first], columns_.least_cost(piece, from, to, across_n))
                              : columns_.least_cost(piece, from, to);
      };
      const double heavy = cost(pieces.first, first, middle, heavy_columns_);
      if (heavy + least_light >= at_most) continue;
      const double both = heavy + cost(pieces.second, middle, last, light_columns_);
      if (both < at_most) best = {BoxChoice::Kind::cut, both + cut, middle, across_n};
    }
  }

  void try_corner(const Box& box, std::size_t first, std::size_t last, BoxChoice& best) {
    const Box square = square_of_others(box, first, last);
    // The L would have an arm too narrow for rounding.
    if (square.width + 4 * frame_.tolerance() > std::min(box.width, box.height)) return;
    const double cost = corner_cost(frame_, box, square) + columns_.least_cost(square, first + 1, last);
    if (cost < best.cost - frame_.tolerance()) best = {.kind = BoxChoice::Kind::corner, .cost = cost};
  }

  [[nodiscard]] Box square_of_others(const Box& box, std::size_t first, std::size_t last) const {
    const double others = 1 - fraction_of(frame_, first, first + 1, last);
    return corner_square(frame_, box, std::sqrt(others * box.width * box.height));
  }

  // A bound on dividing a box into rectangles: a cut has at most two ends on the boundary.
  [[nodiscard]] double lower_bound(const Box& box, std::size_t first, std::size_t last) const {
    if (last - first == 1) return 0;
    const double ends = 2 * static_cast<double>(last - first - 1);
    return area_bound_(first, last, box.width, box.height) - frame_.latency * ends;
  }

  const Frame& frame_;
  Layout layout_;
  BoxColumnsProgramme columns_;
  AreaBound area_bound_;
  bool l_shapes_;
  std::vector<double> heavy_columns_;
  std::vector<double> light_columns_;
};

RectangleSolution solve_rollout(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  if (problem.cluster.size() > largest_p)
    throw InputError("ROLLOUT takes at most {} processors, and there are {}; {} takes any number", largest_p,
                     problem.cluster.size(), problem.latency > 0 ? "SQUARIFIED" : "XY2");
  const Frame frame = make_frame(problem);
  RectangleSolution found = Rollout(frame, options.flag("l-shapes")).solve();
  if (!(frame.latency > 0) || frame.size() > largest_p_with_latency) return found;
  // Coincident corners save latency, which XY2 considers and cuts do not.
  const double total = total_cost(found.claimed_acost, internal_edges(found.decomposition), frame.latency);
  if (const std::optional<Columns> columns = columns_below(frame, total)) {
    found = columns_solution(frame, *columns);
    found.claimed_edges.reset();
  }
  return found;
}

const Registration<RectangleAlgorithm> rollout_registration{
    {.name = "ROLLOUT",
     .source = "Bertsekas, Tsitsiklis and Wu 1997 (rollout algorithms), over XY2 of Kaddoura, Ranka and Wang 1996",
     .summary = "Cuts off the heaviest processors, in either direction, "
                "wherever XY2 on both sides is cheaper than XY2 alone, and continues in both; "
                "minimises the total with latency.",
     .options = {{.name = "l-shapes",
                  .summary = "also tries an L for the heaviest processor around a square of the others"}},
     .variants = {"l-shapes"},
     .solve = solve_rollout}};

}  // namespace
}  // namespace apportion
