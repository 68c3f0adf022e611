// Points from settings, and the replay of a sample.
#include "experiments/engine/replay.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/experiment.hpp"

namespace apportion::engine {
namespace {

AxisValue value_on(const Axis& axis, const std::map<std::string, std::string>& settings) {
  if (const auto found = settings.find(axis.name); found != settings.end()) {
    AxisValue value = AxisValue::parse(found->second);
    axis.check(value);
    return value;
  }
  if (axis.omitted_at) return *axis.omitted_at;
  if (axis.values.size() != 1)
    throw InputError(fmt::format("axis {} is missing; a point needs a value of it, such as {}", axis.name,
                                 fmt::join(collected(axis.values, &AxisValue::text), ", ")));
  return axis.values.front();
}

void add_columns(const Experiment& experiment, const StudyColumns& columns, const std::vector<ColumnResult>& solved,
                 Replay& replay) {
  for (const ColumnResult& result : solved) {
    const Column& column = columns.all[result.column];
    const auto first = experiment.metrics.begin() + static_cast<std::ptrdiff_t>(column.first_metric);
    ReplayedColumn& replayed = replay.columns.emplace_back();
    replayed.column = column.record;
    replayed.metrics.assign(first, first + static_cast<std::ptrdiff_t>(column.metrics));
    if (result.failure || result.unanswered) {
      replayed.failure = (result.failure ? result.failure : result.unanswered)->message;
    } else {
      replayed.values = result.values.front();
    }
  }
}

}  // namespace

Point point_at(const Experiment& experiment, const std::map<std::string, std::string>& settings) {
  for (const auto& [name, value] : settings) static_cast<void>(place_of_axis(experiment.axes, name, experiment.name));
  std::vector<Point::Entry> entries;
  std::vector<Axis> axes = experiment.axes;
  for (Axis& axis : axes) {
    axis.values = {value_on(axis, settings)};
    entries.push_back(entry_on(axis, axis.values.front()));
  }
  if (experiment.require) experiment.require(axes);
  return Point(std::move(entries));
}

Replay replay(const Experiment& experiment, const std::vector<std::string>& algorithms, std::uint64_t seed,
              const Point& point, std::int64_t sample) {
  const StudyColumns columns = experiment.columns(algorithms.empty() ? experiment.algorithms : algorithms);
  Replay replay{.experiment = experiment.name, .seed = seed, .point = point.name(), .sample = sample};
  add_columns(experiment, columns,
              columns.solve({.seed = seed,
                             .point = &point,
                             .first_sample = sample,
                             .samples = 1,
                             .columns = std::vector<bool>(columns.all.size(), true),
                             .keep_values = true}),
              replay);
  columns.show(point, replay);
  return replay;
}

}  // namespace apportion::engine
