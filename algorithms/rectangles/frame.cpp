// Sorting, normalising and transposing between a problem and the papers' frame.
#include "algorithms/rectangles/frame.hpp"

#include <algorithm>
#include <utility>

namespace apportion {

Frame make_frame(const RectangleProblem& problem) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  const std::size_t p = speeds.size();
  Frame frame;
  frame.rows_along_x = problem.extent.rows > problem.extent.columns;
  const Extent extent = frame.rows_along_x ? problem.extent.transposed() : problem.extent;
  frame.m = extent.rows;
  frame.n = extent.columns;
  frame.latency = problem.latency;
  // The index breaks ties, which makes the order stable without the buffer that std::stable_sort allocates.
  std::vector<std::pair<double, std::size_t>> heaviest_first(p);
  for (std::size_t i = 0; i < p; ++i) heaviest_first[i] = {-speeds[i], i};
  std::ranges::sort(heaviest_first);
  // Summed in sorted order, so that permuting the processors changes no bit of the sum.
  double sum = 0;
  for (const auto& [negated, i] : heaviest_first) sum -= negated;
  frame.processor.reserve(p);
  frame.weights.reserve(p);
  frame.prefix.reserve(p + 1);
  double running = 0;
  frame.prefix.push_back(0);
  for (const auto& [negated, i] : heaviest_first) {
    running -= negated;
    frame.processor.push_back(i);
    frame.weights.push_back(-negated / sum);
    frame.prefix.push_back(running / sum);
  }
  return frame;
}

Decomposition to_decomposition(const Frame& frame, const std::vector<Box>& boxes) {
  Decomposition decomposition;
  decomposition.extent = {frame.m, frame.n};
  decomposition.parts.resize(boxes.size());
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    const Box& box = boxes[k];
    decomposition.parts[frame.processor[k]] = {box.y, box.x, box.height, box.width};
  }
  return frame.rows_along_x ? transposed(std::move(decomposition)) : decomposition;
}

}  // namespace apportion
