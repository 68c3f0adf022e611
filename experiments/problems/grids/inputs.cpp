// Sweeps of process grids with clusters and instances from files.
#include "experiments/problems/grids/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/grids/fields.hpp"
#include "experiments/problems/grids/solve.hpp"

namespace apportion::problems {
namespace {

void require_cells(const std::vector<engine::Axis>& axes, std::size_t processors) {
  const auto grid = std::ranges::find(axes, "grid", &engine::Axis::name);
  for (const engine::AxisValue& value : grid->values)
    if (const std::size_t cells = parse_grid(value.text).cells(); cells != processors)
      throw InputError(fmt::format("grid = {} has {} cells, and the cluster {} processors; the numbers must be equal",
                                   value.text, cells, processors));
}

void set_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler(
      [source](const engine::Point& point, RandomStream& stream) { return sample_grids_from(source, point, stream); });
  if (source.given == nullptr) return;
  static_cast<void>(constant_speeds(*source.given));
  study.require = [processors = source.given->size()](const std::vector<engine::Axis>& axes,
                                                      const std::vector<std::string>& /*metrics*/) {
    require_cells(axes, processors);
  };
  study.deterministic = true;
  study.samples = 1;
  study.forms = engine::shown(show_grids(source.given->names));
}

GridProblem read(const std::string& line) {
  const FieldValues given(grid_fields(), parse_json(line));
  given.require_no_files();
  GridProblem problem = grid_question(given).problem;
  validate(problem);
  return problem;
}

void set_block(double side, GridProblem& problem) { std::ranges::fill(problem.block, static_cast<std::int64_t>(side)); }

}  // namespace

SweepInputs grid_inputs() {
  return {.cluster_axes = {"level", "sampling"},
          .set_clusters = set_clusters,
          .instances = given_instances<GridProblem>(read, {{"block", set_block}})};
}

}  // namespace apportion::problems
