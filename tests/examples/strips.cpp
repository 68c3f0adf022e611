// STRIPS: a full-height strip for each processor, the simplest decomposition.
#include "algorithms/rectangles/frame.hpp"

namespace apportion {
namespace {

RectangleSolution solve(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  std::vector<Box> boxes;
  for (std::size_t k = 0; k < frame.size(); ++k)
    boxes.push_back({frame.n * frame.prefix[k], 0, frame.n * frame.weights[k], frame.m});
  const auto cuts = static_cast<std::int64_t>(frame.size()) - 1;
  return {to_decomposition(frame, boxes), static_cast<double>(cuts) * frame.m, cuts};
}

const Registration<RectangleAlgorithm> registration{
    {.name = "STRIPS",
     .source = "Kaddoura, Ranka & Wang 1996, Figures 5 (a), 6 (c) and 7 (a)",
     .summary = "cuts across the longer side only: one strip per processor, the fewest internal edges possible",
     .solve = solve}};

}  // namespace
}  // namespace apportion
