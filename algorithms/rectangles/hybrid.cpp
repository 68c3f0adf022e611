// HYBRID: a few levels of RecursiveBisection2, then XY2 in each part (Kaddoura, Ranka and Wang 1996).
#include <cstddef>
#include <cstdint>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/xy2.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

// Items [first, last) as a separate problem: divide `box` among them.
Frame frame_of_part(const Frame& frame, const Box& box, std::size_t first, std::size_t last) {
  const bool along_x = cut_across_n(frame, box);
  Frame part;
  part.m = along_x ? box.height : box.width;
  part.n = along_x ? box.width : box.height;
  part.latency = frame.latency;
  part.prefix.push_back(0);
  for (std::size_t item = first; item < last; ++item) {
    part.prefix.push_back(fraction_of(frame, first, item + 1, last));
    part.weights.push_back(part.prefix.back() - part.prefix[item - first]);
    part.processor.push_back(item);
  }
  return part;
}

void place_columns(const Frame& frame, const Box& box, std::size_t first, std::size_t last, Layout& layout) {
  const Frame part = frame_of_part(frame, box, first, last);
  const Columns columns = cheapest_columns(part);
  layout.acost += columns_acost(part, columns);
  const bool along_x = cut_across_n(frame, box);
  std::size_t item = first;
  for (const Box& inner : columns_boxes(part, columns))
    layout.boxes[item++] = along_x ? Box{box.x + inner.x, box.y + inner.y, inner.width, inner.height}
                                   : Box{box.x + inner.y, box.y + inner.x, inner.height, inner.width};
}

void divide(const Frame& frame, const Box& box, std::size_t first, std::size_t last, std::int64_t levels,
            Layout& layout) {
  if (levels == 0 || last - first == 1) return place_columns(frame, box, first, last, layout);
  const Halving halving = half_by_weight(frame, box, first, last);
  const DividedBox halves = divide_box(box, halving.fraction, halving.across_n);
  divide(frame, halves.first, first, halving.middle, levels - 1, layout);
  divide(frame, halves.second, halving.middle, last, levels - 1, layout);
  layout.acost += halves.cut_length;
}

RectangleSolution solve_hybrid(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  Layout layout(frame);
  divide(frame, {0, 0, frame.n, frame.m}, 0, frame.size(), options.count("levels"), layout);
  RectangleSolution solution = layout_solution(frame, layout);
  solution.claimed_edges = internal_edges(solution.decomposition);
  return solution;
}

const Registration<RectangleAlgorithm> hybrid_registration{
    {.name = "HYBRID",
     .source = "Kaddoura, Ranka and Wang 1996, Section 7",
     .summary = "RecursiveBisection2 for the given number of levels, then XY2 in each part.",
     .options = {count_option("levels", "1", "levels of bisection before XY2 (0: XY2 alone)")},
     .variants = {"levels=2"},
     .solve = solve_hybrid}};

}  // namespace
}  // namespace apportion
