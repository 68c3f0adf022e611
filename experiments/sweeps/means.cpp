// The query for means by axes, and the choice of axes for default tables and charts.
#include "experiments/sweeps/means.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/records.hpp"

namespace apportion::sweeps {
namespace {

constexpr const char* labelled_series = "series";
// The column of the result with the labels of panels; no other column has this name.
constexpr const char* panel_column = "panel";
// The columns of the first metric over that of the request's algorithm, and of half the 95 % interval of this ratio.
// The interval is rather too wide, since means of the same samples are treated as independent. NULL if the two have
// different numbers of samples.
constexpr const char* relative_column = "relative";
constexpr const char* relative_interval = "relative interval";

// The SQL of a label in the key or above a panel: "XY2", "latency 100", "XY2, latency 100".
std::string label_of(const std::vector<std::string>& dimensions, bool paired) {
  std::string label;
  for (const std::string& name : dimensions) {
    if (!label.empty()) label += " || ', ' || ";
    if (name != algorithm_word)
      label += fmt::format("{} || {}", sql_literal(name + " "), sql_identifier(name));
    else
      label += paired ? "algorithm || ' over ' || rival" : "algorithm";
  }
  return label;
}

// The SQL order of algorithms: the study's order, then others by name.
std::string order_of_algorithms(const engine::Experiment& experiment) {
  std::string order = "CASE algorithm";
  std::size_t place = 0;
  for (const std::string& name : canonical_names(experiment))
    order += fmt::format(" WHEN {} THEN {}", sql_literal(name), place++);
  return fmt::format("{} ELSE {} END, algorithm", order, place);
}

std::string order_by(const engine::Experiment& experiment, const std::vector<std::string>& dimensions) {
  std::vector<std::string> terms;
  for (const std::string& name : dimensions)
    terms.push_back(name == algorithm_word ? order_of_algorithms(experiment)
                                           : fmt::format("CAST({0} AS REAL), {0}", sql_identifier(name)));
  return terms.empty() ? "" : fmt::format("\nORDER BY {}", fmt::join(terms, ", "));
}

// The column with the labels of series: `series`, or `algorithm` if only algorithms are series; "" without series.
std::string series_column(const MeansRequest& request) {
  if (request.series.empty()) return "";
  const bool alone = request.series == std::vector<std::string>{algorithm_word} && !request.paired;
  return alone ? algorithm_word : labelled_series;
}

// All dimensions that are laid out, each once: panels, row, column, series.
std::vector<std::string> dimensions_of(const MeansRequest& request) {
  std::vector<std::string> all = request.panels;
  all.insert(all.end(), {request.row, request.column});
  all.insert(all.end(), request.series.begin(), request.series.end());
  std::vector<std::string> once;
  for (const std::string& name : all)
    if (!name.empty() && !contains(once, name)) once.push_back(name);
  return once;
}

void add_relative(const engine::Experiment& experiment, const MeansRequest& request,
                  std::vector<std::string>& columns) {
  const std::string name = value_column(experiment, request.metrics.front().name);
  const std::string value = sql_identifier(name);
  const std::string error = sql_identifier(name + "_se");
  // Of the algorithm that others are relative to, by a window over all algorithms of a point.
  const auto of_first = [&](const std::string& what) {
    return fmt::format("max({}) FILTER (WHERE algorithm = {}) OVER (PARTITION BY {})", what,
                       sql_literal(request.relative_to), fmt::join(axis_columns(experiment), ", "));
  };
  const std::string first = of_first(value);
  columns.push_back(
      fmt::format("CASE WHEN samples = {} THEN {} / {} END AS {}", of_first("samples"), value, first, relative_column));
  columns.push_back(fmt::format(
      "CASE WHEN algorithm <> {0} THEN student_quantile(0.975, nullif(samples, 1) - 1) * {1} / {2} * "
      "sqrt(power({3} / {1}, 2) + power({4} / {2}, 2)) END AS {5}",
      sql_literal(request.relative_to), value, first, error, of_first(error), sql_identifier(relative_interval)));
}

std::string selected(const engine::Experiment& experiment, const MeansRequest& request,
                     const std::vector<std::string>& dimensions) {
  std::vector<std::string> columns;
  if (!request.panels.empty())
    columns.push_back(fmt::format("{} AS {}", label_of(request.panels, request.paired), panel_column));
  if (series_column(request) == labelled_series)
    columns.push_back(fmt::format("{} AS {}", label_of(request.series, request.paired), labelled_series));
  for (const std::string& name : dimensions) columns.push_back(sql_identifier(name));
  if (!contains(dimensions, algorithm_word)) columns.emplace_back(algorithm_word);
  if (request.paired) columns.emplace_back("rival");
  for (const std::string& name : request.further_columns) columns.push_back(sql_identifier(name));
  if (request.times)
    return fmt::format(
        "{},\n       1e6 * median_seconds AS median, 1e6 * min_seconds AS least, "
        "1e6 * max_seconds AS greatest, measured",
        fmt::join(columns, ",\n       "));
  if (request.single_samples) columns.emplace_back("sample");
  for (const results::MetricRecord& metric : request.metrics) {
    const std::string value = value_column(experiment, metric.name);
    columns.push_back(sql_identifier(value));
    if (!request.single_samples)
      columns.push_back(fmt::format("{} * student_quantile(0.975, nullif(samples, 1) - 1) AS {}",
                                    sql_identifier(value + "_se"), sql_identifier(interval_column(value))));
  }
  if (!request.single_samples) {
    columns.emplace_back("coalesce(samples, 0) AS samples");
    columns.push_back(fmt::format(
        "CASE WHEN coalesce(samples, 0) < tried THEN coalesce(samples, 'none') || ' of ' || tried END AS {}",
        missing_column));
  }
  if (!request.relative_to.empty()) add_relative(experiment, request, columns);
  return fmt::format("{}", fmt::join(columns, ",\n       "));
}

// The algorithms, or pairs, of the request, else of the user's file; empty: those that are stored.
std::vector<std::string> named_columns(const engine::Experiment& experiment, const MeansRequest& request) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& algorithm, const std::string& rival) {
    names.push_back(fmt::format("({}, {})", sql_literal(algorithm), sql_literal(rival)));
  };
  if (!request.paired)
    for (const std::string& name : request.algorithms) add(name, "");
  if (names.empty() && is_of_file(experiment))
    for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
      if (column.record.rival.empty() != request.paired &&
          (request.algorithms.empty() || contains(request.algorithms, column.record.name)))
        add(column.record.name, column.record.rival);
  return names;
}

// The FROM clause: of means a row for each algorithm at each point. `tried` is the number of samples of
// the algorithm with the most.
std::string source_of(const engine::Experiment& experiment, const MeansRequest& request) {
  const std::string view = sql_identifier(results::view_name(experiment.name) + (request.times            ? "_timings"
                                                                                 : request.single_samples ? "_samples"
                                                                                                          : ""));
  std::string points = view + " WHERE seed = :seed";
  for (const auto& [axis, value] : request.fixed) points += fmt::format(" AND {} = :{}", sql_identifier(axis), axis);
  std::string rows = points + (request.paired ? " AND rival <> ''" : " AND rival = ''");
  if (const std::vector<std::string> algorithms = collected(request.algorithms, sql_literal); !algorithms.empty())
    rows += fmt::format(" AND algorithm IN ({})", fmt::join(algorithms, ", "));
  if (request.single_samples) return rows;
  const std::vector<std::string> names = named_columns(experiment, request);
  return fmt::format(
      "(SELECT {0}, max(samples) AS tried FROM {1} AND rival = '' GROUP BY {0})\nCROSS JOIN ({2})\n"
      "LEFT JOIN (SELECT * FROM {3}) USING ({0}, algorithm, rival)",
      fmt::join(axis_columns(experiment), ", "), points,
      names.empty()
          ? "SELECT DISTINCT algorithm, rival FROM " + rows
          : fmt::format("SELECT column1 AS algorithm, column2 AS rival FROM (VALUES {})", fmt::join(names, ", ")),
      rows);
}

results::Layout layout_of(const engine::Experiment& experiment, const MeansRequest& request) {
  results::Layout layout;
  layout.row = request.row;
  layout.column = request.column;
  if (request.column.empty() && !request.series.empty()) {
    layout.column = series_column(request);
    if (layout.column == labelled_series) layout.column_title = "";  // labels contain the names of their axes
  }
  if (!request.panels.empty()) layout.page = panel_column;
  layout.pages_across = 3;
  if (request.times) {
    layout.values = {{"median", "median, microseconds", 2},
                     {"least", "least, microseconds", 2},
                     {"greatest", "greatest, microseconds", 2},
                     {"measured", "solves", 0}};
    return layout;
  }
  for (const results::MetricRecord& metric : request.metrics)
    layout.values.push_back({value_column(experiment, metric.name), metric.name, metric.digits,
                             request.single_samples ? "" : interval_column(value_column(experiment, metric.name))});
  layout.shown_values = layout.values.size();
  if (request.single_samples) return layout;
  layout.mark = missing_column;
  for (const results::MetricRecord& metric : request.metrics)
    layout.values.push_back(
        {interval_column(value_column(experiment, metric.name)), fmt::format("{} ±", metric.name), metric.digits + 1});
  layout.values.push_back({"samples", "samples", 0});
  return layout;
}

// The rival, or without one the first algorithm.
std::string compared_with(const engine::Experiment& experiment) {
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    if (!column.record.rival.empty()) return column.record.rival;
  return canonical_name(experiment, experiment.algorithms.front());
}

results::Chart metric_chart(const engine::Experiment& experiment, const MeansRequest& request,
                            const results::MetricRecord& metric) {
  results::Chart chart = chart_of(experiment, request, {metric});
  chart.name = metric.name;
  if (!experiment.deterministic) chart.error = interval_column(chart.values.front().column);
  chart.error_title = interval_title;
  chart.label = missing_column;
  return chart;
}

// The chart of the compared cost, relative to the first algorithm.
results::Chart relative_chart(const engine::Experiment& experiment, const MeansRequest& request) {
  const results::MetricRecord& metric = request.metrics.front();
  results::Chart chart = metric_chart(experiment, request, metric);
  chart.name = relative_column;
  chart.y.title = fmt::format("{}, relative to {}", metric.title, request.relative_to);
  chart.values = {{relative_column, chart.y.title, 4}};
  if (!chart.error.empty()) chart.error = relative_interval;
  chart.error_title = "95 % interval of the ratio, at most";
  return chart;
}

MeansRequest default_request(const engine::Experiment& experiment) {
  MeansRequest request = default_dimensions(experiment, {});
  for (const engine::Axis& axis : experiment.axes)
    if (axis.values.size() == 1) request.fixed[axis.name] = axis.values.front().text;
  if (is_of_file(experiment)) request.algorithms = canonical_names(experiment);
  return request;
}

// The stored metrics of single algorithms.
std::vector<results::MetricRecord> plain_metrics_of(const engine::Experiment& experiment) {
  std::vector<results::MetricRecord> plain = experiment.metrics;
  std::erase_if(plain, [&](const results::MetricRecord& metric) { return experiment.is_paired(metric.name); });
  return plain;
}

}  // namespace

std::string compared_metric(const engine::Experiment& experiment) {
  const std::vector<results::MetricRecord> plain = plain_metrics_of(experiment);
  const problems::ProblemFamily* family = problems::family_of(experiment);
  if (family != nullptr && contains(plain, family->compared_metric, &results::MetricRecord::name))
    return family->compared_metric;
  for (const results::MetricRecord& metric : plain)
    if (!metric.better.empty()) return metric.name;
  return plain.front().name;
}

std::vector<std::string> axis_columns(const engine::Experiment& experiment) {
  return collected(experiment.axes, [](const engine::Axis& axis) { return sql_identifier(axis.name); });
}

std::string value_column(const engine::Experiment& experiment, const std::string& metric) {
  return engine::axis_named(experiment.axes, metric) == nullptr ? metric : metric + "_measured";
}

std::string meanings_of(const std::vector<results::MetricRecord>& metrics) {
  std::string meanings;
  for (const results::MetricRecord& metric : metrics) meanings += fmt::format("{}: {}. ", metric.name, titled(metric));
  return meanings;
}

std::string interval_column(const std::string& value_column) { return value_column + " interval"; }

results::Exhibit means_exhibit(const engine::Experiment& experiment, const MeansRequest& request) {
  const std::vector<std::string> dimensions = dimensions_of(request);
  results::Exhibit exhibit{.study = experiment.name, .parameters = request.fixed};
  exhibit.sql = fmt::format("SELECT {}\nFROM {}{}", selected(experiment, request, dimensions),
                            source_of(experiment, request), order_by(experiment, dimensions));
  exhibit.layout = layout_of(experiment, request);
  return exhibit;
}

results::Chart chart_of(const engine::Experiment& experiment, const MeansRequest& request,
                        const std::vector<results::MetricRecord>& metrics) {
  const std::string& x = request.column.empty() ? request.row : request.column;
  const engine::Axis* axis = engine::axis_named(experiment.axes, x);
  results::Chart chart;
  chart.x = {x, engine::dimension_title(experiment.axes, x), axis != nullptr && asks_for_logarithms(*axis)};
  for (const results::MetricRecord& metric : metrics)
    chart.values.push_back({value_column(experiment, metric.name), metric.name, metric.digits});
  const std::vector<std::string> names = collected(metrics, &results::MetricRecord::name);
  chart.y.title = metrics.size() == 1 ? titled(metrics.front()) : fmt::format("{}", fmt::join(names, ", "));
  chart.series = series_column(request);
  if (!request.panels.empty()) chart.panel = panel_column;
  // Two axes make a grid of panels, if it is not too wide.
  constexpr std::size_t most_across = 5;
  const engine::Axis* across =
      request.panels.size() == 2 ? engine::axis_named(experiment.axes, request.panels.back()) : nullptr;
  if (across != nullptr && across->values.size() <= most_across) {
    chart.panel_down = request.panels.front();
    chart.panel = request.panels.back();
  }
  chart.joined = axis != nullptr && axis->has_numbers();
  return chart;
}

std::string titled(const results::MetricRecord& metric) {
  const bool said = metric.unit == "%" &&
                    (metric.title.find("percent") != std::string::npos || metric.title.find('%') != std::string::npos);
  return metric.unit.empty() || said ? metric.title : fmt::format("{}, {}", metric.title, metric.unit);
}

MeansRequest default_dimensions(const engine::Experiment& experiment, const std::vector<std::string>& taken) {
  std::vector<const engine::Axis*> open;
  for (const engine::Axis& axis : experiment.axes)
    if (axis.values.size() > 1 && !contains(taken, axis.name)) open.push_back(&axis);
  MeansRequest dimensions;
  const auto rank = [](const engine::Axis* axis) { return std::pair(axis->has_numbers(), axis->values.size()); };
  if (!open.empty()) {
    const auto x = std::ranges::max_element(open, {}, rank);
    dimensions.row = (*x)->name;
    open.erase(x);
  } else if (!contains(taken, algorithm_word)) {
    dimensions.row = algorithm_word;
  }
  if (canonical_names(experiment).size() > 1 && dimensions.row != algorithm_word && !contains(taken, algorithm_word))
    dimensions.series = {algorithm_word};
  for (const engine::Axis* axis : open) dimensions.panels.push_back(axis->name);
  return dimensions;
}

results::Exhibit default_exhibit(const engine::Experiment& experiment) {
  MeansRequest request = default_request(experiment);
  request.metrics = plain_metrics_of(experiment);
  const auto compared = std::ranges::find(request.metrics, compared_metric(experiment), &results::MetricRecord::name);
  std::rotate(request.metrics.begin(), compared, compared + 1);
  const bool several = experiment.algorithms.size() > 1 && !request.metrics.front().better.empty();
  if (several) request.relative_to = compared_with(experiment);
  results::Exhibit exhibit = means_exhibit(experiment, request);
  exhibit.name = experiment.name + "/" + default_exhibit_name;
  const problems::ProblemFamily* family = problems::family_of(experiment);
  const bool names_its_metrics =
      family == nullptr || !std::ranges::equal(problems::default_sweep(*family).metrics, experiment.metrics, {},
                                               &results::MetricRecord::name, &results::MetricRecord::name);
  const std::size_t shown = names_its_metrics ? request.metrics.size() : 1;
  exhibit.layout.shown_values = shown;
  const std::vector<results::MetricRecord> in_table(request.metrics.begin(),
                                                    request.metrics.begin() + static_cast<std::ptrdiff_t>(shown));
  std::vector<std::string> names = collected(in_table, &results::MetricRecord::name);
  exhibit.title = fmt::format("{}: {} by {}", experiment.title, fmt::join(names, ", "), request.row);
  exhibit.note = meanings_of(in_table) +
                 "Means over the samples of each point, in brackets of how many where another algorithm has more. "
                 "--values all shows halves of their 95 % intervals and the numbers of samples as well.";
  if (several) exhibit.charts.push_back(relative_chart(experiment, request));
  for (const results::MetricRecord& metric : request.metrics)
    exhibit.charts.push_back(metric_chart(experiment, request, metric));
  return exhibit;
}

results::Exhibit seconds_exhibit(const engine::Experiment& experiment) {
  MeansRequest request = default_request(experiment);
  request.times = request.single_samples = true;
  results::Exhibit exhibit = means_exhibit(experiment, request);
  exhibit.name = experiment.name + "/" + engine::seconds_metric;
  exhibit.title = fmt::format("{}: median time of a solve in microseconds, by {}", experiment.title, request.row);
  exhibit.note = fmt::format(
      "Measured one solve after the other on one thread once the sweep was done, at most {} at each point; --values "
      "all shows the least and the greatest as well.",
      engine::most_timed_samples);
  results::Chart chart = chart_of(experiment, request, {{engine::seconds_metric, "", "", "", 2}});
  chart.name = engine::seconds_metric;
  chart.y = {.title = "median time of a solve, microseconds", .logarithmic = true};
  chart.values = {{"median", "median"}};
  chart.error_title.clear();
  exhibit.charts = {chart};
  return exhibit;
}

results::Exhibit seeds_exhibit(const engine::Experiment& experiment, const std::vector<std::uint64_t>& seeds) {
  const std::string value = value_column(experiment, compared_metric(experiment));
  results::Exhibit exhibit{.name = experiment.name + "/seeds", .study = experiment.name};
  exhibit.title = fmt::format("{}: mean {} under {} seeds", experiment.title, value, seeds.size());
  std::string axes;
  for (const engine::Axis& axis : experiment.axes)
    if (axis.values.size() > 1) axes += sql_identifier(axis.name) + ", ";
  // The spread's square over its expectation is chi-square over its degrees of freedom: Wilson and Hilferty's normal
  // approximation (1931), at a level of 1 %.
  exhibit.sql = fmt::format(
      R"sql(SELECT {axes}algorithm, seeds, mean, least, greatest, spread, expected,
       CASE WHEN z IS NULL THEN NULL WHEN abs(z) < 2.576 THEN 'as the samples let expect' WHEN z > 0 THEN 'wider' ELSE 'narrower' END AS judgement
FROM (SELECT *, (pow(spread / expected, 2.0 / 3) - 1 + 2.0 / (9 * seeds - 9)) / sqrt(2.0 / (9 * seeds - 9)) AS z
      FROM (SELECT {axes}algorithm, count(*) AS seeds, avg({value}) AS mean, min({value}) AS least,
                   max({value}) AS greatest, standard_deviation({value}) AS spread, CASE WHEN sqrt(avg({se} * {se})) > 1e-9 * abs(avg({value})) THEN sqrt(avg({se} * {se})) END AS expected
            FROM {view} WHERE rival = '' AND seed IN ({seeds})
            GROUP BY {axes}algorithm))
ORDER BY {axes}algorithm)sql",
      fmt::arg("axes", axes), fmt::arg("value", sql_identifier(value)), fmt::arg("se", sql_identifier(value + "_se")),
      fmt::arg("view", sql_identifier(results::view_name(experiment.name))), fmt::arg("seeds", fmt::join(seeds, ", ")));
  exhibit.note =
      "spread: standard deviation of the means between seeds; expected: of one mean, from the samples of each seed.";
  for (const char* column : {"mean", "least", "greatest", "spread", "expected"})
    exhibit.layout.values.push_back({column, column, 4});
  return exhibit;
}

}  // namespace apportion::sweeps
