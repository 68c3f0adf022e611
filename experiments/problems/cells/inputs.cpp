// Sweeps of whole cells with clusters and instances from files.
#include "experiments/problems/cells/inputs.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/cells/fields.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "experiments/problems/common/json.hpp"

namespace apportion::problems {
namespace {

bool has_drawn_loads(const engine::Study& study) {
  const auto loads = std::ranges::find(study.axes, "loads", &engine::Axis::name);
  return std::ranges::any_of(loads->values, [](const engine::AxisValue& value) { return value.text != "none"; });
}

void set_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler(
      [source](const engine::Point& point, RandomStream& stream) { return sample_cells_from(source, point, stream); });
  if (source.given == nullptr) return;
  study.forms = engine::shown(show_cells(source.given->names));
  if (has_drawn_loads(study)) return;
  study.deterministic = true;
  study.samples = 1;
}

CellProblem read(const std::string& line) {
  const FieldValues given(cell_fields(), parse_json(line));
  if (given.has("network")) throw InputError("network works in solve only; in a sweep give its start-up as latency");
  given.require_no_files();
  CellProblem problem = cell_question(given).problem;
  validate(problem);
  return problem;
}

}  // namespace

SweepInputs cell_inputs() {
  return {.cluster_axes = {"ratio", "processors", "sampling"},
          .set_clusters = set_clusters,
          .instances = given_instances<CellProblem>(
              read, {{"latency", [](double value, CellProblem& problem) { problem.latency = value; }}})};
}

}  // namespace apportion::problems
