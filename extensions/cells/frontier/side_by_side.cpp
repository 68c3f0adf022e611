// Full grids: elements sent, compared with METIS, and the time of a division.
#include <boost/random/uniform_int_distribution.hpp>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "extensions/cells/frontier/grid.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// --- Elements sent: divisions for a stencil of five points or nine, compared with METIS

// The study has 10 grids with equal speeds and 40 x 4 with different ones, each for two stencils.
engine::Experiment volume_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/volume");
  study.revision = 4;  // the bound uses the tolerance, and no longer contact
  study.title = "Full grids by elements sent: 200 x 200 and 200 x 600 cells, max/min speed 1 to 64, two stencils";
  study.claim = "none; the question is how many elements are saved by parts that are no rectangles";
  problems::set_axes(study.axes, {{"columns", {200, 600}},
                                  {"processors", {4, 10, 25, 50, 100}},
                                  {"ratio", {1, 1.5, 3, 8, 64}},
                                  {"stencil", {5, 9}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "objective", engine::name_values({"volume"}));
  study.stored_metrics = {"volume", "busiest", "boundary", "gap", "imbalance", "fragments", "empty", "within", "fill"};
  std::erase_if(study.algorithms, [](const std::string& name) { return !name.starts_with("METIS"); });
  std::erase(study.algorithms, "METIS[recursive]");  // refuses this objective
  study.algorithms.insert(study.algorithms.begin(), {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  study.samples = 4;
  study.chunk_size = 4;
  return engine::completed(std::move(study));
}

const engine::Registration volume_study_registration{volume_experiment};

// --- The time of a division into whole cells by each method

// Every sample draws a shape and a ratio of the grids, so that the median is over all of them.
CellProblem any_problem_of_the_grids(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = cell_columns();
  const std::vector<double> ratios = cell_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const auto width = static_cast<std::int64_t>(columns.at(any_shape(stream)));
  const double ratio = ratios.at(any_ratio(stream));
  return {.rows = cell_rows,
          .columns = width,
          .cluster = draw_cluster("uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment cell_times_experiment() {
  engine::Experiment study =
      timed(frontier_cell_study("frontier/cells-times"), "Time of a division into whole cells by method", 5);
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values({4, 20, 100}));
  study.require = nullptr;
  study.sample = engine::sampler(any_problem_of_the_grids);
  return engine::completed(std::move(study));
}

const engine::Registration cell_times_registration{cell_times_experiment};

}  // namespace
}  // namespace apportion::frontier
