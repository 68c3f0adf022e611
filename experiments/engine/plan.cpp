// Planning: which chunks of which points still lack which columns.
#include "experiments/engine/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/error.hpp"

namespace apportion::engine {
namespace {

// (column id, chunk) -> what is stored of it.
using Present = std::map<std::pair<results::Id, std::int64_t>, results::UnitState>;

Present present_units(const results::Store& store, results::Id point) {
  Present present;
  for (const results::UnitState& state : store.units(point)) present[{state.column, state.chunk}] = state;
  return present;
}

bool is_missing(const results::UnitState& state, std::int64_t samples, const RunRequest& request) {
  if (state.failed) return request.retry_failed || state.samples < samples;
  return state.samples < samples || (request.keep_samples && !state.has_values);
}

results::StudyRecord study_record(const Experiment& experiment, const RunRequest& request) {
  results::StudyRecord record{experiment.name,       request.seed, experiment.definition,
                              experiment.chunk_size, {},           experiment.metrics};
  for (const Axis& axis : experiment.axes) record.axes.push_back(axis.name);
  return record;
}

// The task of one chunk; no column is wanted if all is there.
Task make_task(const Plan& plan, std::size_t point, std::int64_t chunk, std::int64_t samples, const Present& present,
               const RunRequest& request, std::int64_t& failed) {
  Task task{point, chunk, samples, std::vector<bool>(plan.column_ids.size()), false};
  for (std::size_t c = 0; c < plan.column_ids.size(); ++c) {
    const auto found = present.find({plan.column_ids[c], chunk});
    task.columns[c] = found == present.end() || is_missing(found->second, samples, request);
    if (!task.columns[c] && found->second.failed) ++failed;
  }
  return task;
}

void plan_point(Plan& plan, std::size_t point, std::int64_t samples, std::int64_t chunk_size, const RunRequest& request,
                const results::Store& store) {
  const Present present = present_units(store, plan.point_ids[point]);
  plan.has_units = plan.has_units || !present.empty();
  const std::size_t tasks_before = plan.tasks.size();
  for (std::int64_t chunk = 0; chunk * chunk_size < samples; ++chunk) {
    const std::int64_t here = std::min(chunk_size, samples - chunk * chunk_size);
    Task task = make_task(plan, point, chunk, here, present, request, plan.units_failed);
    const std::int64_t wanted = std::count(task.columns.begin(), task.columns.end(), true);
    plan.units += wanted;
    plan.units_present += static_cast<std::int64_t>(task.columns.size()) - wanted;
    if (wanted > 0) plan.tasks.push_back(std::move(task));
  }
  if (plan.tasks.size() > tasks_before) plan.tasks.back().last_of_point = true;
}

}  // namespace

Experiment narrowed(Experiment experiment, const RunRequest& request) {
  std::vector<std::string> names;
  for (const Axis& axis : experiment.axes) names.push_back(axis.name);
  for (const auto& [name, values] : request.axes) {
    const auto axis = std::find(names.begin(), names.end(), name);
    if (axis == names.end()) throw unknown_name("axis of " + experiment.name, name, names);
    Axis& chosen = experiment.axes[static_cast<std::size_t>(axis - names.begin())];
    chosen.values = parse_axis_values(chosen, values);
  }
  if (!request.algorithms.empty()) experiment.algorithms = request.algorithms;
  if (request.samples > 0 && !experiment.deterministic) experiment.samples = request.samples;
  return experiment;
}

Plan make_plan(const Experiment& experiment, const Columns& columns, const RunRequest& request, results::Store& store) {
  Plan plan;
  plan.study = store.study(study_record(experiment, request));
  if (request.fresh) store.clear(plan.study);
  for (const results::MetricRecord& metric : experiment.metrics)
    plan.metric_ids.push_back(store.metric(plan.study, metric.name));
  for (const Column& column : columns.all) plan.column_ids.push_back(store.column(column.record));
  plan.points = grid(experiment.axes);
  for (const Point& point : plan.points) plan.point_ids.push_back(store.point(plan.study, point.coordinates()));
  for (std::size_t point = 0; point < plan.points.size(); ++point)
    plan_point(plan, point, experiment.samples, experiment.chunk_size, request, store);
  return plan;
}

}  // namespace apportion::engine
