// Cells with layers: cubes of six kinds, by cut or by elements sent, compared with libraries; and the time of each
// method.
#include <memory>
#include <string>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "extensions/cells/frontier/grid.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

CellProblem cube_at(const engine::Point& point, RandomStream& stream) {
  const auto side = static_cast<std::int64_t>(point.number("rows"));
  CellProblem problem{.rows = side * side, .columns = side, .cluster = {}, .layers = side};
  problem.cluster = draw_cluster(point.text("sampling"), point.count("processors"), point.number("ratio"), stream);
  problem.objective = parse_objective(point.text("objective"), cell_problem_objectives());
  problem.stencil = static_cast<int>(point.number("stencil"));
  problem.imbalance = point.number("tolerance") / 100;
  if (const std::string& model = point.text("loads"); model != "full")
    problem.loads = std::make_shared<const CellLoads>(draw_loads_in_space(model, side, side, side, stream));
  return problem;
}

engine::Experiment cube_experiment(const std::string& name) {
  constexpr double greatest_side = 400;
  engine::Experiment study = frontier_cell_study(name);
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "columns" || axis.name == "latency"; });
  for (engine::Axis& axis : study.axes) {
    if (axis.name == "rows") {
      axis.title = "layers, rows and columns of a cube";
      axis.most = greatest_side;
    } else if (axis.name == "loads") {
      axis.title = "which cells there are, and their loads";
      axis.names = load_models_in_space();
      axis.values = engine::name_values(axis.names);
    } else if (axis.name == "stencil") {
      axis.title = "cells that an update reads, 7 or 27";
      axis.least = 7;
      axis.most = 27;
      axis.values = engine::axis_values({7});
      axis.omitted_at = axis.values.front();
    }
  }
  study.require = nullptr;
  study.sample = engine::sampler(cube_at);
  replace_methods(study, own_cell_methods(), {"BEST", "BEST[effort=quick]", "RCB[jogs]"});
  // What the best settings of METIS come to in ten times its time and more.
  if (contains(study.algorithms, "METIS")) study.algorithms.emplace_back("METIS[cuts=20,rounds=50]");
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration cube_registration{[] { return cube_experiment("frontier/cells-3d"); },
                                             [] { return cube_experiment("frontier/cells-3d-times"); }};

}  // namespace
}  // namespace apportion::frontier
