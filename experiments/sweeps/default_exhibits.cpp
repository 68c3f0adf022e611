// The choice of axes for tables and charts that nobody described.
#include "experiments/sweeps/default_exhibits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/engine/timing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/words.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {
namespace {

bool is_of_numbers(const engine::Axis& axis) {
  return axis.kind == engine::AxisKind::whole || axis.kind == engine::AxisKind::real;
}

// Whether the sweep says itself what is stored.
bool names_its_metrics(const engine::Experiment& experiment) {
  const problems::ProblemFamily* family = family_of(experiment);
  return family == nullptr || !std::ranges::equal(problems::default_sweep(*family).metrics, experiment.metrics, {},
                                                  &results::MetricRecord::name, &results::MetricRecord::name);
}

// The metrics with the compared one first.
std::vector<results::MetricRecord> metrics_in_order(const engine::Experiment& experiment) {
  std::vector<results::MetricRecord> metrics = stored_metrics_of(experiment).plain;
  const auto found = std::ranges::find(metrics, compared_metric(experiment), &results::MetricRecord::name);
  if (found != metrics.end()) std::rotate(metrics.begin(), found, found + 1);
  return metrics;
}

results::Chart chart_of(const engine::Experiment& experiment, const MeansRequest& request,
                        const results::MetricRecord& metric) {
  const std::string value = value_column(experiment, metric.name);
  const engine::Axis* axis = engine::axis_named(experiment.axes, request.row);
  results::Chart chart;
  chart.name = metric.name;
  chart.x = {request.row, dimension_title(experiment, request.row), axis != nullptr && asks_for_logarithms(*axis)};
  chart.y = {.title = titled(metric)};
  chart.values = {{value, metric.name, metric.digits}};
  if (!experiment.deterministic) chart.error = interval_column(value);
  chart.error_title = interval_title;
  chart.series = series_column(request);
  if (!request.panels.empty()) chart.panel = panel_column;
  chart.joined = is_numeric(experiment, request.row);
  return chart;
}

}  // namespace

bool is_numeric(const engine::Experiment& experiment, const std::string& dimension) {
  const engine::Axis* axis = engine::axis_named(experiment.axes, dimension);
  return axis != nullptr && is_of_numbers(*axis);
}

std::string dimension_title(const engine::Experiment& experiment, const std::string& dimension) {
  const engine::Axis* axis = engine::axis_named(experiment.axes, dimension);
  return axis == nullptr || axis->title.empty() ? dimension : axis->title;
}

bool asks_for_logarithms(const engine::Axis& axis) {
  std::vector<double> numbers;
  for (const engine::AxisValue& value : axis.values) numbers.push_back(value.number.value_or(0));
  return is_of_numbers(axis) && asks_for_logarithms(std::move(numbers));
}

bool asks_for_logarithms(std::vector<double> numbers) {
  constexpr double most_uneven = 4;
  std::ranges::sort(numbers);
  // It has a place of its own.
  if (!numbers.empty() && numbers.front() == 0) numbers.erase(numbers.begin());
  if (numbers.size() < 3 || numbers.front() <= 0) return false;
  double least = numbers.back();
  double most = 0;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    least = std::min(least, numbers[i] - numbers[i - 1]);
    most = std::max(most, numbers[i] - numbers[i - 1]);
  }
  return most >= most_uneven * least;
}

DefaultDimensions default_dimensions(const engine::Experiment& experiment, const std::vector<std::string>& taken) {
  std::vector<const engine::Axis*> open;
  for (const engine::Axis& axis : experiment.axes)
    if (axis.values.size() > 1 && !contains(taken, axis.name)) open.push_back(&axis);
  std::size_t algorithms = 0;
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    algorithms += column.record.rival.empty() ? 1 : 0;
  DefaultDimensions dimensions;
  const auto rank = [](const engine::Axis* axis) { return std::pair(is_of_numbers(*axis), axis->values.size()); };
  if (!open.empty()) {
    const auto x = std::ranges::max_element(open, {}, rank);
    dimensions.x = (*x)->name;
    open.erase(x);
  } else if (!contains(taken, algorithm_word)) {
    dimensions.x = algorithm_word;
  }
  if (algorithms > 1 && dimensions.x != algorithm_word && !contains(taken, algorithm_word))
    dimensions.series = {algorithm_word};
  for (const engine::Axis* axis : open) dimensions.panels.push_back(axis->name);
  return dimensions;
}

namespace {

MeansRequest default_request(const engine::Experiment& experiment) {
  const DefaultDimensions dimensions = default_dimensions(experiment, {});
  MeansRequest request{.row = dimensions.x, .series = dimensions.series, .panels = dimensions.panels};
  for (const engine::Axis& axis : experiment.axes)
    if (axis.values.size() == 1) request.fixed[axis.name] = axis.values.front().text;
  return request;
}

}  // namespace

std::vector<SweepExhibit> default_exhibits(const engine::Experiment& experiment) {
  MeansRequest request = default_request(experiment);
  request.metrics = metrics_in_order(experiment);
  SweepExhibit entry{.name = default_exhibit_name};
  entry.parameters = request.fixed;
  entry.exhibit = means_exhibit(experiment, request);
  entry.exhibit.name = experiment.name + "/" + default_exhibit_name;
  const std::size_t shown = names_its_metrics(experiment) ? request.metrics.size() : 1;
  entry.exhibit.layout.shown_values = shown;
  const std::vector<results::MetricRecord> in_table(request.metrics.begin(),
                                                    request.metrics.begin() + static_cast<std::ptrdiff_t>(shown));
  std::vector<std::string> names;
  for (const results::MetricRecord& metric : in_table) names.push_back(metric.name);
  entry.exhibit.title = fmt::format("{}: {} by {}", experiment.title, fmt::join(names, ", "), request.row);
  entry.exhibit.note = meanings_of(in_table) +
                       "Means over the samples of each point; "
                       "--values all shows halves of their 95 % intervals and the numbers of samples as well.";
  for (const results::MetricRecord& metric : request.metrics)
    entry.exhibit.charts.push_back(chart_of(experiment, request, metric));
  return {entry};
}

SweepExhibit seconds_exhibit(const engine::Experiment& experiment) {
  MeansRequest request = default_request(experiment);
  request.times = true;
  SweepExhibit entry{.name = engine::seconds_metric};
  entry.parameters = request.fixed;
  entry.exhibit = means_exhibit(experiment, request);
  entry.exhibit.name = experiment.name + "/" + entry.name;
  entry.exhibit.title = fmt::format("{}: time of a solve by {}", experiment.title, request.row);
  entry.exhibit.note = fmt::format(
      "Measured one solve after the other on one thread once the sweep was done, at most {} at each point; --values "
      "all shows the least and the greatest as well.",
      engine::most_timed_samples);
  results::Chart chart = chart_of(experiment, request, {entry.name, "", "", "", 2});
  chart.y = {.title = "median time of a solve, microseconds", .logarithmic = true};
  chart.values = {{"median", "median"}};
  chart.error.clear();
  chart.error_title.clear();
  entry.exhibit.charts = {chart};
  return entry;
}

engine::Experiment with_stored_values(engine::Experiment experiment, std::int64_t seed, const results::Reader& reader) {
  for (engine::Axis& axis : experiment.axes) {
    std::vector<engine::AxisValue> values;
    for (const std::string& text : results::shown_values(reader, {experiment.name, seed}, axis.name))
      values.push_back(engine::AxisValue::parse(text));
    if (!values.empty()) axis.values = std::move(values);
  }
  return experiment;
}

}  // namespace apportion::sweeps
