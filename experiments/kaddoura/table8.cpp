// Table 8: times of the algorithms, with and without latency.
#include <boost/random/uniform_int_distribution.hpp>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kaddoura/grid.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/samplers.hpp"

namespace apportion::kaddoura {
namespace {

// The paper does not name the arrays that it timed, so every sample draws a shape and a ratio of its grid.
RectangleProblem any_setting_of_the_grid(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = array_columns();
  const std::vector<double> ratios = speed_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const double width = columns.at(any_shape(stream));
  const double ratio = ratios.at(any_ratio(stream));
  return {
      {array_rows, width}, draw_cluster("max-set", point.count("processors"), ratio, stream), point.number("latency")};
}

engine::Experiment timing_experiment() {
  engine::Experiment study = problems::rectangle_study().study("kaddoura/table8");
  study.timed = true;
  study.axes = {problems::processors_axis(24), problems::rectangle_axis("latency")};
  study.sample = engine::sampler(any_setting_of_the_grid);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration table8_registration{timing_experiment};

}  // namespace
}  // namespace apportion::kaddoura
