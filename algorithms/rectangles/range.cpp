// RANGE: a dynamic programme over the contiguous ranges of the sorted weights.
#include "algorithms/rectangles/range.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "algorithms/rectangles/aspect_tables.hpp"
#include "base/error.hpp"

namespace apportion {
namespace {

RectangleSolution solve_range(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  if (frame.size() > largest_p_of_range)
    throw InputError(fmt::format("RANGE takes at most {} processors, and there are {}; CLUSTER and BEST take more",
                                 largest_p_of_range, frame.size()));
  return slicing_solution(frame, range_tree(frame));
}

const Registration<RectangleAlgorithm> range_registration{
    {.name = "RANGE",
     .source = "this project",
     .summary = "The slicing tree of least Acost whose boxes hold contiguous ranges of the sorted weights, "
                "by tables over 48 aspect ratios; considers Acost alone, whatever the latency.",
     .exact_everywhere = false,
     .solve = solve_range}};

}  // namespace

SlicingTree range_tree(const Frame& frame) {
  const std::size_t p = frame.size();
  AspectTables tables(frame.n / frame.m);
  // sets[first][length - 1]: the items [first, first + length).
  std::vector<std::vector<std::int32_t>> sets(p);
  for (std::size_t first = 0; first < p; ++first)
    sets[first].push_back(tables.add_piece(static_cast<std::int32_t>(first), frame.weights[first], {}));
  for (std::size_t length = 2; length <= p; ++length)
    for (std::size_t first = 0; first + length <= p; ++first) {
      // Not from the prefix sums, in which the least weights may vanish.
      const double area = tables.area(sets[first].back()) + frame.weights[first + length - 1];
      const std::int32_t set = tables.add_set(area);
      for (std::size_t left = 1; left < length; ++left)
        tables.offer(sets[first][left - 1], sets[first + left][length - left - 1]);
      tables.finish();
      sets[first].push_back(set);
    }
  return tables.tree(sets[0].back(), frame);
}

}  // namespace apportion
