// HYBRID: a few levels of RecursiveBisection2, then XY2 in each part (Kaddoura, Ranka and Wang 1996).
#include <cstddef>
#include <cstdint>
#include <vector>

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

class Hybrid {
 public:
  explicit Hybrid(const Frame& frame) : frame_(frame), boxes_(frame.size()) {}

  RectangleSolution solve(std::int64_t levels) {
    divide({0, 0, frame_.n, frame_.m}, 0, frame_.size(), levels);
    RectangleSolution solution{to_decomposition(frame_, boxes_), acost_};
    solution.claimed_edges = internal_edges(solution.decomposition);
    return solution;
  }

 private:
  void divide(const Box& box, std::size_t first, std::size_t last, std::int64_t levels) {
    if (levels == 0 || last - first == 1) return place_columns(box, first, last);
    const Halving halving = half_by_weight(frame_, box, first, last);
    const DividedBox halves = divide_box(box, halving.fraction, halving.across_n);
    divide(halves.first, first, halving.middle, levels - 1);
    divide(halves.second, halving.middle, last, levels - 1);
    acost_ += halves.cut_length;
  }

  void place_columns(const Box& box, std::size_t first, std::size_t last) {
    const Frame part = frame_of_part(frame_, box, first, last);
    const Columns columns = cheapest_columns(part);
    acost_ += columns_acost(part, columns);
    const bool along_x = cut_across_n(frame_, box);
    std::size_t item = first;
    for (const Box& inner : columns_boxes(part, columns))
      boxes_[item++] = along_x ? Box{box.x + inner.x, box.y + inner.y, inner.width, inner.height}
                               : Box{box.x + inner.y, box.y + inner.x, inner.height, inner.width};
  }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
};

RectangleSolution solve_hybrid(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  return Hybrid(make_frame(problem)).solve(options.count("levels"));
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
