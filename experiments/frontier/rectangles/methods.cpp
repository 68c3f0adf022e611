// Times of the methods on rectangles.
#include <boost/random/uniform_int_distribution.hpp>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// Every sample draws a shape and a ratio of frontier/speeds, so that the median is over all of them.
RectangleProblem any_problem_of_the_grid(const engine::Point& point, RandomStream& stream) {
  constexpr double rows = 1000;
  const std::vector<double> columns = {1000, 3000, 10000};
  const std::vector<double> ratios = {2, 8, 64, 512};
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const double width = columns.at(any_shape(stream));
  const double ratio = ratios.at(any_ratio(stream));
  return {{rows, width}, draw_cluster("log-uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment rectangle_times_experiment() {
  engine::Experiment study = problems::rectangle_study().study("frontier/times");
  study.title = "Time per decomposition by method";
  study.claim = "none; the question is what a smaller gap costs in time";
  study.source = "beyond the four papers: README.md in experiments/frontier";
  study.timed = true;
  study.axes = problems::rectangle_axes();
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values({5, 10, 20, 50, 100}));
  study.stored_metrics = {"internal_edges", "total", "gap", "aspect", "imbalance"};
  study.algorithms = {"BEST",    "BEST[effort=quick]", "HUFFMAN",
                      "HYBRID",  "NAGAMOCHI-ABE",      "NRRP",
                      "ROLLOUT", "ROLLOUT[l-shapes]",  "RecursiveBisection2",
                      "SNRRP",   "SQUARIFIED",         "TILE",
                      "XY2"};
  study.samples = 10;
  study.chunk_size = 10;
  study.sample = engine::sampler(any_problem_of_the_grid);
  return engine::completed(std::move(study));
}

const engine::Registration rectangle_times_registration{rectangle_times_experiment};

}  // namespace
}  // namespace apportion::frontier
