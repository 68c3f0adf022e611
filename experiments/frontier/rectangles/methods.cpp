// Rectangles beyond the papers: how far from the bound each method stays as speeds differ more and more, the same on
// the grid of Kaddoura, Ranka & Wang, rankings on single problems, layouts, and times.
#include <fmt/format.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

constexpr int array_rows = 1000;

// Arrays of 1:1, 1:3 and 1:10.
std::vector<double> array_columns() { return {1000, 3000, 10000}; }
// Speed of the fastest processor over that of the slowest: from cores of one kind to accelerators beside cores.
std::vector<double> speed_ratios() { return {2, 8, 64, 512}; }
std::vector<double> processor_counts() { return {5, 10, 20, 50, 100}; }

// The methods that are compared on all problems.
std::vector<std::string> methods() {
  return {"BEST",    "BEST[effort=quick]", "BEST[shapes=any]",    "HUFFMAN", "HYBRID",     "NAGAMOCHI-ABE", "NRRP",
          "ROLLOUT", "ROLLOUT[l-shapes]",  "RecursiveBisection2", "SNRRP",   "SQUARIFIED", "TILE",          "XY2"};
}

// A study of the methods with the yardsticks, on log-uniform speeds at latency 0, whose samples are kept.
engine::Study frontier_study(const std::string& name) {
  engine::Study study = problems::study_of_rectangles(name);
  study.source = "beyond the four papers: README.md in experiments/frontier";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes,
                     {{"columns", array_columns()}, {"ratio", speed_ratios()}, {"processors", processor_counts()}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"log-uniform"}));
  study.stored_metrics = {"internal_edges", "total", "gap", "aspect", "imbalance"};
  study.algorithms = methods();
  study.keep_samples = true;
  study.samples = 100;
  study.chunk_size = 20;
  return study;
}

// How far the best slicing tree is from the best layout of all, and the best rectangles from L shapes.

constexpr const char* slicing = "OPTIMAL[layouts=slicing]";

// What a smaller gap costs in time.

// Every sample takes a shape and a ratio of the grid at random, so that a median is of all of them.
RectangleProblem any_problem_of_the_grid(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = array_columns();
  const std::vector<double> ratios = speed_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const double width = columns.at(any_shape(stream));
  const double ratio = ratios.at(any_ratio(stream));
  return {{array_rows, width}, draw_cluster("log-uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment rectangle_times_experiment() {
  engine::Study study = frontier_study("frontier/times");
  study.title = "Time a decomposition by method";
  study.claim = "none; the question is what a smaller gap costs in time";
  study.timed = true;
  study.keep_samples = false;
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values(processor_counts()));
  study.samples = 10;
  study.chunk_size = 10;
  study.sample = engine::sampler(any_problem_of_the_grid);
  return engine::erase(std::move(study));
}

const engine::Registration rectangle_times_registration{rectangle_times_experiment};

}  // namespace
}  // namespace apportion::frontier
