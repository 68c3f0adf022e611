// Times of the methods on rectangles.
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// Every sample draws a shape and a ratio of frontier/speeds, so that the median is over all of them.
RectangleProblem any_problem_of_the_grid(const engine::Point& point, RandomStream& stream) {
  constexpr double rows = 1000;
  const double width = drawn_from({1000, 3000, 10000}, stream);
  const double ratio = drawn_from({2, 8, 64, 512}, stream);
  return {{rows, width}, draw_cluster("log-uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment rectangle_times_experiment() {
  engine::Experiment study = problems::rectangle_study().study("frontier/times");
  study.axes = {*engine::axis_named(problems::rectangle_axes(), "processors")};
  study.sample = engine::sampler(any_problem_of_the_grid);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration rectangle_times_registration{rectangle_times_experiment};

}  // namespace
}  // namespace apportion::frontier
