// Sweeps of rectangles with clusters and instances from files.
#include "experiments/problems/rectangles/inputs.hpp"

#include "base/error.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/rectangles/fields.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {
namespace {

void set_clusters(const ClusterSource& source, engine::Study& study) {
  study.sample = engine::sampler([source](const engine::Point& point, RandomStream& stream) {
    const Extent extent = extent_by_aspect(point);
    return RectangleProblem{extent, source.cluster_at(point, extent.area(), stream), point.number("latency")};
  });
  if (source.given == nullptr) return;
  study.deterministic = true;
  study.samples = 1;
  study.forms = engine::shown(show_rectangles(source.given->names));
}

RectangleProblem read(const std::string& line) {
  const FieldValues given(rectangle_fields(), parse_json(line));
  if (given.flag("whole")) throw InputError("whole works in solve only; in a sweep the metric imbalance measures it");
  if (given.has("network")) throw InputError("network works in solve only; in a sweep give its start-up as latency");
  given.require_no_files();
  RectangleProblem problem = rectangle_question(given).problem;
  validate(problem);
  return problem;
}

}  // namespace

SweepInputs rectangle_inputs() {
  return {.cluster_axes = {"ratio", "processors", "sampling"},
          .set_clusters = set_clusters,
          .instances = given_instances<RectangleProblem>(
              read, {{"latency", [](double value, RectangleProblem& problem) { problem.latency = value; }}})};
}

}  // namespace apportion::problems
