// Planning: which chunks of which points still lack which columns.
#include "experiments/engine/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace apportion::engine {
namespace {

constexpr double most_chunks = 1e7;  // a plan holds them all in memory

// (column id, chunk) -> what is stored of it.
using Present = std::map<std::pair<results::Id, std::int64_t>, results::UnitState>;

Present present_units(const results::Store& store, results::Id point) {
  Present present;
  for (const results::UnitState& state : store.units(point)) present[{state.column, state.chunk}] = state;
  return present;
}

results::StudyRecord study_record(const Experiment& experiment, const RunRequest& request) {
  results::StudyRecord record{experiment.name,       request.seed, experiment.definition,
                              experiment.chunk_size, {},           experiment.metrics};
  for (const Axis& axis : experiment.axes) record.axes.push_back(axis.name);
  return record;
}

bool has_stale_summaries(const results::Store& store, results::Id point, const Present& present) {
  std::map<results::Id, std::int64_t> stored;
  for (const auto& [key, state] : present)
    if (!state.failed) stored[state.column] += state.samples;
  return stored != store.summarised_samples(point);
}

// The task of one chunk; no column is wanted if all is there.
Task make_task(const Plan& plan, std::size_t point, std::int64_t chunk, std::int64_t samples, const Present& present,
               const Experiment& experiment, const RunRequest& request, std::int64_t& failed) {
  Task task{point, chunk, samples, std::vector<bool>(plan.column_ids.size()), false};
  for (std::size_t c = 0; c < plan.column_ids.size(); ++c) {
    const auto found = present.find({plan.column_ids[c], chunk});
    task.columns[c] = found == present.end() || is_missing(found->second, samples, experiment, request);
    if (!task.columns[c] && found->second.failed) ++failed;
  }
  return task;
}

void plan_point(Plan& plan, std::size_t point, const Experiment& experiment, const RunRequest& request,
                const results::Store& store) {
  const Present present = present_units(store, plan.point_ids[point]);
  plan.has_units = plan.has_units || !present.empty();
  const std::size_t tasks_before = plan.tasks.size();
  for (const std::int64_t chunk : chunks_of_point(experiment, request, point)) {
    Task task = make_task(plan, point, chunk, samples_of_chunk(experiment, chunk), present, experiment, request,
                          plan.units_failed);
    const std::int64_t wanted = std::ranges::count(task.columns, true);
    plan.units += wanted;
    plan.units_present += static_cast<std::int64_t>(task.columns.size()) - wanted;
    if (wanted > 0) plan.tasks.push_back(std::move(task));
  }
  if (plan.tasks.size() > tasks_before)
    plan.tasks.back().last_of_point = true;
  else if (has_stale_summaries(store, plan.point_ids[point], present))
    plan.stale_points.push_back(plan.point_ids[point]);
}

// Also in doubles, which a product of many axes cannot overflow.
void require_feasible(const Experiment& experiment) {
  double chunks = std::ceil(static_cast<double>(experiment.samples) / static_cast<double>(experiment.chunk_size));
  for (const Axis& axis : experiment.axes) chunks *= static_cast<double>(axis.values.size());
  if (chunks > most_chunks)
    throw InputError(
        fmt::format("{} with {} samples a point asks for {:.2g} chunks of work; at most {:.0e} go into one run, "
                    "so give fewer samples or fewer values",
                    experiment.name, experiment.samples, chunks, most_chunks));
}

}  // namespace

Experiment narrowed(Experiment experiment, const RunRequest& request) {
  std::vector<std::string> names;
  for (const Axis& axis : experiment.axes) names.push_back(axis.name);
  for (const auto& [name, values] : request.axes) {
    const auto axis = std::ranges::find(names, name);
    if (axis == names.end()) throw unknown_name("axis of " + experiment.name, name, names);
    Axis& chosen = experiment.axes[static_cast<std::size_t>(axis - names.begin())];
    chosen.values = parse_axis_values(chosen, values);
  }
  if (!request.algorithms.empty()) experiment.algorithms = request.algorithms;
  if (request.samples > 0 && !experiment.deterministic) experiment.samples = request.samples;
  require_feasible(experiment);
  return experiment;
}

std::int64_t samples_of_chunk(const Experiment& experiment, std::int64_t chunk) {
  return std::min(experiment.chunk_size, experiment.samples - chunk * experiment.chunk_size);
}

std::vector<std::int64_t> chunks_of_point(const Experiment& experiment, const RunRequest& request, std::size_t point) {
  const std::int64_t chunks = (experiment.samples + experiment.chunk_size - 1) / experiment.chunk_size;
  std::vector<std::int64_t> shares;
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
    if (request.shard.holds(static_cast<std::int64_t>(point) * chunks + chunk)) shares.push_back(chunk);
  return shares;
}

bool keeps_samples(const Experiment& experiment, const RunRequest& request) {
  return experiment.keep_samples || request.keep_samples;
}

bool is_missing(const results::UnitState& state, std::int64_t samples, const Experiment& experiment,
                const RunRequest& request) {
  if (state.failed) return request.retry_failed || state.samples < samples;
  return state.samples < samples || (keeps_samples(experiment, request) && !state.has_values);
}

Plan make_plan(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
               results::Store& store) {
  Plan plan;
  plan.study = store.study(study_record(experiment, request));
  if (request.fresh) store.clear(plan.study);
  for (const results::MetricRecord& metric : experiment.metrics)
    plan.metric_ids.push_back(store.metric(plan.study, metric.name));
  for (const Column& column : columns.all) plan.column_ids.push_back(store.column(column.record));
  plan.points = grid(experiment.axes);
  for (const Point& point : plan.points) plan.point_ids.push_back(store.point(plan.study, point.coordinates()));
  for (std::size_t point = 0; point < plan.points.size(); ++point) plan_point(plan, point, experiment, request, store);
  return plan;
}

}  // namespace apportion::engine
