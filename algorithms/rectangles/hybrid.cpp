// HYBRID: a few levels of RecursiveBisection2, then XY2 in each part (Kaddoura, Ranka and Wang 1996).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/bisection.hpp"
#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/xy2.hpp"

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
    return {to_decomposition(frame_, boxes_), acost_, edges_};
  }

 private:
  void divide(const Box& box, std::size_t first, std::size_t last, std::int64_t levels) {
    if (levels == 0 || last - first == 1) return place_columns(box, first, last);
    const std::size_t middle = end_of_first_half(frame_, first, last);
    const bool across_n = cut_across_n(frame_, box);
    const DividedBox halves = divide_box(box, fraction_of(frame_, first, middle, last), across_n);
    divide(halves.first, first, middle, levels - 1);
    divide(halves.second, middle, last, levels - 1);
    acost_ += halves.cut_length;
    edges_ += neighbours_across_cut(halves, across_n, first, last);
  }

  void place_columns(const Box& box, std::size_t first, std::size_t last) {
    const Frame part = frame_of_part(frame_, box, first, last);
    const Columns columns = cheapest_columns(part);
    acost_ += columns_acost(part, columns);
    edges_ += columns_edges(part, columns);
    const bool along_x = cut_across_n(frame_, box);
    std::size_t item = first;
    for (const Box& inner : columns_boxes(part, columns))
      boxes_[item++] = along_x ? Box{box.x + inner.x, box.y + inner.y, inner.width, inner.height}
                               : Box{box.x + inner.y, box.y + inner.x, inner.height, inner.width};
  }

  // Pairs of items on different sides of a cut that share a boundary: one more than the number of distinct points on
  // the cut at which an item of either side ends.
  [[nodiscard]] std::int64_t neighbours_across_cut(const DividedBox& halves, bool across_n, std::size_t first,
                                                   std::size_t last) const {
    const Box& after = halves.second;
    const double cut = across_n ? after.x : after.y;
    const double cut_start = across_n ? after.y : after.x;
    const auto touches = [&](double coordinate) { return std::abs(coordinate - cut) <= frame_.tolerance(); };
    std::vector<double> starts;
    for (std::size_t item = first; item < last; ++item) {
      const Box& box = boxes_[item];
      const double near = across_n ? box.x : box.y;
      const double far = across_n ? box.x + box.width : box.y + box.height;
      if (touches(near) || touches(far)) starts.push_back(across_n ? box.y : box.x);
    }
    std::ranges::sort(starts);
    std::int64_t points = 0;
    double previous = cut_start;
    for (const double start : starts) {
      if (start - previous > frame_.tolerance()) ++points;
      previous = start;
    }
    return points + 1;
  }

  const Frame& frame_;
  std::vector<Box> boxes_;
  double acost_ = 0;
  std::int64_t edges_ = 0;
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
