// Planning: finds the chunks of points that lack columns.
#include "experiments/engine/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/file_digests.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::engine {
namespace {

// A plan is held in memory, and a point takes more than a KiB.
constexpr double most_points = 1e6;
constexpr double most_chunks = 1e7;

// Why a unit stored as `state` must be solved to have `samples` samples of all metrics, if it must.
Missing is_missing(const results::UnitState& state, std::int64_t samples, std::size_t metrics, bool with_values,
                   const RunRequest& request) {
  if (state.samples == 0) return Missing::of_older_revision;
  if (state.samples < samples) return Missing::has_fewer_samples;
  if (state.failed) return request.retry_failed ? Missing::failed : Missing::not_at_all;
  if (state.metrics < metrics) return Missing::lacks_metrics;
  return with_values && !state.has_values ? Missing::lacks_values : Missing::not_at_all;
}

// Sets the columns that the task lacks, and counts stored failures among the others.
void choose_columns(Task& task, const StudyColumns& columns, const StoredUnits& stored, const Experiment& experiment,
                    const RunRequest& request, Work& work) {
  for (std::size_t column = 0; column < task.columns.size(); ++column) {
    const auto found = stored.find({column, task.chunk});
    const bool with_values = experiment.keep_samples || request.keep_samples;
    const Missing missing = found == stored.end() ? Missing::is_new
                                                  : is_missing(found->second, task.samples, columns.all[column].metrics,
                                                               with_values, request);
    task.columns[column] = missing != Missing::not_at_all;
    if (task.columns[column]) ++work.missing[missing];
    if (missing == Missing::of_older_revision) work.revised.insert(column);
    // Values that one run kept are kept by later ones.
    task.keeps[column] = with_values || (found != stored.end() && found->second.has_values);
    if (task.columns[column] || !found->second.failed) continue;
    ++work.units_failed;
    if (!work.first_failed) work.first_failed = UnitPlace{task.point, column, task.chunk};
  }
}

bool has_stale_summaries(const results::Store& store, results::Id point, const std::vector<results::Id>& metrics,
                         const std::vector<results::UnitState>& units) {
  std::map<results::Id, std::int64_t> stored;
  for (const results::UnitState& unit : units)
    if (unit.metrics > 0) stored[unit.column] += unit.samples * static_cast<std::int64_t>(unit.metrics);
  return stored != store.summarised_samples(point, metrics);
}

StoredUnits by_place(const std::vector<results::UnitState>& units, const std::vector<results::Id>& columns) {
  StoredUnits stored;
  for (const results::UnitState& unit : units)
    if (const auto column = std::ranges::find(columns, unit.column); column != columns.end())
      stored[{static_cast<std::size_t>(column - columns.begin()), unit.chunk}] = unit;
  return stored;
}

// Checks the size in doubles first, since a product of many axes could overflow.
void require_feasible(const Experiment& experiment) {
  double points = 1;
  for (const Axis& axis : experiment.axes) points *= static_cast<double>(axis.values.size());
  if (points > most_points)
    throw InputError("the grid of {} has {:.3g} points; at most {:.0e} go into one run, so give fewer values",
                     experiment.name, points, most_points);
  const double chunks =
      points * std::ceil(static_cast<double>(experiment.samples) / static_cast<double>(experiment.chunk_size));
  if (chunks > most_chunks)
    throw InputError(
        "{} with {} samples per point asks for {:.2g} chunks of work; at most {:.0e} go into one run, "
        "so give fewer samples or fewer values",
        experiment.name, experiment.samples, chunks, most_chunks);
}

// The k-th of `size` places, a permutation whose prefixes are evenly spread.
std::size_t spread_place(std::size_t k, std::size_t size) {
  // Multiples of the golden ratio modulo 1.
  auto step = static_cast<std::size_t>(std::llround(0.6180339887498949 * static_cast<double>(size)));
  while (std::gcd(step, size) != 1) ++step;
  return k % size * step % size;
}

// Of a point with more tasks only the first is solved early: all of them would delay the next point too long.
constexpr std::size_t most_tasks_at_once = 3;

using StoredPoints = std::map<std::string, StoredUnits>;  // by the JSON text of their coordinates

// The study's units as a reader sees them: those of another revision of a column have no samples.
StoredPoints stored_points(const Experiment& experiment, const StudyColumns& columns, std::uint64_t seed,
                           const results::Reader& reader) {
  const results::StudyKey key{experiment.name, static_cast<std::int64_t>(seed)};
  const std::vector<std::string> metrics = collected(experiment.metrics, &results::MetricRecord::name);
  StoredPoints stored;
  for (const results::StoredUnit& unit : results::stored_units(reader, key, experiment.definition, metrics)) {
    const auto column = std::ranges::find_if(columns.all, [&unit](const Column& each) {
      return each.record.name == unit.column.name && each.record.rival == unit.column.rival;
    });
    if (column == columns.all.end()) continue;
    const std::pair place(static_cast<std::size_t>(column - columns.all.begin()), unit.state.chunk);
    StoredUnits& units = stored[unit.coordinates];
    if (column->record == unit.column)
      units[place] = unit.state;
    else
      units.insert({place, results::UnitState{}});
  }
  return stored;
}

}  // namespace

std::vector<std::size_t> spread_order(const std::vector<Task>& tasks) {
  std::vector<std::size_t> firsts;  // of each point
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (i == 0 || tasks[i - 1].point != tasks[i].point) firsts.push_back(i);
  std::vector<std::size_t> order;
  std::vector<std::size_t> rest;
  for (std::size_t k = 0; k < firsts.size(); ++k) {
    const std::size_t place = spread_place(k, firsts.size());
    const std::size_t end = place + 1 < firsts.size() ? firsts[place + 1] : tasks.size();
    const bool is_apart = end - firsts[place] > most_tasks_at_once;
    for (std::size_t i = firsts[place]; i < end; ++i) (is_apart && i > firsts[place] ? rest : order).push_back(i);
  }
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

results::StudyRecord study_record(const Experiment& experiment, std::uint64_t seed) {
  results::StudyRecord record{experiment.name,       seed, experiment.definition,
                              experiment.chunk_size, {},   experiment.metrics};
  for (const Axis& axis : experiment.axes) {
    if (axis.omitted_at) {
      record.added_axes.push_back({axis.name, axis.omitted_at->text, axis.omitted_at->number});
      continue;
    }
    // The order of a point's coordinates depends on when its axes were added.
    if (!record.added_axes.empty())
      throw std::logic_error(fmt::format("{}: axis {} is behind an added one", experiment.name, axis.name));
    record.axes.push_back(axis.name);
  }
  if (const auto& declared = experiment.declared; declared != nullptr && !declared->text.empty())
    record.sweep = {declared->source, declared->text};
  return record;
}

Experiment narrowed(Experiment experiment, const RunRequest& request) {
  for (const auto& [name, values] : request.axes) {
    Axis& chosen = experiment.axes[place_of_axis(experiment.axes, name, experiment.name)];
    chosen.values = parse_axis_values(chosen, values);
  }
  if (!request.algorithms.empty()) experiment.algorithms = request.algorithms;
  if (request.samples > 0 && !experiment.deterministic) experiment.samples = request.samples;
  require_feasible(experiment);
  experiment.require_measurable(experiment.axes);
  return experiment;
}

Work missing_work(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                  const std::function<StoredUnits(const Point&)>& stored) {
  Work work;
  work.points = grid(experiment.axes);
  const std::int64_t chunks = (experiment.samples + experiment.chunk_size - 1) / experiment.chunk_size;
  const std::vector<bool> no_columns(columns.all.size());
  for (std::size_t point = 0; point < work.points.size(); ++point) {
    const StoredUnits present = stored(work.points[point]);
    const std::size_t tasks_before = work.tasks.size();
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      if (!request.shard.holds(static_cast<std::int64_t>(point) * chunks + chunk)) continue;
      // The last chunk may be short.
      const std::int64_t samples = std::min(experiment.chunk_size, experiment.samples - chunk * experiment.chunk_size);
      Task task{point, chunk, samples, no_columns, no_columns, false};
      choose_columns(task, columns, present, experiment, request, work);
      const std::int64_t wanted = std::ranges::count(task.columns, true);
      work.units += wanted;
      work.units_present += static_cast<std::int64_t>(task.columns.size()) - wanted;
      if (wanted > 0) work.tasks.push_back(std::move(task));
    }
    if (work.tasks.size() > tasks_before) work.tasks.back().last_of_point = true;
  }
  return work;
}

Plan make_plan(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
               results::Store& store) {
  Plan plan;
  plan.study = store.study(study_record(experiment, request.seed));
  if (request.fresh) store.clear(plan.study);
  for (const OwnProgram& program : columns.own) store.own_algorithm(plan.study, own_record(program));
  for (const results::MetricRecord& metric : experiment.metrics)
    plan.metric_ids.push_back(store.metric(plan.study, metric.name));
  for (const Column& column : columns.all) plan.column_ids.push_back(store.column(column.record));
  std::vector<bool> stale;
  plan.work = missing_work(experiment, columns, request, [&](const Point& point) {
    plan.point_ids.push_back(store.point(plan.study, point.coordinates()));
    const std::vector<results::UnitState> units = store.units(plan.point_ids.back(), plan.metric_ids);
    plan.has_units = plan.has_units || !units.empty();
    stale.push_back(has_stale_summaries(store, plan.point_ids.back(), plan.metric_ids, units));
    return by_place(units, plan.column_ids);
  });
  // Other points are summarised when their last task is written.
  for (const Task& task : plan.work.tasks) stale[task.point] = false;
  for (std::size_t point = 0; point < stale.size(); ++point)
    if (stale[point]) plan.stale_points.push_back(plan.point_ids[point]);
  return plan;
}

Work preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
             const results::Reader* reader) {
  if (reader == nullptr) return missing_work(experiment, columns, request, [](const Point&) { return StoredUnits{}; });
  const StoredPoints stored =
      request.fresh ? StoredPoints{} : stored_points(experiment, columns, request.seed, *reader);
  return missing_work(experiment, columns, request, [&stored](const Point& point) {
    // Naming each of a million points would take seconds.
    if (stored.empty()) return StoredUnits{};
    const auto found = stored.find(results::coordinates_json(point.coordinates()));
    return found == stored.end() ? StoredUnits{} : found->second;
  });
}

}  // namespace apportion::engine
