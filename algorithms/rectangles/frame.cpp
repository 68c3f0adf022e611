// Sorting, normalising and transposing between a problem and the papers' frame.
#include "algorithms/rectangles/frame.hpp"

#include <algorithm>
#include <numeric>

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
  frame.processor.resize(p);
  std::iota(frame.processor.begin(), frame.processor.end(), std::size_t{0});
  // The index breaks ties, which makes the order stable without the buffer that std::stable_sort allocates.
  std::sort(frame.processor.begin(), frame.processor.end(), [&speeds](std::size_t a, std::size_t b) {
    return speeds[a] > speeds[b] || (speeds[a] == speeds[b] && a < b);
  });
  // Summed in sorted order, so that permuting the processors changes no bit of the sum.
  double sum = 0;
  for (const std::size_t i : frame.processor) sum += speeds[i];
  frame.weights.reserve(p);
  frame.prefix.reserve(p + 1);
  double running = 0;
  frame.prefix.push_back(0);
  for (const std::size_t i : frame.processor) {
    frame.weights.push_back(speeds[i] / sum);
    running += speeds[i];
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
