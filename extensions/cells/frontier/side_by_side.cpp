// Full grids: elements sent, compared with METIS, and the time of a division.
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "extensions/cells/frontier/grid.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// --- Elements sent: divisions for a stencil of five points or nine, compared with METIS

engine::Experiment volume_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/volume");
  std::erase_if(study.algorithms, [](const std::string& name) { return !name.starts_with("METIS"); });
  replace_methods(study, {"METIS[recursive]"},  // refuses this objective
                  {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration volume_study_registration{volume_experiment};

// --- The time of a division into whole cells by each method

// Every sample draws a shape and a ratio of the grids of studies/cells.ini, so that the median is over all of them.
CellProblem any_problem_of_the_grids(const engine::Point& point, RandomStream& stream) {
  const auto width = static_cast<std::int64_t>(drawn_from({200, 600, 2000}, stream));
  const double ratio = drawn_from({1, 1.5, 2, 3, 4, 8}, stream);
  return {.rows = 200, .columns = width, .cluster = draw_cluster("uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment cell_times_experiment() {
  engine::Experiment study = frontier_cell_study("frontier/cells-times");
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  study.require = nullptr;
  study.sample = engine::sampler(any_problem_of_the_grids);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration cell_times_registration{cell_times_experiment};

}  // namespace
}  // namespace apportion::frontier
