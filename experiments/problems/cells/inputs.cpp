// Sweeps of whole cells with clusters and instances from files.
#include "experiments/problems/cells/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/cells/json.hpp"
#include "experiments/problems/json.hpp"

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

void require_no_files(const std::string& line) {
  const Json value = parse_json(line);
  for (const char* key : {"loads", "mask"})
    if (value.is_object() && value.contains(key) && value[key].is_string())
      throw InputError(fmt::format("{} is a file; an instance has its {} in the line itself, as a list", key, key));
}

CellProblem read(const std::string& line) {
  require_no_files(line);
  CellQuestion question = parse_cell_question(line);
  if (question.network != nullptr) throw InputError("network is for solve alone; give its start-up as latency");
  validate(question.problem);
  return std::move(question.problem);
}

}  // namespace

SweepInputs cell_inputs() {
  return {.cluster_axes = {"ratio", "processors", "sampling"},
          .set_clusters = set_clusters,
          .instances = given_instances<CellProblem>(
              read, {{"latency", [](double value, CellProblem& problem) { problem.latency = value; }}})};
}

}  // namespace apportion::problems
